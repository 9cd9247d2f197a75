package layout

import (
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/table"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// pictures makes blocks from the pictures in which text was read: tables where words form columns or lie
// between lines, and one block with the remaining text, line by line.
func pictures(images []ink.Image) []text.Piece {
	var out []text.Piece
	for _, img := range images {
		if len(img.Words) == 0 {
			continue
		}
		tables, rest := pictureTables(img)
		out = append(out, tables...)
		if len(rest) > 0 {
			out = append(out, text.Picture(rest))
		}
	}
	return out
}

// pictureTables returns the tables in a picture, and the runs outside them.
func pictureTables(img ink.Image) (tables []text.Piece, rest []text.Run) {
	words := text.PictureWords(ink.WithoutStrays(img.Words, img.Rules))
	lines := ink.NewRulings(&ink.Input{Width: img.Box.X1 - img.Box.X0, Height: img.Box.Y1 - img.Box.Y0, Rules: img.Rules, Fills: img.Fills})
	ruled, rest, across := table.Ruled(lines, text.Runs(words, lines.Down))
	banded, rest := table.Banded(across, rest)
	tables = append(ruled, banded...)
	if slices.ContainsFunc(tables, func(t text.Piece) bool { return !dense(t.Block.Table) }) {
		tables, rest = nil, text.Runs(words, nil)
	}
	loose, rest := table.Borderless(rest)
	return append(tables, loose...), rest
}

// dense reports whether a table in a picture has enough rows and text to be one.
func dense(t *page.Table) bool {
	cells, full := 0, 0
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			cells++
			if len(c.Blocks) > 0 {
				full++
			}
		}
	}
	return len(t.Rows) >= pictureRows && float64(full) >= pictureFull*float64(cells)
}
