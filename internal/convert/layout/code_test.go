package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestFixedWidthLinesAreAListing(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(4, 80)...)
	for _, l := range []struct {
		indent, row float64
		text        string
	}{{0, 1, "for lamp in lamps:"}, {4, 2, "if lamp.dark:"}, {8, 3, "lamp.light()"}, {0, 5, "done()"}} {
		s.text(60+5*l.indent, y+12*l.row, 10, mono, l.text)
	}
	s.column(60, y+84, 10, prose(4, 80)...)
	blocks := s.analyze().Blocks
	require.Len(t, blocks, 3)
	require.Equal(t, page.Code, blocks[1].Kind)
	require.Equal(t, "for lamp in lamps:\n    if lamp.dark:\n        lamp.light()\n\ndone()", blocks[1].Text())
}

func TestFixedWidthDocumentIsNotAListing(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, l := range prose(6, 70) {
		s.text(60, 100+12*float64(i), 10, mono, l)
	}
	for _, b := range s.analyze().Blocks {
		require.Equal(t, page.Paragraph, b.Kind)
	}
}

func TestAPageOfNothingButCodeIsAListing(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lines := []string{"> lamps[lit > 2, ] ", "  dark lit hours", "1    3   4    12", "2    7   5     9", "> sum(lamps$lit)", "[1] 9"}
	s.listing(60, 100, 10, lines...)
	require.Equal(t, []string{strings.TrimSpace(lines[0]) + "\n" + strings.Join(lines[1:], "\n")}, ofKind(s.analyze(), page.Code))
}

func TestSignsFromAnotherFontBelongToTheListing(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(4, 80)...) + 12
	lines := []string{"int main(void)", "{", "  if (lamp < 3) {", "    light(lamp);", "  }", "}"}
	for i, l := range lines {
		for at, r := range l {
			font := mono
			if strings.ContainsRune("{}<", r) {
				font = regular
			}
			if r != ' ' {
				s.text(60+5*float64(at), y+12*float64(i), 10, font, string(r))
			}
		}
	}
	s.column(60, y+96, 10, prose(4, 80)...)
	require.Equal(t, []string{strings.Join(lines, "\n")}, ofKind(s.analyze(), page.Code))
}

func TestLinkEndsBeforeTheSentenceDoes(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "See the ")
	end := s.text(x, 100, 10, regular, "list of lamps")
	s.text(end, 100, 10, regular, ". It is long.")
	s.Links = []ink.Link{{Box: page.Box{X0: x, Y0: 90, X1: end, Y1: 104}, Target: "https://example.org"}}
	spans := s.analyze().Blocks[0].Spans
	require.Len(t, spans, 3)
	require.Equal(t, "list of lamps", spans[1].Text)
	require.Equal(t, "https://example.org", spans[1].Link)
	require.Equal(t, ". It is long.", spans[2].Text)
}
