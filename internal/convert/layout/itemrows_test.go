package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// framed draws lines around a table whose header is at y, between its columns, and below the header.
func (s *sheet) framed(xs []float64, y, bottom float64) {
	for _, at := range []float64{y - 12, y + 6, bottom} {
		s.across(at, xs[0]-8, 550)
	}
	for _, x := range xs {
		s.down(x-8, y-12, bottom)
	}
	s.down(550, y-12, bottom)
}

var itemColumns = []float64{60, 100, 360, 440}

func TestTheDescriptionOfAnItemGoesOnBelowItsFigures(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, itemColumns, "Qty", "Item", "Price", "Amount")
	s.row(118, itemColumns, "2", "Lamp, large", "10.00", "20.00")
	s.column(100, 130, 10, "blue, with a handle", "Two years of warranty")
	s.row(154, itemColumns, "12", "Chair", "31.00", "372.00")
	s.column(100, 166, 10, "Oak, stacked")
	s.text(100, 178, 10, bold, "Carriage")
	s.row(190, itemColumns, "1", "By ship", "40.00", "40.00")
	s.row(202, itemColumns, "", "", "Total", "432.00")
	s.framed(itemColumns, 100, 208)
	require.Equal(t, "Qty\tItem\tPrice\tAmount\n"+
		"2\tLamp, large blue, with a handle Two years of warranty\t10.00\t20.00\n"+
		"12\tChair Oak, stacked\t31.00\t372.00\n"+
		"\tCarriage\t\t\n1\tBy ship\t40.00\t40.00\n\t\tTotal\t432.00", onlyTable(t, s.analyze()).Text())
}

func TestWhiteSpaceInADrawnRowSetsRecordsApart(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{60, 160, 360}
	s.row(100, xs, "Lamp", "Where it hangs", "What to do")
	y := 120.0
	for _, r := range [][3][]string{
		{{"Brass lamp", "(large)"}, {"Above the long", "table at the door"}, {"Polish it"}},
		{{"Tin lamp"}, {"In the hall"}, {"Light it at", "noon, and put it", "out at nine"}},
		{{"Glass lamp", "(green)"}, {"Near the window"}, {"Leave it", "alone"}},
	} {
		lines := 0
		for c, cell := range r {
			s.column(xs[c], y, 10, cell...)
			lines = max(lines, len(cell))
		}
		y += 12*float64(lines) + 6
	}
	s.framed(xs, 100, y-10)
	require.Equal(t, "Lamp\tWhere it hangs\tWhat to do\n"+
		"Brass lamp (large)\tAbove the long table at the door\tPolish it\n"+
		"Tin lamp\tIn the hall\tLight it at noon, and put it out at nine\n"+
		"Glass lamp (green)\tNear the window\tLeave it alone", onlyTable(t, s.analyze()).Text())
}

func TestGroupsOfFiguresSetApartInADrawnRowAreNoRecords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{60, 260, 360}
	s.row(100, xs, "Branch", "Lamps", "Chairs")
	want := "Branch\tLamps\tChairs"
	for i, r := range [][]string{{"North", "22", "40"}, {"Harbour", "9", "18"}, {"East", "3", "12"}, {"West", "7", "13"}, {"Hill", "5", "10"}, {"Quay", "4", "8"}} {
		s.row(120+12*float64(i)+8*float64(i/2), xs, r...)
		want += "\n" + r[0] + "\t" + r[1] + "\t" + r[2]
	}
	s.framed(xs, 100, 204)
	require.Equal(t, want, onlyTable(t, s.analyze()).Text())
}

func TestAllLinesOfADescriptionStayWithItsItemBelowARuledHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, itemColumns, "Qty", "Item", "Price", "Amount")
	s.across(106, 52, 550)
	s.row(122, itemColumns, "2", "Lamp, large", "10.00", "20.00")
	s.text(100, 134, 10, regular, "Blue, with a handle")
	s.row(146, itemColumns, "1", "Clock", "5.00", "5.00")
	s.column(100, 158, 10, "Serial number 1234", "Two years of warranty")
	s.row(182, itemColumns, "12", "Chair", "31.00", "372.00")
	s.column(60, 240, 10, prose(4, 90)...)
	require.Equal(t, "Qty\tItem\tPrice\tAmount\n"+
		"2\tLamp, large Blue, with a handle\t10.00\t20.00\n"+
		"1\tClock Serial number 1234 Two years of warranty\t5.00\t5.00\n"+
		"12\tChair\t31.00\t372.00", onlyTable(t, s.analyze()).Text())
}
