package raster_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/raster"
)

// marked is a 40 × 20 white image whose top left corner is black.
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

func TestEXIFOrientationIsUndone(t *testing.T) {
	t.Parallel()
	// Where the corner that the camera stored at the top left stands in the picture as it is meant to be seen.
	corners := map[byte]image.Point{
		1: {0, 0}, 2: {39, 0}, 3: {39, 19}, 4: {0, 19}, 5: {0, 0}, 6: {19, 0}, 7: {19, 39}, 8: {0, 39},
	}
	for orientation, want := range corners {
		t.Run(fmt.Sprint(orientation), func(t *testing.T) {
			t.Parallel()
			img, err := raster.DecodeBytes(encodeJPEG(t, orientation))
			require.NoError(t, err)
			require.Equal(t, orientation >= 5, img.Bounds().Dy() == 40)
			gray := color.GrayModel.Convert(img.At(want.X, want.Y)).(color.Gray)
			require.Less(t, gray.Y, uint8(60))
		})
	}
}

func TestTransparentGroundIsWhite(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 4, 4))))
	img, err := raster.DecodeBytes(b.Bytes())
	require.NoError(t, err)
	require.Equal(t, color.White.Y, color.Gray16Model.Convert(img.At(1, 1)).(color.Gray16).Y)
}

func TestImageThatIsTooLargeIsRefusedBeforeItIsDecoded(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))))
	file := b.Bytes()
	binary.BigEndian.PutUint32(file[16:], 30_000)
	binary.BigEndian.PutUint32(file[20:], 30_000)
	fixCRC(file)
	_, err := raster.DecodeBytes(file)
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
			_, err := raster.DecodeBytes(c.file)
			require.Equal(t, c.want, page.ReasonOf(err), err)
		})
	}
}

func FuzzDecode(f *testing.F) {
	var b bytes.Buffer
	if err := png.Encode(&b, marked()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("GIF89a"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, err := raster.DecodeBytes(file); err != nil {
			require.NotEmpty(t, page.ReasonOf(err))
		}
	})
}

// fixCRC makes the header chunk of a PNG valid again.
func fixCRC(file []byte) {
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
}
