package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOneDrawnRowIsATableWithTheNamesAboveIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		names []string
		want  string
	}{
		"all are named": {[]string{"Year", "Loans", "Visits", "Rooms"}, "Year\tLoans\tVisits\tRooms\n2026\t3,585\t615\t12"},
		"two are not":   {[]string{"Year", "Loans"}, "2026\t3,585\t615\t12"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.column(60, 60, 10, prose(3, 60)...)
			s.row(134, fourColumns[:len(c.names)], c.names...)
			lattice(s, []float64{56, 156, 236, 316, 400}, []float64{140, 156})
			s.row(152, fourColumns[:4], "2026", "3,585", "615", "12")
			require.Equal(t, c.want, onlyTable(t, s.analyze()).Text())
		})
	}
}

func TestRowsDrawnAroundTheirCellsAreTablesOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	want := []string{}
	for i, cells := range [][]string{{"Lamps", "Halls", "Doors"}, {"Boats", "Quays", "Sheds"}} {
		y := 100 + 60*float64(i)
		s.text(60, y-8, 10, regular, "By width:")
		lattice(s, []float64{56, 116, 196, 316 + 60*float64(i)}, []float64{y, y + 18})
		s.row(y+12, []float64{60, 120, 200}, cells...)
		want = append(want, "By width:", strings.Join(cells, "\t"))
	}
	require.Equal(t, want, texts(s.analyze()))
}
