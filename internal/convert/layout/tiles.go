package layout

import (
	"math"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// tiles returns the boxes of figures in large type that are side by side, each with the name of what it counts above or
// below it, and a box around all of them. If there are rows in the same type above or below, they belong to a form or a
// table instead.
func tiles(rows []text.Row) []page.Box {
	var out []page.Box
	for i := 0; i+1 < len(rows) && len(out) < maxShapes; i++ {
		above, below := rows[i].Runs, rows[i+1].Runs
		if !areTiles(above, below) && !areTiles(below, above) {
			continue
		}
		alone := (i == 0 || !goOn(rows[i-1].Runs, above, below)) && (i+2 == len(rows) || !goOn(rows[i+2].Runs, above, below))
		if alone {
			out = append(out, tileBoxes(above, below)...)
		}
		i++
	}
	return out
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
		left, middle := math.Abs(f.Box.X0-n.Box.X0), math.Abs(f.Box.X0+f.Box.X1-n.Box.X0-n.Box.X1)/2
		if min(left, middle) > tileDrift*n.Size || math.Abs(f.Base-n.Base) > tileHeight*f.Size {
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
