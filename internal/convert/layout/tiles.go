package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// tiles returns the boxes of figures in large type that are side by side, each with the name of what it counts above or
// below it, and a box around all of them. If there are rows in the same type above or below, they belong to a form or a
// table instead, unless they are tiles as well.
func tiles(rows []text.Row) []page.Box {
	var out []page.Box
	last := 0 // the row below the last tiles
	for i := 0; i+1 < len(rows) && len(out) < maxShapes; i++ {
		if !tilesAt(rows, i) {
			continue
		}
		above, below, end := rows[i].Runs, rows[i+1].Runs, i+2
		if areTiles(above, below) {
			below, end = wrappedNames(rows, i+1)
		}
		first := i == 0 || last == i || !goOn(rows[i-1].Runs, above, below)
		if first && (end == len(rows) || tilesAt(rows, end) || !goOn(rows[end].Runs, above, below)) {
			out = append(out, tileBoxes(above, below)...)
			last = end
		}
		i = end - 1
	}
	return out
}

// tilesAt reports whether rows i and i+1 are figures with their names, or names with their figures.
func tilesAt(rows []text.Row, i int) bool {
	if i+1 >= len(rows) {
		return false
	}
	above, below := rows[i].Runs, rows[i+1].Runs
	return areTiles(above, below) || areTiles(below, above)
}

// wrappedNames returns the names in row i with the further lines of some of them, and the index of the row below.
func wrappedNames(rows []text.Row, i int) (names []text.Run, end int) {
	names = slices.Clone(rows[i].Runs)
	for end = i + 1; end < len(rows) && end-i < tileLines; end++ {
		line := rows[end].Runs
		if len(line) > len(names) || (len(line) == len(names) && tilesAt(rows, end)) || line[0].Base-rows[end-1].Runs[0].Base > paragraphLeading*line[0].Size {
			break
		}
		at := make([]int, len(line))
		for k, u := range line {
			at[k] = slices.IndexFunc(names, func(n text.Run) bool { return sameSize(&n, &u) && centredOrLevel(n, u) })
		}
		if slices.Contains(at, -1) {
			break
		}
		for k, u := range line {
			names[at[k]].Box = ink.Union(names[at[k]].Box, u.Box)
		}
	}
	return names, end
}

// centredOrLevel reports whether two texts begin at, or are centred on, the same place.
func centredOrLevel(a, b text.Run) bool {
	left, middle := math.Abs(a.Box.X0-b.Box.X0), math.Abs(a.Box.X0+a.Box.X1-b.Box.X0-b.Box.X1)/2
	return min(left, middle) <= tileDrift*b.Size
}

// goOn reports whether a row of texts side by side is in the type of one of the two given rows.
func goOn(row, above, below []text.Run) bool {
	return len(row) > 1 && (sameSize(&row[0], &above[0]) || sameSize(&row[0], &below[0]))
}

// areTiles reports whether each of the figures is in large type right above or below its own name.
func areTiles(figures, names []text.Run) bool {
	if len(figures) != len(names) || len(figures) < leastTiles || len(figures) > maxStrips {
		return false
	}
	for i, f := range figures {
		n := names[i]
		large := sameSize(&f, &figures[0]) && sameSize(&n, &names[0]) && f.Size >= tileSize*n.Size
		if !large || !isFigure(f.Text()) || !strings.ContainsFunc(n.Text(), unicode.IsLetter) {
			return false
		}
		if !centredOrLevel(f, n) || math.Abs(f.Base-n.Base) > tileHeight*f.Size {
			return false
		}
	}
	return true
}

// isFigure reports whether a text is a number with its sign or unit.
func isFigure(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= digits
}

// tileBoxes returns a box around each text and the one below it, and one around all.
func tileBoxes(above, below []text.Run) []page.Box {
	out := make([]page.Box, len(above), len(above)+1)
	var all page.Box
	for i, r := range above {
		out[i] = ink.Union(r.Box, below[i].Box)
		out[i].X0, out[i].X1 = out[i].X0-columnGap/2, out[i].X1+columnGap/2
		if i == 0 {
			all = out[0]
			continue
		}
		if out[i].X0 < out[i-1].X1 {
			middle := (out[i].X0 + out[i-1].X1) / 2
			out[i-1].X1, out[i].X0 = middle, middle
		}
		all = ink.Union(all, out[i])
	}
	return append(out, ink.Grown(all, samePlace))
}
