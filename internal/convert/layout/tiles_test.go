package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// tiled returns the texts of a page with a row of names above figures in larger type, and two columns of text below.
func tiled(names, figures []string, more ...[]string) []string {
	s := newSheet()
	xs := []float64{60, 220, 380}
	for i, x := range xs {
		s.text(x, 100, 9, regular, names[i])
		s.text(x, 122, 18, regular, figures[i])
	}
	for k, row := range more {
		for i, x := range xs {
			s.text(x, 140+22*float64(k), 18, regular, row[i])
		}
	}
	s.column(60, 220, 10, prose(5, 45)...)
	s.column(320, 220, 10, prose(5, 45)...)
	return texts(s.analyze())
}

func TestFiguresInTilesStayBelowTheirNames(t *testing.T) {
	t.Parallel()
	got := tiled([]string{"Visitors", "Halls", "Share of all"}, []string{"12 345", "709", "40.2%"})
	require.Equal(t, []string{"Visitors", "12 345", "Halls", "709", "Share of all", "40.2%"}, got[:6])
}

func TestNamesAndFiguresThatAreNotTiles(t *testing.T) {
	t.Parallel()
	got := tiled([]string{"Visitors", "Halls", "Share of all"}, []string{"Many of them", "709", "40.2%"})
	require.NotEqual(t, "Many of them", got[1], "a text among the figures")
	got = tiled([]string{"Visitors", "Halls", "Share of all"}, []string{"345", "709", "40.2%"}, []string{"346", "710", "40.9%"})
	require.NotEqual(t, []string{"Visitors", "345", "Halls", "709"}, got[:4], "a second row of figures")
}
