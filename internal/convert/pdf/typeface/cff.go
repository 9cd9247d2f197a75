package typeface

import (
	"slices"
	"strconv"
)

// cff is a program in the Compact Font Format (Adobe's Technical Note 5176).
type cff struct {
	data    table
	top     map[int][]float64
	strings []table
	global  []table
	// glyphs holds the charstrings of the outlines.
	glyphs []table
	// names holds the numbers of the names of glyphs, or their identifiers if the program has identifiers.
	names []int
	wide  bool
	// unitsPerEm is the number of units per type size.
	unitsPerEm int
	// fonts are the parts of the program with their own subroutines, and part says which of them a glyph belongs to.
	fonts []privateDict
	part  []byte
}

// privateDict holds what the glyphs of a part of a program share.
type privateDict struct {
	local []table
	// width is the advance of outlines that state none, and nominal is what others add their advance to.
	width, nominal int
	// scale is the factor applied to outlines, with fraction bits, or 0 if there is none.
	scale int
}

// The operators of dictionaries: those with two bytes have 12 as the first.
const (
	opExtent      = 5
	opCharset     = 15
	opEncoding    = 16
	opCharStrings = 17
	opPrivate     = 18
	opSubrs       = 19
	opWidth       = 20
	opNominal     = 21
	opStringType  = 12<<8 | 6
	opMatrix      = 12<<8 | 7
	opIdentifiers = 12<<8 | 30
	opFonts       = 12<<8 | 36
	opSelect      = 12<<8 | 37
)

// maxEntries is the maximum number of entries of an index.
const maxEntries = 1 << 16

// index reads a list of pieces of data at an offset, and returns where it ends.
func (t table) index(at int) (entries []table, end int, ok bool) {
	count, ok := t.u16(at)
	if !ok || count == 0 {
		return nil, at + 2, ok
	}
	if at+3 > len(t) {
		return nil, 0, false
	}
	size := int(t[at+2])
	data := at + 3 + size*(count+1) - 1
	if size < 1 || size > 4 || data > len(t) {
		return nil, 0, false
	}
	offset := func(i int) int {
		v := 0
		for _, b := range t[at+3+size*i : at+3+size*(i+1)] {
			v = v<<8 | int(b)
		}
		return v
	}
	entries = make([]table, count)
	from := offset(0)
	for i := range entries {
		to := offset(i + 1)
		if from < 1 || to < from || to > len(t)-data {
			return nil, 0, false
		}
		entries[i], from = t[data+from:data+to], to
	}
	return entries, data + from, true
}

// dict reads a dictionary. Fractions are truncated to five digits, which only matrices need.
func (t table) dict() (map[int][]float64, bool) {
	const most = 48
	out := map[int][]float64{}
	var operands []float64
	for len(t) > 0 {
		b := int(t[0])
		if b <= 21 {
			n := 1
			if b == 12 {
				if len(t) < 2 {
					return nil, false
				}
				b, n = b<<8|int(t[1]), 2
			}
			if _, twice := out[b]; twice {
				return nil, false
			}
			out[b], operands, t = operands, nil, t[n:]
			continue
		}
		v, n, ok := t.operand()
		if !ok || len(operands) >= most {
			return nil, false
		}
		operands, t = append(operands, v), t[n:]
	}
	return out, true
}

// operand reads a number of a dictionary, and returns how many bytes it takes.
func (t table) operand() (v float64, n int, ok bool) {
	switch b := int(t[0]); {
	case b >= 32 && b <= 246:
		return float64(b - 139), 1, true
	case b >= 247 && b <= 254 && len(t) >= 2:
		v, _ := pair(b, int(t[1]))
		return float64(v), 2, true
	case b == 28:
		v, ok := t.i16(1)
		return float64(v), 3, ok
	case b == 29:
		v, ok := t.u32(1)
		return float64(int32(v)), 5, ok //nolint:gosec // two's complement
	case b == 30:
		return t.real()
	}
	return 0, 0, false
}

// pair decodes a number with two bytes.
func pair(b, next int) (v, n int) {
	if b <= 250 {
		return (b-247)*256 + next + 108, 2
	}
	return -(b-251)*256 - next - 108, 2
}

// real reads a number written as text, two characters per byte.
func (t table) real() (v float64, n int, ok bool) {
	const signs = "0123456789.EE -"
	var text []byte
	for n = 1; n < len(t); n++ {
		for _, half := range [2]byte{t[n] >> 4, t[n] & 0xF} {
			if half == 0xF {
				v, err := strconv.ParseFloat(string(text), 64)
				return v, n + 1, err == nil
			}
			text = append(text, signs[half])
			if half == 0xC {
				text = append(text, '-')
			}
		}
	}
	return 0, 0, false
}

// openCFF reads a program. Anything missing or inconsistent is an error.
func openCFF(data table, budget *Budget) (*charProgram, error) {
	if budget.bytes -= len(data); budget.bytes < 0 || len(data) < 4 || data[0] != 1 {
		return nil, errProgram
	}
	_, at, ok := data.index(int(data[2]))
	tops, at, ok2 := data.index(at)
	texts, at, ok3 := data.index(at)
	global, _, ok4 := data.index(at)
	if !ok || !ok2 || !ok3 || !ok4 || len(tops) != 1 {
		return nil, errProgram
	}
	top, ok := tops[0].dict()
	if !ok {
		return nil, errProgram
	}
	c := &cff{data: data, strings: texts, global: global, top: top}
	if c.glyphs, _, ok = data.index(c.offset(opCharStrings)); !ok || len(c.glyphs) == 0 || !c.readFonts() || !c.readCharset() {
		return nil, errProgram
	}
	p := &charProgram{budget: budget, glyphs: c.glyphs, read: c.outline, unitsPerEm: c.unitsPerEm}
	if sides := top[opExtent]; len(sides) == len(p.extent) {
		for i, side := range sides {
			p.extent[i] = int(side)
		}
	}
	if c.wide {
		p.identifiers = c.identifiers()
		return p, nil
	}
	if !c.letter(p) {
		return nil, errProgram
	}
	return p, nil
}

// offset returns the offset in the program to which an entry of its dictionary points, or -1 if there is no such entry.
func (c *cff) offset(operator int) int {
	if v := c.top[operator]; len(v) == 1 && v[0] >= 0 && v[0] < float64(len(c.data)) {
		return int(v[0])
	}
	return -1
}

// readFonts reads what the glyphs share: one dictionary for all of them, or several in a program with identifiers.
func (c *cff) readFonts() bool {
	_, c.wide = c.top[opIdentifiers]
	if kind, other := c.top[opStringType]; other && (len(kind) != 1 || kind[0] != 2) {
		return false
	}
	var ok bool
	if c.unitsPerEm, ok = units(c.top); !ok {
		return false
	}
	if !c.wide {
		private, ok := c.private(c.top)
		c.fonts = []privateDict{private}
		return ok
	}
	dicts, _, ok := c.data.index(c.offset(opFonts))
	if !ok || len(dicts) == 0 || len(dicts) > 256 || c.unitsPerEm != thousand {
		return false
	}
	for _, d := range dicts {
		font, ok := d.dict()
		if !ok {
			return false
		}
		private, ok := c.private(font)
		scale, ok2 := c.scale(font)
		if !ok || !ok2 {
			return false
		}
		private.scale = scale
		c.fonts = append(c.fonts, private)
	}
	return c.readParts()
}

// units returns the number of units per type size according to the matrix of a dictionary. It returns false unless the
// matrix only scales. FreeType computes the number from the digits after the zeros with which the scale begins.
func units(dict map[int][]float64) (int, bool) {
	m, ok := dict[opMatrix]
	if !ok || slices.Equal(m, []float64{.001, 0, 0, .001, 0, 0}) {
		return thousand, true
	}
	const least, most = 1e-4, 1e-2
	if len(m) != 6 || !slices.Equal(m, []float64{m[0], 0, 0, m[0], 0, 0}) || m[0] < least || m[0] >= most {
		return 0, false
	}
	size, rest := 1, m[0]
	for ; rest < .1; rest *= 10 {
		size *= 10
	}
	const one = 1 << fraction
	part := int(rest*one + .5)
	return (size*one + part/2) / part, true
}

// scale returns the scale of the outlines of a part of the program, or 0 if they have none. Of two matrices, one must
// be that of thousandths and the other the identity: FreeType multiplies them with so few digits that outlines grow.
func (c *cff) scale(part map[int][]float64) (int, bool) {
	const one, rounded = 1 << fraction, 66 // a thousandth of one
	_, whole := c.top[opMatrix]
	m, ok := part[opMatrix]
	switch {
	case !ok, !whole && slices.Equal(m, []float64{.001, 0, 0, .001, 0, 0}):
		return 0, true
	case whole && slices.Equal(m, []float64{1, 0, 0, 1, 0, 0}):
		size := (one + rounded/2) / rounded
		return (thousand*one + size/2) / size, true
	}
	return 0, false
}

// private reads a dictionary that glyphs share.
func (c *cff) private(dict map[int][]float64) (p privateDict, ok bool) {
	v := dict[opPrivate]
	if len(v) != 2 {
		return p, len(v) == 0
	}
	size, at := int(v[0]), int(v[1])
	if size < 0 || at < 0 || at > len(c.data) || size > len(c.data)-at {
		return p, false
	}
	d, ok := c.data[at : at+size].dict()
	if subrs := d[opSubrs]; ok && len(subrs) == 1 {
		p.local, _, ok = c.data.index(at + int(subrs[0]))
	}
	for op, width := range map[int]*int{opWidth: &p.width, opNominal: &p.nominal} {
		if v := d[op]; len(v) == 1 {
			*width = int(v[0])
		}
	}
	return p, ok
}

// readParts reads the part of the program to which each glyph belongs.
func (c *cff) readParts() bool {
	at := c.offset(opSelect)
	if at < 0 {
		return false
	}
	t, n := c.data[at:], len(c.glyphs)
	c.part = make([]byte, 0, n)
	switch {
	case t[0] == 0 && len(t) > n:
		c.part = append(c.part, t[1:n+1]...)
	case t[0] == 3:
		ranges, _ := t.u16(1)
		for i := range ranges {
			at := 3 + 3*i
			first, _ := t.u16(at)
			next, ok := t.u16(at + 3)
			if !ok || first != len(c.part) || next <= first || next > n {
				return false
			}
			for range next - first {
				c.part = append(c.part, t[at+2])
			}
		}
	}
	for _, part := range c.part {
		if int(part) >= len(c.fonts) {
			return false
		}
	}
	return len(c.part) == n
}
