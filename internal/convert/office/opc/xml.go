package opc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"quire/internal/convert/archive"
	"quire/internal/convert/page"
)

// depthLimit bounds how deep elements may nest. Word itself writes a few dozen levels.
const depthLimit = 256

// tokenLimit bounds the tokens of one part (about 75 MB of XML, far more than any honest document has), and so the
// memory that the part's paragraphs take.
const tokenLimit = 6_000_000

// namespaces maps each namespace that is read, in its transitional and its strict form (ISO/IEC 29500-1 and
// -4), to its prefix.
var namespaces = map[string]string{
	"http://schemas.openxmlformats.org/wordprocessingml/2006/main":           "w",
	"http://purl.oclc.org/ooxml/wordprocessingml/main":                       "w",
	"http://schemas.openxmlformats.org/presentationml/2006/main":             "p",
	"http://purl.oclc.org/ooxml/presentationml/main":                         "p",
	"http://schemas.openxmlformats.org/officeDocument/2006/math":             "m",
	"http://purl.oclc.org/ooxml/officeDocument/math":                         "m",
	"http://schemas.openxmlformats.org/drawingml/2006/main":                  "a",
	"http://purl.oclc.org/ooxml/drawingml/main":                              "a",
	"http://schemas.microsoft.com/office/drawing/2010/main":                  "a14",
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
	"urn:oasis:names:tc:opendocument:xmlns:office:1.0":                       "office",
	"urn:oasis:names:tc:opendocument:xmlns:style:1.0":                        "style",
	"urn:oasis:names:tc:opendocument:xmlns:text:1.0":                         "text",
	"urn:oasis:names:tc:opendocument:xmlns:table:1.0":                        "table",
	"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0":                      "draw",
	"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0":               "svg",
	"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0":                 "presentation",
	"urn:oasis:names:tc:opendocument:xmlns:chart:1.0":                        "chart",
	"urn:oasis:names:tc:opendocument:xmlns:meta:1.0":                         "meta",
	"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0":                     "manifest",
	"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0":            "fo",
	"urn:oasis:names:tc:opendocument:xmlns:form:1.0":                         "form",
	"urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0":   "loext",
	"urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0":       "field",
	"http://www.w3.org/1998/Math/MathML":                                     "math",
}

// Element is a start tag. Its name carries the prefix from namespaces, whatever prefix the document uses.
type Element struct {
	Name  string
	Attrs []xml.Attr
}

// Attr returns the value of an attribute by its local name, or "".
func (e Element) Attr(local string) string {
	v, _ := e.Lookup(local)
	return v
}

// Lookup returns the value of an attribute by its local name, and reports whether the element has it.
func (e Element) Lookup(local string) (string, bool) {
	for i := range e.Attrs {
		if e.Attrs[i].Name.Local == local {
			return e.Attrs[i].Value, true
		}
	}
	return "", false
}

// Of returns the value of an attribute by its name with the prefix from namespaces, or "". It is needed if an element
// has two attributes with the same local name.
func (e Element) Of(name string) string {
	for i := range e.Attrs {
		if a := &e.Attrs[i]; strings.HasSuffix(name, a.Name.Local) && namespaces[a.Name.Space]+":"+a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// relationships are the namespaces of attributes that refer to relationships.
var relationships = [...]string{
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
	"http://purl.oclc.org/ooxml/officeDocument/relationships",
}

// Reference returns the id of a relationship, by the local name of the attribute that holds it. Elements may have
// another attribute with that name.
func (e Element) Reference(local string) string {
	for i := range e.Attrs {
		if name := e.Attrs[i].Name; name.Local == local && slices.Contains(relationships[:], name.Space) {
			return e.Attrs[i].Value
		}
	}
	return ""
}

// On returns the value of a toggle property: its presence means on unless it says otherwise (17.17.4).
func (e Element) On() bool {
	switch e.Attr("val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// Cursor walks the elements of one part. Only the open elements are in memory.
type Cursor struct {
	// Control, if set, reads the current w:sdt, a control around content, for [Cursor.Content].
	Control func(c *Cursor, visit func(Element) error) error

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
	// The decoding of UTF-16 above leaves only UTF-8, whatever the declaration says (ECMA-376 part 2, 8.1).
	c.dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return c, nil
}

func (c *Cursor) close() { c.closer.Close() }

// next returns the next token. Errors are the document's own, unless the context ended or reading failed.
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
	switch t := t.(type) {
	case xml.StartElement:
		if c.depth++; c.depth > depthLimit {
			return nil, archive.Broken(fmt.Errorf("elements are nested deeper than %d", depthLimit))
		}
	case xml.EndElement:
		c.depth--
	case xml.Directive:
		if bytes.ContainsRune(t, '[') {
			return nil, &page.Error{Reason: page.Corrupt, Message: "Document declares entities of its own, which documents never do"}
		}
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

// Each visits the children of the current element and leaves it. Whatever visit does not read of a child is
// skipped.
func (c *Cursor) Each(visit func(Element) error) error { return c.Mixed(nil, visit) }

// Content is like Each, for document content: it looks through wrappers, treats insertions and deletions as accepted,
// and takes one of several alternatives.
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
		if c.Control != nil {
			return c.Control(c, visit)
		}
		return c.Content(visit)
	case "mc:AlternateContent":
		return c.Alternative(func(string) bool { return true }, func() error { return c.Content(visit) })
	}
	return visit(e)
}

// Alternative reads one branch of the current mc:AlternateContent: the first choice whose requirements are
// understood, otherwise the fallback (ECMA-376 part 3, 7.5).
func (c *Cursor) Alternative(understood func(requires string) bool, read func() error) error {
	taken := false
	return c.Each(func(branch Element) error {
		choice := branch.Name == "mc:Choice" && understood(branch.Attr("Requires"))
		if taken || (!choice && branch.Name != "mc:Fallback") {
			return nil
		}
		taken = true
		return read()
	})
}

// Mixed visits the text and the children of the current element in order and leaves it. Whatever visit does not read
// of a child is skipped. The function for text may be nil.
func (c *Cursor) Mixed(text func(string), visit func(Element) error) error {
	inside := c.depth
	for {
		t, err := c.next()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			if text != nil {
				text(string(t))
			}
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

// Text returns the character data directly inside the current element and leaves the element.
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
