package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
)

func TestNumberOfAPartBelongsToItsWord(t *testing.T) {
	t.Parallel()
	line := func(text string, y, size float64, bold bool) page.Block {
		return page.Block{
			Kind: page.Paragraph, Spans: []page.Span{{Text: text, Bold: bold}}, Font: &page.Font{Size: size, Bold: bold},
			Box: page.Box{X0: 60, Y0: y, X1: 60 + 8*float64(len(text)), Y1: y + 1.2*size},
		}
	}
	centred := func(text string, y, size float64, bold bool) page.Block {
		b := line(text, y, size, bold)
		b.Box.X0, b.Box.X1 = 300-4*float64(len(text)), 300+4*float64(len(text))
		return b
	}
	for name, c := range map[string]struct {
		blocks []page.Block
		want   string
	}{
		"label like text":    {[]page.Block{centred("CHAPTER 7", 110, 10, false), centred("THE HALL", 130, 10, true)}, "CHAPTER 7 THE HALL"},
		"text at the left":   {[]page.Block{line("Chapter 7", 110, 10, false), line("How the hall turns", 130, 10, true)}, ""},
		"words like text":    {[]page.Block{centred("Chapter", 110, 10, false), centred("7", 130, 10, true)}, ""},
		"number":             {[]page.Block{line("Chapter", 110, 16, true), line("7", 135, 16, true)}, "Chapter 7"},
		"letter":             {[]page.Block{line("Appendix", 110, 20, false), line("C", 140, 20, false)}, "Appendix C"},
		"name of a number":   {[]page.Block{line("CHAPTER", 100, 10, true), line("TWENTY-ONE", 120, 14, true)}, "CHAPTER TWENTY-ONE"},
		"other language":     {[]page.Block{line("Kapitel", 110, 16, true), line("IV", 135, 20, true)}, "Kapitel IV"},
		"text":               {[]page.Block{line("Chapter", 110, 10, false), line("7", 125, 10, false)}, ""},
		"far above":          {[]page.Block{line("Chapter", 40, 16, true), line("7", 140, 16, true)}, ""},
		"larger":             {[]page.Block{line("Part", 110, 30, true), line("2", 150, 16, true)}, ""},
		"above a title":      {[]page.Block{line("Part", 110, 16, true), line("How the hall turns", 135, 20, true)}, ""},
		"label with a title": {[]page.Block{line("Chapter 7", 110, 16, true), line("How the hall turns", 135, 20, true)}, "Chapter 7 How the hall turns"},
		"numbered title":     {[]page.Block{line("Chapter 7", 110, 16, true), line("7.1 How the hall turns", 135, 20, true)}, ""},
		"item of a report":   {[]page.Block{line("Part I", 110, 16, true), line("Item 1. The hall", 135, 16, true)}, ""},
		"part and chapter":   {[]page.Block{line("Part II", 110, 16, true), line("Chapter 7", 135, 16, true)}, ""},
		"word, number and title": {
			[]page.Block{line("CHAPTER", 100, 10, true), line("SEVEN", 120, 14, true), line("THE HALL", 140, 14, true)}, "CHAPTER SEVEN THE HALL",
		},
	} {
		out := document.JoinLabels(c.blocks, 10)
		if c.want == "" {
			require.Len(t, out, len(c.blocks), name)
			continue
		}
		require.Len(t, out, 1, name)
		require.Equal(t, c.want, out[0].Text(), name)
	}
}
