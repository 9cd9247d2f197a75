// Package rtf reads Rich Text Format (specification 1.9.1) as a stream: groups, control words and text, without
// building a tree. Tracked changes count as accepted; headers, footers and comments are not part of the text.
package rtf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/illustration"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// Options choose what is read.
type Options struct {
	// SkipImages leaves pictures out altogether.
	SkipImages bool
	// OCR reads the text in a picture. Nil means that pictures are not read. An error other than the context's end
	// leaves the picture unread.
	OCR func(ctx context.Context, img []byte) (string, error)
}

// depthLimit bounds how deep groups may nest. Word itself writes a few dozen.
const depthLimit = 512

var (
	errNoHeader = errors.New(`no {\rtf`)
	errDepth    = errors.New("groups are nested too deeply")
)

// Convert reads a document of size bytes and passes its pages to emit in order, at least one. A *page.Error is the
// document's own fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	d := newReader(ctx, io.NewSectionReader(r, 0, size), opt)
	if err := d.read(); err != nil {
		return err
	}
	for _, p := range d.pages() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

// Blocks reads a text that is part of another document.
func Blocks(ctx context.Context, data []byte, opt Options) ([]page.Block, error) {
	var out []page.Block
	err := Convert(ctx, bytes.NewReader(data), int64(len(data)), opt, func(p page.Page) error {
		out = append(out, p.Blocks...)
		return nil
	})
	return out, err
}

// reader is the state of one conversion.
type reader struct {
	ctx   context.Context
	opt   Options
	lex   *lexer
	state state
	outer []state // of the groups around the current one
	codes int     // the file's code page

	raw     []byte // text that is not decoded yet
	skip    int    // characters that an earlier one has replaced
	lead    rune   // the first half of a character in UTF-16
	fonts   map[int]*font
	font    int // of text that does not specify one
	styles  map[int]*style
	entry   entry // of the font table or the style sheet being read
	texts   []*story
	body    *story
	notes   map[string][]page.Block
	defs    [2]*rowDef // of rows in outermost tables, and of those in nested ones
	numbers struct{ footnotes, endnotes int }

	recorded      int  // pages that the program counted
	newPage       bool // sections begin on a new page
	titled        bool // a title precedes the headings
	ocr           bool
	illustrations *illustration.Reader
	remarks       []string
}

func newReader(ctx context.Context, r io.Reader, opt Options) *reader {
	d := &reader{
		ctx: ctx, opt: opt, lex: newLexer(r), codes: westernEurope, fonts: map[int]*font{}, font: -1, styles: map[int]*style{},
		notes: map[string][]page.Block{}, body: &story{}, newPage: true,
	}
	d.texts = []*story{d.body}
	d.state = state{replaced: 1, font: -1, para: plainParagraph}
	d.illustrations = illustration.NewReader(ctx, opc.Package{}, opt.OCR, d.remark)
	return d
}

func (d *reader) remark(text string) {
	if !slices.Contains(d.remarks, text) {
		d.remarks = append(d.remarks, text)
	}
}

// tokensBetween is how many tokens are read between checks of the context.
const tokensBetween = 1 << 12

// read reads the whole file. Unclosed braces end with it.
func (d *reader) read() error {
	started := false
	for n := 0; ; n++ {
		if n%tokensBetween == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		t, err := d.lex.next()
		if err != nil {
			return err
		}
		started = started || (t.kind == control && t.word == "rtf")
		if t.kind == endOfFile {
			break
		}
		if err := d.token(t); err != nil {
			return err
		}
	}
	if !started {
		return archive.Broken(errNoHeader)
	}
	for len(d.outer) > 0 {
		if err := d.close(); err != nil {
			return err
		}
	}
	d.flush()
	d.body.end(d)
	d.body.closeTables(0)
	return nil
}

// token reads one token.
func (d *reader) token(t token) error {
	switch t.kind {
	case openGroup:
		d.flush()
		if len(d.outer) == depthLimit {
			return archive.Broken(errDepth)
		}
		d.outer = append(d.outer, d.state)
		d.state.begins, d.state.ours = true, nil
		d.skip = 0
		return nil
	case closeGroup:
		d.flush()
		return d.close()
	case control:
		d.flush()
		d.word(t)
	case symbolic:
		d.flush()
		d.symbol(t.char)
	case hexByte, plainByte:
		d.byte(t.char)
	case binary:
		d.flush()
		if d.skip > 0 {
			d.skip--
		} else if p := d.state.picture; p != nil && d.state.dest == inPicture {
			p.data = t.data
		}
	case endOfFile:
	}
	d.state.begins = false
	return nil
}

// pages divides the body into pages where the author began new ones, each with the notes that it refers to.
func (d *reader) pages() []page.Page {
	parts, _ := paging.Split(d.body.blocks, d.body.marks, d.recorded)
	source := page.SourceText
	if d.ocr {
		source = page.SourceMixed
	}
	placed := map[string]bool{}
	pages := make([]page.Page, len(parts))
	for i, blocks := range parts {
		pages[i] = page.Page{Number: i + 1, Source: source, Blocks: paging.WithNotes(blocks, d.notes, placed)}
	}
	pages[0].Notes = d.remarks
	return pages
}
