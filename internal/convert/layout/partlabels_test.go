package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
)

func TestLabelOfAPartBelongsToItsTitle(t *testing.T) {
	t.Parallel()
	line := func(text string, y, size float64, bold bool) page.Block {
		return page.Block{
			Kind: page.Paragraph, Spans: []page.Span{{Text: text, Bold: bold}}, Font: &page.Font{Size: size, Bold: bold},
			Box: page.Box{X0: 60, Y0: y, X1: 60 + 8*float64(len(text)), Y1: y + 1.2*size},
		}
	}
	title := line("How the hall turns", 160, 20, true)
	for name, c := range map[string]struct {
		blocks []page.Block
		want   string
	}{
		"number":             {[]page.Block{line("Chapter 7", 110, 16, true), title}, "Chapter 7 How the hall turns"},
		"letter":             {[]page.Block{line("Appendix C", 110, 20, false), title}, "Appendix C How the hall turns"},
		"word above numeral": {[]page.Block{line("CHAPTER", 100, 10, true), line("TWENTY-ONE", 120, 14, true), title}, "CHAPTER TWENTY-ONE How the hall turns"},
		"other language":     {[]page.Block{line("Kapitel IV", 110, 16, true), title}, "Kapitel IV How the hall turns"},
		"text":               {[]page.Block{line("Chapter 7", 110, 10, false), title}, ""},
		"far above":          {[]page.Block{line("Chapter 7", 40, 16, true), title}, ""},
		"longer title":       {[]page.Block{line("Chapter 7 begins", 110, 16, true), title}, ""},
		"above a caption":    {[]page.Block{line("Appendix A", 136, 20, true), line("Table A.1: Halls", 160, 20, true)}, ""},
		"above a section":    {[]page.Block{line("PART I", 136, 20, true), line("Item 1A. Risks of the hall", 160, 20, true)}, ""},
		"above a subsection": {[]page.Block{line("Chapter 2", 136, 20, true), line("2.1 The hall", 160, 20, true)}, ""},
		"larger":             {[]page.Block{line("Part 2", 110, 30, true), title}, ""},
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
