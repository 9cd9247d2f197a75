package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// closeLines are lines of solid type, read with a box that is too tall by the given share for one word of the second.
func closeLines(word int, taller float64) ink.Scan {
	var s ink.Scan
	line(&s, 60, 120, 9, .12, "It was cast in the town and hung where all ships hear it")
	from := len(s.Words)
	line(&s, 60, 129, 9, .12, "In the flood it sank and nobody has found it since then")
	line(&s, 60, 138, 9, .12, "The ropes were sold and the tower was used as a barn")
	b := &s.Words[from+word].Box
	tall := b.Y1 - b.Y0
	b.Y0, b.Y1 = b.Y0-taller/2*tall, b.Y1+taller/2*tall
	return s
}

func TestSpecksAtOneWordDoNotMixTheLinesOfAScan(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]ink.Scan{
		"within a line":      closeLines(4, .5),
		"at its end":         closeLines(11, .5),
		"as tall as 2 lines": closeLines(6, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, "It was cast in the town and hung where all ships hear it In the flood it sank and nobody has found it since then "+
				"The ropes were sold and the tower was used as a barn", page.Markdown(finished(s)))
		})
	}
}
