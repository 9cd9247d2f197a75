// Package sheet reads spreadsheets (XLSX, ODS) and delimited text (CSV, TSV) into pages of tables, one page per sheet.
// Cells appear as the spreadsheet program shows them. Hidden sheets follow the others, with a note that they are
// hidden; hidden rows and columns are left out, with a note.
package sheet

import (
	"context"
	"io"
	"slices"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const (
	// cellLimit bounds the cells of a workbook, including empty ones between filled ones.
	cellLimit = 5_000_000
	// filledLimit bounds the cells with content, because all of them are held in memory as blocks of a page.
	filledLimit = 2_000_000
	// byteLimit bounds the text of all cells, because many cells can share one long text.
	byteLimit = 256 << 20
)

// Options choose what is read.
type Options struct {
	Limits archive.Limits
}

// Convert reads an XLSX workbook of size bytes and emits one page for each visible sheet, in order, then one for each
// hidden sheet with cells, with values as they are displayed. A workbook without any becomes one empty page. A *page.Error
// is the document's own fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) (pages int, err error) {
	zip, err := archive.Open(r, size, opt.Limits)
	if err != nil {
		return 0, err
	}
	w := &workbook{ctx: ctx, zip: zip, budget: newBudget(), drawn: map[string]bool{}}
	if err := w.open(); err != nil {
		return 0, err
	}
	visible, hidden := w.visible()
	for i, s := range slices.Concat(visible, hidden) {
		p, err := w.page(s, i == 0 && len(visible) == 1)
		if err != nil {
			return pages, err
		}
		if s.hidden && !hide(&p, len(titled(s.name, false))) {
			continue
		}
		pages++
		p.Number, p.Source = pages, page.SourceText
		if err := emit(p); err != nil {
			return pages, err
		}
	}
	if pages == 0 {
		return 1, emit(page.Page{Number: 1, Source: page.SourceText, Notes: []string{noSheet}})
	}
	return pages, nil
}

// noSheet is the note on the page of a workbook without sheets to show.
const noSheet = "the workbook has no sheet with cells"

// visible returns the sheets that are not hidden, and those that are.
func (w *workbook) visible() (visible, hidden []sheetInfo) {
	for _, s := range w.sheets {
		if s.hidden {
			hidden = append(hidden, s)
			continue
		}
		visible = append(visible, s)
	}
	return visible, hidden
}

// hide adds a note to a page that its sheet is hidden, below the blocks of its title. It returns false for a page with
// nothing else.
func hide(p *page.Page, title int) bool {
	if len(p.Blocks) <= title {
		return false
	}
	note := page.Block{Kind: page.Note, Spans: []page.Span{{Text: "This sheet is hidden in the workbook.", Italic: true}}}
	p.Blocks = slices.Insert(p.Blocks, title, note)
	p.Notes = append(p.Notes, "hidden sheet")
	return true
}

// defaultName matches the name that a program gives to a sheet by default.
var defaultName = pattern.New(`^(Sheet|Tabelle|Feuil|Hoja|Foglio|Blad|Planilha|Arkusz|List|Лист|工作表|シート|시트)[ _-]?\d*$`)

// page reads one sheet. Its name becomes a heading, unless it is meaningless.
func (w *workbook) page(s sheetInfo, only bool) (page.Page, error) {
	p := page.Page{Blocks: titled(s.name, only)}
	if !s.cells {
		return p, nil
	}
	cells, err := w.readCells(s.part)
	if err != nil {
		return p, err
	}
	declared, err := w.tables(cells)
	if err != nil {
		return p, err
	}
	blocks, err := cells.blocks(w.ctx, declared)
	if err != nil {
		return p, err
	}
	shapes, err := w.shapes(cells.rels)
	if err != nil {
		return p, err
	}
	p.Blocks = slices.Concat(p.Blocks, blocks, shapes)
	p.Notes = cells.remarks(sheetTitle(s.name))
	return p, nil
}

func sheetTitle(name string) string { return strings.TrimSpace(page.Visible(name)) }

// titled returns the heading of a sheet, unless it is the only sheet and has a default name.
func titled(name string, only bool) []page.Block {
	title := sheetTitle(name)
	if title == "" || (only && defaultName.MatchString(title)) {
		return nil
	}
	return []page.Block{{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: title}}}}
}

// blocks lays out the cells.
func (r *cellReader) blocks(ctx context.Context, tables declared) ([]page.Block, error) {
	l := newLayout(r.merges)
	l.links, l.declared = r.links, tables
	before, hidden := -1, 0
	for i, row := range r.rows {
		if i&0xFF == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if blank := row.at - before - 1 - (row.hidden - hidden); blank > 0 {
			l.add(before+1, nil)
			l.add(row.at-1, nil)
		}
		l.add(row.at, row.cells)
		before, hidden = row.at, row.hidden
	}
	return l.finish(), nil
}

// budget is how much a workbook may still contain.
type budget struct{ cells, filled, bytes int }

func newBudget() budget { return budget{cells: cellLimit, filled: filledLimit, bytes: byteLimit} }

// count subtracts a row.
func (b *budget) count(cells []string) error {
	b.cells -= len(cells) + 1
	for _, c := range cells {
		if c != "" {
			b.filled--
			b.bytes -= len(c)
		}
	}
	if b.cells < 0 || b.filled < 0 || b.bytes < 0 {
		return tooManyCells()
	}
	return nil
}
