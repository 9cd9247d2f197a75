package pdf

import (
	"bytes"
	"context"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf/object"
)

// ahead reads the first pages of a span, up to one that only PDFium can read, without starting PDFium. It returns the
// rest of the span, and the reader of the first pages.
func (e *Engine) ahead(ctx context.Context, s span, opt Options, emit func(page.Page) error) (rest span, n *native, err error) {
	if e.cfg.PDFiumOnly {
		return s, nil, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pace()
	if n = newNative(s, &e.desk); n == nil {
		return s, &native{refused: true}, nil
	}
	if !n.alone || !n.simple() || CheckCount(len(n.pages), e.cfg.MaxPages) != nil {
		return s, n, nil
	}
	spreadsheet := IsSpreadsheet(n.creator())
	for s.to = min(s.to, len(n.pages)); s.from <= s.to; s.from++ {
		if err := ctx.Err(); err != nil {
			return s, n, FromCaller{Err: err}
		}
		p, ok, err := n.convert(ctx, ink.Input{Number: s.from, Source: page.SourceText, Spreadsheet: spreadsheet}, opt)
		if err != nil {
			return s, n, err
		}
		if !ok {
			break
		}
		if err := emit(p); err != nil {
			return s, n, FromCaller{Err: err}
		}
	}
	return s, n, nil
}

// convert converts the page of the input. It returns false if PDFium has to.
func (n *native) convert(ctx context.Context, in ink.Input, opt Options) (p page.Page, ok bool, err error) {
	sheet, ok := n.read(in, opt)
	if !ok {
		return p, false, nil
	}
	if hasUnnamedCodes(&sheet.Input) {
		n.names.restoreNamed(&sheet.Input)
	}
	if err := sheet.Read(ctx, opt); err != nil {
		return p, true, err
	}
	return sheet.Page(), true, nil
}

// known returns what is known about a document before its pages are read, or false if only PDFium can tell.
func (e *Engine) known(path string) (Info, bool) {
	if e.cfg.PDFiumOnly {
		return Info{}, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pace()
	n := newNative(span{path: path, from: 1, to: 1}, &e.desk)
	if n == nil || !n.simple() {
		return Info{}, false
	}
	e.desk.keep(n.info, n.file, n.pages)
	title, ok := n.title()
	return Info{Pages: len(n.pages), Title: title}, ok
}

// simple reports whether a document is certain to be what PDFium would report: not encrypted, without bookmarks, and
// with the number of pages that it states.
func (n *native) simple() bool {
	if _, encrypted := n.file.Trailer["Encrypt"]; encrypted {
		return false
	}
	catalog, err := n.file.Catalog()
	if err != nil {
		return false
	}
	outline, err := n.file.Get(catalog, "Outlines")
	if _, marked := outline.Dict["First"]; marked || err != nil {
		return false
	}
	tree, err := n.file.Get(catalog, "Pages")
	if err != nil {
		return false
	}
	count, err := n.file.Get(tree.Dict, "Count")
	return err == nil && count.Kind == object.Integer && count.Int() == len(n.pages) && len(n.pages) > 0
}

// stated returns what the document says about itself, without decoding it.
func (n *native) stated(key string) ([]byte, bool) {
	info, err := n.file.Get(n.file.Trailer, "Info")
	if err != nil {
		return nil, false
	}
	value, err := n.file.Get(info.Dict, key)
	return value.Bytes, err == nil
}

// creator returns the name of the program from which the document was printed, if it is in ASCII or UTF-16.
func (n *native) creator() string {
	name, _ := n.stated("Creator")
	return string(bytes.ReplaceAll(bytes.TrimPrefix(name, []byte("\xFE\xFF")), []byte{0}, nil))
}

// title returns the document's title, or false if it is not plain ASCII.
func (n *native) title() (string, bool) {
	title, ok := n.stated("Title")
	if !ok {
		return "", false
	}
	for _, c := range title {
		if c < ' ' || c > '~' {
			return "", false
		}
	}
	return strings.TrimSpace(string(title)), true
}
