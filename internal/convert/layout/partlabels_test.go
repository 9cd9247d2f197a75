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
	for name, c := range map[string]struct {
		blocks []page.Block
		want   string
	}{
		"number":             {[]page.Block{line("Chapter", 110, 16, true), line("7", 135, 16, true)}, "Chapter 7"},
		"letter":             {[]page.Block{line("Appendix", 110, 20, false), line("C", 140, 20, false)}, "Appendix C"},
		"name of a number":   {[]page.Block{line("CHAPTER", 100, 10, true), line("TWENTY-ONE", 120, 14, true)}, "CHAPTER TWENTY-ONE"},
		"other language":     {[]page.Block{line("Kapitel", 110, 16, true), line("IV", 135, 20, true)}, "Kapitel IV"},
		"text":               {[]page.Block{line("Chapter", 110, 10, false), line("7", 125, 10, false)}, ""},
		"far above":          {[]page.Block{line("Chapter", 40, 16, true), line("7", 140, 16, true)}, ""},
		"larger":             {[]page.Block{line("Part", 110, 30, true), line("2", 150, 16, true)}, ""},
		"above a title":      {[]page.Block{line("Part", 110, 16, true), line("How the hall turns", 135, 20, true)}, ""},
		"label with a title": {[]page.Block{line("Chapter 7", 110, 16, true), line("How the hall turns", 135, 20, true)}, ""},
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

func TestLabelOfAPartIsOfTheLevelOfItsTitle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, label string
		gap         float64
		level       int
	}{
		{"the label of a part", "Chapter 7", 30, 1},
		{"in another language", "Глава 7", 30, 1},
		{"far above", "Chapter 7", 200, 2},
		{"another title", "Loans of a year", 30, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			y := s.column(60, 80, 10, append(prose(4, 70), "and ends here.")...) + 30
			s.text(60, y, 20, bold, c.label)
			y += c.gap + 20
			s.text(60, y, 25, bold, "How books move")
			s.column(60, y+30, 10, append(prose(12, 70), "and ends here.")...)
			found := headings(finish(s.analyze())[0])
			require.Equal(t, 1, found["How books move"])
			require.Equal(t, c.level, found[c.label])
		})
	}
}
