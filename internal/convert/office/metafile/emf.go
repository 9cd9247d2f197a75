// Package metafile reads the text and the bitmaps of Windows metafiles, as Office formats embed them.
package metafile

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// Records of an enhanced metafile ([MS-EMF] 2.1.1) that hold text or bitmaps.
const (
	emfHeader    = 1
	emfBitBlt    = 76
	emfStretch   = 77
	emfText      = 84
	emfDIBits    = 81
	emfGlyphs    = 0x10      // text consists of glyph indices, not characters
	emfTextLimit = 64 << 10  // bytes of a drawing's text
	bmpLimit     = 256 << 20 // bytes of a bitmap
)

// Read reads a vector drawing. It returns the text drawn, with pieces of the same height on one line, and the largest
// bitmap as a BMP file, and reports whether data is such a drawing.
func Read(data []byte) (text string, bitmap []byte, ok bool) {
	switch {
	case isEMF(data):
		text, bitmap = enhanced(data)
	case isWMF(data):
		text, bitmap = windows(data)
	default:
		return "", nil, false
	}
	return text, bitmap, true
}

func isEMF(data []byte) bool {
	return len(data) > 44 && binary.LittleEndian.Uint32(data) == emfHeader && string(data[40:44]) == " EMF"
}

// enhanced reads an enhanced metafile. It returns the text drawn, with pieces of the same height on one line, and the
// largest bitmap as a BMP file.
func enhanced(data []byte) (text string, bitmap []byte) {
	var out drawnLines
	most := 0
	for len(data) >= 8 {
		kind, size := binary.LittleEndian.Uint32(data), int(binary.LittleEndian.Uint32(data[4:]))
		if size < 8 || size > len(data) {
			break
		}
		record := data[:size]
		data = data[size:]
		switch kind {
		case emfText:
			out.add(drawnText(record))
		case emfDIBits, emfBitBlt, emfStretch:
			at := map[uint32]int{emfDIBits: 48, emfBitBlt: 84, emfStretch: 84}[kind]
			if b := bitmapFile(record, at); len(b) > most {
				bitmap, most = b, len(b)
			}
		}
	}
	return out.String(), bitmap
}

// drawnLines is text that a drawing places piece by piece. Pieces at the same height form a line.
type drawnLines struct {
	strings.Builder
	lastY int32
}

// add appends a piece of text at height y, unless there is more than a drawing can show.
func (l *drawnLines) add(y int32, text string) {
	if text == "" || l.Len() > emfTextLimit {
		return
	}
	if l.Len() > 0 {
		l.WriteByte(map[bool]byte{true: ' ', false: '\n'}[y == l.lastY])
	}
	l.lastY = y
	l.WriteString(text)
}

// drawnText returns the text of EMR_EXTTEXTOUTW (2.3.5.8) and its height.
func drawnText(record []byte) (y int32, text string) {
	if len(record) < 56 {
		return 0, ""
	}
	n, at := int(binary.LittleEndian.Uint32(record[44:])), int(binary.LittleEndian.Uint32(record[48:]))
	if n < 1 || n > len(record) || at < 0 || at > len(record)-2*n || binary.LittleEndian.Uint32(record[52:])&emfGlyphs != 0 {
		return 0, ""
	}
	units := make([]uint16, n)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(record[at+2*i:])
	}
	return int32(binary.LittleEndian.Uint32(record[40:])), strings.TrimSpace(string(utf16.Decode(units)))
}

// bitmapFile builds a BMP file from the bitmap whose header and bits the record describes at the given offset.
func bitmapFile(record []byte, at int) []byte {
	if len(record) < at+16 {
		return nil
	}
	var field [4]int
	for i := range field {
		field[i] = int(binary.LittleEndian.Uint32(record[at+4*i:]))
	}
	header, headerSize, bits, bitsSize := field[0], field[1], field[2], field[3]
	if headerSize < 40 || headerSize > len(record) || header > len(record)-headerSize {
		return nil
	}
	if bitsSize < 1 || bitsSize > min(len(record), bmpLimit) || bits > len(record)-bitsSize {
		return nil
	}
	return bmp(record[header:header+headerSize], record[bits:bits+bitsSize])
}

// bmp returns a BMP file from a bitmap's header, including its colours, and its bits.
func bmp(header, bits []byte) []byte {
	const fileHeader = 14
	file := make([]byte, fileHeader, fileHeader+len(header)+len(bits))
	copy(file, "BM")
	binary.LittleEndian.PutUint32(file[2:], uint32(fileHeader+len(header)+len(bits))) //nolint:gosec // a picture's size is limited
	binary.LittleEndian.PutUint32(file[10:], uint32(fileHeader+len(header)))          //nolint:gosec // a picture's size is limited
	return append(append(file, header...), bits...)
}
