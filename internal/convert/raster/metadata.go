package raster

import (
	"bytes"
	"encoding/binary"
	"io"
)

// maxMetadata is how much of the file's start is searched for metadata.
const maxMetadata = 256 << 10

type metadata struct {
	orientation int // EXIF, 1 to 8; 0 unknown
	dpi         float64
}

// readMetadata finds the orientation and the resolution; what it cannot read is as if it were not there.
func readMetadata(r io.ReaderAt, size int64, format string) metadata {
	head := make([]byte, min(size, maxMetadata))
	n, _ := r.ReadAt(head, 0)
	head = head[:n]
	switch format {
	case "jpeg":
		return jpegMetadata(head)
	case "png":
		return pngMetadata(head)
	case "webp":
		return webpMetadata(r, size)
	default:
		return metadata{}
	}
}

// jpegMetadata walks the segments before the image data (ITU-T T.81 B.1.1): APP0 is JFIF, APP1 EXIF.
func jpegMetadata(b []byte) metadata {
	var m metadata
	for i := 2; i+4 <= len(b) && b[i] == 0xFF && b[i+1] != 0xDA; {
		length := int(binary.BigEndian.Uint16(b[i+2:]))
		if length < 2 || i+2+length > len(b) {
			break
		}
		segment := b[i+4 : i+2+length]
		switch {
		case b[i+1] == 0xE0 && bytes.HasPrefix(segment, []byte("JFIF\x00")) && len(segment) >= 12:
			m.dpi = density(segment[7], float64(binary.BigEndian.Uint16(segment[8:])))
		case b[i+1] == 0xE1 && bytes.HasPrefix(segment, []byte("Exif\x00\x00")):
			m.orientation = exifOrientation(segment[6:])
		}
		i += 2 + length
	}
	return m
}

func density(unit byte, value float64) float64 {
	switch unit {
	case 1:
		return value
	case 2:
		return value * 2.54
	default:
		return 0
	}
}

// pngMetadata walks the chunks (PNG specification §5.3).
func pngMetadata(b []byte) metadata {
	var m metadata
	for i := 8; i+8 <= len(b); {
		length := int(binary.BigEndian.Uint32(b[i:]))
		kind := string(b[i+4 : i+8])
		if length < 0 || kind == "IDAT" || i+12+length > len(b) {
			break
		}
		data := b[i+8 : i+8+length]
		switch {
		case kind == "pHYs" && length == 9 && data[8] == 1:
			m.dpi = float64(binary.BigEndian.Uint32(data)) * 0.0254
		case kind == "eXIf":
			m.orientation = exifOrientation(data)
		}
		i += 12 + length
	}
	return m
}

// webpMetadata walks the RIFF chunks; EXIF stands behind the image data.
func webpMetadata(r io.ReaderAt, size int64) metadata {
	var head [8]byte
	for at := int64(12); at+8 <= size; {
		if _, err := r.ReadAt(head[:], at); err != nil {
			break
		}
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		if string(head[:4]) == "EXIF" && length <= maxMetadata {
			data := make([]byte, length)
			if _, err := r.ReadAt(data, at+8); err != nil {
				break
			}
			return metadata{orientation: exifOrientation(bytes.TrimPrefix(data, []byte("Exif\x00\x00")))}
		}
		at += 8 + length + length%2
	}
	return metadata{}
}

const (
	tagOrientation = 0x0112
	typeShort      = 3
)

// exifOrientation reads the orientation from the first directory of a TIFF block (TIFF 6.0 §2), 0 without one.
func exifOrientation(b []byte) int {
	if len(b) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if b[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(b[4:]))
	if at+2 > int64(len(b)) {
		return 0
	}
	entries := int(order.Uint16(b[at:]))
	for i := range entries {
		e := at + 2 + int64(i)*12
		if e+12 > int64(len(b)) {
			return 0
		}
		if order.Uint16(b[e:]) == tagOrientation && order.Uint16(b[e+2:]) == typeShort {
			return int(order.Uint16(b[e+8:]))
		}
	}
	return 0
}
