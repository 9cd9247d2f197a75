package layout

import (
	"slices"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// withoutCards returns the filled rectangles that may be cells of tables. Those that begin with a title in larger type,
// above several lines of text, are cards: however they are arranged, they make no table.
func withoutCards(fills []ink.Fill, words []text.Word, body float64) []ink.Fill {
	if len(fills) > maxShapes {
		return fills
	}
	return slices.DeleteFunc(slices.Clone(fills), func(f ink.Fill) bool { return isCard(f, words, body) })
}

// isCard reports whether a filled rectangle begins with a title of a few lines, above more lines in smaller type.
func isCard(f ink.Fill, words []text.Word, body float64) bool {
	if f.Box.Y1-f.Box.Y0 < cardLines*body {
		return false
	}
	var inside []text.Word
	for _, w := range words {
		if ink.Union(f.Box, w.Box) == f.Box {
			inside = append(inside, w)
		}
	}
	lines := text.Baselines(inside)
	if len(lines) < cardLines {
		return false
	}
	title, large := lines[0][0].Size, 0
	for _, l := range lines {
		if l[0].Size >= title {
			large++
		}
	}
	return title >= document.HeadingSize*body && large <= cardTitle && len(lines)-large >= cardLines-1
}

// withoutPanels returns the filled rectangles that are no panels.
func withoutPanels(fills []ink.Fill, panels []page.Box) []ink.Fill {
	return slices.DeleteFunc(slices.Clone(fills), func(f ink.Fill) bool {
		return slices.ContainsFunc(panels, func(b page.Box) bool { return sameBox(b, f.Box) })
	})
}
