package typeface

import "bytes"

// charProgram is a program whose outlines are strings of operators: one of Type 1, or in the Compact Font Format.
type charProgram struct {
	glyphs []table
	// unitsPerEm is how many units are the type size.
	unitsPerEm int
	// names are those of the glyphs, byName the first glyph with each.
	names  []string
	byName map[string]int
	// codes are the glyphs of the program's own encoding, which it has if coded is set.
	codes [256]int
	coded bool
	// identifiers are the glyphs by their identifiers, in a program that has no names but those.
	identifiers map[int]int
	// extent are the sides of the font's box, left, bottom, right and top, if the program is in the Compact Font Format.
	extent [4]int
	budget *Budget
	// read runs a glyph's outline with a pen.
	read func(p *pen, glyph int) bool
}

// index makes the names ready.
func (c *charProgram) index() {
	c.byName = make(map[string]int, len(c.names))
	for glyph := len(c.names) - 1; glyph >= 0; glyph-- {
		c.byName[c.names[glyph]] = glyph
	}
}

// encodeStandard gives the program the standard encoding.
func (c *charProgram) encodeStandard() {
	for code := range c.codes {
		if n := standardCode(code); n != 0 {
			c.codes[code] = c.byName[standardList()[n]]
			c.coded = c.coded || c.codes[code] != 0
		}
	}
}

// thousandths returns a measure in thousandths of the type size, rounded as PDFium does.
func (c *charProgram) thousandths(v int) int { return thousandths(v, c.unitsPerEm) }

// box returns the extent of a glyph as it is drawn.
func (c *charProgram) box(glyph int) (bounds, bool) {
	if glyph < 0 || glyph >= len(c.glyphs) {
		return bounds{}, false
	}
	p := &pen{budget: c.budget}
	ok := c.read(p, glyph)
	return p.bounds, ok && !p.broken
}

// advance returns the advance of a glyph, which only programs in the Compact Font Format are asked for.
func (c *charProgram) advance(glyph int) (width int, ok bool) {
	if glyph < 0 || glyph >= len(c.glyphs) {
		return 0, false
	}
	p := &pen{budget: c.budget}
	ok = c.read(p, glyph)
	return p.width, ok && !p.broken
}

// pen follows an outline. Its place is in 65536ths of the unit.
type pen struct {
	bounds bounds
	x, y   int
	// width is the advance that the outline states.
	width  int
	budget *Budget
	// begun is set once the contour has its first point.
	begun bool
	// broken is set if the pen goes too far.
	broken bool
	// part is set while one of the two parts of an accented letter is drawn.
	part bool
}

const (
	// fraction is how many bits of a place are its fraction.
	fraction = 16
	// farthest is how far from the origin the pen may go.
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

// curve draws a curve by its points, each relative to the one before.
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

// whole returns a place in units, rounded as FreeType does, by way of 64ths.
func whole(v int) int {
	const scale, half = 1 << 10, 1 << 15
	if v < 0 {
		return -((-v*scale + half) >> fraction) >> 10
	}
	return ((v*scale + half) >> fraction) >> 10
}

// accented draws a letter of two parts, base and, moved by dx and dy, accent: glyphs that draw runs.
func (p *pen) accented(base, accent, dx, dy int, draw func(glyph int) bool) bool {
	p.part = true
	p.x, p.y, p.begun = 0, 0, false
	if !draw(base) {
		return false
	}
	p.x, p.y, p.begun = dx, dy, false
	return draw(accent)
}

// pay pays for an operator, and reports whether the budget allows it.
func (p *pen) pay() bool {
	p.budget.points--
	return p.budget.points >= 0 && !p.broken
}

// openLetterProgram reads a program whose outlines are strings of operators.
func openLetterProgram(data []byte, budget *Budget) (*charProgram, error) {
	if bytes.HasPrefix(data, []byte("%!")) {
		return openType1(data, budget)
	}
	return openCFF(data, budget)
}
