package typeface

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOutlinesOfACompactProgramAreMeasured(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../testdata/go.cff")
	require.NoError(t, err)
	glyphs, known := askLetters(data)
	require.Equal(t, 52, glyphs)
	require.Equal(t, glyphs, known)
}

// boxOf returns the extent of the only glyph of a program, whose outline consists of the operators.
func boxOf(t *testing.T, outline ...byte) (bounds, bool) {
	t.Helper()
	p, err := openCFF(cffOf([]byte{0}, nil, outline), NewBudget())
	require.NoError(t, err)
	return p.box(0)
}

func TestEveryKindOfCurveExtendsTheBox(t *testing.T) {
	t.Parallel()
	// 139 is 0, and each number above is one more.
	for name, c := range map[string]struct {
		outline []byte
		box     bounds
	}{
		"lines":                        {[]byte{149, 149, 21, 144, 6, 139, 144, 5, 14}, bounds{10, 10, 15, 15, true}},
		"a move that draws nothing":    {[]byte{139, 139, 21, 144, 22, 149, 7, 14}, bounds{5, 0, 5, 10, true}},
		"points beside the curve":      {[]byte{139, 139, 21, 140, 159, 140, 139, 140, 119, 8, 14}, bounds{0, 0, 3, 20, true}},
		"upright and level in turn":    {[]byte{139, 139, 21, 149, 140, 140, 149, 30, 14}, bounds{0, 0, 11, 11, true}},
		"level curves":                 {[]byte{139, 139, 21, 144, 149, 149, 149, 144, 27, 14}, bounds{0, 0, 25, 15, true}},
		"curves and then a line":       {[]byte{139, 139, 21, 140, 140, 140, 140, 140, 140, 144, 144, 24, 14}, bounds{0, 0, 8, 8, true}},
		"a line and then curves":       {[]byte{139, 139, 21, 144, 144, 140, 140, 140, 140, 140, 140, 25, 14}, bounds{0, 0, 8, 8, true}},
		"a bow":                        {[]byte{139, 139, 21, 149, 149, 144, 149, 149, 149, 149, 12, 34, 14}, bounds{0, 0, 60, 5, true}},
		"a bow that ends at its level": {[]byte{139, 139, 21, 149, 141, 140, 140, 140, 140, 140, 140, 140, 140, 144, 12, 37, 14}, bounds{0, 0, 19, 6, true}},
		"hints and masks":              {[]byte{139, 149, 1, 139, 149, 19, 0xFF, 144, 22, 149, 6, 14}, bounds{5, 0, 15, 0, true}},
		"a width":                      {[]byte{200, 149, 149, 21, 144, 6, 14}, bounds{10, 10, 15, 10, true}},
		"nothing":                      {[]byte{14}, bounds{}},
	} {
		b, ok := boxOf(t, c.outline...)
		require.True(t, ok, name)
		require.Equal(t, c.box, b, name)
	}
}

func TestUnusualOutlinesAreNotKnown(t *testing.T) {
	t.Parallel()
	for name, outline := range map[string][]byte{
		"no end":                     {139, 139, 21},
		"arithmetic":                 {139, 139, 12, 10, 14},
		"a routine that is not":      {32, 29, 14},
		"too many numbers":           append(make([]byte, 0), append(manyNumbers(49), 5, 14)...),
		"an odd number":              {139, 139, 139, 5, 14},
		"an accented letter of none": {139, 139, 139, 139, 14},
		"a place that is too far":    {28, 0x7F, 0xFF, 22, 144, 6, 28, 0x7F, 0xFF, 6, 14},
	} {
		_, ok := boxOf(t, outline...)
		require.False(t, ok, name)
	}
}

func manyNumbers(n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = 139
	}
	return out
}

func TestNamesOfGlyphsAreRead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]rune{
		"A": 'A', "zukatakana": 'ズ', "a.alt": 'a', "uni20AC": '€', "u1F600": 0x1F600, "uni20ac": 0, "fi": 'ﬁ', "Euro": '€', ".notdef": 0,
		"g123": 0, "": 0, "space": ' ', "f_i": 0, "uni00410042": 0,
	} {
		require.Equal(t, want, named(name), name)
	}
	require.Len(t, latin(), latinNames)
}

func TestOutlinesOfAProgramOfType1AreMeasured(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../testdata/go.pfa")
	require.NoError(t, err)
	p, err := openLetterProgram(data, NewBudget())
	require.NoError(t, err)
	box := func(name string) bounds {
		b, ok := p.box(p.byName[name])
		require.True(t, ok, name)
		return b
	}
	require.Equal(t, bounds{40, 200, 290, 260, true}, box("hyphen"), "a shallow bow")
	require.Equal(t, bounds{250, -3, 350, 97, true}, box("period"), "divisions")
	u, dots := box("u"), box("dieresis")
	// The accent is moved by 60, where the letter begins, and by 130, its position, but not by its own 100.
	require.Equal(t, bounds{min(u.left, dots.left+90), min(u.bottom, dots.bottom+20), max(u.right, dots.right+90), max(u.top, dots.top+20), true}, box("udieresis"))
}

func TestUnusualProgramsOfType1AreNotKnown(t *testing.T) {
	t.Parallel()
	whole := type1Of(nil, []byte{139, 139, 13, 14})
	_, err := openLetterProgram(whole, NewBudget())
	require.NoError(t, err)
	for name, data := range map[string][]byte{
		"several masters":      type1Around("/WeightVector [1 0] def", nil),
		"a second encoding":    type1Around("/Encoding StandardEncoding def", nil),
		"no glyphs":            type1Around("", []byte("0000/lenIV 4 def")),
		"no end":               whole[:len(whole)-1],
		"two of the same name": type1Around("", []byte("0000/lenIV -1 def /CharStrings 3 dict dup begin /.notdef 1 RD \x0E ND /a 1 RD \x0E ND /a 1 RD \x0E ND end")),
		"nothing but a start":  []byte("%!PS"),
	} {
		_, err := openLetterProgram(data, NewBudget())
		require.Error(t, err, name)
	}
	for name, outline := range map[string][]byte{
		"no bow to end":     {139, 139, 13, 139, 139, 139, 142, 139, 12, 16, 14},
		"a bow never ended": {139, 139, 13, 139, 140, 12, 16, 14},
		"a division by 0":   {139, 139, 13, 140, 139, 12, 12, 4, 14},
		"masters":           {139, 139, 13, 140, 140, 153, 12, 16, 14},
		"nothing to pop":    {139, 139, 13, 12, 17, 14},
		"an odd number":     {139, 139, 13, 139, 139, 139, 5, 14},
	} {
		p, err := openLetterProgram(type1Of(nil, outline), NewBudget())
		require.NoError(t, err, name)
		_, ok := p.box(1)
		require.False(t, ok, name)
	}
}
