package ink

import (
	"slices"
	"unicode"
)

// strokedShare is the largest share of a page's letters that are bold because their outlines are drawn. Where more are
// drawn so, it is how the page is printed.
const strokedShare = .5

// EmboldenStroked turns the type of letters whose outlines are drawn into bold type. Programs print bold text like this
// if its font has no bold face.
func EmboldenStroked(in *Input) {
	letters, stroked := 0, 0
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		if !unicode.IsLetter(g.Rune) || g.Hidden {
			continue
		}
		letters++
		if g.Stroked {
			stroked++
		}
	}
	if stroked == 0 || float64(stroked) > strokedShare*float64(letters) {
		return
	}
	bold := map[int]int{} // the bold font for each font
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		if !g.Stroked {
			continue
		}
		to, ok := bold[g.Font]
		if !ok {
			font := in.Fonts[g.Font]
			font.Bold, font.Weightless = true, false
			if len(bold) == 0 {
				in.Fonts = slices.Clone(in.Fonts)
			}
			to = len(in.Fonts)
			in.Fonts, bold[g.Font] = append(in.Fonts, font), to
		}
		g.Font, g.Stroked = to, false
	}
}
