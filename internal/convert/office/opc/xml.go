package opc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"quire/internal/convert/archive"
	"quire/internal/convert/page"
)

// depthLimit bounds how deep elements may nest; Word itself writes a few dozen levels.
const depthLimit = 256

// tokenLimit bounds what one part may hold: some 75 MB of XML, far above any honest document, and the memory that its
// paragraphs take.
const tokenLimit = 6_000_000

// namespaces gives the prefix of each namespace that is read, in its transitional and its strict form
// (ISO/IEC 29500-1 and -4).
var namespaces = map[string]string{
	"http://schemas.openxmlformats.org/wordprocessingml/2006/main":           "w",
	"http://purl.oclc.org/ooxml/wordprocessingml/main":                       "w",
	"http://schemas.openxmlformats.org/officeDocument/2006/math":             "m",
	"http://purl.oclc.org/ooxml/officeDocument/math":                         "m",
	"http://schemas.openxmlformats.org/drawingml/2006/main":                  "a",
	"http://purl.oclc.org/ooxml/drawingml/main":                              "a",
	"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
	"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing":             "wp",
	"http://schemas.openxmlformats.org/drawingml/2006/picture":               "pic",
	"http://purl.oclc.org/ooxml/drawingml/picture":                           "pic",
	"http://schemas.openxmlformats.org/drawingml/2006/chart":                 "c",
	"http://purl.oclc.org/ooxml/drawingml/chart":                             "c",
	"http://schemas.microsoft.com/office/drawing/2014/chartex":               "cx",
	"http://schemas.openxmlformats.org/drawingml/2006/diagram":               "dgm",
	"http://purl.oclc.org/ooxml/drawingml/diagram":                           "dgm",
	"http://schemas.openxmlformats.org/markup-compatibility/2006":            "mc",
	"http://schemas.microsoft.com/office/word/2010/wordml":                   "w14",
	"http://schemas.microsoft.com/office/word/2015/wordml/symex":             "w16se",
	"urn:schemas-microsoft-com:vml":                                          "v",
}

// Element is a start tag. Its name carries the prefix of namespaces, whatever the document's own prefix is.
type Element struct {
	Name  string
	Attrs []xml.Attr
}

// Attr is the value of an attribute by its local name, or "".
func (e Element) Attr(local string) string {
	v, _ := e.Lookup(local)
	return v
}

// Lookup is the value of an attribute by its local name. It reports whether the element has it.
func (e Element) Lookup(local string) (string, bool) {
	for i := range e.Attrs {
		if e.Attrs[i].Name.Local == local {
			return e.Attrs[i].Value, true
		}
	}
	return "", false
}

// On is the value of a toggle property: present means on unless it says otherwise (17.17.4).
func (e Element) On() bool {
	switch e.Attr("val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// Cursor walks the elements of one part. Only the open elements are in memory.
type Cursor struct {
	ctx    context.Context
	dec    *xml.Decoder
	closer io.Closer
	names  map[xml.Name]string
	depth  int
	steps  int
}

func newCursor(ctx context.Context, rc io.ReadCloser) (*Cursor, error) {
	in := bufio.NewReaderSize(rc, 64<<10)
	head, err := in.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		rc.Close()
		return nil, err
	}
	var src io.Reader = in
	if bytes.Equal(head, []byte{0xFF, 0xFE}) || bytes.Equal(head, []byte{0xFE, 0xFF}) {
		src = transform.NewReader(in, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
	}
	c := &Cursor{ctx: ctx, dec: xml.NewDecoder(src), closer: rc, names: map[xml.Name]string{}}
	// What remains after UTF-16 is decoded above is UTF-8, whatever the declaration says (ECMA-376 part 2, 8.1).
	c.dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return c, nil
}

func (c *Cursor) close() { c.closer.Close() }

// next is the next token. Errors are the document's own, unless the context ended or reading failed.
func (c *Cursor) next() (xml.Token, error) {
	if c.steps++; c.steps&0x3FF == 0 && c.ctx.Err() != nil {
		return nil, c.ctx.Err()
	}
	if c.steps > tokenLimit {
		return nil, &page.Error{Reason: page.TooLarge, Message: "Document has more paragraphs and markup than is allowed; split it"}
	}
	t, err := c.dec.Token()
	if err != nil {
		return nil, archive.XMLError(err)
	}
	switch t.(type) {
	case xml.StartElement:
		if c.depth++; c.depth > depthLimit {
			return nil, archive.Broken(fmt.Errorf("elements nest deeper than %d", depthLimit))
		}
	case xml.EndElement:
		c.depth--
	case xml.Directive:
		return nil, &page.Error{Reason: page.Corrupt, Message: "Document contains a DOCTYPE, which Office documents never do"}
	}
	return t, nil
}

func (c *Cursor) element(t xml.StartElement) Element {
	name, ok := c.names[t.Name]
	if !ok {
		name = t.Name.Local
		if prefix := namespaces[t.Name.Space]; prefix != "" {
			name = prefix + ":" + name
		}
		if len(c.names) < 4096 {
			c.names[t.Name] = name
		}
	}
	return Element{Name: name, Attrs: t.Attr}
}

// root visits the part's outermost element.
func (c *Cursor) root(visit func(Element) error) error {
	for {
		t, err := c.next()
		if err != nil {
			return err
		}
		if start, ok := t.(xml.StartElement); ok {
			return visit(c.element(start))
		}
	}
}

// Each visits the children of the element that the cursor is in, and leaves it. What visit does not read of a
// child is skipped.
func (c *Cursor) Each(visit func(Element) error) error {
	inside := c.depth
	for {
		t, err := c.next()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if err := visit(c.element(t)); err != nil {
				return err
			}
			for c.depth > inside {
				if _, err := c.next(); err != nil {
					return err
				}
			}
		}
	}
}

// Content is each for document content: it looks through wrappers, takes insertions as made and deletions as
// gone, and one alternative where there are several.
func (c *Cursor) Content(visit func(Element) error) error {
	return c.Each(func(e Element) error { return c.Through(e, visit) })
}

// Through visits what [Cursor.Content] finds in the current element e, which is e itself unless it is a wrapper.
func (c *Cursor) Through(e Element, visit func(Element) error) error {
	switch e.Name {
	case "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo", "w:dir", "w:bdo":
		return c.Content(visit)
	case "w:del", "w:moveFrom", "w:sdtPr", "w:sdtEndPr", "w:customXmlPr", "w:smartTagPr":
		return nil
	case "w:sdt":
		return c.Content(visit)
	case "mc:AlternateContent":
		taken := false
		return c.Each(func(alt Element) error {
			if taken || (alt.Name != "mc:Choice" && alt.Name != "mc:Fallback") {
				return nil
			}
			taken = true
			return c.Content(visit)
		})
	}
	return visit(e)
}

// Text is the character data directly inside the current element, which it leaves.
func (c *Cursor) Text() (string, error) {
	inside := c.depth
	var s strings.Builder
	for {
		t, err := c.next()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.CharData:
			if c.depth == inside {
				s.Write(t)
			}
		case xml.EndElement:
			if c.depth < inside {
				return s.String(), nil
			}
		}
	}
}
