package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATableEndsAboveTheTextBeforeTheRuleOfThePagesFoot(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 134, 300} {
		s.across(y, 55, 500)
	}
	s.row(113, []float64{60, 300, 400}, "Loans", "2023", "2022")
	s.row(130, []float64{60, 300, 400}, "Hall", "4,120", "1,977")
	s.row(148, []float64{60, 300, 400}, "Cellar", "17", "23")
	s.text(60, 190, 10, regular, "Loans from the hall have gone up since the winter as more readers came and stayed for the")
	s.text(60, 202, 10, regular, "evening.")
	s.text(280, 290, 10, regular, "33")
	p := s.analyze()
	require.Equal(t, "Loans\t2023\t2022\nHall\t4,120\t1,977\nCellar\t17\t23", onlyTable(t, p).Text())
	require.Len(t, p.Blocks, 3)
}

func TestALineOfTextPartsTwoTables(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 160, 220, 238, 280} {
		s.across(y, 55, 500)
	}
	places := []float64{60, 300, 400}
	for _, y := range []float64{0, 120} {
		s.row(113+y, places, "Loans", "2023", "2022")
		s.row(132+y, places, "Hall", "4,120", "1,977")
		s.row(146+y, places, "Cellar", "17", "23")
	}
	s.text(60, 190, 10, regular, "Loans from the hall have gone up since the winter as more readers came and stayed for the")
	p := s.analyze()
	require.Len(t, p.Blocks, 3)
	require.NotNil(t, p.Blocks[0].Table)
	require.Nil(t, p.Blocks[1].Table)
	require.NotNil(t, p.Blocks[2].Table)
}

func TestManyLinesAboveASmallTableAreNoHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{60, 320, 340, 360} {
		s.across(y, 55, 500)
	}
	for i := range 10 {
		s.row(80+24*float64(i), []float64{60, 300}, "Reading rooms", "Form")
	}
	s.row(334, []float64{60, 300, 400}, "Hall", "A", "12")
	s.row(354, []float64{60, 300, 400}, "Cellar", "B", "7")
	for _, b := range s.analyze().Blocks {
		if b.Table != nil {
			require.NotContains(t, b.Table.Rows[0].Cells[0].Text(), "Reading rooms Reading rooms")
		}
	}
}
