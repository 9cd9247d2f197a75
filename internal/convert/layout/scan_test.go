package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout"
	"quire/internal/convert/page"
)

// scanned is a table of two columns as OCR reads it from a scan: boxes hug the ink, and lines were read as text too.
func scanned() layout.Scan {
	word := func(x, y, width float64, text string) page.Word {
		return page.Word{Text: text, Box: page.Box{X0: x, Y0: y, X1: x + width, Y1: y + 7}, Confidence: 90}
	}
	s := layout.Scan{Words: []page.Word{
		word(60, 107, 30, "Hall"), word(149.5, 104, 1, "|"), word(160, 107, 25, "Rent"),
		word(60, 127, 30, "East"), word(148.5, 127, 36, "|1,204"),
		word(60, 147, 30, "West"), word(160, 147, 20, "887"), word(60, 136.8, 30, "___"),
	}}
	for y := 100.0; y <= 160; y += 20 {
		s.Rules = append(s.Rules, layout.Rule{Box: page.Box{X0: 50, Y0: y, X1: 250, Y1: y + .5}})
	}
	for x := 50.0; x <= 250; x += 100 {
		s.Rules = append(s.Rules, layout.Rule{Box: page.Box{X0: x, Y0: 100, X1: x + .5, Y1: 160}, Vertical: true})
	}
	return s
}

func TestLinesThatWereReadAsLettersAreNoText(t *testing.T) {
	t.Parallel()
	s := scanned()
	p := layout.Analyze(layout.Input{Width: 600, Height: 800, Source: page.SourceOCR, Words: s.Words, Rules: s.Rules})
	require.Equal(t, "Hall\tRent\nEast\t1,204\nWest\t887", onlyTable(t, p).Text())
}

func TestATableInAPictureKeepsItsRowsAndColumns(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, "The picture below shows what the halls were let for in the last year.")
	s.Images = append(s.Images, layout.Image{Box: page.Box{X0: 40, Y0: 190, X1: 260, Y1: 290}, Content: -1, Scan: scanned().Moved(5, 100)})
	require.Equal(t, "Hall\tRent\nEast\t1,204\nWest\t887", onlyTable(t, s.analyze()).Text())
}
