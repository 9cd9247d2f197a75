package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// drawn writes a line in which a stroke on the baseline, of the given width, stands for each underscore. With generated, the reader
// has put a space there.
func (s *sheet) drawn(x, y, size, width float64, generated bool, line string) {
	for i, piece := range strings.Split(line, "_") {
		if i > 0 {
			stroke := page.Box{X0: x + .06*size, Y0: y - .02*size, X1: x + (.06+width)*size, Y1: y - .02*size}
			s.Shapes = append(s.Shapes, ink.Shape{Box: stroke, Form: ink.MarkShape})
			if generated {
				s.text(x, y, size, regular, " ")
				s.Glyphs[len(s.Glyphs)-1].Generated = true
			}
			x = stroke.X1
		}
		x = s.text(x, y, size, regular, piece)
	}
}

func TestStrokesOnTheBaselineOfAWordAreUnderscores(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		size, width float64
		generated   bool
		line, want  string
	}{
		"within a name":                 {10, .3, false, "call read_the_file (name)", `call read_the_file (name)`},
		"with a space from the reader":  {10, .3, true, "call read_the_file (name)", `call read_the_file (name)`},
		"of bold type":                  {10, .345, false, "call read_file", `call read_file`},
		"of a footnote":                 {7, .3, false, "call read_file", `call read_file`},
		"two side by side":              {10, .3, false, "call read__file", `call read__file`},
		"before a name":                 {10, .3, false, "call _file", `call _file`},
		"a stroke as wide as a blank":   {10, 1.5, false, "the word_fits", `the word fits`},
		"a stroke as narrow as a point": {10, .12, false, "the word_fits", `the wordfits`},
	} {
		s := newSheet()
		s.drawn(60, 100, c.size, c.width, c.generated, c.line)
		require.Equal(t, c.want, page.Markdown(s.analyze()), name)
	}
}

func TestStrokesAboveOrBelowTheBaselineAreNoUnderscores(t *testing.T) {
	t.Parallel()
	for name, y := range map[string]float64{"in the middle of the letters": 97, "a piece of an underline": 101} {
		s := newSheet()
		s.drawn(60, 100, 10, .3, true, "from one_two things")
		s.Shapes[0].Box.Y0, s.Shapes[0].Box.Y1 = y, y
		require.Equal(t, "from one two things", page.Markdown(s.analyze()), name)
	}
}

func TestADocumentsOwnSpaceOverAStrokeStays(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.drawn(60, 100, 10, .3, true, "from one_two things")
	for i := range s.Glyphs {
		s.Glyphs[i].Generated = false
	}
	require.Equal(t, "from one two things", page.Markdown(s.analyze()))
}
