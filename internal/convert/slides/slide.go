package slides

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// slide is a slide, or a layer behind one, while it is being read.
type slide struct {
	*deck
	rels    map[string]opc.Relationship
	layout  *layer
	inLayer bool
	ocr     bool // some of its text was read in pictures
	link    func(id string) string
}

// page reads a slide. A damaged or missing slide is replaced by a note.
func (d *deck) page(number int, part string) (page.Page, error) {
	d.remarks = nil
	p, err := d.readSlide(part)
	if page.ReasonOf(err) == page.Corrupt {
		unread := page.Unreadable(number, page.Corrupt, "the slide is damaged")
		unread.Width, unread.Height, unread.Apart = d.width, d.height, true
		return unread, nil
	}
	p.Number, p.Notes = number, d.remarks
	return p, err
}

func (d *deck) readSlide(part string) (page.Page, error) {
	p := page.Page{Width: d.width, Height: d.height, Source: page.SourceText, Apart: true}
	s, err := d.newSlide(part)
	if err != nil {
		return p, err
	}
	if s.layout, err = d.layout(s.rels); err != nil {
		return p, err
	}
	var shapes []shape
	hidden := false
	found, err := d.ReadRoot(part, func(c *opc.Cursor, root opc.Element) error {
		hidden = isFalse(root.Attr("show"))
		return c.Each(func(e opc.Element) (err error) {
			if e.Name == "p:cSld" {
				shapes, err = s.shapes(c)
			}
			return err
		})
	})
	if err != nil {
		return p, err
	}
	if !found {
		return p, archive.Broken(errors.New("no slide " + part))
	}
	if hidden {
		p.Blocks = append(p.Blocks, remarkBlock("Hidden slide:"))
	}
	p.Blocks = append(p.Blocks, s.arranged(shapes)...)
	notes, err := d.notes(opc.Find(s.rels, "notesSlide"))
	p.Blocks = append(p.Blocks, notes...)
	p.Blocks = append(p.Blocks, s.feet(shapes)...)
	if s.ocr {
		p.Source = page.SourceMixed
	}
	return p, err
}

// newSlide returns a slide about to be read, or its notes.
func (d *deck) newSlide(part string) (*slide, error) {
	rels, err := d.Relationships(part)
	if err != nil {
		return nil, err
	}
	s := &slide{deck: d, rels: rels, layout: &layer{others: d.texts}}
	s.link = func(id string) string {
		if r := rels[id]; r.External {
			return page.WebLink(r.Target)
		}
		return ""
	}
	return s, nil
}

func isFalse(s string) bool { return s == "0" || s == "false" || s == "off" }

// remarkBlock returns our own remark to the reader.
func remarkBlock(text string) page.Block {
	return page.Block{Kind: page.Note, Spans: []page.Span{{Text: text, Italic: true}}}
}

// arranged returns the blocks of the slide in reading order: the title, then everything else except its footers.
func (s *slide) arranged(shapes []shape) []page.Block {
	var titles, rest []shape
	for _, sh := range shapes {
		switch {
		case sh.isFoot():
		case sh.isTitle():
			titles = append(titles, sh)
		default:
			rest = append(rest, sh)
		}
	}
	blocks := flatten(titles, nil)
	if len(blocks) == 0 {
		blocks = takeTitle(rest, s.height)
	}
	return flatten(inReadingOrder(rest, page.Box{X1: s.width, Y1: s.height}), blocks)
}

// flatten appends the blocks of shapes and of those in groups.
func flatten(shapes []shape, blocks []page.Block) []page.Block {
	for i := range shapes {
		blocks = append(blocks, shapes[i].blocks...)
		blocks = flatten(shapes[i].kids, blocks)
	}
	return blocks
}

// feet returns the text of the slide's footers and, on the first slide that shows it, the text printed on every slide.
func (s *slide) feet(shapes []shape) []page.Block {
	var blocks []page.Block
	for _, sh := range shapes {
		if sh.isFoot() {
			blocks = append(blocks, sh.blocks...)
		}
	}
	blocks = append(blocks, s.layout.fixed...)
	s.layout.fixed = nil
	for i := range blocks {
		b := &blocks[i]
		b.Kind, b.Level, b.Marker, b.Ordered = page.PageFoot, 0, "", false
		if b.Box.Y1 < s.height/2 {
			b.Kind = page.PageHead
		}
	}
	return blocks
}

// notes returns the speaker's notes, as a quotation.
func (d *deck) notes(part string) ([]page.Block, error) {
	if part == "" || d.illustrations.TooOften(part) {
		return nil, nil
	}
	s, err := d.newSlide(part)
	if err != nil {
		return nil, damagedNotes(err)
	}
	var shapes []shape
	_, err = d.Read(part, func(c *opc.Cursor, e opc.Element) (err error) {
		if e.Name == "p:cSld" {
			shapes, err = s.shapes(c)
		}
		return err
	})
	if err != nil {
		return nil, damagedNotes(err)
	}
	shapes = slices.DeleteFunc(shapes, func(sh shape) bool { return sh.isFoot() })
	blocks := slices.DeleteFunc(flatten(shapes, nil), func(b page.Block) bool { return b.Table != nil || strings.TrimSpace(b.Text()) == "" })
	if len(blocks) == 0 {
		return nil, nil
	}
	quotes := []page.Block{remarkBlock("Speaker notes:")}
	for _, b := range blocks {
		quotes = append(quotes, page.Block{Kind: page.Quote, Spans: b.Spans})
	}
	return quotes, nil
}

// damagedNotes returns an error unless it only says that the notes are damaged.
func damagedNotes(err error) error {
	if page.ReasonOf(err) == page.Corrupt {
		return nil
	}
	return err
}

// styles returns the bullets of a shape's text.
func (s *slide) styles(p *placeholder) drawing.Levels {
	return s.layout.styles(p)
}

// boxOf returns the position of a shape, or that of its placeholder if the shape has none.
func boxOf(own page.Box, p *placeholder) page.Box {
	if p == nil {
		return own
	}
	return cmp.Or(own, p.box)
}
