package layout_test

import (
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
		"two are not":   {[]string{"Year", "Loans"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.column(60, 60, 10, prose(3, 60)...)
			s.row(134, fourColumns[:len(c.names)], c.names...)
			lattice(s, []float64{56, 156, 236, 316, 400}, []float64{140, 156})
			s.row(152, fourColumns[:4], "2026", "3,585", "615", "12")
			p := s.analyze()
			if c.want == "" {
				requireNoTable(t, p)
				return
			}
			require.Equal(t, c.want, onlyTable(t, p).Text())
		})
	}
}
