package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALineThatSticksOutIntoTheGutterDoesNotEndTheColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, line := range prose(40, 44) {
		width := 235.0
		if i == 20 {
			width = 243
		}
		s.justified(60, 100+12*float64(i), 10, width, line)
	}
	for i, line := range prose(6, 44) {
		s.justified(316, 100+12*float64(i), 10, 235, line)
	}
	want := append(strings.Fields(strings.Join(prose(40, 44), " ")), strings.Fields(strings.Join(prose(6, 44), " "))...)
	require.Equal(t, want, strings.Fields(strings.Join(texts(s.analyze()), " ")))
}

func TestTitlesBelowEachOtherAreSeparate(t *testing.T) {
	t.Parallel()
	s := newSheet()
	names := []string{"lamp.light()", "lamp.dim()", "lamp.out()", "lamp.burn()"}
	s.text(60, 79, 10, bold, "What visitors may do with the lamp of the hall, and what happens then")
	for i, name := range names {
		s.text(60, 100+21*float64(i), 10, bold, name)
	}
	require.Subset(t, texts(s.analyze()), names[1:]) // the first continues where the title has no room
}
