package typeface

// codeTable maps codes to glyphs in a font program.
type codeTable struct {
	platform, encoding int
	data               table // from its format on
	format             int
}

// maxCodeTables is the maximum number of code tables of a program.
const maxCodeTables = 16

// codeTables reads the list of code tables. A program may have none.
func codeTables(cmap table) ([]codeTable, error) {
	if cmap == nil {
		return nil, nil
	}
	count, ok := cmap.u16(2)
	if !ok || count > maxCodeTables {
		return nil, errProgram
	}
	var out []codeTable
	for i := range count {
		at := 4 + 8*i
		v, ok := cmap.words(at, at+2)
		offset, ok2 := cmap.u32(at + 4)
		if !ok || !ok2 || offset > len(cmap) {
			return nil, errProgram
		}
		m := codeTable{platform: v[0], encoding: v[1], data: cmap[offset:]}
		if m.format, ok = m.data.u16(0); !ok || !m.sound() {
			return nil, errProgram
		}
		out = append(out, m)
	}
	return out, nil
}

// sound reports whether a table is complete.
func (m *codeTable) sound() bool {
	length, ok := m.data.u16(2)
	if m.format == 12 {
		length, ok = m.data.u32(4)
	}
	if !ok || length > len(m.data) {
		return false
	}
	m.data = m.data[:length]
	switch m.format {
	case 0:
		return length >= 6+256
	case 4:
		segments, ok := m.data.u16(6)
		return ok && segments%2 == 0 && segments > 0 && length >= 16+4*segments && m.ordered(segments)
	case 6:
		count, ok := m.data.u16(8)
		return ok && length >= 10+2*count
	case 12:
		count, ok := m.data.u32(12)
		return ok && count <= (length-16)/12
	}
	return false
}

// ordered reports whether the segments of a table of format 4, with two bytes each, are in order.
func (m *codeTable) ordered(segments int) bool {
	before := -1
	for i := 0; i < segments; i += 2 {
		v, ok := m.data.words(14+i, 16+segments+i)
		if !ok || v[1] > v[0] || v[1] <= before {
			return false
		}
		before = v[0]
	}
	return before == 0xFFFF
}

// glyph returns the glyph of a code, or 0.
func (m *codeTable) glyph(code int) int {
	switch m.format {
	case 0:
		if code < 256 {
			return int(m.data[6+code])
		}
	case 4:
		return m.segmented(code)
	case 6:
		first, _ := m.data.u16(6)
		count, _ := m.data.u16(8)
		if code >= first && code < first+count {
			glyph, _ := m.data.u16(10 + 2*(code-first))
			return glyph
		}
	case 12:
		return m.grouped(code)
	}
	return 0
}

// segmented looks a code up in a table of format 4.
func (m *codeTable) segmented(code int) int {
	size, _ := m.data.u16(6)
	from, to := 0, size/2 // finds the first segment that ends at or after the code
	for from < to {
		middle := (from + to) / 2
		if end, _ := m.data.u16(14 + 2*middle); end < code {
			from = middle + 1
		} else {
			to = middle
		}
	}
	at := 16 + size + 2*from
	v, ok := m.data.words(at, at+size, at+2*size)
	if !ok || 2*from >= size || code < v[0] {
		return 0
	}
	if v[2] == 0 {
		return (code + v[1]) & 0xFFFF
	}
	glyph, _ := m.data.u16(at + 2*size + v[2] + 2*(code-v[0]))
	if glyph == 0 {
		return 0
	}
	return (glyph + v[1]) & 0xFFFF
}

// grouped looks a code up in a table of format 12.
func (m *codeTable) grouped(code int) int {
	count, _ := m.data.u32(12)
	from, to := 0, count
	for from < to {
		middle := (from + to) / 2
		if end, _ := m.data.u32(16 + 12*middle + 4); end < code {
			from = middle + 1
		} else {
			to = middle
		}
	}
	first, ok := m.data.u32(16 + 12*from)
	glyph, _ := m.data.u32(16 + 12*from + 8)
	if !ok || from >= count || code < first {
		return 0
	}
	return glyph + code - first
}

// codes returns the table for a platform and one of its encodings, or nil.
func (p *program) codes(platform, encoding int) *codeTable {
	for i := range p.maps {
		if p.maps[i].platform == platform && p.maps[i].encoding == encoding {
			return &p.maps[i]
		}
	}
	return nil
}
