package typeface

import "bytes"

// charProgram is a program whose outlines are charstrings: a Type 1 program, or one in the Compact Font Format.
type charProgram struct {
	glyphs []table
	// unitsPerEm is the number of units per type size.
	unitsPerEm int
	// names holds the names of the glyphs, and byName the first glyph with each name.
	names  []string
	byName map[string]int
	// codes holds the glyphs of the program's own encoding, which exists if coded is set.
	codes [256]int
	coded bool
	// identifiers maps identifiers to glyphs, in a program that has no names.
	identifiers map[int]int
	// extent holds the sides of the font's box, left, bottom, right and top, if the program is in the Compact Font
	// Format.
	extent [4]int
	budget *Budget
	// read runs a glyph's outline with a pen.
	read func(p *pen, glyph int) bool
}

// index builds the index of names.
func (c *charProgram) index() {
	c.byName = make(map[string]int, len(c.names))
	for glyph := len(c.names) - 1; glyph >= 0; glyph-- {
		c.byName[c.names[glyph]] = glyph
	}
}

// encodeStandard sets the standard encoding.
func (c *charProgram) encodeStandard() {
	for code := range c.codes {
		if n := standardCode(code); n != 0 {
			c.codes[code] = c.byName[standardList()[n]]
			c.coded = c.coded || c.codes[code] != 0
		}
	}
}

// thousandths converts a measure to thousandths of the type size, rounded as in PDFium.
func (c *charProgram) thousandths(v int) int { return thousandths(v, c.unitsPerEm) }

// box returns the extent of a glyph as drawn.
func (c *charProgram) box(glyph int) (bounds, bool) {
	if glyph < 0 || glyph >= len(c.glyphs) {
		return bounds{}, false
	}
	p := &pen{budget: c.budget}
	ok := c.read(p, glyph)
	return p.bounds, ok && !p.broken
}

// advance returns the advance of a glyph. It is used only for programs in the Compact Font Format.
func (c *charProgram) advance(glyph int) (width int, ok bool) {
	if glyph < 0 || glyph >= len(c.glyphs) {
		return 0, false
	}
	p := &pen{budget: c.budget}
	ok = c.read(p, glyph)
	return p.width, ok && !p.broken
}

// pen follows an outline. Its position is in 65536ths of a unit.
type pen struct {
	bounds bounds
	x, y   int
	// width is the advance that the outline states.
	width  int
	budget *Budget
	// begun is set once the contour has its first point.
	begun bool
	// broken is set if the pen moves too far.
	broken bool
	// part is set while one of the two parts of an accented letter is being drawn.
	part bool
}

const (
	// fraction is the number of fractional bits of a position.
	fraction = 16
	// farthest is the maximum distance of the pen from the origin.
	farthest = 16_000 << fraction
)

// move lifts the pen.
func (p *pen) move(dx, dy int) {
	p.begun = false
	p.x, p.y = p.x+dx, p.y+dy
}

func (p *pen) line(dx, dy int) {
	if dx != 0 || dy != 0 {
		p.begin()
		p.point(dx, dy)
	}
}

// curve draws a curve given by its points, each relative to the previous one.
func (p *pen) curve(d [6]int) {
	p.begin()
	for i := 0; i < len(d); i += 2 {
		p.point(d[i], d[i+1])
	}
}

func (p *pen) begin() {
	if !p.begun {
		p.begun = true
		p.point(0, 0)
	}
}

func (p *pen) point(dx, dy int) {
	p.x, p.y = p.x+dx, p.y+dy
	p.broken = p.broken || max(p.x, -p.x, p.y, -p.y) > farthest
	p.bounds.add(whole(p.x), whole(p.y))
}

// whole converts a position to units, rounded as in FreeType, by way of 64ths.
func whole(v int) int {
	const scale, half = 1 << 10, 1 << 15
	if v < 0 {
		return -((-v*scale + half) >> fraction) >> 10
	}
	return ((v*scale + half) >> fraction) >> 10
}

// accented draws a letter consisting of base and accent, which is moved by dx and dy. draw draws a glyph.
func (p *pen) accented(base, accent, dx, dy int, draw func(glyph int) bool) bool {
	p.part = true
	p.x, p.y, p.begun = 0, 0, false
	if !draw(base) {
		return false
	}
	p.x, p.y, p.begun = dx, dy, false
	return draw(accent)
}

// pay charges for an operator, and reports whether the budget allows it.
func (p *pen) pay() bool {
	p.budget.points--
	return p.budget.points >= 0 && !p.broken
}

// openLetterProgram reads a program whose outlines are charstrings.
func openLetterProgram(data []byte, budget *Budget) (*charProgram, error) {
	if bytes.HasPrefix(data, []byte("%!")) {
		return openType1(data, budget)
	}
	return openCFF(data, budget)
}
