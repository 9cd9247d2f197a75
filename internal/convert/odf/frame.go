package odf

import (
	"encoding/base64"
	"path"
	"strings"

	"quire/internal/convert/office/illustration"
	"quire/internal/convert/office/mathml"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// isDrawn reports whether an element is a drawing rather than text.
func isDrawn(name string) bool {
	return strings.HasPrefix(name, "draw:") || strings.HasPrefix(name, "dr3d:")
}

// drawing reads a drawing element among the text of a paragraph. Formulas stay in the line; pictures and text boxes
// are anchored.
func (p *paragraph) drawing(c *opc.Cursor, e opc.Element) error {
	if e.Name == "draw:control" {
		p.place(e.Attr("control"))
		return nil
	}
	f := &Flow{}
	if err := p.doc.drawn(c, e, f); err != nil {
		return err
	}
	p.enclosed = append(p.enclosed, f.fields...)
	for _, b := range f.Blocks {
		if b.Kind == page.Formula {
			p.end()
			p.spans = append(p.spans, b.Spans...)
			p.spaced = false
			continue
		}
		p.anchored = append(p.anchored, b)
	}
	return nil
}

// drawn reads the current drawing element.
func (d *Document) drawn(c *opc.Cursor, e opc.Element, f *Flow) error {
	switch e.Name {
	case "draw:frame":
		return d.frame(c, f)
	case "draw:control":
		p := &paragraph{doc: d, spaced: true}
		p.place(e.Attr("control"))
		p.labelFields(f)
		p.finish(f, nil)
		return nil
	case "draw:page-thumbnail", "draw:glue-point", "draw:enhanced-geometry", "draw:layer-set":
		return nil
	}
	return c.Each(func(e opc.Element) error {
		if strings.HasPrefix(e.Name, "svg:") || e.Name == "office:event-listeners" {
			return nil
		}
		return d.block(c, e, f, nil)
	})
}

// frame is a draw:frame being read. It contains its content once or in several forms, the best one first.
type frame struct {
	alt   string
	flow  Flow
	shown bool  // some content could be read, so a picture that replaces it is not needed
	image *href // the first form of the picture that can be read, or else the first form
}

// href refers to a picture: in a part, or in place.
type href struct {
	part string
	data []byte
}

// frame reads the current draw:frame.
func (d *Document) frame(c *opc.Cursor, f *Flow) error {
	var fr frame
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "svg:title", "svg:desc":
			text, err := c.Text()
			if text = strings.TrimSpace(text); text != "" {
				fr.alt = text
			}
			return err
		case "draw:image":
			return d.image(c, e, &fr)
		case "draw:object":
			return d.object(c, e, &fr)
		case "draw:text-box":
			fr.shown = true
			return d.blocks(c, &fr.flow)
		case "table:table":
			fr.shown = true
			return d.table(c, e, &fr.flow)
		}
		return nil
	})
	if err != nil {
		return err
	}
	f.take(&fr.flow)
	if fr.shown || fr.image == nil || d.opt.SkipImages {
		return nil
	}
	b, err := d.picture(fr.image, fr.alt)
	f.add(b)
	return err
}

// image records the current draw:image.
func (d *Document) image(c *opc.Cursor, e opc.Element, fr *frame) error {
	target := strings.TrimPrefix(e.Attr("href"), "./")
	if strings.Contains(target, ":") {
		target = "" // stored elsewhere
	}
	at := href{part: target}
	err := c.Each(func(e opc.Element) error {
		if e.Name != "office:binary-data" {
			return nil
		}
		text, err := c.Text()
		at.data = decodeBase64(text)
		return err
	})
	if fr.image == nil || (isVector(fr.image.part) && !isVector(at.part)) {
		fr.image = &at
	}
	return err
}

// isVector reports whether a picture is in a vector format, of which only other forms can be read.
func isVector(part string) bool {
	switch strings.ToLower(path.Ext(part)) {
	case ".svg", ".svm", ".pdf":
		return true
	}
	return false
}

// decodeBase64 decodes as much as possible of text with line breaks.
func decodeBase64(text string) []byte {
	data, _ := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	return data
}

// picture returns a picture with its alternative text and, if it can be read, the text that it shows.
func (d *Document) picture(at *href, alt string) (page.Block, error) {
	read := d.illustrations.PictureIn
	if at.data == nil {
		read = func(_ []byte, alt string) (page.Block, bool, error) {
			if d.Archive == nil {
				return d.illustrations.Picture("", alt)
			}
			return d.illustrations.Picture(at.part, alt)
		}
	}
	b, ocr, err := read(at.data, alt)
	d.ocr = d.ocr || ocr
	return b, err
}

// objectDepth bounds the nesting of embedded documents.
const objectDepth = 3

// object reads the document embedded by the current draw:object: a formula, a chart, a table, or another text document.
func (d *Document) object(c *opc.Cursor, e opc.Element, fr *frame) error {
	if d.objects == objectDepth {
		return nil
	}
	d.objects++
	defer func() { d.objects-- }()
	if target := e.Attr("href"); target != "" && d.Archive != nil {
		return d.objectPart(strings.TrimPrefix(path.Clean(target), "./")+"/content.xml", fr)
	}
	return c.Each(func(e opc.Element) error { return d.objectRoot(c, e, fr) })
}

// objectPart reads an embedded document from its part. A damaged one is left out, because it is only an illustration.
func (d *Document) objectPart(part string, fr *frame) error {
	if !d.Has(part) || d.illustrations.TooOften(part) {
		return nil
	}
	automatic := d.styles.automatic
	d.styles.automatic = map[styleKey]*style{}
	_, err := d.ReadRoot(part, func(c *opc.Cursor, root opc.Element) error { return d.objectRoot(c, root, fr) })
	d.styles.automatic = automatic
	if page.ReasonOf(err) == page.Corrupt {
		d.Remark("an embedded document is damaged and was left out")
		return nil
	}
	return err
}

// objectRoot reads the outermost element of an embedded document.
func (d *Document) objectRoot(c *opc.Cursor, root opc.Element, fr *frame) error {
	if root.Name == "math:math" {
		text, err := mathml.Read(c, root)
		if text != "" {
			fr.shown = true
			fr.flow.add(page.Block{Kind: page.Formula, Spans: []page.Span{{Text: text, Math: true}}})
		}
		return err
	}
	return c.Each(func(e opc.Element) error {
		if e.Name != "office:body" {
			return nil
		}
		err := c.Each(func(e opc.Element) error {
			if e.Name == "office:chart" {
				return d.chart(c, &fr.flow)
			}
			return d.blocks(c, &fr.flow)
		})
		fr.shown = fr.shown || len(fr.flow.Blocks) > 0
		return err
	})
}

// chart reads the title and the data of the current chart.
func (d *Document) chart(c *opc.Cursor, f *Flow) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "chart:chart":
			return d.chart(c, f)
		case "chart:title", "chart:subtitle":
			var lines []string
			err := c.Each(func(opc.Element) error {
				spans, err := d.Line(c)
				lines = append(lines, page.Block{Spans: spans}.Text())
				return err
			})
			f.Blocks = append(f.Blocks, illustration.Paragraphs(lines)...)
			return err
		case "table:table":
			return d.table(c, e, f)
		}
		return nil
	})
}
