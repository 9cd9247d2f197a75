package layout

import (
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/table"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// drawn makes blocks from the pictures in which text was read, and from the figures that are drawn.
func (f framed) drawn() []text.Piece {
	out := pictures(f.images)
	for _, g := range f.figures {
		if len(g.Words) > 0 {
			out = append(out, g.Piece())
		}
	}
	return out
}

// pictures makes blocks from the pictures in which text was read: tables with drawn cells, and one block with the
// remaining text, line by line. Words in columns are not a table there: the labels of a chart's axes are arranged in
// the same way.
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

// pictureTables returns the tables in a picture, and the runs outside them. All cells must be drawn on every side: the
// gridlines of a chart, with bars and labels between them, look like a table with only its rows drawn.
func pictureTables(img ink.Image) (tables []text.Piece, rest []text.Run) {
	words := text.PictureWords(ink.WithoutStrays(img.Words, img.Rules))
	lines := ink.NewRulings(&ink.Input{Width: img.Box.X1 - img.Box.X0, Height: img.Box.Y1 - img.Box.Y0, Rules: img.Rules, Fills: img.Fills})
	tables, rest, _ = table.Ruled(lines, text.Runs(words, lines.Down))
	if slices.ContainsFunc(tables, func(t text.Piece) bool { return !dense(t.Block.Table) }) {
		return nil, text.Runs(words, nil)
	}
	return tables, rest
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
