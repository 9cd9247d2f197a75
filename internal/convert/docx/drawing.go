package docx

import (
	"strconv"
	"strings"
	"unicode"

	"quire/internal/convert/office/chart"
	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/metafile"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// imageLimit bounds the bytes of one picture that is read.
const imageLimit = 64 << 20

// shape is what is known about the shapes around the cursor inside a drawing.
type shape struct {
	alt  string
	text []string // of shapes that hold plain text: WordArt, diagrams drawn in place
}

// drawing reads the current w:drawing, w:pict or w:object: its pictures, text boxes, charts and diagrams are
// anchored in the paragraph.
func (p *paragraph) drawing(c *opc.Cursor) error {
	if p.doc.fieldHides() {
		return nil
	}
	var s shape
	if err := p.shapes(c, &s); err != nil {
		return err
	}
	p.anchorText(s.text)
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
			return p.chart(e.Attr("id"), chart.Read)
		case "cx:chart":
			return p.chart(e.Attr("id"), chart.ReadExtended)
		case "dgm:relIds":
			return p.diagram(e.Attr("dm"))
		}
		return p.shapes(c, s)
	})
}

// textBox reads the current w:txbxContent behind the paragraph that it is anchored in.
func (p *paragraph) textBox(c *opc.Cursor) error {
	f := &flow{}
	fields := p.doc.fields
	p.doc.fields = nil
	err := p.doc.blocks(c, f)
	p.doc.fields = fields
	f.flush()
	p.anchored = append(p.anchored, f.blocks...)
	return err
}

// picture anchors a picture with its alternative text and, where it can be read, its own text.
func (p *paragraph) picture(id, alt string) error {
	if p.doc.opt.SkipImages {
		return nil
	}
	b := page.Block{Kind: page.Picture, Alt: describedBy(alt)}
	if r, ok := p.doc.rels[id]; ok && !r.External {
		text, err := p.doc.readPicture(r.Target)
		if err != nil {
			return err
		}
		if text = strings.TrimSpace(page.Visible(text)); text != "" {
			b.Spans = []page.Span{{Text: text}}
		}
	}
	p.anchored = append(p.anchored, b)
	return nil
}

// describedBy drops what Word adds to the descriptions that it generates.
func describedBy(alt string) string {
	for _, added := range [...]string{"AI-generated content may be incorrect", "Description automatically generated"} {
		if before, after, ok := strings.Cut(alt, added); ok && len(after) < 40 {
			alt = strings.TrimSpace(before)
		}
	}
	return alt
}

// readPicture is the text in a picture; the same picture is read once.
func (d *document) readPicture(part string) (string, error) {
	if text, ok := d.pictures[part]; ok || !d.Has(part) {
		return text, nil
	}
	if d.pictures == nil {
		d.pictures = map[string]string{}
	}
	d.pictures[part] = ""
	data, err := d.ReadPart(part, imageLimit)
	if page.ReasonOf(err) != "" {
		d.remark("a picture could not be read")
		return "", nil //nolint:nilerr // a picture is no reason to lose the document; the remark tells it
	}
	if err != nil {
		return "", err
	}
	if text, bitmap, ok := metafile.Read(data); ok {
		if d.pictures[part], data = text, bitmap; text != "" {
			return text, nil
		}
	}
	if d.opt.OCR == nil || !isImage(data) {
		return "", nil
	}
	text, err := d.opt.OCR(d.ctx, data)
	if d.ctx.Err() != nil {
		return "", d.ctx.Err()
	}
	if err != nil {
		d.remark("a picture could not be read")
		return "", nil //nolint:nilerr // a picture is no reason to lose the document; the remark tells it
	}
	if !isWord(text) {
		return "", nil
	}
	d.pictures[part] = text
	d.read = true
	return text, nil
}

// isWord reports whether what was read in a picture is more than the odd sign that a logo or an icon is taken for.
func isWord(text string) bool {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
		if unicode.Is(unicode.Han, r) {
			return true
		}
	}
	return n > 2
}

// anchorText adds text that shapes hold as paragraphs.
func (p *paragraph) anchorText(lines []string) {
	for _, line := range lines {
		if line = strings.TrimSpace(page.Visible(line)); line != "" {
			p.anchored = append(p.anchored, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: line}}})
		}
	}
}

// chart adds the title and the data of a chart.
func (p *paragraph) chart(id string, read func(*opc.Cursor, opc.Element, *chart.Data) error) error {
	var found chart.Data
	err := p.inRelated(id, func(c *opc.Cursor, e opc.Element) error { return read(c, e, &found) })
	if err != nil {
		return err
	}
	p.anchorText(found.Title)
	if t := found.Table(); t != nil {
		p.anchored = append(p.anchored, page.Block{Kind: page.TableKind, Table: t})
	}
	return nil
}

// diagram adds the texts of a SmartArt diagram, a list item each.
func (p *paragraph) diagram(id string) error {
	return p.inRelated(id, func(c *opc.Cursor, e opc.Element) error {
		var walk func(e opc.Element) error
		walk = func(e opc.Element) error {
			if e.Name == "a:p" {
				text, err := drawing.Text(c)
				if text = strings.TrimSpace(page.Visible(text)); text != "" {
					p.anchored = append(p.anchored, page.Block{Kind: page.ListItem, Marker: "•", Spans: []page.Span{{Text: text}}})
				}
				return err
			}
			return c.Each(walk)
		}
		return walk(e)
	})
}

// readLimit is how often a part is read that a document shows in several places.
const readLimit = 4

// readOften counts that a part is read, and reports whether it was read often enough: what it says is in the text then.
func (d *document) readOften(part string) bool {
	if d.reads == nil {
		d.reads = map[string]int{}
	}
	if d.reads[part] == readLimit {
		d.remark("a chart, diagram or embedded document that is shown many times was read only " + strconv.Itoa(readLimit) + " times")
		return true
	}
	d.reads[part]++
	return false
}

// inRelated visits the children of the outermost element of a related part. A damaged one is left out: it is
// an illustration.
func (p *paragraph) inRelated(id string, visit func(*opc.Cursor, opc.Element) error) error {
	r, ok := p.doc.rels[id]
	if !ok || r.External || p.doc.readOften(r.Target) {
		return nil
	}
	_, err := p.doc.Package.Read(r.Target, visit)
	if page.ReasonOf(err) == page.Corrupt {
		p.doc.remark("a chart or diagram is damaged and was left out")
		return nil
	}
	return err
}
