package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// scanned returns a table of two columns as OCR reads it from a scan: boxes hug the ink, and lines were read as
// text as well.
func scanned() ink.Scan {
	word := func(x, y, width float64, text string) ink.ScanWord {
		return ink.ScanWord{Word: page.Word{Text: text, Box: page.Box{X0: x, Y0: y, X1: x + width, Y1: y + 7}, Confidence: 90}}
	}
	s := ink.Scan{Words: []ink.ScanWord{
		word(60, 107, 30, "Hall"), word(149.5, 104, 1, "|"), word(160, 107, 25, "Rent"),
		word(60, 127, 30, "East"), word(148.5, 127, 36, "|1,204"),
		word(60, 147, 30, "West"), word(160, 147, 20, "887"), word(60, 136.8, 30, "___"),
	}}
	for y := 100.0; y <= 160; y += 20 {
		s.Rules = append(s.Rules, ink.Rule{Box: page.Box{X0: 50, Y0: y, X1: 250, Y1: y + .5}})
	}
	for x := 50.0; x <= 250; x += 100 {
		s.Rules = append(s.Rules, ink.Rule{Box: page.Box{X0: x, Y0: 100, X1: x + .5, Y1: 160}, Vertical: true})
	}
	return s
}

func TestLinesReadAsLettersAreDropped(t *testing.T) {
	t.Parallel()
	s := scanned()
	p := layout.Analyze(ink.Input{Width: 600, Height: 800, Source: page.SourceOCR, Words: s.Words, Rules: s.Rules})
	require.Equal(t, "Hall\tRent\nEast\t1,204\nWest\t887", onlyTable(t, p).Text())
}

func TestTableInAPictureKeepsItsRowsAndColumns(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, "The picture below shows what the halls were let for in the last year.")
	s.Images = append(s.Images, ink.Image{Box: page.Box{X0: 40, Y0: 190, X1: 260, Y1: 290}, Content: -1, Scan: scanned().Moved(5, 100)})
	require.Equal(t, "Hall\tRent\nEast\t1,204\nWest\t887", onlyTable(t, s.analyze()).Text())
}

// line writes words in type of the given size: a letter is half as wide, capitals seven tenths as high.
func line(s *ink.Scan, x, base, size, stroke float64, text string) {
	for _, t := range strings.Fields(text) {
		width := .5 * size * float64(len(t))
		s.Words = append(s.Words, ink.ScanWord{
			Word: page.Word{Text: t, Box: page.Box{X0: x, Y0: base - .7*size, X1: x + width, Y1: base}, Confidence: 92}, Stroke: stroke * size,
		})
		x += width + .3*size
	}
}

func finished(s ink.Scan) page.Page {
	p := layout.Analyze(ink.Input{Width: 600, Height: 800, Source: page.SourceOCR, Words: s.Words, Rules: s.Rules})
	survey := document.NewSurvey()
	survey.Add(p)
	survey.Finish(&p)
	return p
}

func TestScannedHeadingsAreFoundBySizeAndStroke(t *testing.T) {
	t.Parallel()
	var s ink.Scan
	line(&s, 60, 120, 12, .12, "The bell of the harbour")
	for i := range 4 { // the heights of a scan are never quite the same
		line(&s, 60, 150+13*float64(i), 10+.4*float64(i%2), .12, "It was cast in the town and hung where all ships hear it")
	}
	line(&s, 60, 220, 10, .18, "How it was lost")
	for i := range 4 {
		line(&s, 60, 240+13*float64(i), 10, .12, "In the flood it sank and nobody has found it since then")
	}
	p := finished(s)
	require.Len(t, p.Blocks, 4)
	for i, kind := range []page.Kind{page.Heading, page.Paragraph, page.Heading, page.Paragraph} {
		require.Equal(t, kind, p.Blocks[i].Kind, p.Blocks[i].Text())
	}
}

func TestDotsReadAsLettersAreCorrected(t *testing.T) {
	t.Parallel()
	var s ink.Scan
	for i, text := range []string{"The bell of the harbour", "The clock of the town"} {
		y := 120 + 20*float64(i)
		s.Words = append(s.Words, ink.ScanWord{
			Word: page.Word{Text: "¢", Box: page.Box{X0: 60, Y0: y - 5.5, X1: 63.5, Y1: y - 2}, Confidence: 60}, Stroke: 2.7,
		})
		line(&s, 75, y, 10, .12, text)
	}
	line(&s, 60, 200, 10, .12, "Bells")
	s.Words = append(s.Words, ink.ScanWord{
		Word: page.Word{Text: "eee", Box: page.Box{X0: 90, Y0: 198.8, X1: 130, Y1: 200}, Confidence: 40}, Stroke: 1,
	})
	line(&s, 135, 200, 10, .12, "17")
	p := finished(s)
	require.Equal(t, page.ListItem, p.Blocks[0].Kind)
	require.Equal(t, "The bell of the harbour", p.Blocks[0].Text())
	require.Regexp(t, `^Bells \.{5,} 17$`, p.Blocks[2].Text())
}

func TestAWordBrokenOnAScanIsNotLost(t *testing.T) {
	t.Parallel()
	var s ink.Scan
	line(&s, 60, 120, 10, .12, "It was cast in the town and hung where the old regu-")
	line(&s, 60, 133, 10, .12, "lation of the harbour had put it before the flood came")
	p := finished(s)
	require.Contains(t, p.Blocks[0].Text(), "old regulation of")
	require.InDelta(t, 1, p.Coverage, 1e-9)
}

func TestATitleOfTwoLinesOnAScanIsOneHeading(t *testing.T) {
	t.Parallel()
	var s ink.Scan
	line(&s, 60, 120, 20, .18, "How the flood reduces the")
	s.Words = append(s.Words, ink.ScanWord{ // its last letters reach further down than those of the text
		Word: page.Word{Text: "signal", Box: page.Box{X0: 60, Y0: 133, X1: 120, Y1: 151}, Confidence: 92}, Stroke: 3.6,
	})
	for i := range 6 {
		line(&s, 60, 180+13*float64(i), 10, .12, "In the flood it sank and nobody has found it since then")
		s.Words = append(s.Words, ink.ScanWord{
			Word:   page.Word{Text: "again", Box: page.Box{X0: 380, Y0: 173 + 13*float64(i), X1: 405, Y1: 182.5 + 13*float64(i)}, Confidence: 92},
			Stroke: 1.2,
		})
	}
	p := finished(s)
	require.Equal(t, page.Heading, p.Blocks[0].Kind)
	require.Equal(t, "How the flood reduces the signal", p.Blocks[0].Text())
}

func TestADashReadInABulletDoesNotJoinLines(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"—", "•", "_", "~"} {
		var s ink.Scan
		for i := range 3 {
			base := 100 + 60*float64(i)
			s.Words = append(s.Words, ink.ScanWord{
				Word: page.Word{Text: sign, Box: page.Box{X0: 112, Y0: base - 9, X1: 118, Y1: base + 4}, Confidence: 60}, Stroke: 1,
			})
			line(&s, 124, base, 11, .1, "Credentials are what academic people tend to")
			line(&s, 114, base+16.5, 11, .1, "represent as a commitment of their time towards")
			line(&s, 114, base+33, 11, .1, "gaining mastery of a subject.")
		}
		text := layout.Analyze(ink.Input{Width: 600, Height: 800, Source: page.SourceOCR, Words: s.Words}).Text()
		require.Equal(t, 3, strings.Count(strings.Join(strings.Fields(text), " "),
			"Credentials are what academic people tend to represent as a commitment of their time towards gaining mastery of a subject."), "%s: %s", sign, text)
	}
}
