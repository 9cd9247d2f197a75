package pdf

import (
	"context"
	"fmt"
	"image"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Sheet is a page as an engine found it.
type Sheet struct {
	Input ink.Input
	// Curves counts the curved shapes on it.
	Curves int
	// ImageDPI is the highest resolution of the page's images, or 0 if there are none.
	ImageDPI float64
	// Canvas draws the page for OCR. Only Read uses it.
	Canvas Canvas

	notes  []string
	unread string // why nothing was read although the page is not blank
}

// Canvas is a page that an engine has open.
type Canvas interface {
	// Gray draws the page in levels of grey at dpi, or less if it would have too many pixels. The second result
	// is the resolution used.
	Gray(dpi float64) (*image.Gray, float64, error)
	// Part draws a part of the page, in points, as Gray would draw it.
	Part(dpi float64, b page.Box) (*image.Gray, float64, error)
	// Undecoded reports whether a picture of the page cannot be decoded.
	Undecoded() bool
}

// NoteSlowOCR is the note on a page of which only its own text was read.
const NoteSlowOCR = "OCR of the page takes too long: left out"

// Read decides what OCR has to read, and has it read.
func (s *Sheet) Read(ctx context.Context, opt Options) error {
	restoreLetters(&s.Input)
	joinCircled(&s.Input)
	restoreCyrillic(&s.Input)
	fitGlyphless(&s.Input)
	r := reading{Sheet: s, ctx: ctx, opt: opt}
	err := r.readImages()
	if page.ReasonOf(err) == page.TooComplex {
		s.notes, err = append(s.notes, NoteSlowOCR), nil
	}
	return err
}

// Page returns the sheet's layout. It must be called after Read.
func (s *Sheet) Page() page.Page {
	if s.unread != "" {
		p := page.Unreadable(s.Input.Number, page.Corrupt, s.unread)
		p.Width, p.Height = s.Input.Width, s.Input.Height
		return p
	}
	p := layout.Analyze(s.Input)
	p.Notes = append(p.Notes, s.notes...)
	return p
}

// reading is the state of one Read.
type reading struct {
	*Sheet
	ctx context.Context //nolint:containedctx // it lives as long as one call
	opt Options
}

// ask has an image read.
func (r *reading) ask(read OCR, img *image.Gray, dpi float64) (ink.Scan, error) {
	scan, err := read(r.ctx, img, int(dpi+0.5))
	if err != nil && page.ReasonOf(err) != page.TooComplex {
		return scan, FromCaller{Err: fmt.Errorf("OCR: %w", err)}
	}
	return scan, err
}
