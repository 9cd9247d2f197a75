package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTitleAboveASentenceWithALongNumberIsNoByline(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		below string
		want  map[string]int
	}{
		"a sentence": {"You need the lamps of the series 25661 or newer ones.", map[string]int{"Lamps and Halls": 1, "Norwick": 2}},
		"an address": {"The Lamp Society, 12 Harbour Road, Norwick 47703", map[string]int{"Lamps and Halls": 1}},
	} {
		s := newSheet()
		s.text(240, 100, 16, regular, "Lamps and Halls")
		s.text(280, 140, 12, regular, "Norwick")
		s.text(300-2.35*float64(len(c.below)), 170, 10, regular, c.below)
		s.column(60, 200, 10, prose(6, 90)...)
		require.Equal(t, c.want, headings(finish(s.analyze())[0]), name)
	}
}
