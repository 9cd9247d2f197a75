package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRunningHeadAboveTheRightColumnPrecedesBoth(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(420, 54, 10, regular, "Survey of reading rooms")
	s.across(62, 60, 540)
	s.column(60, 78, 10, prose(12, 40)...)
	s.column(320, 78, 10, prose(12, 40)...)
	require.Equal(t, "Survey of reading rooms", s.analyze().Blocks[0].Text())
}

func TestRunningFootBelowTheLeftColumnFollowsBoth(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 78, 10, prose(20, 40)...)
	s.column(320, 78, 10, prose(20, 40)...)
	s.text(60, 770, 10, regular, "2 Report on reading rooms")
	got := texts(s.analyze())
	require.Equal(t, "2 Report on reading rooms", got[len(got)-1])
}

func TestLineBesideAnotherInTheMarginStaysInItsColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for x, title := range map[float64]string{60: "Halls", 320: "Cellars"} {
		s.text(x, 60, 10, bold, title)
		s.column(x, 90, 10, prose(12, 40)...)
	}
	got := strings.Join(texts(s.analyze()), "\n")
	require.Less(t, strings.Index(got, "why"), strings.Index(got, "Cellars"))
}
