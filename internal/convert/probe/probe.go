// Package probe reports what a file is and whether it needs a password, from a few reads and without any of the
// converters. That is what an HTTP handler can afford while the client waits.
package probe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"quire/internal/convert/compound"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// headSize is how much of a file's start is examined.
const headSize = 64 << 10

// Detect finds the format of a file of size bytes. The content decides; the extension, in the form returned by
// [path.Ext], only distinguishes between plain-text formats and identifies containers too broken to examine. The error
// is either a *page.Error whose message names what the file is (Empty, PasswordProtected for an encrypted Office file,
// or Unsupported), or the reader's own error.
func Detect(r io.ReaderAt, size int64, ext string) (Format, error) {
	if size == 0 {
		return "", &page.Error{Reason: page.Empty, Message: "The file is empty"}
	}
	head := make([]byte, min(size, headSize))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return "", fmt.Errorf("read the file's start: %w", err)
	}
	for _, row := range formats {
		if row.detector.head != nil && row.detector.head(head) {
			return row.format(), nil
		}
	}
	if f, ok := detectFlat(head); ok {
		return f, nil
	}
	ext = bare(ext)
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return detectZip(r, size, head, ext)
	case bytes.HasPrefix(head, []byte(compound.Magic)):
		return detectCompound(r, size, ext)
	}
	if what, ok := knownUnsupported(head); ok {
		return "", unsupported(what)
	}
	return detectText(head, size > int64(len(head)), ext)
}

// Check is like [Detect], and for a PDF also checks that it opens: if it asks for a password, the error is a
// *page.Error with the reason PasswordProtected.
func Check(r io.ReaderAt, size int64, ext string) (Format, error) {
	f, err := Detect(r, size, ext)
	if err != nil {
		return "", err
	}
	if f == PDF && PDFNeedsPassword(r, size) {
		return "", &page.Error{Reason: page.PasswordProtected, Message: "PDF is password-protected"}
	}
	return f, nil
}

// Document is like [Check], for files that must be documents ([Format.Document]): its error messages list what is
// accepted.
func Document(r io.ReaderAt, size int64, ext string) (Format, error) {
	f, err := Check(r, size, ext)
	if e, ok := errors.AsType[*page.Error](err); ok && e.Reason == page.Empty {
		return "", &page.Error{Reason: page.Empty, Message: e.Message + ". Supported: " + DocumentExtensions()}
	}
	if err != nil {
		return "", err
	}
	if !f.Document() {
		return "", UnsupportedDocument(f)
	}
	if !f.namedBy(bare(ext)) {
		return "", unsupported("the file is plain text, but its name does not say so")
	}
	return f, nil
}

// namedBy reports whether a file of format f may have the extension ext. Text needs a fitting extension, because an
// error message in place of a PDF is text too; only web pages, which often have no extension, are recognized without
// one.
func (f Format) namedBy(ext string) bool {
	own, _ := f.row()
	if !own.detector.text {
		return true
	}
	if named, known := byExtension(ext); known {
		return named.detector.text
	}
	return own.detector.sniff != nil
}

// typeLike matches an extension that names a type, which the end of "Invoice No.12" does not.
var typeLike = pattern.New(`^[a-z][a-z0-9]{0,4}$`)

// File opens the file at path, whose name ends with the extension ext, and judges it with Check or Document.
func File(path, ext string, judge func(io.ReaderAt, int64, string) (Format, error)) (Format, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	return judge(f, st.Size(), ext)
}

// CheckName rejects a file name whose extension belongs to a type other than a document's, whatever the content. A name
// without an extension is accepted.
func CheckName(name string) error {
	ext := bare(path.Ext(name))
	if row, known := byExtension(ext); !typeLike.MatchString(ext) || (known && row.accepted == everywhere) {
		return nil
	}
	return unsupported("." + ext + " files are not supported here")
}

// UnsupportedDocument returns the error for a file of format f where only documents are accepted.
func UnsupportedDocument(f Format) *page.Error {
	return unsupported(strings.ToUpper(string(f)) + " files are not supported here")
}

func unsupported(what string) *page.Error {
	return &page.Error{Reason: page.Unsupported, Message: "Unsupported file type: " + what + ". Supported: " + DocumentExtensions()}
}

// bare returns an extension in lower case without its dot.
func bare(ext string) string { return strings.ToLower(strings.TrimPrefix(ext, ".")) }

// knownUnsupported names common formats that would otherwise be mistaken for text, or that deserve a better
// name than "binary".
func knownUnsupported(head []byte) (string, bool) {
	for _, m := range []struct{ magic, what string }{
		{"%!PS", "PostScript is not supported"},
		{"II*\x00", "TIFF images are not supported"},
		{"MM\x00*", "TIFF images are not supported"},
		{"BM", "BMP images are not supported"},
		{"7z\xbc\xaf\x27\x1c", "archives are not supported"},
		{"Rar!\x1a\x07", "archives are not supported"},
		{"\x1f\x8b", "compressed files are not supported"},
		{"PK\x05\x06", "the archive is empty"},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) && (m.magic != "BM" || !isText(head, true)) {
			return m.what, true
		}
	}
	if len(head) >= 12 && string(head[4:8]) == "ftyp" {
		return "HEIC, AVIF and video files are not supported", true
	}
	return "", false
}
