package pdf

import (
	"context"
	"errors"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// span is a range of a document's pages.
type span struct {
	path     string
	from, to int
}

func (e *Engine) pages(ctx context.Context, d *document, s span, opt Options, emit func(page.Page) error) error {
	tagged, bookmarks, spreadsheet := d.tagged(), ByPage(d.outline()), IsSpreadsheet(d.creator())
	if d.native == nil && !e.cfg.PDFiumOnly {
		d.native = newNative(s, &e.desk)
	}
	if !d.native.fits(d) {
		d.native = nil
	}
	defer func() { d.native.close(d) }()
	for number := s.from; number <= s.to; number++ {
		if err := ctx.Err(); err != nil {
			return FromCaller{Err: err}
		}
		in := ink.Input{Number: number, Source: page.SourceText, Bookmarks: bookmarks[number], Spreadsheet: spreadsheet}
		p, err := d.attempt(ctx, in, tagged, opt)
		if d.native.spoilt() || e.crowded(err) {
			if d, err = e.replace(d, s.path); err != nil {
				return err
			}
			p, err = d.attempt(ctx, in, tagged, opt)
		}
		trapped := pageFault(err)
		if trapped {
			p, err = e.unreadable(number, err), nil
		}
		if err != nil {
			return err
		}
		if trapped { // the instance can no longer be trusted, not even to close the document
			if d, err = e.replace(d, s.path); err != nil {
				return err
			}
		}
		if err := emit(p); err != nil {
			return FromCaller{Err: err}
		}
		e.pace()
		if number < s.to && e.worn() {
			if d, err = e.reopen(d, s.path); err != nil {
				return err
			}
		}
	}
	return nil
}

// crowded reports whether a page lacked memory that other pages before it have used.
func (e *Engine) crowded(err error) bool {
	return pageFault(err) && e.outOfMemory(err) && e.instance.pages > 1
}

// unreadable returns the placeholder for a page on which PDFium failed, because the other pages are still worth having.
func (e *Engine) unreadable(number int, err error) page.Page {
	if e.outOfMemory(err) {
		return page.Unreadable(number, page.TooLarge, whyTooLarge)
	}
	return page.Unreadable(number, page.Corrupt, whyTrapped)
}

// reopen continues with a document in a fresh instance.
func (e *Engine) reopen(d *document, path string) (*document, error) {
	d.native.close(d)
	d.close()
	return e.replace(d, path)
}

// replace opens a document in a fresh instance.
func (e *Engine) replace(d *document, path string) (*document, error) {
	if err := e.renew(); err != nil {
		return nil, errors.Join(errMachine, err)
	}
	fresh, err := e.runtime.open(e.instance, path)
	if err != nil {
		return nil, err
	}
	fresh.native = d.native
	*d = *fresh
	return d, nil
}

// attempt converts the page of the input. A trap in PDFium becomes an error.
func (d *document) attempt(ctx context.Context, in ink.Input, tagged bool, opt Options) (p page.Page, err error) {
	defer rescue(&err)
	return d.convert(ctx, in, tagged, opt)
}

// pageFault reports whether an error says that PDFium failed on a page, and not the caller or the machine.
func pageFault(err error) bool {
	_, caller := errors.AsType[FromCaller](err)
	return err != nil && !caller && page.ReasonOf(err) == "" && !errors.Is(err, errMachine)
}

// convert converts the page of the input. A page that PDFium cannot load is replaced by a note, because the
// other pages are still worth having.
func (d *document) convert(ctx context.Context, in ink.Input, tagged bool, opt Options) (page.Page, error) {
	if p, ok, err := d.native.convert(ctx, in, opt); ok || err != nil {
		return p, err
	}
	g, err := d.page(in.Number)
	if err != nil {
		return page.Unreadable(in.Number, page.Corrupt, "it is damaged"), nil //nolint:nilerr // the note says so, and the other pages continue
	}
	in.Width, in.Height = g.width, g.height
	g.links(&in)
	g.fields(&in)
	second, err := d.xfa(ctx)
	if err != nil {
		return page.Page{}, err
	}
	second.fill(in.Fields)
	if g, err = g.flatten(in.Number); err != nil {
		return page.Unreadable(in.Number, page.Corrupt, "its annotations are damaged"), nil //nolint:nilerr // as above
	}
	leftOut := g.glyphs(&in, tagged)
	g.joiners(&in)
	if tagged {
		g.structure(&in)
	}
	curves := g.drawings(&in, tagged)
	sheet := Sheet{Input: in, Curves: curves, ImageDPI: g.imageDPI, Canvas: g}
	if leftOut {
		sheet.notes = append(sheet.notes, noteMeaningless)
	}
	seen := snapshot(sheet)
	if hasUnnamedCodes(&sheet.Input) {
		d.fontsOf().restoreNamed(&sheet.Input)
	}
	if err := sheet.Read(ctx, opt); err != nil {
		return page.Page{}, err
	}
	if d.native.learn(g, seen) {
		g.close()
	}
	p := sheet.Page()
	if in.Number == 1 {
		second.add(&p)
	}
	return p, nil
}
