package probe

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"quire/internal/convert/page"
)

const (
	endOfDirectory = "PK\x05\x06"
	directoryEntry = "PK\x01\x02"
	// directoryLimit bounds how much of an archive's directory is read: enough for thousands of entries.
	directoryLimit = 1 << 20
)

// detectZip tells apart the Office Open XML formats by the folders in the archive's directory. An archive without a
// readable directory is broken: its extension then says what it was meant to be, and the converter reports it.
func detectZip(r io.ReaderAt, size int64, ext string) (Format, error) {
	names, err := zipNames(r, size)
	if err != nil {
		return "", err
	}
	if meant, ok := byExtension(ext); len(names) == 0 && ok && meant.detector.folder != "" {
		return meant.format(), nil
	}
	for _, name := range names {
		folder, _, _ := strings.Cut(name, "/")
		if folder == "ppt" {
			return "", unsupported("PowerPoint presentations are not supported")
		}
		for _, row := range formats {
			if row.detector.folder != "" && row.detector.folder == folder {
				return row.format(), nil
			}
		}
	}
	return "", unsupported("archives are not supported")
}

// zipNames lists the entries of an archive's central directory (APPNOTE 4.3.12, 4.3.16), as far as
// directoryLimit reaches; nothing when the archive has no readable one.
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
	if start == 0xffffffff { // ZIP64 keeps the offset elsewhere; the directory ends where the tail's records begin
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

// detectOLE looks at a compound file, the container of encrypted Office files ([MS-OFFCRYPTO] 2.3.4) and of the
// formats before 2007.
func detectOLE(r io.ReaderAt, size int64) (Format, error) {
	found, err := findFirst(r, size, utf16("EncryptedPackage"), utf16("WordDocument"), utf16("Workbook"))
	if err != nil {
		return "", err
	}
	switch found {
	case 0:
		return "", &page.Error{
			Reason:  page.PasswordProtected,
			Message: "Document is password-protected. Remove the password in Office and send it again",
		}
	case 1:
		return "", unsupported("the Word 97–2003 format (.doc) is not supported, save it as .docx")
	case 2:
		return "", unsupported("the Excel 97–2003 format (.xls) is not supported, save it as .xlsx")
	}
	return "", unsupported("Office formats before 2007 are not supported")
}

func utf16(s string) []byte {
	b := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		b = append(b, s[i], 0)
	}
	return b
}

// findFirst scans r once and returns which of the patterns occurs, the earliest in the list winning; -1 for none.
func findFirst(r io.ReaderAt, size int64, patterns ...[]byte) (int, error) {
	best := len(patterns)
	err := scan(r, size, func(window []byte, _ int64) bool {
		for i, p := range patterns[:best] {
			if bytes.Contains(window, p) {
				best = i
				break
			}
		}
		return best > 0
	})
	if best == len(patterns) {
		best = -1
	}
	return best, err
}

// scanOverlap is how much of one window the next repeats: no pattern is longer.
const scanOverlap = 256

// scan shows r in overlapping windows with their offsets until visit returns false or r ends.
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
