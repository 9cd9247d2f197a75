package text

import (
	"math"
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
)

// WeighRareLetters makes letters whose font does not show its weight bold, in place, if the letters next to them are
// bold. Browsers split a typeface into several subset fonts, and the weight of a subset of one or two rare letters
// cannot be determined.
func WeighRareLetters(in *ink.Input) {
	if !slices.ContainsFunc(in.Fonts, func(f ink.Font) bool { return f.Weightless }) {
		return
	}
	fonts := slices.Clone(in.Fonts)
	bold := map[int]int{} // maps fonts of unknown weight to bold copies
	weigh := func(i, beside int) {
		g, other := &in.Glyphs[i], in.Glyphs[beside]
		inBold := other.Font >= 0 && other.Font < len(fonts) && fonts[other.Font].Bold
		if !inBold || !weightless(fonts, g.Font) || !adjoin(*g, other) {
			return
		}
		if _, ok := bold[g.Font]; !ok {
			f := fonts[g.Font]
			f.Bold, f.Weightless = true, false
			fonts = append(fonts, f)
			bold[g.Font] = len(fonts) - 1
		}
		g.Font = bold[g.Font]
	}
	for i := 1; i < len(in.Glyphs); i++ {
		weigh(i, i-1)
	}
	for i := len(in.Glyphs) - 2; i >= 0; i-- {
		weigh(i, i+1)
	}
	in.Fonts = fonts
}

func weightless(fonts []ink.Font, i int) bool { return i >= 0 && i < len(fonts) && fonts[i].Weightless }

// adjoin reports whether two characters belong to one word: they have the same size, are on the same line, and are
// close together.
func adjoin(a, b ink.Glyph) bool {
	if unicode.IsSpace(b.Rune) || math.Abs(a.Size-b.Size) > sizeDrift*a.Size || math.Abs(a.Y-b.Y) > baseDrift*a.Size {
		return false
	}
	return max(a.Box.X0, b.Box.X0)-min(a.Box.X1, b.Box.X1) <= breakGap*a.Size
}
