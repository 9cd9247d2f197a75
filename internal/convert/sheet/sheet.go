// Package sheet reads spreadsheets (XLSX) and delimited text (CSV, TSV) into pages of tables, one page a sheet.
package sheet

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"

	"quire/internal/convert/archive"
	"quire/internal/convert/page"
)

const (
	// cellLimit bounds the cells of a workbook, empty ones between filled ones included.
	cellLimit = 5_000_000
	// filledLimit bounds the cells that hold something: they are all in memory as blocks of a page.
	filledLimit = 2_000_000
	// partLimit is the size up to which excelize keeps a sheet's XML in memory; larger ones go to a temporary file.
	partLimit = 16 << 20
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
	book, err := open(zip)
	if err != nil {
		return 0, err
	}
	defer book.Close()
	w := &workbook{ctx: ctx, file: book, zip: zip, cells: cellLimit, filled: filledLimit}
	visible, hidden := w.sheets()
	for i, name := range visible {
		p, err := w.page(name, len(visible) == 1)
		if err != nil {
			return pages, err
		}
		p.Number, p.Source = i+1, page.SourceText
		if i == 0 && len(hidden) > 0 {
			p.Notes = append(p.Notes, fmt.Sprintf("hidden sheets left out: %d", len(hidden)))
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

// needed chooses the parts that hold cells, their values and their formats. Media and embedded objects would
// only take memory.
var needed = regexp.MustCompile(`^(\[content_types\]\.xml|_rels/\.rels|xl/(_rels/.*|[^/]+\.xml|worksheets/[^/]+\.xml|worksheets/_rels/.*|theme/.*|chartsheets/.*))$`)

// open hands the workbook to excelize. What makes it panic is a broken file.
func open(zip *archive.Archive) (book *excelize.File, err error) {
	defer recoverBroken(&err)
	var filtered bytes.Buffer
	if err := zip.Copy(&filtered, needed.MatchString); err != nil {
		return nil, err
	}
	part, err := archive.Open(bytes.NewReader(filtered.Bytes()), int64(filtered.Len()), archive.Limits{})
	if err != nil {
		return nil, err
	}
	if err := part.Check(); err != nil {
		return nil, err
	}
	book, err = excelize.OpenReader(&filtered, excelize.Options{UnzipSizeLimit: 1 << 30, UnzipXMLSizeLimit: partLimit})
	if err != nil {
		return nil, archive.Broken(err)
	}
	return book, nil
}

// recoverBroken turns a panic of the parser into the document's error.
func recoverBroken(err *error) {
	if r := recover(); r != nil {
		*err = archive.Broken(fmt.Errorf("panic: %v", r))
	}
}

// workbook is one conversion.
type workbook struct {
	ctx           context.Context
	file          *excelize.File
	zip           *archive.Archive
	cells, filled int // what is left of the limits
}

// sheets lists the names of sheets with cells, and of hidden ones.
func (w *workbook) sheets() (visible, hidden []string) {
	for _, name := range w.file.GetSheetList() {
		if shown, err := w.file.GetSheetVisible(name); err == nil && !shown {
			hidden = append(hidden, name)
			continue
		}
		visible = append(visible, name)
	}
	return visible, hidden
}

// defaultName is how a program names a sheet that its user did not.
var defaultName = regexp.MustCompile(`^(Sheet|Tabelle|Feuil|Hoja|Foglio|Blad|Planilha|Arkusz|List|Лист|工作表|シート|시트)[ _-]?\d*$`)

// page reads one sheet. Its name is a heading unless it says nothing.
func (w *workbook) page(name string, only bool) (p page.Page, err error) {
	defer recoverBroken(&err)
	if title := strings.TrimSpace(page.Visible(name)); title != "" && !(only && defaultName.MatchString(title)) {
		p.Blocks = append(p.Blocks, page.Block{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: title}}})
	}
	merges, err := w.merges(name)
	if err != nil {
		return p, err
	}
	rows, err := w.file.Rows(name)
	if err != nil {
		return p, nil // a sheet of another kind, a chart or a dialog, has no rows
	}
	defer rows.Close()
	l := newLayout(merges)
	for row := 0; rows.Next(); row++ {
		if row&0xFF == 0 && w.ctx.Err() != nil {
			return p, w.ctx.Err()
		}
		cells, err := rows.Columns()
		if err != nil {
			return p, archive.Broken(err)
		}
		if err := w.count(cells); err != nil {
			return p, err
		}
		l.add(row, cells)
	}
	if err := rows.Error(); err != nil {
		return p, archive.Broken(err)
	}
	p.Blocks = append(p.Blocks, l.finish()...)
	return p, nil
}

// count takes a row from what the workbook may hold.
func (w *workbook) count(cells []string) error {
	w.cells -= len(cells) + 1
	for _, c := range cells {
		if c != "" {
			w.filled--
		}
	}
	if w.cells < 0 || w.filled < 0 {
		return tooManyCells()
	}
	return nil
}

func tooManyCells() error {
	return &page.Error{Reason: page.TooLarge, Message: "Spreadsheet has too many cells; split it into several files"}
}
