// Package odf reads OpenDocument files (ISO/IEC 26300), in packages or as flat XML. Tracked changes count as accepted;
// comments are not part of the text; headers and footers become running ones.
package odf

import (
	"context"
	"errors"
	"io"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// Options choose what is read.
type Options struct {
	// SkipImages leaves pictures out altogether.
	SkipImages bool
	// OCR reads the text in a picture (PNG, JPEG, GIF, BMP, TIFF or WebP bytes). Nil means that pictures are
	// not read. An error other than the context's end leaves the picture unread.
	OCR    func(ctx context.Context, img []byte) (string, error)
	Limits archive.Limits
}

// NoBody returns the error for a document without the content that its type promises.
func NoBody() error { return archive.Broken(errNoBody) }

var errNoBody = errors.New("the document's body is empty")

// Convert reads a text document of size bytes and passes its pages to emit in order, at least one. A *page.Error is
// the document's own fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	d, err := Open(ctx, r, size, opt)
	if err != nil {
		return err
	}
	body := &Flow{}
	found := false
	err = d.Read(func(c *opc.Cursor, e opc.Element) error {
		if e.Name != "office:text" {
			return nil
		}
		found = true
		return d.blocks(c, body)
	})
	if err != nil {
		return err
	}
	if !found {
		return NoBody()
	}
	for _, p := range d.paginate(body) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

// paginate divides the body into the pages recorded by its program, each with the notes that it refers to.
func (d *Document) paginate(f *Flow) []page.Page {
	parts, breaks := paging.Split(f.Blocks, f.marks, d.recorded)
	placed := map[string]bool{}
	pages := make([]page.Page, len(parts))
	for i, blocks := range parts {
		pages[i] = page.Page{Number: i + 1, Source: d.Source(), Blocks: paging.WithNotes(blocks, d.notes, placed)}
	}
	putFields(pages, breaks, f.fields)
	paging.Furnish(pages, breaks, d.sections(f))
	pages[0].Notes = d.remarks
	return pages
}

// sections returns the headers and footers of the page styles used by the text, each where it is first used.
func (d *Document) sections(f *Flow) []paging.Section {
	if len(f.masters) == 0 || f.masters[0].block > 0 {
		f.masters = append([]masterUse{{name: d.firstMaster}}, f.masters...)
	}
	seen := map[string]bool{}
	var sections []paging.Section
	for _, use := range f.masters {
		m := d.masters[use.name]
		if m == nil || seen[use.name] {
			continue
		}
		seen[use.name] = true
		s := paging.Section{Start: use.block}
		for _, b := range paging.Running(m.heads, page.PageHead) {
			if text := "head " + b.Text(); !seen[text] {
				seen[text] = true
				s.Heads = append(s.Heads, b)
			}
		}
		for _, b := range paging.Running(m.feet, page.PageFoot) {
			if text := "foot " + b.Text(); !seen[text] {
				seen[text] = true
				s.Feet = append(s.Feet, b)
			}
		}
		sections = append(sections, s)
	}
	return sections
}
