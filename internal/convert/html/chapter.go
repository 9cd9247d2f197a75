package html

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// Book resolves references of chapters to what is outside of them.
type Book struct {
	// Picture returns the block of a picture, given its address and its alternative text, or false to leave it out.
	Picture func(source, alt string) (page.Block, bool)
	// Note returns the label of the note that an address leads to, or "".
	Note func(href string) string
	// AddNote receives a note by its id in the chapter.
	AddNote func(id string, blocks []page.Block)
}

// Chapter reads the blocks of a chapter of a book. All of it is text: there is no page furniture, and the title is that
// of the book. References to notes have their label as text.
func Chapter(ctx context.Context, data []byte, book Book) ([]page.Block, error) {
	root, err := parse(ctx, closed(decode(data, "")))
	if err != nil {
		return nil, err
	}
	body := first(root, atom.Body)
	if body == nil {
		body = root
	}
	w := &walker{ctx: ctx, body: body, outside: true, picture: book.Picture, book: &book}
	w.children(body)
	w.flush()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return w.blocks, nil
}

// empty matches a self-closing tag, which XML allows for any element and HTML for none.
var empty = pattern.New(`<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)/>`)

// closed replaces self-closing tags by a start and an end tag.
func closed(source string) string {
	return empty.ReplaceAllStringFunc(source, func(tag string) string {
		m := empty.FindStringSubmatch(tag)
		switch atom.Lookup([]byte(strings.ToLower(m[1]))) {
		case atom.Br, atom.Img, atom.Hr, atom.Meta, atom.Link, atom.Input, atom.Col, atom.Wbr, atom.Base, atom.Area, atom.Embed, atom.Source, atom.Track, atom.Param:
			return tag
		}
		return "<" + m[1] + m[2] + "></" + m[1] + ">"
	})
}

// means reports whether an element has one of the given meanings in the vocabularies of EPUB or ARIA.
func means(n *html.Node, meanings ...string) bool {
	for i := range n.Attr {
		key := n.Attr[i].Key
		if key != "epub:type" && key != "role" {
			continue
		}
		for word := range strings.FieldsSeq(n.Attr[i].Val) {
			for _, meaning := range meanings {
				if strings.TrimPrefix(word, "doc-") == meaning {
					return true
				}
			}
		}
	}
	return false
}

// bookElement reads elements that only books have: notes, references to notes, and pictures. It returns false for any
// other element.
func (w *walker) bookElement(n *html.Node) bool {
	if w.book == nil {
		return false
	}
	switch {
	case n.DataAtom == atom.A && means(n, "backlink"):
	case n.DataAtom == atom.A && means(n, "noteref"):
		return w.noteReference(n)
	case means(n, "footnote", "endnote", "rearnote") && attr(n, "id") != "":
		w.note(n)
	case n.Data == "svg":
		_ = each(n, func(c *html.Node) error {
			if c.Data == "image" {
				w.place(svgReference(c), "")
			}
			return nil
		})
	default:
		return false
	}
	return true
}

// svgReference returns the address of a picture in an SVG drawing.
func svgReference(n *html.Node) string {
	for i := range n.Attr {
		if n.Attr[i].Key == "href" || n.Attr[i].Key == "xlink:href" {
			return n.Attr[i].Val
		}
	}
	return ""
}

// noteReference writes a reference to a note. It returns false if the element is not one.
func (w *walker) noteReference(n *html.Node) bool {
	label := w.book.Note(attr(n, "href"))
	if label == "" {
		return false
	}
	w.endSpan()
	w.spans = append(w.spans, page.Span{Text: strings.Join(strings.Fields(page.Visible(text(n))), " "), Note: label})
	return true
}

// text returns the text in an element.
func text(n *html.Node) string {
	var s strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			s.WriteString(n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return s.String()
}

// note reads a note separately from the text around it.
func (w *walker) note(n *html.Node) {
	inner := walker{ctx: w.ctx, body: w.body, outside: true, tables: w.tables, length: w.length, picture: w.picture, book: w.book}
	inner.children(n)
	inner.flush()
	w.book.AddNote(attr(n, "id"), inner.blocks)
}
