package pdf

import (
	"errors"
	"image"
	"io"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// A worker process reads one request at a time from its standard input and answers with replies on its
// standard output, the last of which has Done set. Everything is gob; the pixels of an image follow their
// reply as raw bytes.

type operation int

const (
	opInspect operation = iota
	opPages
	opRender
)

type request struct {
	Op       operation
	Path     string
	From, To int
	DPI      float64
	MaxPages int
	OCR      bool
	SkipOCR  bool // of pictures on pages that have text
}

type reply struct {
	Ready bool // the first message of a worker
	Done  bool
	Page  *page.Page
	Info  *Info
	Image *imageHeader // pixels follow; in opPages the answer is an ocrResult
	Error *failure
}

type imageHeader struct {
	Width, Height int
	DPI           float64
	Gray          bool
}

type ocrResult struct {
	Scan  ink.Scan
	Error string
}

// failure carries an error between processes: Reason is empty for trouble of the machine.
type failure struct {
	Reason  page.Reason
	Message string
	Cause   string
}

func newFailure(err error) *failure {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*page.Error](err); ok {
		f := &failure{Reason: e.Reason, Message: e.Message}
		if e.Cause != nil {
			f.Cause = e.Cause.Error()
		}
		return f
	}
	return &failure{Message: err.Error()}
}

func (f *failure) err() error {
	if f == nil {
		return nil
	}
	if f.Reason == "" {
		return errors.New(f.Message)
	}
	e := &page.Error{Reason: f.Reason, Message: f.Message}
	if f.Cause != "" {
		e.Cause = errors.New(f.Cause)
	}
	return e
}

func readImage(r io.Reader, h *imageHeader) (image.Image, error) {
	bounds := image.Rect(0, 0, h.Width, h.Height)
	if h.Gray {
		img := image.NewGray(bounds)
		_, err := io.ReadFull(r, img.Pix)
		return img, err
	}
	img := image.NewRGBA(bounds)
	_, err := io.ReadFull(r, img.Pix)
	return img, err
}
