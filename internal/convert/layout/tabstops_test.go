package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// labelledLines writes lines of a label and a text below a paragraph, 12 points apart, and returns the texts of all blocks.
func labelledLines(lines ...[2]string) []string {
	s := newSheet()
	y := s.column(60, 100, 10, append(prose(4, 80), "and these are the two options that it has")...)
	for _, l := range lines {
		if l[0] != "" {
			s.text(60, y, 10, regular, l[0])
		}
		s.text(110, y, 10, regular, l[1])
		y += 12
	}
	return texts(s.analyze())
}

func TestLinesThatBeginWithALabelAreApart(t *testing.T) {
	t.Parallel()
	got := labelledLines(
		[2]string{"symbol", "the sign that stands between a number of a note and the text"},
		[2]string{"number", "whether the number of the note is a link as well"},
	)
	require.Equal(t, []string{
		"symbol the sign that stands between a number of a note and the text", "number whether the number of the note is a link as well",
	}, got[1:])
}

func TestATextBehindALabelMayHaveSeveralLines(t *testing.T) {
	t.Parallel()
	got := labelledLines(
		[2]string{"symbol", "the sign that stands between a number"},
		[2]string{"number", "whether the number of the note is a link, and what"},
		[2]string{"", "it leads to, which is the place in the text"},
	)
	require.Len(t, got, 3)
	require.Equal(t, "number whether the number of the note is a link, and what it leads to, which is the place in the text", got[2])
}

func TestOneWideSpaceInALineOfTextIsNoLabel(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lines := prose(6, 80)
	y := s.column(60, 100, 10, lines[:2]...)
	for i, l := range lines[2:4] {
		x := s.text(60, y, 10, regular, l[:20+10*i])
		s.text(x+12, y, 10, regular, l[30:])
		y += 12
	}
	s.column(60, y, 10, lines[4:]...)
	require.Len(t, texts(s.analyze()), 1)
}

func TestJustifiedLinesWithWideSpacesHaveNoLabels(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, line := range [][]string{{"Reading", "rooms", "fill"}, {"first", "near", "them"}, {"windows", "stay"}, {"tables", "near"}} {
		x, step := 60.0, 60.0
		if len(line) == 2 {
			step = 120
		}
		for _, w := range line {
			s.text(x, y, 10, regular, w)
			x += step
		}
		y += 12
	}
	require.Equal(t, []string{"Reading rooms fill first near them windows stay tables near"}, texts(s.analyze()))
}
