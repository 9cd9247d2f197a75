package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// slide is a landscape page with a title.
func slide(title string) *sheet {
	s := newSheet()
	s.Width, s.Height = 800, 600
	s.text(250, 60, 32, bold, title)
	return s
}

func TestBoldTextOnASlideInBoldIsNoHeading(t *testing.T) {
	t.Parallel()
	s := slide("Common problems")
	for i, line := range []string{"Thermal lamps", "How fast can they thermalize?", "Do they at all?", "Models and their range of validity"} {
		s.text(100+20*float64(i%3), 140+60*float64(i), 20, bold, line)
	}
	require.Equal(t, map[string]int{"Common problems": 1}, headings(finish(s.analyze())[0]))
}

func TestBoldTitlesOfBoxesOnASlideAreHeadings(t *testing.T) {
	t.Parallel()
	s := slide("What lamps are for")
	for i, title := range []string{"Our Purpose", "Our Mission", "What We Do"} {
		y := 140 + 120*float64(i)
		s.text(100, y, 20, bold, title)
		s.column(100, y+30, 14, prose(3, 70)...)
	}
	require.Len(t, headings(finish(s.analyze())[0]), 4)
}
