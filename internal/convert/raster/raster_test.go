package raster_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/raster"
)

// marked returns a 40 × 20 white image with a black top left corner.
func marked() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 40, 20))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for y := range 8 {
		for x := range 8 {
			img.Set(x, y, color.Black)
		}
	}
	return img
}

func encodeJPEG(t *testing.T, orientation byte) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, marked(), &jpeg.Options{Quality: 100}))
	exif := []byte{
		'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1,
		0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
	}
	segment := append([]byte{0xFF, 0xE1, 0, byte(len(exif) + 2)}, exif...)
	return append(append([]byte{0xFF, 0xD8}, segment...), b.Bytes()[2:]...)
}

func decode(t *testing.T, file []byte) (raster.Image, error) {
	t.Helper()
	return raster.Decode(t.Context(), bytes.NewReader(file), int64(len(file)))
}

func TestEXIFOrientationIsUndone(t *testing.T) {
	t.Parallel()
	// The position in the picture as viewed of the corner that the camera stored at the top left.
	corners := map[byte]image.Point{
		1: {0, 0}, 2: {39, 0}, 3: {39, 19}, 4: {0, 19}, 5: {0, 0}, 6: {19, 0}, 7: {19, 39}, 8: {0, 39},
	}
	for orientation, want := range corners {
		t.Run(strconv.FormatUint(uint64(orientation), 10), func(t *testing.T) {
			t.Parallel()
			img, err := decode(t, encodeJPEG(t, orientation))
			require.NoError(t, err)
			require.Equal(t, orientation >= 5, img.Bounds().Dy() == 40)
			gray := color.GrayModel.Convert(img.At(want.X, want.Y)).(color.Gray)
			require.Less(t, gray.Y, uint8(60))
		})
	}
}

func TestTransparencyBecomesWhite(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 4, 4))))
	img, err := decode(t, b.Bytes())
	require.NoError(t, err)
	require.Equal(t, color.White.Y, color.Gray16Model.Convert(img.At(1, 1)).(color.Gray16).Y)
}

func TestOversizedImageIsRejectedBeforeDecoding(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))))
	file := b.Bytes()
	binary.BigEndian.PutUint32(file[16:], 30_000)
	binary.BigEndian.PutUint32(file[20:], 30_000)
	fixCRC(file)
	_, err := decode(t, file)
	require.Equal(t, page.TooLarge, page.ReasonOf(err), err)
}

func TestBrokenImagesAreTheDocumentsFault(t *testing.T) {
	t.Parallel()
	whole := encodeJPEG(t, 1)
	for name, c := range map[string]struct {
		file []byte
		want page.Reason
	}{
		"cut":   {whole[:len(whole)/2], page.Corrupt},
		"text":  {[]byte("hello"), page.Unsupported},
		"empty": {nil, page.Unsupported},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := decode(t, c.file)
			require.Equal(t, c.want, page.ReasonOf(err), err)
		})
	}
}

func TestPicturesOfEveryKindDecode(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			img, err := decode(t, b)
			require.NoError(t, err)
			require.Equal(t, image.Pt(60, 40), img.Bounds().Size())
			for at, want := range map[image.Point]color.Gray{{X: 15, Y: 20}: {Y: 0}, {X: 45, Y: 20}: {Y: 255}} {
				got := color.GrayModel.Convert(img.At(at.X, at.Y)).(color.Gray)
				require.InDelta(t, want.Y, got.Y, 20, at) // lossy WebP stores black as 16
			}
			want := 0.0
			if strings.Contains(file, "300dpi") {
				want = 300
			}
			require.InDelta(t, want, img.DPI, .1)
		})
	}
}

func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("testdata/*")
	require.NoError(f, err)
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(b)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, marked()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("GIF89a"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, err := decode(t, file); err != nil {
			require.NotEmpty(t, page.ReasonOf(err))
		}
	})
}

// fixCRC makes the header chunk of a PNG valid again.
func fixCRC(file []byte) {
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
}
