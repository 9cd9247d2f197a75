package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestValuesBelowSmallLabelsAreNoHeadings(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 80, 16, bold, "Reading rooms")
	for i, field := range [][2]string{{"Surname", "Lindemann"}, {"Town", "Altenwerder"}, {"Keeper", "Otto"}} {
		s.text(60, 110+40*float64(i), 7, regular, field[0])
		s.text(60, 122+40*float64(i), 12, bold, field[1])
	}
	s.column(60, 260, 10, prose(6, 90)...)
	require.Equal(t, []string{"Reading rooms"}, headingTexts(s.finished()))
}

func TestATitleBelowASmallLineAboveItsTextIsAHeading(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 80, 7, regular, "Part one")
	s.text(60, 92, 12, bold, "Reading rooms")
	s.column(60, 112, 10, prose(6, 90)...)
	require.Equal(t, []string{"Reading rooms"}, headingTexts(s.finished()))
}
