package raster

import (
	"bytes"
	"encoding/binary"
	"io"
)

const (
	// metaSegments bounds how many parts of a file are examined for EXIF data and resolution.
	metaSegments = 200
	// exifLimit bounds an EXIF block, whose first directory is at its beginning.
	exifLimit = 64 << 10

	metresPerInch, centimetresPerInch = .0254, 2.54
)

// readAt reads n bytes at offset, or fewer at the end.
func readAt(r io.ReaderAt, offset, n int64) []byte {
	b := make([]byte, n)
	got, _ := r.ReadAt(b, offset)
	return b[:got]
}

// readPNG walks the chunks before the pixels: pHYs is the resolution, eXIf the orientation.
func (m *meta) readPNG(r io.ReaderAt, size int64) {
	offset := int64(8)
	for range metaSegments {
		head := readAt(r, offset, 8)
		if len(head) < 8 || offset >= size {
			return
		}
		length := int64(binary.BigEndian.Uint32(head))
		switch string(head[4:]) {
		case "pHYs":
			if b := readAt(r, offset+8, 9); len(b) == 9 && b[8] == 1 {
				m.dpi = float64(binary.BigEndian.Uint32(b)) * metresPerInch
			}
		case "eXIf":
			m.readEXIF(readAt(r, offset+8, min(length, exifLimit)))
		case "IDAT", "IEND":
			return
		}
		offset += length + 12
	}
}

// readJPEG walks the segments before the scan: APP0 is JFIF's density, APP1 may be EXIF.
func (m *meta) readJPEG(r io.ReaderAt, size int64) {
	const app0, app1, startOfScan = 0xe0, 0xe1, 0xda
	offset := int64(2)
	for range metaSegments {
		head := readAt(r, offset, 4)
		if len(head) < 4 || head[0] != 0xff || head[1] == startOfScan || offset >= size {
			return
		}
		length := int64(binary.BigEndian.Uint16(head[2:]))
		switch head[1] {
		case app0:
			if b := readAt(r, offset+4, 10); len(b) == 10 && string(b[:5]) == "JFIF\x00" {
				m.dpi = float64(binary.BigEndian.Uint16(b[8:])) * perInch(int(b[7]))
			}
		case app1:
			if b, ok := bytes.CutPrefix(readAt(r, offset+4, min(length, exifLimit)), []byte("Exif\x00\x00")); ok {
				m.readEXIF(b)
			}
		}
		offset += length + 2
	}
}

// perInch returns the factor of a JFIF density unit: 1 is dots per inch, 2 dots per centimetre, 0 merely an
// aspect ratio.
func perInch(unit int) float64 {
	switch unit {
	case 1:
		return 1
	case 2:
		return centimetresPerInch
	}
	return 0
}

// readEXIF reads orientation and resolution from the first directory of a TIFF structure (EXIF 2.32, 4.6.2).
func (m *meta) readEXIF(b []byte) {
	const orientation, xResolution, resolutionUnit = 0x0112, 0x011a, 0x0128
	const short, rational, entrySize = 3, 5, 12
	if len(b) < 8 {
		return
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(b[:2]) == "II" {
		order = binary.LittleEndian
	}
	start := int(min(order.Uint32(b[4:]), exifLimit))
	if start+2 > len(b) {
		return
	}
	resolution, unit := 0.0, 2
	for i := range int(order.Uint16(b[start:])) {
		at := start + 2 + i*entrySize
		if at+entrySize > len(b) {
			break
		}
		entry := b[at : at+entrySize]
		tag, kind, value := order.Uint16(entry), order.Uint16(entry[2:]), order.Uint32(entry[8:])
		switch {
		case tag == orientation && kind == short:
			m.orientation = int(order.Uint16(entry[8:]))
		case tag == resolutionUnit && kind == short:
			unit = int(order.Uint16(entry[8:]))
		case tag == xResolution && kind == rational && int64(value)+8 <= int64(len(b)):
			if d := order.Uint32(b[value+4:]); d > 0 {
				resolution = float64(order.Uint32(b[value:])) / float64(d)
			}
		}
	}
	if dpi := resolution * perInch(unit-1); dpi > 0 {
		m.dpi = dpi
	}
}
