// Package probe reports what a file is and whether it needs a password, from a few reads and without any of the
// converters: it is what an HTTP handler can afford while the client waits.
package probe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strings"

	"quire/internal/convert/page"
)

// headSize is how much of a file's start is looked at.
const headSize = 64 << 10

// Detect finds the format of a file of size bytes. Content decides; the extension, as [path.Ext] returns it, only tells apart the
// formats that are plain text, and containers too broken to look into. An error is a *page.Error: Empty,
// PasswordProtected (an encrypted Office file) or Unsupported, with words that name what the file is; or the
// reader's own error.
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
	ext = bare(ext)
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return detectZip(r, size, ext)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return detectOLE(r, size)
	}
	if what, ok := knownUnsupported(head); ok {
		return "", unsupported(what)
	}
	return detectText(head, size > int64(len(head)), ext)
}

// Check is [Detect], and for a PDF the question whether it opens: one that asks for a password is a
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

// Document is [Check] for what must be a document ([Format.Document]): the words of its errors list what is accepted.
func Document(r io.ReaderAt, size int64, ext string) (Format, error) {
	f, err := Check(r, size, ext)
	if e, ok := errors.AsType[*page.Error](err); ok && e.Reason == page.Empty {
		return "", &page.Error{Reason: page.Empty, Message: e.Message + ". Supported: " + DocumentExtensions()}
	}
	if err == nil && !f.Document() {
		return "", UnsupportedDocument(f)
	}
	return f, err
}

// typeLike is an extension that names a type, which the end of "Invoice No.12" does not.
var typeLike = regexp.MustCompile(`^[a-z][a-z0-9]{0,4}$`)

// File has the file at path, whose name ends in the extension ext, judged by Check or by Document.
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

// CheckName refuses the name of a file whose extension is that of another type than a document's, whatever its content.
// A name without an extension is fine.
func CheckName(name string) error {
	ext := bare(path.Ext(name))
	if row, known := byExtension(ext); !typeLike.MatchString(ext) || (known && row.accepted == everywhere) {
		return nil
	}
	return unsupported("." + ext + " files are not supported here")
}

// UnsupportedDocument is the error for a file of format f where only documents are accepted.
func UnsupportedDocument(f Format) *page.Error {
	return unsupported(strings.ToUpper(string(f)) + " files are not supported here")
}

func unsupported(what string) *page.Error {
	return &page.Error{Reason: page.Unsupported, Message: "Unsupported file type: " + what + ". Supported: " + DocumentExtensions()}
}

// bare is an extension in lower case without its dot.
func bare(ext string) string { return strings.ToLower(strings.TrimPrefix(ext, ".")) }

// knownUnsupported names common formats that would otherwise be taken for text, or deserve a better word than
// "binary".
func knownUnsupported(head []byte) (string, bool) {
	for _, m := range []struct{ magic, what string }{
		{"{\\rtf", "RTF documents are not supported"},
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
