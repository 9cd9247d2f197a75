package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// search writes an algorithm of three steps with a caption between the first two of three rules.
func search(s *sheet, caption string) {
	s.across(90, 95, 360)
	s.text(100, 102, 10, regular, caption)
	s.across(106, 95, 360)
	s.row(118, []float64{100, 120}, "1:", "take the first entry")
	s.row(130, []float64{100, 120}, "2:", "for each entry that is left do")
	s.text(135, 142, 10, regular, "something with it")
	s.row(154, []float64{100, 120}, "3:", "return the entry")
	s.across(160, 95, 360)
}

func TestStepsOfAnAlgorithmAreLinesAndNoTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	search(s, "Algorithm 1 Search for an entry")
	s.column(60, 190, 10, prose(4, 80)...)
	p := s.analyze()
	for _, b := range p.Blocks {
		require.Nil(t, b.Table)
	}
	require.Equal(t, "Algorithm 1 Search for an entry", p.Blocks[0].Text())
	require.Equal(t, "1: take the first entry\n2: for each entry that is left do something with it\n3: return the entry", p.Blocks[1].Text())
}
