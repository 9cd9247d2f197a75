package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestABoldHeaderOfSeveralLinesAboveShortRecords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{60, 150, 250, 350}
	for i, line := range [][]string{{"Lamp", "Hours alight", "Oil of one", "Where"}, {"", "in the nights", "night in the"}, {"", "of May", "lamp (pints)"}} {
		for c, label := range line {
			s.text(xs[c], 100+12*float64(i), 10, bold, label)
		}
	}
	s.row(136, xs, "harbour", "8 and a half", "", "pier")
	s.row(148, xs, "hill", "9", "2 or so", "pier")
	s.row(160, xs, "hall", "all night", "", "")
	s.row(172, xs, "stairs", "none", "none", "house")
	s.column(60, 210, 10, prose(4, 90)...)
	require.Equal(t, "Lamp\tHours alight in the nights of May\tOil of one night in the lamp (pints)\tWhere\n"+
		"harbour\t8 and a half\t\tpier\nhill\t9\t2 or so\tpier\nhall\tall night\t\t\nstairs\tnone\tnone\thouse", onlyTable(t, s.analyze()).Text())
}

func TestYearsAboveThousandsBetweenRulesAreTheHeaderOfTheFiguresBelow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.across(88, 260, 460)
	s.row(100, []float64{280, 400}, "2023", "2022")
	s.row(112, []float64{280, 400}, "$000", "$000")
	s.across(117, 260, 460)
	for i, label := range []string{"Rent", "Heat", "Books", "Light"} {
		s.row(132+14*float64(i), []float64{60, 280, 400}, label, "4,120", "938")
	}
	require.Equal(t, "\t2023 $000\t2022 $000\nRent\t4,120\t938\nHeat\t4,120\t938\nBooks\t4,120\t938\nLight\t4,120\t938", onlyTable(t, s.analyze()).Text())
}

func TestShortCellsOfTwoLinesBetweenRulesAreRecords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.across(88, 52, 420)
	s.row(100, []float64{60, 180, 290}, "Lamp", "Lit by", "Seen from")
	s.across(105, 52, 420)
	y := 118.0
	for _, r := range [][3][]string{
		{{"harbour"}, {"the keeper"}, {"sea"}},
		{{"hill"}, {"the keeper of the", "house"}, {"sea and shore"}},
		{{"small lamp of the", "kitchen"}, {"the cook"}, {"nowhere"}},
		{{"hall"}, {"whoever is at home", "first"}, {"the garden"}},
		{{"stairs"}, {"the cook"}, {"the hall"}},
	} {
		lines := 1
		for c, cell := range r {
			s.column([]float64{60, 180, 290}[c], y, 10, cell...)
			lines = max(lines, len(cell))
		}
		y += 12*float64(lines) + 3
	}
	s.across(y-8, 52, 420)
	require.Equal(t, "Lamp\tLit by\tSeen from\nharbour\tthe keeper\tsea\nhill\tthe keeper of the house\tsea and shore\n"+
		"small lamp of the kitchen\tthe cook\tnowhere\nhall\twhoever is at home first\tthe garden\nstairs\tthe cook\tthe hall",
		onlyTable(t, s.analyze()).Text())
}
