package docx

import (
	"strings"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/illustration"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// shape is what is known about the shapes enclosing the cursor inside a drawing.
type shape struct {
	alt  string
	text []string // text of shapes that hold plain text: WordArt, diagrams drawn in place
}

// drawing reads the current w:drawing, w:pict or w:object. It anchors its pictures, text boxes, charts and diagrams in
// the paragraph.
func (p *paragraph) drawing(c *opc.Cursor) error {
	if p.doc.fieldHides() {
		return nil
	}
	var s shape
	if err := p.shapes(c, &s); err != nil {
		return err
	}
	p.anchored = append(p.anchored, illustration.Paragraphs(s.text)...)
	return nil
}

func (p *paragraph) shapes(c *opc.Cursor, s *shape) error {
	return c.Content(func(e opc.Element) error {
		switch e.Name {
		case "wp:docPr", "pic:cNvPr", "v:shape", "v:rect", "v:roundrect":
			alt := e.Attr("descr")
			if e.Name[0] == 'v' {
				alt = e.Attr("alt")
			}
			if alt = strings.TrimSpace(alt); alt != "" {
				s.alt = alt
			}
		case "a:blip":
			return p.picture(e.Attr("embed"), s.alt)
		case "v:imagedata":
			return p.picture(e.Attr("id"), s.alt)
		case "w:txbxContent":
			return p.textBox(c)
		case "v:textpath":
			s.text = append(s.text, e.Attr("string"))
			return nil
		case "a:p":
			text, err := drawing.Text(c)
			s.text = append(s.text, text)
			return err
		case "c:chart":
			return p.illustration(e.Attr("id"), p.doc.illustrations.Chart)
		case "cx:chart":
			return p.illustration(e.Attr("id"), p.doc.illustrations.ExtendedChart)
		case "dgm:relIds":
			return p.illustration(e.Attr("dm"), p.doc.illustrations.Diagram)
		}
		return p.shapes(c, s)
	})
}

// textBox reads the current w:txbxContent, which follows the paragraph that it is anchored in.
func (p *paragraph) textBox(c *opc.Cursor) error {
	f := &flow{}
	fields := p.doc.fields
	p.doc.fields, p.doc.reading = nil, nil
	err := p.doc.blocks(c, f)
	p.doc.fields, p.doc.reading = fields, p
	f.flush()
	p.enclosed = append(p.enclosed, f.fields...)
	p.anchored = append(p.anchored, f.blocks...)
	return err
}

// picture anchors a picture with its alternative text and, if it can be read, the text that it shows.
func (p *paragraph) picture(id, alt string) error {
	if p.doc.opt.SkipImages {
		return nil
	}
	b, read, err := p.doc.illustrations.Picture(p.doc.related(id), alt)
	if err != nil {
		return err
	}
	p.doc.read = p.doc.read || read
	p.anchored = append(p.anchored, b)
	return nil
}

// related returns the part that a relationship points to, or "".
func (d *document) related(id string) string {
	if r := d.rels[id]; !r.External {
		return r.Target
	}
	return ""
}

// illustration anchors the blocks that read returns for a related part.
func (p *paragraph) illustration(id string, read func(part string) ([]page.Block, error)) error {
	part := p.doc.related(id)
	if part == "" {
		return nil
	}
	blocks, err := read(part)
	p.anchored = append(p.anchored, blocks...)
	return err
}
