package formula

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Bars returns the page's horizontal rules that are short enough to be fraction bars. It returns none for a
// page without mathematical fonts.
func Bars(in *ink.Input) []page.Box {
	if !in.HasMath() {
		return nil
	}
	var out []page.Box
	for _, r := range in.Rules {
		if !r.Vertical && r.Box.X1-r.Box.X0 < maxBar*in.Width {
			out = append(out, r.Box)
		}
	}
	return out
}

// barsIn returns the bars within a formula.
func (f *formulaFinder) barsIn(box page.Box) []page.Box {
	var out []page.Box
	for _, b := range f.bars {
		if inside(b, box) {
			out = append(out, b)
		}
	}
	return out
}

func inside(b, box page.Box) bool {
	return b.X0 > box.X0-barPlayX && b.X1 < box.X1+barPlayX && b.Y0 > box.Y0-barPlayY && b.Y1 < box.Y1+barPlayY
}
