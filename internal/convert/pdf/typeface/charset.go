package typeface

import "slices"

// readCharset reads the numbers of the names of the glyphs, or their identifiers.
func (c *cff) readCharset() bool {
	n := len(c.glyphs)
	c.names = make([]int, 1, n)
	if v := c.top[opCharset]; len(v) == 0 || (len(v) == 1 && v[0] == 0) {
		for i := 1; i < n; i++ {
			c.names = append(c.names, i)
		}
		return !c.wide && n <= latinNames
	}
	at := c.offset(opCharset)
	if at <= 2 { // other predefined character sets
		return false
	}
	t := c.data[at:]
	format := t[0]
	t = t[1:]
	for len(c.names) < n {
		first, ok := t.u16(0)
		more, size := 0, 2
		switch {
		case format == 1 && len(t) >= 3:
			more, size = int(t[2]), 3
		case format == 2 && len(t) >= 4:
			more, _ = t.u16(2)
			size = 4
		case format != 0:
			ok = false
		}
		if !ok || first+more >= maxEntries {
			return false
		}
		for i := range min(more+1, n-len(c.names)) {
			c.names = append(c.names, first+i)
		}
		t = t[size:]
	}
	return true
}

// identifiers maps identifiers to glyphs. Of several glyphs, FreeType uses the first.
func (c *cff) identifiers() map[int]int {
	out := make(map[int]int, len(c.names))
	for glyph := len(c.names) - 1; glyph >= 0; glyph-- {
		out[c.names[glyph]] = glyph
	}
	return out
}

// letter sets the names of a program's glyphs, and its encoding.
func (c *cff) letter(p *charProgram) bool {
	p.names = make([]string, len(c.names))
	for glyph, number := range c.names {
		standard := standardList()
		switch i := number - len(standard); {
		case i < 0:
			p.names[glyph] = standard[number]
		case i < len(c.strings):
			p.names[glyph] = string(c.strings[i])
		default:
			return false
		}
	}
	p.index()
	switch v := c.top[opEncoding]; {
	case len(v) == 0 || (len(v) == 1 && v[0] == 0):
		p.encodeStandard()
		return true
	case len(v) != 1 || v[0] == 1:
		return false
	}
	at := c.offset(opEncoding)
	return at > 0 && c.encode(p, c.data[at:])
}

// encode reads the codes of the glyphs, in order, and additional codes by names.
func (c *cff) encode(p *charProgram, t table) bool {
	const more = 0x80
	if len(t) < 2 {
		return false
	}
	format, count := t[0], int(t[1])
	t = t[2:]
	glyph := 1
	for range count {
		last := 0
		size := 1 + int(format&^more)
		if format&^more > 1 || len(t) < size {
			return false
		}
		if size == 2 {
			last = int(t[1])
		}
		for code := int(t[0]); code <= int(t[0])+last; code++ {
			if glyph < len(c.glyphs) && code < len(p.codes) {
				p.codes[code] = glyph
			}
			glyph++
		}
		t = t[size:]
	}
	p.coded = glyph > 1
	if format&more == 0 {
		return true
	}
	if len(t) == 0 || len(t) < 1+3*int(t[0]) {
		return false
	}
	for i := range int(t[0]) {
		number, _ := t.u16(2 + 3*i)
		p.codes[t[1+3*i]] = max(slices.Index(c.names, number), 0)
	}
	return true
}
