package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestClauseStartsAtItsNumber(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, number := range []string{"2.1", "2.2"} {
		s.text(60, y, 10, regular, number+" The society lends its lamps to members who ask for them in time. This")
		s.text(84, y+12, 10, regular, "Society keeps a list of all that are out, and of those that are broken. The")
		s.text(84, y+24, 10, regular, "Committee reads it.")
		y += 36
	}
	got := texts(s.analyze())
	require.Len(t, got, 2)
	require.Regexp(t, `^2\.2 The society .* Committee reads it\.$`, got[1])
}

func TestNumberedHeadingFollowsThePointsOfAClause(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, prose(4, 80)...)
	s.column(90, 170, 10, "(a) The lamps are lit at dusk.", "(b) The lamps are out at dawn.")
	s.text(60, 220, 10, bold, "3. LAMPS AND HARBOURS")
	s.column(60, 245, 10, prose(4, 80)...)
	require.Contains(t, headings(finish(s.analyze())[0]), "3. LAMPS AND HARBOURS")
}

func TestBoldItemsOfAListAreNotHeadings(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, prose(4, 80)...)
	for i, item := range []string{"1. Lamps", "2. Harbours", "3. Rooms"} {
		s.text(60, 170+12*float64(i), 10, bold, item)
	}
	s.column(60, 230, 10, prose(4, 80)...)
	require.Empty(t, headings(finish(s.analyze())[0]))
}

func TestFootnoteKeepsItsRaisedNumber(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "The society lends its lamps to members")
	s.text(x, 96, 6, regular, "1")
	s.column(60, 112, 10, prose(4, 80)...)
	s.text(60, 697, 5, regular, "1")
	s.text(64.5, 700, 8, regular, "See the list of the lamps that are lent.")
	blocks := finish(s.analyze())[0].Blocks
	note := blocks[len(blocks)-1]
	require.Equal(t, page.Footnote, note.Kind)
	require.Equal(t, "1", note.Marker)
	require.Equal(t, "See the list of the lamps that are lent.", note.Text())
}
