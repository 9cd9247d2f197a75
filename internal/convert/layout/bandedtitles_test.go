package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATitleBetweenTwoTablesWithFilledHeadersBelongsToNeither(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for i, title := range []string{"Loans of the branches", "Visits to the branches"} {
		s.text(55, y, 18, bold, title)
		xs := []float64{55, 340 - 20*float64(i), 430, 520}
		for c := range 3 {
			s.fill(xs[c], y+10, xs[c+1], y+32)
		}
		for k, r := range [][]string{{"Branch", "Value", "Unit"}, {"Hall", "4,120", "kg"}, {"Cellar", "17", "mm"}, {"Archive", "109", "kg"}} {
			s.row(y+25+19*float64(k), []float64{62, xs[1] + 8, 438}, r...)
		}
		y += 118
	}
	var got []string
	for _, b := range s.analyze().Blocks {
		if b.Table != nil {
			got = append(got, b.Table.Text())
		} else {
			got = append(got, b.Text())
		}
	}
	require.Equal(t, []string{
		"Loans of the branches", "Branch\tValue\tUnit\nHall\t4,120\tkg\nCellar\t17\tmm\nArchive\t109\tkg",
		"Visits to the branches", "Branch\tValue\tUnit\nHall\t4,120\tkg\nCellar\t17\tmm\nArchive\t109\tkg",
	}, got)
}
