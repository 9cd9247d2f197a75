package layout

import (
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// pictures are the blocks of the pictures in which text was read: tables where words stand in columns or between lines, and one
// block with the other text, line by line.
func pictures(images []Image) []table {
	var out []table
	for _, img := range images {
		if len(img.Words) == 0 {
			continue
		}
		tables, rest := pictureTables(img)
		out = append(out, tables...)
		if len(rest) > 0 {
			out = append(out, pictureText(img, rest))
		}
	}
	return out
}

// pictureTables are the tables in a picture, and what stands beside them.
func pictureTables(img Image) (tables []table, rest []run) {
	words := pictureWords(withoutStrays(img.Words, img.Rules))
	lines := collectRulings(&Input{Width: img.Box.X1 - img.Box.X0, Height: img.Box.Y1 - img.Box.Y0, Rules: img.Rules, Fills: img.Fills})
	ruled, rest, across := lattice(lines, buildRuns(words, lines.down))
	banded, rest := ruleBands(across, rest)
	tables = append(ruled, banded...)
	if slices.ContainsFunc(tables, func(t table) bool { return !dense(t.block.Table) }) {
		tables, rest = nil, buildRuns(words, nil)
	}
	loose, rest := borderless(rest)
	return append(tables, loose...), rest
}

const (
	// A table in a picture has so many rows, and text in this share of its cells: most lines in pictures are drawings.
	pictureRows = 3
	pictureFull = .6
)

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

func pictureText(img Image, runs []run) table {
	var text []string
	var words []page.Word
	b := page.Block{Kind: page.Picture, Box: runs[0].box}
	for _, row := range textRows(runs) {
		text = append(text, row.text())
		b.Box = union(b.Box, row.box)
		for _, r := range row.runs {
			words = appendWords(words, []line{{words: r.words}})
		}
	}
	b.Spans = []page.Span{{Text: strings.Join(text, "\n")}}
	return table{b, words}
}
