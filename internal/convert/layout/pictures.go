package layout

import (
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
		lines := collectRulings(&Input{Width: img.Box.X1 - img.Box.X0, Height: img.Box.Y1 - img.Box.Y0, Rules: img.Rules, Fills: img.Fills})
		ruled, rest, across := lattice(lines, buildRuns(ocrWords(withoutStrays(img.Words, img.Rules)), lines.down))
		banded, rest := ruleBands(across, rest)
		loose, rest := borderless(rest)
		out = append(append(append(out, ruled...), banded...), loose...)
		if len(rest) > 0 {
			out = append(out, pictureText(img, rest))
		}
	}
	return out
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
