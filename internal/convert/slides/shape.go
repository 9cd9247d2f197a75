package slides

import (
	"cmp"
	"strings"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// headingLimit bounds, in bytes, the subtitles that are headings. Longer ones are sentences.
const headingLimit = 160

// shape is a shape of a slide, or a group of them.
type shape struct {
	box         page.Box
	placeholder *placeholder // nil for other shapes
	blocks      []page.Block
	kids        []shape
	hidden      bool
	alt         string
	link        string  // of the whole shape
	size        float64 // points, of the type in a text body
}

func (s *shape) isTitle() bool { return s.is("title", "ctrTitle") }

func (s *shape) isFoot() bool { return s.is("dt", "ftr", "sldNum", "hdr") }

func (s *shape) is(kinds ...string) bool {
	if s.placeholder == nil {
		return false
	}
	for _, kind := range kinds {
		if s.placeholder.kind == kind {
			return true
		}
	}
	return false
}

// shapes reads the shapes of the current p:cSld, in the order of the file.
func (s *slide) shapes(c *opc.Cursor) ([]shape, error) {
	var shapes []shape
	err := c.Each(func(e opc.Element) (err error) {
		if e.Name == "p:spTree" {
			shapes, err = s.tree(c, drawing.Placement{})
		}
		return err
	})
	return shapes, err
}

// tree reads the shapes of the current p:spTree or p:grpSp.
func (s *slide) tree(c *opc.Cursor, placement drawing.Placement) ([]shape, error) {
	var shapes []shape
	err := s.each(c, func(e opc.Element) error {
		switch e.Name {
		case "p:grpSpPr":
			return c.Each(func(e opc.Element) error {
				if e.Name != "a:xfrm" {
					return nil
				}
				f, err := drawing.ReadFrame(c, e)
				placement = placement.In(f)
				return err
			})
		case "p:sp", "p:pic", "p:graphicFrame", "p:grpSp":
			sh, err := s.shape(c, e, placement)
			if !sh.hidden {
				shapes = append(shapes, sh)
			}
			return err
		}
		return nil
	})
	return shapes, err
}

// unread lists the requirements of alternatives that contain nothing readable, while their fallback is a picture.
var unread = map[string]bool{"v": true, "aink": true, "am3d": true, "pslz": true, "psez": true, "psuz": true}

// each visits the children of the current element, with alternatives resolved.
func (s *slide) each(c *opc.Cursor, visit func(opc.Element) error) error {
	return c.Each(func(e opc.Element) error {
		if e.Name == "mc:AlternateContent" {
			return c.Alternative(func(requires string) bool { return !unread[requires] }, func() error { return s.each(c, visit) })
		}
		return visit(e)
	})
}

// shape reads the current shape. Its properties precede its content.
func (s *slide) shape(c *opc.Cursor, e opc.Element, placement drawing.Placement) (shape, error) {
	var sh shape
	if e.Name == "p:grpSp" {
		kids, err := s.tree(c, placement)
		sh.kids, sh.box = kids, bounds(kids)
		return sh, err
	}
	err := s.each(c, func(e opc.Element) (err error) {
		switch e.Name {
		case "p:nvSpPr", "p:nvPicPr", "p:nvGraphicFramePr":
			err = s.names(c, &sh)
		case "p:spPr":
			err = s.properties(c, &sh, placement)
		case "p:xfrm":
			f, frameErr := drawing.ReadFrame(c, e)
			sh.box, err = placement.Place(f.Box()), frameErr
		case "p:txBody":
			err = s.text(c, &sh)
		case "p:blipFill":
			err = s.fill(c, &sh)
		case "a:graphic":
			err = s.graphic(c, &sh)
		}
		return err
	})
	s.settle(&sh)
	return sh, err
}

// names reads the current non-visual properties: the shape's name and its placeholder.
func (s *slide) names(c *opc.Cursor, sh *shape) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "p:cNvPr":
			sh.hidden = e.Attr("hidden") == "1" || e.Attr("hidden") == "true"
			if sh.alt = strings.TrimSpace(e.Attr("descr")); sh.alt == "" {
				sh.alt = strings.TrimSpace(e.Attr("title"))
			}
			return c.Each(func(e opc.Element) error {
				if e.Name == "a:hlinkClick" {
					sh.link = s.link(e.Reference("id"))
				}
				return nil
			})
		case "p:nvPr":
			return c.Each(func(e opc.Element) error {
				if e.Name == "p:ph" {
					sh.placeholder = &placeholder{kind: e.Attr("type"), index: e.Attr("idx")}
					s.layout.inherit(sh.placeholder, s.inLayer)
				}
				return nil
			})
		}
		return nil
	})
}

// properties reads the current p:spPr: the position of the shape, and the picture that fills it.
func (s *slide) properties(c *opc.Cursor, sh *shape, placement drawing.Placement) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "a:xfrm":
			f, err := drawing.ReadFrame(c, e)
			sh.box = placement.Place(f.Box())
			return err
		case "a:blipFill":
			return s.fill(c, sh)
		}
		return nil
	})
}

// text reads the current p:txBody.
func (s *slide) text(c *opc.Cursor, sh *shape) error {
	body, err := drawing.ReadBody(c, drawing.Context{Link: s.link, Whole: sh.link, PageNumbers: sh.isFoot()})
	if err != nil {
		return err
	}
	if s.inLayer && sh.placeholder != nil {
		sh.placeholder.levels = body.Levels().Over(sh.placeholder.levels)
		return nil
	}
	if sh.isTitle() {
		sh.blocks = append(sh.blocks, heading(body, 1)...)
		return nil
	}
	if lines := body.Lines(); sh.is("subTitle") && len(lines) == 1 && len(page.Block{Spans: lines[0]}.Text()) <= headingLimit {
		sh.blocks = append(sh.blocks, heading(body, 2)...)
		return nil
	}
	sh.size = cmp.Or(body.Size(), usualSize)
	sh.blocks = append(sh.blocks, body.Blocks(s.styles(sh.placeholder))...)
	return nil
}

// heading joins the paragraphs of a title.
func heading(body drawing.Body, level int) []page.Block {
	var spans []page.Span
	for i, line := range body.Lines() {
		if i > 0 {
			spans = append(spans, page.Span{Text: "\n"})
		}
		spans = append(spans, line...)
	}
	if spans == nil {
		return nil
	}
	return []page.Block{{Kind: page.Heading, Level: level, Spans: spans}}
}

// fill reads the current fill with a picture.
func (s *slide) fill(c *opc.Cursor, sh *shape) error {
	return c.Each(func(e opc.Element) error {
		if e.Name != "a:blip" || s.opt.SkipImages || s.inLayer {
			return nil
		}
		b, read, err := s.illustrations.Picture(s.related(e.Reference("embed")), sh.alt)
		s.ocr = s.ocr || read
		sh.blocks = append(sh.blocks, b)
		return err
	})
}

// related returns the part that a relationship points to, or "".
func (s *slide) related(id string) string {
	if r := s.rels[id]; !r.External {
		return r.Target
	}
	return ""
}

// settle sets the positions of the shape and its blocks.
func (s *slide) settle(sh *shape) {
	sh.box = boxOf(sh.box, sh.placeholder)
	if s.inLayer && sh.placeholder != nil {
		sh.placeholder.box = sh.box
	}
	for i := range sh.blocks {
		if sh.blocks[i].Box == (page.Box{}) {
			sh.blocks[i].Box = sh.box
		}
	}
}

// bounds returns the box around shapes.
func bounds(shapes []shape) page.Box {
	var all page.Box
	for _, sh := range shapes {
		switch {
		case sh.box == page.Box{}:
		case all == page.Box{}:
			all = sh.box
		default:
			all = page.Box{X0: min(all.X0, sh.box.X0), Y0: min(all.Y0, sh.box.Y0), X1: max(all.X1, sh.box.X1), Y1: max(all.Y1, sh.box.Y1)}
		}
	}
	return all
}
