package drawing

import (
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// Body is the text of a shape or a cell (21.1.2.1).
type Body struct {
	levels     Levels
	paragraphs []paragraph
}

// Context resolves references in the text of a part.
type Context struct {
	// Link returns the target of a hyperlink by its relationship, or "".
	Link func(id string) string
	// Whole is the link of all text without a link of its own.
	Whole string
	// PageNumbers keeps the numbers of slides.
	PageNumbers bool
}

// ReadBody reads the current text body.
func ReadBody(c *opc.Cursor, context Context) (Body, error) {
	var b Body
	empty := 0 // paragraphs since the last with text
	err := c.Each(func(e opc.Element) (err error) {
		switch e.Name {
		case "a:lstStyle":
			b.levels, err = ReadLevels(c)
		case "a:p":
			var p paragraph
			if p, err = readParagraph(c, context); len(p.spans) == 0 {
				empty++
				return err
			}
			p.above, empty = empty, 0
			b.paragraphs = append(b.paragraphs, p)
		}
		return err
	})
	tellCodeFromProse(b.paragraphs)
	return b, err
}

// Levels returns the bullets that the body itself gives to its levels.
func (b Body) Levels() Levels { return b.levels }

// Lines returns the spans of each paragraph.
func (b Body) Lines() [][]page.Span {
	lines := make([][]page.Span, len(b.paragraphs))
	for i, p := range b.paragraphs {
		lines[i] = p.spans
	}
	return lines
}

// Size returns the size of the body's type in points: the largest that its runs are given, or 0 if they are given
// none.
func (b Body) Size() float64 {
	size := 0.0
	for _, p := range b.paragraphs {
		size = max(size, p.size)
	}
	return size
}

// counter counts the items of a list.
type counter struct {
	list Bullet
	n    int
}

// Blocks returns the body's paragraphs and list items. Properties that its lists do not set are inherited.
func (b Body) Blocks(inherited Levels) []page.Block {
	var counters [levelCount]counter
	blocks := make([]page.Block, 0, len(b.paragraphs))
	levels := b.levels.Over(inherited)
	for rest := b.paragraphs; len(rest) > 0; {
		if n := codeLines(rest, levels); n > 0 {
			blocks = append(blocks, codeBlock(rest[:n]))
			counters, rest = [levelCount]counter{}, rest[n:]
			continue
		}
		p := rest[0]
		rest = rest[1:]
		bullet := p.bullet.over(levels[p.level])
		clear(counters[p.level+1:])
		at := &counters[p.level]
		if bullet.kind != numberBullet {
			*at = counter{}
		} else if at.list != bullet {
			*at = counter{list: bullet, n: bullet.start - 1}
		}
		at.n++
		blocks = append(blocks, p.blocks(bullet, at.n)...)
	}
	return blocks
}

// blocks returns the paragraph as the n-th of its list. A paragraph of formulas gets one block per formula.
func (p paragraph) blocks(bullet Bullet, n int) []page.Block {
	switch bullet.kind {
	case charBullet:
		return []page.Block{{Kind: page.ListItem, Level: p.level, Marker: bullet.sign(), Spans: p.spans}}
	case numberBullet:
		return []page.Block{{Kind: page.ListItem, Level: p.level, Marker: bullet.number(n), Ordered: true, Spans: p.spans}}
	case unsaid, noBullet:
	}
	if formulas := p.formulas(); formulas != nil {
		return formulas
	}
	return []page.Block{{Kind: page.Paragraph, Spans: p.spans}}
}

// formulas returns the formulas of a paragraph that contains nothing else, and otherwise nil.
func (p paragraph) formulas() []page.Block {
	var blocks []page.Block
	for _, s := range p.spans {
		switch {
		case s.Math:
			blocks = append(blocks, page.Block{Kind: page.Formula, Spans: []page.Span{s}})
		case strings.TrimSpace(s.Text) != "":
			return nil
		}
	}
	return blocks
}
