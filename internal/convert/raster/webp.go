package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"

	"golang.org/x/image/webp"
)

// chunk is a part of a RIFF file. data may be truncated to the requested length.
type chunk struct {
	kind   string
	offset int64 // offset of the data
	length int64
}

// chunks lists the parts of a RIFF container between two offsets.
func chunks(r io.ReaderAt, from, to int64) []chunk {
	var out []chunk
	for offset := from; len(out) < metaSegments; {
		head := readAt(r, offset, 8)
		if len(head) < 8 || offset+8 > to {
			break
		}
		c := chunk{kind: string(head[:4]), offset: offset + 8, length: int64(binary.LittleEndian.Uint32(head[4:]))}
		c.length = min(c.length, to-c.offset)
		out = append(out, c)
		offset = c.offset + c.length + c.length&1
	}
	return out
}

const (
	riffHeader = 12
	// frameHeader is the length of what precedes the chunks in a frame of an animation.
	frameHeader = 16
)

// readWebP reads the size from the container or the picture, and the EXIF data.
func (m *meta) readWebP(r io.ReaderAt, size int64) {
	for _, c := range chunks(r, riffHeader, size) {
		b := readAt(r, c.offset, min(c.length, exifLimit))
		switch c.kind {
		case "VP8X":
			if len(b) >= 10 {
				m.width, m.height = 1+uint24(b[4:]), 1+uint24(b[7:])
			}
		case "VP8 ", "VP8L":
			if config, err := webp.DecodeConfig(bytes.NewReader(riff(c.kind, b, c.length))); err == nil {
				m.width, m.height = max(m.width, config.Width), max(m.height, config.Height)
			}
		case "EXIF":
			exif, _ := bytes.CutPrefix(b, []byte("Exif\x00\x00"))
			m.readEXIF(exif)
		}
	}
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// riff returns a WebP file with one chunk, of which only the start is given.
func riff(kind string, data []byte, length int64) []byte {
	out := []byte("RIFF")
	out = binary.LittleEndian.AppendUint32(out, uint32(length+12)) //nolint:gosec // a chunk's length has 32 bits
	out = append(out, "WEBP"+kind...)
	out = binary.LittleEndian.AppendUint32(out, uint32(length)) //nolint:gosec // as above
	return append(out, data...)
}

// decodeWebP decodes a picture, or the first frame of an animation, which the decoder does not support.
func decodeWebP(r io.ReaderAt, size int64) (image.Image, error) {
	for _, c := range chunks(r, riffHeader, size) {
		if c.kind != "ANMF" {
			continue
		}
		for _, part := range chunks(r, c.offset+frameHeader, c.offset+c.length) {
			if part.kind == "VP8 " || part.kind == "VP8L" {
				return decodeFrame(part, readAt(r, part.offset, part.length))
			}
		}
		return nil, errors.New("an animation without a picture")
	}
	return webp.Decode(io.NewSectionReader(r, 0, size))
}

// decodeFrame checks the frame's own size, which may differ from the animation's.
func decodeFrame(c chunk, data []byte) (image.Image, error) {
	file := riff(c.kind, data, c.length)
	config, err := webp.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	if config.Width*config.Height > MaxPixels {
		return nil, errors.New("a frame larger than an animation may be")
	}
	return webp.Decode(bytes.NewReader(file))
}
