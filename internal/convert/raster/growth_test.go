package raster_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/growth"
)

// pixelsAPart is the number of pixels in one part of a growing image.
const pixelsAPart = 1 << 10

func square(n int) image.Rectangle {
	side := int(math.Sqrt(float64(n * pixelsAPart)))
	return image.Rect(0, 0, side, side)
}

// pngChunk returns a chunk of a PNG file.
func pngChunk(kind string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, kind...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// interlaced returns a grey PNG with seven passes.
func interlaced(n int) []byte {
	side := square(n).Dx() &^ 7
	passes := 0
	for _, p := range [][2]int{{8, 8}, {8, 8}, {4, 8}, {4, 4}, {2, 4}, {2, 2}, {1, 2}} { // columns and rows per pixel
		passes += side / p[1] * (side/p[0] + 1)
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(make([]byte, passes))
	_ = w.Close()
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(side)), uint32(side))
	file := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(head, 8, 0, 0, 0, 1))...)
	file = append(append(file, pngChunk("IDAT", packed.Bytes())...), pngChunk("IEND", nil)...)
	return file
}

// scans returns a progressive JPEG of 1024 × 1024 pixels with n scans, each of which covers the whole picture in a few
// bytes.
func scans(n int) []byte {
	b := []byte{
		0xFF, 0xD8,
		0xFF, 0xC2, 0, 11, 8, 4, 0, 4, 0, 1, 1, 0x11, 0, // one component
		0xFF, 0xC4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0, // one code: thousands of blocks end
	}
	b = append(append(b, 0xFF, 0xDB, 0, 67, 0), bytes.Repeat([]byte{1}, 64)...)
	for range n {
		b = append(b, 0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 1, 0, 0x7F, 0xFF, 0)
	}
	return append(b, 0xFF, 0xD9)
}

// frames returns a GIF with n small frames.
func frames(t *testing.T, n int) []byte {
	t.Helper()
	frame := image.NewPaletted(image.Rect(0, 0, 64, 64), color.Palette{color.White, color.Black})
	all := gif.GIF{Image: slices.Repeat([]*image.Paletted{frame}, n), Delay: make([]int, n)}
	var b bytes.Buffer
	require.NoError(t, gif.EncodeAll(&b, &all))
	return b.Bytes()
}

func TestGrowthOfDecoding(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	encoded := func(make func(n int) image.Image, encode func(io.Writer, image.Image) error) func(n int) []byte {
		return func(n int) []byte {
			var b bytes.Buffer
			require.NoError(t, encode(&b, make(n)))
			return b.Bytes()
		}
	}
	grey := func(n int) image.Image { return image.NewGray(square(n)) }
	noise := func(n int) image.Image {
		img := image.NewGray(square(n))
		for i := range img.Pix {
			img.Pix[i] = byte(random.Uint32())
		}
		return img
	}
	jpegs := func(w io.Writer, img image.Image) error { return jpeg.Encode(w, img, nil) }
	gifs := func(w io.Writer, img image.Image) error { return gif.Encode(w, img, nil) }
	var one bytes.Buffer
	require.NoError(t, png.Encode(&one, image.NewGray(image.Rect(0, 0, 8, 8))))
	head, rest := one.Bytes()[:33], one.Bytes()[33:]
	var two bytes.Buffer
	require.NoError(t, jpeg.Encode(&two, image.NewGray(image.Rect(0, 0, 8, 8)), nil))
	frames := [2][]byte{frames(t, 2), frames(t, 3)}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "blank PNG", Build: encoded(grey, png.Encode)},
		{Name: "noise in PNG", Build: encoded(noise, (&png.Encoder{CompressionLevel: png.NoCompression}).Encode)},
		{Name: "transparent PNG", Build: encoded(func(n int) image.Image { return image.NewNRGBA(square(n)) }, png.Encode)},
		{Name: "deep PNG", Build: encoded(func(n int) image.Image { return image.NewNRGBA64(square(n)) }, png.Encode)},
		{Name: "PNG with a palette", Build: encoded(func(n int) image.Image { return image.NewPaletted(square(n), palette.Plan9) }, png.Encode)},
		{Name: "interlaced PNG", Build: interlaced},
		{Name: "chunks of a PNG", Build: func(n int) []byte {
			return append(append(bytes.Clone(head), bytes.Repeat(pngChunk("tEXt", []byte("a\x00b")), n)...), rest...)
		}},
		{Name: "empty pixels of a PNG", Build: func(n int) []byte {
			return append(append(bytes.Clone(head), bytes.Repeat(pngChunk("IDAT", nil), n)...), rest...)
		}},
		{Name: "blank JPEG", Build: encoded(grey, jpegs)},
		{Name: "noise in JPEG", Build: encoded(noise, jpegs)},
		{Name: "coloured JPEG", Build: encoded(func(n int) image.Image { return image.NewRGBA(square(n)) }, jpegs)},
		{Name: "scans of a JPEG", Build: func(n int) []byte { return scans(n) }},
		{Name: "segments of a JPEG", Build: func(n int) []byte {
			return append(append(bytes.Clone(two.Bytes()[:2]), bytes.Repeat([]byte{0xFF, 0xE1, 0, 4, 'a', 'b'}, n)...), two.Bytes()[2:]...)
		}},
		{Name: "filling of a JPEG", Build: func(n int) []byte {
			return append(append(bytes.Clone(two.Bytes()[:2]), bytes.Repeat([]byte{0xFF}, n)...), two.Bytes()[2:]...)
		}},
		{Name: "blank GIF", Build: encoded(func(n int) image.Image { return image.NewPaletted(square(n), color.Palette{color.White, color.Black}) }, gifs)},
		{Name: "frames of a GIF", Build: func(n int) []byte {
			return append(bytes.Clone(frames[0][:len(frames[0])-1]), bytes.Repeat(frames[1][len(frames[0])-1:len(frames[1])-1], n)...)
		}},
		{Name: "chunks of a WebP", Build: growth.Within("RIFF\xff\xff\xff\x00WEBP", growth.Repeat("abcd\x00\x00\x00\x00"), "")},
		{Name: "frames of a WebP", Build: growth.Within("RIFF\xff\xff\xff\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x09\x00\x00\x09\x00\x00", growth.Repeat("ANMF\x00\x00\x00\x00"), "")},
	}, func(t *testing.T, file []byte) {
		t.Helper()
		_, err := decode(t, file)
		require.True(t, err == nil || page.ReasonOf(err) != "", err)
	})
}

func TestJPEGOfVeryManyScansIsRefused(t *testing.T) {
	t.Parallel()
	_, err := decode(t, scans(150))
	require.NoError(t, err)
	_, err = decode(t, scans(250))
	require.Equal(t, page.TooComplex, page.ReasonOf(err), err)
}
