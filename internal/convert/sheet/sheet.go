// Package sheet reads spreadsheets (XLSX) and delimited text (CSV, TSV) into pages of tables, one page a sheet. Cells
// are shown as the spreadsheet's own program shows them; hidden sheets, rows and columns are left out, with a note.
package sheet

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/page"
)

const (
	// cellLimit bounds the cells of a workbook, empty ones between filled ones included.
	cellLimit = 5_000_000
	// filledLimit bounds the cells that hold something: they are all in memory as blocks of a page.
	filledLimit = 2_000_000
	// byteLimit bounds the text of all cells: many cells can share one long text.
	byteLimit = 256 << 20
)

// Options choose what is read.
type Options struct {
	Limits archive.Limits
}

// Convert reads an XLSX workbook of size bytes: a page for each visible sheet, in order, with values as they are
// displayed. A workbook without visible sheets is one empty page. A *page.Error is the document's own fault; the
// error of emit comes back as it is.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) (pages int, err error) {
	zip, err := archive.Open(r, size, opt.Limits)
	if err != nil {
		return 0, err
	}
	w := &workbook{ctx: ctx, zip: zip, cells: cellLimit, filled: filledLimit, bytes: byteLimit, drawn: map[string]bool{}}
	if err := w.open(); err != nil {
		return 0, err
	}
	visible, hidden := w.visible()
	for i, s := range visible {
		p, err := w.page(s, len(visible) == 1)
		if err != nil {
			return pages, err
		}
		p.Number, p.Source = i+1, page.SourceText
		if i == 0 && hidden > 0 {
			p.Notes = append(p.Notes, fmt.Sprintf("hidden sheets left out: %d", hidden))
		}
		if err := emit(p); err != nil {
			return pages, err
		}
		pages++
	}
	if pages == 0 {
		return 1, emit(page.Page{Number: 1, Source: page.SourceText, Notes: []string{"the workbook has no visible sheet with cells"}})
	}
	return pages, nil
}

// visible are the sheets that are not hidden.
func (w *workbook) visible() (visible []sheetInfo, hidden int) {
	for _, s := range w.sheets {
		if s.hidden {
			hidden++
			continue
		}
		visible = append(visible, s)
	}
	return visible, hidden
}

// defaultName is how a program names a sheet that its user did not.
var defaultName = regexp.MustCompile(`^(Sheet|Tabelle|Feuil|Hoja|Foglio|Blad|Planilha|Arkusz|List|Лист|工作表|シート|시트)[ _-]?\d*$`)

// page reads one sheet. Its name is a heading unless it says nothing.
func (w *workbook) page(s sheetInfo, only bool) (page.Page, error) {
	var p page.Page
	title := strings.TrimSpace(page.Visible(s.name))
	if title != "" && !(only && defaultName.MatchString(title)) {
		p.Blocks = append(p.Blocks, page.Block{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: title}}})
	}
	if !s.cells {
		return p, nil
	}
	cells, err := w.readCells(s.part)
	if err != nil {
		return p, err
	}
	l := newLayout(cells.merges)
	l.links = cells.links
	before, hidden := -1, 0
	for i, r := range cells.rows {
		if i&0xFF == 0 && w.ctx.Err() != nil {
			return p, w.ctx.Err()
		}
		if blank := r.at - before - 1 - (r.hidden - hidden); blank > 0 {
			l.add(before+1, nil)
			l.add(r.at-1, nil)
		}
		l.add(r.at, r.cells)
		before, hidden = r.at, r.hidden
	}
	p.Blocks = append(p.Blocks, l.finish()...)
	shapes, err := w.shapes(cells.rels)
	if err != nil {
		return p, err
	}
	p.Blocks = append(p.Blocks, shapes...)
	p.Notes = cells.remarks(title)
	return p, nil
}

// count takes a row from what the workbook may hold.
func (w *workbook) count(cells []string) error {
	w.cells -= len(cells) + 1
	for _, c := range cells {
		if c != "" {
			w.filled--
			w.bytes -= len(c)
		}
	}
	if w.cells < 0 || w.filled < 0 || w.bytes < 0 {
		return tooManyCells()
	}
	return nil
}
