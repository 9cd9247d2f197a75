package unipdf

import (
	"io"
	"strings"

	"github.com/unidoc/unipdf/v3/core"
	"github.com/unidoc/unipdf/v3/model"

	"quire/internal/convert/pdf"
)

// document is an open PDF.
type document struct {
	reader *model.PdfReader
	pages  int
}

// open opens a file of size bytes with the empty password, which also opens files that only restrict permissions.
func open(file io.ReaderAt, size int64) (d *document, err error) {
	if size == 0 {
		return nil, pdf.Empty()
	}
	defer func() {
		if err != nil {
			err = fault(io.NewSectionReader(file, 0, size), err)
		}
	}()
	defer rescue(&err)
	// UniPDF could otherwise report the name of the file; a section has none.
	reader, err := model.NewPdfReaderWithOpts(io.NewSectionReader(file, 0, size), &model.ReaderOpts{LazyLoad: true, RelaxedMode: true})
	if err != nil {
		return nil, err
	}
	n, err := reader.GetNumPages()
	return &document{reader: reader, pages: n}, err
}

// standardHandler is the only encryption handler that uses passwords.
const standardHandler = "Standard"

// fault returns why a file did not open.
func fault(file io.ReadSeeker, cause error) (err error) {
	err = pdf.Corrupt(cause)
	defer func() { _ = recover() }() // a file that makes UniPDF panic here remains corrupt
	parser, parseErr := core.NewParserWithOpts(file, core.ParserOpts{RelaxedMode: true})
	if parseErr != nil {
		return err
	}
	if encrypted, encErr := parser.IsEncrypted(); !encrypted && encErr == nil {
		return err
	}
	if handler := encryption(parser); handler != "" && handler != standardHandler {
		return pdf.LockedOtherwise()
	}
	if opened, openErr := parser.Decrypt(nil); openErr == nil && !opened {
		return pdf.Locked()
	}
	return err
}

// encryption returns the name of a file's encryption handler, or "" if it has none.
func encryption(parser *core.PdfParser) string {
	resolved, err := parser.Resolve(parser.GetTrailer().Get("Encrypt"))
	if err != nil {
		return ""
	}
	dict, ok := core.GetDict(resolved)
	if !ok {
		return ""
	}
	name, _ := core.GetNameVal(dict.Get("Filter"))
	return name
}

func (d *document) info() pdf.Info {
	return pdf.Info{Pages: d.pages, Title: d.title(), Tagged: d.tagged(), Outline: d.outline()}
}

func (d *document) title() string {
	info, err := d.reader.GetPdfInfo()
	if err != nil || info.Title == nil {
		return ""
	}
	return strings.TrimSpace(strings.Trim(info.Title.Decoded(), "\x00"))
}

func (d *document) creator() string {
	info, err := d.reader.GetPdfInfo()
	if err != nil || info.Creator == nil {
		return ""
	}
	return info.Creator.Decoded()
}

func (d *document) tagged() bool {
	mark, ok := d.reader.GetCatalogMarkInfo()
	if !ok {
		return false
	}
	dict, ok := core.GetDict(mark)
	if !ok {
		return false
	}
	marked, _ := core.GetBoolVal(dict.Get("Marked"))
	return marked
}

// outline reads the bookmarks depth first.
func (d *document) outline() (list []pdf.Bookmark) {
	defer func() { _ = recover() }() // a document without its outline is better than none
	outline, err := d.reader.GetOutlines()
	if err != nil {
		return nil
	}
	var walk func(items []*model.OutlineItem, level int)
	walk = func(items []*model.OutlineItem, level int) {
		for _, item := range items {
			if len(list) == pdf.MaxOutline {
				return
			}
			list = append(list, pdf.Bookmark{Title: strings.TrimSpace(item.Title), Level: level, Page: d.target(item.Dest)})
			if level <= pdf.MaxOutlineDepth {
				walk(item.Entries, level+1)
			}
		}
	}
	walk(outline.Entries, 1)
	return list
}

// target returns the page to which a bookmark leads, or 0 if it leads nowhere.
func (d *document) target(dest model.OutlineDest) int {
	if (dest.PageObj == nil && dest.Mode == "") || int(dest.Page) >= d.pages {
		return 0
	}
	return max(int(dest.Page)+1, 0)
}
