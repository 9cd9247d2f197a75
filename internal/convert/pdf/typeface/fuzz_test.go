package typeface

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/gofont/goregular"
)

// ask queries everything about a program.
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

// askLetters queries everything about a program whose outlines are charstrings.
func askLetters(data []byte) (glyphs, known int) {
	p, err := openLetterProgram(data, NewBudget())
	if err != nil {
		return 0, 0
	}
	for glyph := range p.glyphs {
		if b, ok := p.box(glyph); ok {
			known++
			_, _ = p.advance(glyph)
			_ = p.thousandths(b.left)
		}
	}
	return len(p.glyphs), known
}

// FuzzProgram feeds damaged font programs to the reader, which must return.
func FuzzProgram(f *testing.F) {
	f.Add(goregular.TTF)
	f.Add(fontOf(2, composite(0, 1), composite(1, 0)))
	f.Fuzz(func(_ *testing.T, data []byte) { ask(data) })
}

// FuzzLetterProgram feeds damaged programs whose outlines are charstrings to the reader, which must return.
func FuzzLetterProgram(f *testing.F) {
	for _, file := range []string{"go.cff", "go.pfa"} {
		font, err := os.ReadFile("../testdata/" + file)
		require.NoError(f, err)
		f.Add(font)
	}
	f.Add(type1Of([][]byte{{139, 10, 11}}, []byte{139, 139, 13, 139, 10, 14}))
	f.Add(cffOf([]byte{0}, [][]byte{{32, 29, 11}}, []byte{32, 29, 14}))
	f.Fuzz(func(_ *testing.T, data []byte) {
		askLetters(data)
		askLetters(type1Around("", data))
	})
}

// FuzzMeanings feeds damaged ToUnicode tables to the reader, which must return.
func FuzzMeanings(f *testing.F) {
	f.Add([]byte("1 beginbfchar <41> <0042> endbfchar 2 beginbfrange <00> <05> <0030> <06> <07> [<0041> <0042>] endbfrange"))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = parseMeanings(data) })
}
