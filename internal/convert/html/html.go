// Package html reads web pages into blocks: their main content, without navigation, scripts and styles. Nothing
// that a page refers to is fetched.
package html

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"quire/internal/convert/archive"
	legacy "quire/internal/convert/charset"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// sizeLimit bounds a page, in bytes, because its tree takes many times its size in memory.
const sizeLimit = 32 << 20

// Options choose what is read.
type Options struct {
	// ContentType is the media type stated by the sender, used for its charset. It may be empty.
	ContentType string
}

// Convert reads a web page of size bytes and passes it to emit as one page. A *page.Error is the document's own
// fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	if size > sizeLimit {
		return &page.Error{Reason: page.TooLarge, Message: "HTML file is larger than 32 MB; split it"}
	}
	data, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err != nil {
		return err
	}
	blocks, err := Blocks(ctx, data, opt.ContentType)
	if err != nil {
		return err
	}
	return emit(page.Page{Number: 1, Source: page.SourceText, Blocks: blocks})
}

// Blocks reads the blocks of a web page.
func Blocks(ctx context.Context, data []byte, contentType string) ([]page.Block, error) {
	root, err := parse(ctx, decode(data, contentType))
	if err != nil {
		return nil, err
	}
	body := first(root, atom.Body)
	if body == nil {
		body = root
	}
	reveal(body)
	w := &walker{ctx: ctx, base: baseURL(root), body: body}
	main := mainContent(body)
	w.outside = main != nil
	if main == nil {
		main = body
	}
	w.children(main)
	w.flush()
	if len(w.blocks) == 0 {
		w.outside = true // a page that is all furniture is read in full
		w.children(body)
		w.flush()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return withTitle(w.blocks, root), nil
}

// Message reads the blocks of a message's text. All of it is content: nothing is treated as navigation, and the title
// is that of the message. picture returns the block of a picture, given its address and description, or false to leave
// it out.
func Message(ctx context.Context, data []byte, contentType string, picture func(source, alt string) (page.Block, bool)) ([]page.Block, error) {
	root, err := parse(ctx, decode(data, contentType))
	if err != nil {
		return nil, err
	}
	body := cmp.Or(first(root, atom.Body), root)
	reveal(body)
	w := &walker{ctx: ctx, base: baseURL(root), body: body, outside: true, picture: picture}
	w.children(body)
	w.flush()
	return w.blocks, ctx.Err()
}

// parse builds the page's tree. If the page nests too deeply for the parser, it is flattened first.
func parse(ctx context.Context, source string) (*html.Node, error) {
	if isXHTML(source) {
		source = unquoted(source)
	}
	source = rooted(source)
	root, err := html.Parse(&contextReader{ctx, strings.NewReader(source)})
	if err != nil && ctx.Err() == nil {
		root, err = html.Parse(&contextReader{ctx, strings.NewReader(flatten(source))})
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, archive.Broken(err)
	}
	attachShadows(root)
	return root, nil
}

// decode converts the page to UTF-8, based on its byte order mark, the sender's or its own declaration, or else its
// bytes.
func decode(data []byte, contentType string) string {
	head := data[:min(len(data), 4096)]
	encoding, name, certain := charset.DetermineEncoding(head, contentType)
	if m := declaration.FindSubmatch(head); !certain && m != nil {
		encoding, name = charset.Lookup(string(m[1]))
		certain = encoding != nil
	}
	// A page that wrongly claims to be UTF-8 is examined like one that declares nothing.
	if certain && !strings.HasPrefix(name, "utf-") {
		if out, err := encoding.NewDecoder().Bytes(data); err == nil {
			return string(out)
		}
	}
	out, _ := legacy.Decode(data)
	return out
}

var declaration = pattern.New(`(?i)<meta[^>]{1,200}charset\s*=\s*["']?([\w-]{1,40})`)

// contextReader stops when its context ends, even in the middle of parsing.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p[:min(len(p), 64<<10)])
}

var errStop = errors.New("stop")

// each visits the elements below n in document order until visit fails.
func each(n *html.Node, visit func(*html.Node) error) error {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			if err := visit(c); err != nil {
				return err
			}
		}
		if err := each(c, visit); err != nil {
			return err
		}
	}
	return nil
}

func first(n *html.Node, a atom.Atom) *html.Node {
	var found *html.Node
	_ = each(n, func(c *html.Node) error {
		if c.DataAtom == a {
			found = c
			return errStop
		}
		return nil
	})
	return found
}

// withTitle puts the page's title first if its content has no first-level heading.
func withTitle(blocks []page.Block, root *html.Node) []page.Block {
	for i := range blocks {
		if blocks[i].Kind == page.Heading && blocks[i].Level == 1 {
			return blocks
		}
	}
	node := first(root, atom.Title)
	if node == nil || node.FirstChild == nil || node.Namespace != "" {
		return blocks
	}
	title := strings.Join(strings.Fields(page.Visible(node.FirstChild.Data)), " ")
	if title == "" {
		return blocks
	}
	heading := page.Block{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: title}}}
	return append([]page.Block{heading}, blocks...)
}

// baseLimit bounds the address, in bytes, that is repeated in every link of a page. Browsers have a similar limit.
const baseLimit = 2048

// baseURL returns the address that the page's links are relative to: the one it declares, or else its canonical
// address.
func baseURL(root *html.Node) *url.URL {
	var base, own string
	_ = each(root, func(n *html.Node) error {
		switch {
		case n.DataAtom == atom.Base && base == "":
			base = attr(n, "href")
		case own != "":
		case n.DataAtom == atom.Link && strings.EqualFold(attr(n, "rel"), "canonical"):
			own = attr(n, "href")
		case n.DataAtom == atom.Meta && attr(n, "property") == "og:url":
			own = attr(n, "content")
		case n.DataAtom == atom.Body:
			return errStop
		}
		return nil
	})
	for _, address := range []string{base, own} {
		if len(address) > baseLimit {
			continue
		}
		if u, err := url.Parse(strings.TrimSpace(address)); err == nil && u.Host != "" && page.WebLink(u.String()) != "" {
			return u
		}
	}
	return nil
}

func attr(n *html.Node, key string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return n.Attr[i].Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return true
		}
	}
	return false
}
