package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func checkCount(n, limit int) error {
	if n <= 0 {
		return corrupt(errors.New("no pages"))
	}
	if limit > 0 && n > limit {
		return &page.Error{
			Reason:  page.TooManyPages,
			Message: fmt.Sprintf("The PDF has %d pages; at most %d are allowed. Split it.", n, limit),
		}
	}
	return nil
}

// span is pages of a document.
type span struct {
	path     string
	from, to int
}

func (e *Engine) pages(ctx context.Context, d *document, s span, opt Options, emit func(page.Page) error) error {
	tagged, bookmarks := d.tagged(), map[int][]ink.Bookmark{}
	for _, b := range d.outline() {
		bookmarks[b.Page] = append(bookmarks[b.Page], ink.Bookmark{Title: b.Title, Level: b.Level})
	}
	for number := s.from; number <= s.to; number++ {
		if err := ctx.Err(); err != nil {
			return ours{err}
		}
		r := reading{ctx: ctx, opt: opt, tagged: tagged, bookmarks: bookmarks[number]}
		p, err := r.page(d, number)
		if err != nil {
			return err
		}
		if err := emit(p); err != nil {
			return ours{err}
		}
		if number < s.to && e.worn() {
			if d, err = e.reopen(d, s.path); err != nil {
				return err
			}
		}
	}
	return nil
}

// reopen goes on with a document in a fresh instance.
func (e *Engine) reopen(d *document, path string) (*document, error) {
	d.close()
	if err := e.renew(); err != nil {
		return nil, errors.Join(errMachine, err)
	}
	fresh, err := e.runtime.open(e.instance, path)
	if err != nil {
		return nil, err
	}
	*d = *fresh
	return d, nil
}

// reading is the conversion of one page.
type reading struct {
	ctx       context.Context //nolint:containedctx // it lives as long as one call
	opt       Options
	tagged    bool
	bookmarks []ink.Bookmark
	notes     []string
	unread    string // why nothing was read although there is something on the page
}

// NoteSlowOCR is the note on a page of which only the own text was read.
const NoteSlowOCR = "OCR of the page takes too long: left out"

// page converts one page. In the place of one that PDFium cannot load or decode stands a note: the others are still
// worth having.
func (r *reading) page(d *document, number int) (page.Page, error) {
	g, err := d.page(number)
	if err != nil {
		return page.Unreadable(number, page.Corrupt, "it is damaged"), nil //nolint:nilerr // the note says so, the other pages go on
	}
	in := ink.Input{Number: number, Width: g.width, Height: g.height, Source: page.SourceText, Bookmarks: r.bookmarks}
	g.links(&in)
	if g, err = g.flatten(number); err != nil {
		return page.Page{}, corrupt(err)
	}
	g.glyphs(&in, r.tagged)
	if r.tagged {
		g.structure(&in)
	}
	curves := g.drawings(&in, r.tagged)
	err = r.readImages(g, &in, curves)
	if page.ReasonOf(err) == page.TooComplex {
		r.notes, err = append(r.notes, NoteSlowOCR), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	g.close()
	if r.unread != "" {
		p := page.Unreadable(number, page.Corrupt, r.unread)
		p.Width, p.Height = in.Width, in.Height
		return p, nil
	}
	p := layout.Analyze(in)
	p.Notes = append(p.Notes, r.notes...)
	return p, nil
}

// ask has an image read.
func (r *reading) ask(img *image.Gray, dpi float64) (ink.Scan, error) {
	scan, err := r.opt.OCR(r.ctx, img, int(dpi+0.5))
	if err != nil && page.ReasonOf(err) != page.TooComplex {
		return scan, ours{fmt.Errorf("OCR: %w", err)}
	}
	return scan, err
}
