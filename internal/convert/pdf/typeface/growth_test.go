package typeface

import (
	"encoding/binary"
	"testing"

	"quire/internal/convert/pdf/object"
	"quire/internal/growth"
)

// fontOf makes a program with the outlines as its glyphs, and one table of codes.
func fontOf(glyphs int, outlines ...[]byte) []byte {
	be := binary.BigEndian
	head, maxp, hhea := make([]byte, 54), make([]byte, 6), make([]byte, 36)
	be.PutUint16(head[18:], 1000)
	be.PutUint16(head[50:], 1)
	be.PutUint16(maxp[4:], uint16(glyphs))
	be.PutUint16(hhea[34:], 1)
	var glyf, loca []byte
	for i := range glyphs + 1 {
		loca = be.AppendUint32(loca, uint32(len(glyf)))
		if i < len(outlines) {
			glyf = append(glyf, outlines[i]...)
		}
	}
	tables := map[string][]byte{"head": head, "maxp": maxp, "hhea": hhea, "glyf": append(glyf, 0), "loca": loca, "hmtx": make([]byte, 4+2*(glyphs-1))}
	out := be.AppendUint32(nil, versionOne)
	out = be.AppendUint64(be.AppendUint16(out, uint16(len(tables))), 0)[:12]
	at := 12 + 16*len(tables)
	var bodies []byte
	for name, data := range tables {
		out = be.AppendUint32(append(out, name...), 0)
		out = be.AppendUint32(be.AppendUint32(out, uint32(at+len(bodies))), uint32(len(data)))
		bodies = append(bodies, data...)
	}
	return append(out, bodies...)
}

// composite is an outline that consists of other glyphs.
func composite(glyphs ...int) []byte {
	out := append([]byte{0xFF, 0xFF}, make([]byte, 8)...)
	for i, glyph := range glyphs {
		flags := uint16(placed)
		if i < len(glyphs)-1 {
			flags |= moreParts
		}
		out = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(out, flags), uint16(glyph))
		out = append(out, 1, 1)
	}
	return out
}

// square is an outline of points that take no room, because all are in one place.
func square(points int) []byte {
	out := append([]byte{0, 1}, make([]byte, 8)...)
	out = binary.BigEndian.AppendUint16(out, uint16(points-1))
	out = append(out, 0, 0)
	for left := points; left > 0; left -= 256 {
		out = append(out, repeats|sameX|sameY, byte(min(left, 256)-1))
	}
	return out
}

func TestGrowthOfPrograms(t *testing.T) {
	same := func(n, glyph int) []int {
		out := make([]int, n)
		for i := range out {
			out[i] = glyph
		}
		return out
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "glyphs", Build: func(n int) []byte { return fontOf(min(n, 60_000)+1, square(4)) }},
		{Name: "points", Build: func(n int) []byte { return fontOf(2, square(min(n+1, 60_000))) }},
		{Name: "parts", Build: func(n int) []byte { return fontOf(2, composite(same(n+1, 1)...), square(4)) }},
		{Name: "a glyph of itself", Build: func(n int) []byte { return fontOf(1, composite(same(n+1, 0)...)) }},
		{Name: "glyphs of all others", Build: func(n int) []byte {
			return fontOf(4, composite(same(n+1, 1)...), composite(same(n+1, 2)...), composite(same(n+1, 3)...), square(4))
		}},
	}, func(_ *testing.T, data []byte) { ask(data) })
}

func TestGrowthOfMeanings(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "characters", Build: growth.Within("1 beginbfchar ", growth.Repeat("<0041> <0042> "), "endbfchar")},
		{Name: "ranges", Build: growth.Within("1 beginbfrange ", growth.Repeat("<0000> <00FF> <0030> "), "endbfrange")},
		{Name: "sections", Build: growth.Repeat("1 beginbfchar <0041> <0042> endbfchar ")},
		{Name: "what is not known", Build: growth.Repeat("/Name (text) 1 def ")},
	}, func(_ *testing.T, data []byte) { _, _ = parseMeanings(data) })
}

func TestGrowthOfWidths(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "widths in a row", Build: growth.Within("[1 [", growth.Repeat("500 "), "]]")},
		{Name: "widths of ranges", Build: growth.Within("[", growth.Numbered("%d %d 500 "), "]")},
		{Name: "the same range", Build: growth.Within("[", growth.Repeat("0 60000 500 "), "]")},
	}, func(t *testing.T, data []byte) {
		o, err := object.NewLexer(data).Next()
		if err != nil {
			t.Fatal(err)
		}
		file, err := object.Open([]byte("%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< >>\nstartxref\n9\n%%EOF\n"))
		if err != nil {
			t.Fatal(err)
		}
		f := &Face{wide: &wide{widths: map[int]int{}}}
		f.openWide(&reader{file: file, budget: NewBudget()}, object.Dict{"W": o})
	})
}
