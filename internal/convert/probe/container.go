package probe

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/compound"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const (
	endOfDirectory = "PK\x05\x06"
	directoryEntry = "PK\x01\x02"
	// directoryLimit bounds how much of an archive's directory is read: enough for thousands of entries.
	directoryLimit = 1 << 20
)

// detectZip distinguishes formats by the media type that a package declares in its first entry, and the Office Open XML
// formats by the folders in the archive's directory. An archive without a readable directory is broken: its extension
// then says what it was meant to be, and the converter reports the damage.
func detectZip(r io.ReaderAt, size int64, head []byte, ext string) (Format, error) {
	if f, ok := declared(firstEntry(head)); ok {
		return f, unlocked(r, size)
	}
	names, err := zipNames(r, size)
	if err != nil {
		return "", err
	}
	meant, known := byExtension(ext)
	if known && len(names) == 0 && (meant.detector.folder != "" || meant.detector.declares != "") {
		return meant.format(), nil
	}
	if known && meant.detector.declares != "" && slices.Contains(names, "META-INF/manifest.xml") && slices.Contains(names, "content.xml") {
		return meant.format(), unlocked(r, size) // some programs omit the media type
	}
	for _, name := range names {
		folder, _, _ := strings.Cut(name, "/")
		for _, row := range formats {
			if row.detector.folder != "" && row.detector.folder == folder {
				return row.format(), nil
			}
		}
	}
	if slices.Contains(names, "META-INF/container.xml") {
		return EPUB, unlocked(r, size)
	}
	return "", unsupported("archives are not supported")
}

// mediaTypeEntry is the name of a package's first entry, which declares its media type. It is stored uncompressed, so
// that the type can be read without unpacking anything.
const mediaTypeEntry = "mimetype"

// firstEntry returns the content of an archive's first entry if it declares the media type (APPNOTE 4.3.7).
func firstEntry(head []byte) string {
	const header = 30
	if len(head) < header {
		return ""
	}
	name, extra := int(binary.LittleEndian.Uint16(head[26:])), int(binary.LittleEndian.Uint16(head[28:]))
	size := int(binary.LittleEndian.Uint32(head[22:]))
	stored := binary.LittleEndian.Uint16(head[8:]) == 0
	content := header + name + extra
	if !stored || content > len(head) || string(head[header:min(header+name, len(head))]) != mediaTypeEntry {
		return ""
	}
	if size == 0 { // the size follows the content, where the next record begins
		size = max(bytes.Index(head[content:], []byte("PK")), 0)
	}
	return string(bytes.TrimSpace(head[content:min(content+size, len(head))]))
}

// declared returns the format with a declared media type.
func declared(mediaType string) (Format, bool) {
	for _, row := range formats {
		rest, ok := strings.CutPrefix(mediaType, row.detector.declares)
		if row.detector.declares != "" && ok && (rest == "" || rest == "-template") {
			return row.format(), true
		}
	}
	return "", false
}

// declaration matches the media type in the outermost element of a flat OpenDocument file.
var declaration = pattern.New(`<office:document\s[^>]*office:mimetype\s*=\s*["']([^"']{1,100})["']`)

// detectFlat recognizes an OpenDocument file that is not in a package.
func detectFlat(head []byte) (Format, bool) {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if !isXML(start) {
		return "", false
	}
	m := declaration.FindSubmatch(head)
	if m == nil {
		return "", false
	}
	return declared(string(m[1]))
}

// unlocked returns the error for a package whose content is encrypted.
func unlocked(r io.ReaderAt, size int64) error {
	zip, err := archive.Open(r, size, archive.Limits{})
	if err != nil {
		return nil //nolint:nilerr // the converter reports whatever is wrong with it
	}
	if err := zip.Locked(); page.ReasonOf(err) == page.PasswordProtected {
		return err
	}
	return nil
}

// zipNames lists the entries of an archive's central directory (APPNOTE 4.3.12, 4.3.16), within directoryLimit. It
// returns nil if the archive has no readable directory.
func zipNames(r io.ReaderAt, size int64) ([]string, error) {
	tail := make([]byte, min(size, 66<<10))
	if _, err := io.ReadFull(io.NewSectionReader(r, size-int64(len(tail)), int64(len(tail))), tail); err != nil {
		return nil, fmt.Errorf("read the archive's end: %w", err)
	}
	at := bytes.LastIndex(tail, []byte(endOfDirectory))
	if at < 0 || len(tail)-at < 22 {
		return nil, nil
	}
	length := int64(binary.LittleEndian.Uint32(tail[at+12:]))
	start := int64(binary.LittleEndian.Uint32(tail[at+16:]))
	if start == 0xffffffff { // ZIP64 stores the offset elsewhere; the directory ends where the tail's records begin
		start = size - int64(len(tail)-at) - length
	}
	if start < 0 || start >= size {
		return nil, nil
	}
	directory := make([]byte, min(length, size-start, directoryLimit))
	if _, err := io.ReadFull(io.NewSectionReader(r, start, int64(len(directory))), directory); err != nil {
		return nil, fmt.Errorf("read the archive's directory: %w", err)
	}
	return entryNames(directory), nil
}

func entryNames(directory []byte) []string {
	var names []string
	for len(directory) >= 46 && string(directory[:4]) == directoryEntry {
		name := int(binary.LittleEndian.Uint16(directory[28:]))
		extra := int(binary.LittleEndian.Uint16(directory[30:]))
		comment := int(binary.LittleEndian.Uint16(directory[32:]))
		if len(directory) < 46+name+extra+comment {
			break
		}
		names = append(names, string(directory[46:46+name]))
		directory = directory[46+name+extra+comment:]
	}
	return names
}

// encryptedPackage is the stream that holds an encrypted Office document ([MS-OFFCRYPTO] 2.3.4.4).
const encryptedPackage = "EncryptedPackage"

// oldWorkbook is the stream that holds a workbook of Excel 5 and 95.
const oldWorkbook = "Book"

// detectCompound distinguishes the formats stored in compound files, including encrypted Office files, by their
// streams. The extension says what a file too broken to examine was meant to be.
func detectCompound(r io.ReaderAt, size int64, ext string) (Format, error) {
	f, err := compound.Open(r, size)
	if errors.Is(err, compound.ErrFormat) {
		if meant, ok := byExtension(ext); ok && meant.detector.stream != "" {
			return meant.format(), nil
		}
		return "", unsupported("the file is damaged")
	}
	if err != nil {
		return "", err
	}
	if f.Root().Child(encryptedPackage) != nil {
		return "", &page.Error{
			Reason:  page.PasswordProtected,
			Message: "Document is password-protected. Remove the password in Office and send it again",
		}
	}
	for _, row := range formats {
		if row.detector.stream != "" && f.Root().Child(row.detector.stream) != nil {
			return row.format(), nil
		}
	}
	if f.Root().Child(oldWorkbook) != nil {
		return XLS, nil
	}
	return "", unsupported("this kind of Office file is not supported")
}

// scanOverlap is how much of the previous window each window repeats. No pattern is longer.
const scanOverlap = 256

// scan passes overlapping windows of r, with their offsets, to visit until visit returns false or r ends.
func scan(r io.ReaderAt, size int64, visit func(window []byte, offset int64) bool) error {
	buf := make([]byte, min(size, 256<<10))
	for offset := int64(0); ; offset += int64(len(buf) - scanOverlap) {
		n, err := r.ReadAt(buf[:min(int64(len(buf)), size-offset)], offset)
		if err != nil && err != io.EOF {
			return fmt.Errorf("scan the file: %w", err)
		}
		if !visit(buf[:n], offset) || offset+int64(n) >= size || n <= scanOverlap {
			return nil
		}
	}
}
