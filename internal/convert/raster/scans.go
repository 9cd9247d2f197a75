package raster

import (
	"bytes"
	"image"
	"image/jpeg"
	"io"

	"quire/internal/convert/page"
)

// maxScans is the maximum number of scans in a JPEG. Each may be only a few bytes long, yet costs a pass over the whole
// picture. Encoders write about ten.
const maxScans = 200

var errScans = &page.Error{
	Reason:  page.TooComplex,
	Message: "The JPEG consists of too many passes. Open it in an image program and save it again.",
}

// decodeJPEG decodes a picture of at most maxScans scans.
func decodeJPEG(r io.ReaderAt, size int64) (image.Image, error) {
	return jpeg.Decode(&scanLimit{r: io.NewSectionReader(r, 0, size)})
}

// scanLimit fails with errScans after maxScans scans have begun.
type scanLimit struct {
	r     io.Reader
	scans int
	last  byte
}

func (l *scanLimit) Read(p []byte) (int, error) {
	startOfScan := []byte{0xff, 0xda} // within pixel data, 0xff is followed by 0
	n, err := l.r.Read(p)
	if n > 0 {
		if l.last == startOfScan[0] && p[0] == startOfScan[1] {
			l.scans++
		}
		l.scans += bytes.Count(p[:n], startOfScan)
		l.last = p[n-1]
	}
	if l.scans > maxScans {
		return 0, errScans
	}
	return n, err
}
