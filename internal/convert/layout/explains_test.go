package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// explained writes texts of several full lines beside names, below a header, between three lines across.
func explained(s *sheet, names, header []string) {
	s.across(90, 95, 440)
	s.row(102, []float64{100, 200}, header...)
	s.across(107, 95, 440)
	y := 118.0
	for i, name := range names {
		s.text(100, y, 10, regular, name)
		y = s.column(200, y, 10, prose(4, 46)[i%2:]...)
	}
	s.across(y-6, 95, 440)
}

func TestWholeParagraphsMayExplainTheNamesOfATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	explained(s, []string{"metaproxy", "multiprocessing", "skip_init"}, []string{"Field", "Description"})
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 4)
	require.Equal(t, "multiprocessing", table.Rows[2].Cells[0].Text())
}

func TestParagraphsBesideSentencesAreNoTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.across(90, 95, 440)
	s.row(102, []float64{100, 270}, "Field", "Description")
	s.across(107, 95, 440)
	s.column(100, 118, 10, prose(12, 30)...)
	y := s.column(270, 118, 10, prose(12, 30)...)
	s.across(y-6, 95, 440)
	for _, b := range s.analyze().Blocks {
		require.Nil(t, b.Table)
	}
}
