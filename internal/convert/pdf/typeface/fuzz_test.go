package typeface

import (
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

// ask asks a program everything.
func ask(data []byte) {
	p, err := openProgram(data, NewBudget())
	if err != nil {
		return
	}
	for glyph := range p.glyphs {
		if b, ok := p.box(glyph); ok {
			_ = p.thousandths(b.left)
		}
	}
	for r := range rune(0x180) {
		_, _ = p.named(r)
		for i := range p.maps {
			_ = symbolic(&p.maps[i], int(r))
		}
	}
}

// FuzzProgram feeds damaged font programs to the reader, which must return.
func FuzzProgram(f *testing.F) {
	f.Add(goregular.TTF)
	f.Add(fontOf(2, composite(0, 1), composite(1, 0)))
	f.Fuzz(func(_ *testing.T, data []byte) { ask(data) })
}

// FuzzMeanings feeds damaged tables of Unicode to the reader, which must return.
func FuzzMeanings(f *testing.F) {
	f.Add([]byte("1 beginbfchar <41> <0042> endbfchar 2 beginbfrange <00> <05> <0030> <06> <07> [<0041> <0042>] endbfrange"))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = parseMeanings(data) })
}
