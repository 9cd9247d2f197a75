package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// spread returns a row in which every word of a line is a run, at the given distances in points; the last distance is
// repeated.
func spread(line string, gaps ...float64) Row {
	var r Row
	x := 0.0
	for i, w := range strings.Fields(line) {
		end := x + 5*float64(len(w))
		r.Runs = append(r.Runs, NewRun([]Word{{Text: w, Size: 10, Box: page.Box{X0: x, X1: end}}}))
		x = end + gaps[min(i, len(gaps)-1)]
	}
	return r
}

func TestLinesOfANarrowColumnHaveEvenSpacesAndLowercaseLetters(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		row  Row
		want bool
	}{
		"a stretched line":        {spread("machines describe the", 15), true},
		"one after a hyphen":      {spread("tions of the Harbour", 9, 10, 11), true},
		"cells as wide as others": {spread("Kelham Ostbury Talmouth", 15), false},
		"figures":                 {spread("07:10 07:25 07:40", 15), false},
		"columns":                 {spread("bolt steel zinc", 15, 40), false},
		"two words":               {spread("harbour office", 15), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, c.row.Justified())
		})
	}
}
