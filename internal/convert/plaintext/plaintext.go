// Package plaintext writes the pages of a document as text without any markup.
package plaintext

import (
	"context"
	"io"
	"slices"

	"quire/internal/convert/page"
	"quire/internal/convert/text"
)

// mostHeld bounds the text, in bytes, that is held until its continuation on the next page: as much as the maximum size
// of a stored page. Longer text, such as a table over thousands of pages, is written in pieces.
const mostHeld = 16 << 20

// continuable are the kinds of blocks that a page break can cut.
var continuable = [...]page.Kind{page.Paragraph, page.ListItem, page.TableKind, page.Code, page.Footnote}

// Writer writes pages one after another. Text that a page break cuts is joined, as in the document's Markdown; repeated
// header rows of tables and running heads and feet are left out. It holds no more than the end of the last page.
type Writer struct {
	w      io.Writer
	pieces []piece
	last   map[page.Kind]int // index of the last piece of each kind
	held   int               // bytes in pieces
	pages  int
	// textPage is the last page with a block that can be continued.
	textPage int
	before   page.Kind // of the last block written; empty before the first
	err      error
}

// NewWriter returns a writer to w. Close must be called after the last page.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w, last: map[page.Kind]int{}} }

// WritePage writes the next page.
func (w *Writer) WritePage(ctx context.Context, p page.Page) error {
	w.pages++
	for _, b := range p.Blocks {
		switch b.Kind {
		case page.PageHead, page.PageFoot:
			continue
		case page.MarkdownKind:
			blocks, err := text.Markdown(ctx, b.Text())
			if err != nil {
				return err
			}
			for _, inner := range blocks {
				w.add(inner)
			}
		default:
			w.add(b)
		}
	}
	w.release(w.complete())
	return w.err
}

// Close writes the rest and ends the last line. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.release(len(w.pieces))
	if w.before != "" {
		w.write("\n")
	}
	return w.err
}

// add holds a block, or joins it to the one that it continues.
func (w *Writer) add(b page.Block) {
	if slices.Contains(continuable[:], b.Kind) {
		w.textPage = w.pages
	}
	next := pieceOf(b)
	if next.empty() {
		return
	}
	next.page = w.pages
	w.held += next.size
	if i, ok := w.last[b.Kind]; ok && b.Continues && w.pieces[i].join(next) {
		w.pieces[i].page = w.pages
	} else {
		w.last[b.Kind] = len(w.pieces)
		w.pieces = append(w.pieces, next)
	}
	if w.held > mostHeld {
		w.release(len(w.pieces))
	}
}

// complete returns the number of leading pieces that no block of the next page can continue.
func (w *Writer) complete() int {
	first := len(w.pieces)
	for _, kind := range continuable {
		if i, ok := w.last[kind]; ok && w.pieces[i].page == w.textPage {
			first = min(first, i)
		}
	}
	return first
}

// release writes the first n pieces and drops them.
func (w *Writer) release(n int) {
	for _, p := range w.pieces[:n] {
		w.write(w.gap(p.kind))
		for _, part := range p.parts {
			w.write(part)
		}
		w.before = p.kind
		w.held -= p.size
	}
	w.pieces = slices.Delete(w.pieces, 0, n)
	for kind, i := range w.last {
		if i < n {
			delete(w.last, kind)
		} else {
			w.last[kind] = i - n
		}
	}
}

// gap returns the separator between a block and the one before: list items are on separate lines.
func (w *Writer) gap(next page.Kind) string {
	switch {
	case w.before == "":
		return ""
	case w.before == page.ListItem && next == page.ListItem:
		return "\n"
	}
	return "\n\n"
}

func (w *Writer) write(s string) {
	if w.err == nil && s != "" {
		_, w.err = io.WriteString(w.w, s)
	}
}
