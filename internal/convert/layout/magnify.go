package layout

import (
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

const (
	// usualType is the size, in points, that the largest type of a page too small to read is magnified to.
	usualType = 12
	// maxMagnification allows for a page measured in inches instead of points, if its type has at least half the usual
	// size.
	maxMagnification = 2 * 72
)

// magnification returns by how much a page is magnified for its layout. It is 1 unless all type is too small to read,
// for example because the page is measured in inches or meant to be enlarged. Tiny type among normal type is a trick.
func magnification(glyphs []ink.Glyph) float64 {
	largest := 0.0
	for _, g := range glyphs {
		if !unicode.IsSpace(g.Rune) {
			largest = max(largest, g.Size)
		}
	}
	if largest >= text.MinSize || largest*maxMagnification < usualType {
		return 1
	}
	return usualType / largest
}

// analyzeMagnified lays a page out at a legible size and returns it at its own size. Its blocks keep the magnified type
// size, because titles are distinguished from text by their size in points.
func analyzeMagnified(in ink.Input, by float64) page.Page {
	read := in.Placed(scale(by))
	read.Width, read.Height = in.Width*by, in.Height*by
	for i := range read.Glyphs {
		read.Glyphs[i].Size *= by
	}
	p := Analyze(read)
	p.Place(scale(1 / by))
	p.Width, p.Height = in.Width, in.Height
	return p
}

// scale returns a function that enlarges boxes and their distances from the page's top left corner.
func scale(by float64) func(page.Box) page.Box {
	return func(b page.Box) page.Box {
		return page.Box{X0: b.X0 * by, Y0: b.Y0 * by, X1: b.X1 * by, Y1: b.Y1 * by}
	}
}
