package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// signed writes a note that is indented from its raised sign.
func (s *sheet) signed(y float64, sign, note string) {
	s.text(60, y-4, 6, regular, sign)
	s.text(80, y, 10, regular, note)
}

func TestRaisedSignBeginsTheNoteThatIsIndentedFromIt(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"(a)", "(1)", "2)", "*", "††"} {
		t.Run(sign, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.column(60, 100, 10, prose(4, 70)...)
			s.signed(200, sign, "Shown at the price of the day on which the rooms were let.")
			p := s.analyze()
			require.Len(t, p.Blocks, 2, "%q", texts(p))
			require.Contains(t, p.Blocks[1].Text(), "Shown at the price")
			require.Contains(t, p.Blocks[1].Marker+p.Blocks[1].Text(), sign)
		})
	}
}

func TestSmallTypeFarBesideATextIsNotItsSign(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 196, 6, regular, "(a)")
	s.text(120, 200, 10, regular, "Shown at the price of the day on which the rooms were let.")
	require.Len(t, s.analyze().Blocks, 2)
}

func TestNotesBetweenATablesLinesAreBelowIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 180, 215} {
		s.across(y, 55, 500)
	}
	places := []float64{60, 250, 400}
	s.row(113, places, "Room", "2023", "2022")
	for i, label := range []string{"Hall", "Cellar", "Attic"} {
		s.row(132+16*float64(i), places, label, "4,120", "1,977")
	}
	s.signed(194, "(1)", "Shown at the price of the day, see the list of the rooms.")
	s.signed(208, "(2)", "Let to the society of readers.")
	p := s.analyze()
	require.Equal(t, "Room\t2023\t2022\nHall\t4,120\t1,977\nCellar\t4,120\t1,977\nAttic\t4,120\t1,977", onlyTable(t, p).Text())
	require.Len(t, p.Blocks, 3, "%q", texts(p))
	require.Equal(t, page.ListItem, p.Blocks[1].Kind)
	require.Less(t, p.Blocks[0].Box.Y1, p.Blocks[1].Box.Y0)
}

func TestLabelWithARaisedSignStaysInItsTable(t *testing.T) {
	t.Parallel()
	s := zebra(5)
	s.text(60, 230, 6, regular, "(1)")
	s.row(234, []float64{72, 250, 400}, "Attic", "4,120", "38%")
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 6)
	require.Equal(t, "38%", table.Rows[5].Cells[2].Text())
}

func TestRaisedSignBehindAFigureIsNotThatOfTheNextColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 180} {
		s.across(y, 55, 500)
	}
	places := []float64{60, 250, 280}
	s.row(113, places, "Room", "2023", "2022")
	for i, label := range []string{"Hall", "Cellar", "Attic"} {
		s.row(132+16*float64(i), places, label, "412", "197")
	}
	s.text(267, 145.8, 6, regular, "(1)")
	table := onlyTable(t, s.analyze())
	require.Equal(t, "197", table.Rows[2].Cells[2].Text())
}
