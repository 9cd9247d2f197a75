package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATableWithNothingDrawnButABandBehindItsHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, "Please pay by transfer within a week, and tell us the number that is above.")
	s.fill(52, 86, 550, 108)
	s.row(100, itemColumns, "Qty", "Item", "Price", "Amount")
	s.row(122, itemColumns, "2", "Lamp, large", "10.00", "20.00")
	s.text(100, 134, 10, regular, "Blue, with a handle")
	s.row(146, itemColumns, "1", "Clock", "5.00", "5.00")
	s.column(100, 158, 10, "Serial number 1234", "Two years of warranty")
	s.row(182, itemColumns, "12", "Chair", "31.00", "372.00")
	s.column(60, 240, 10, prose(4, 90)...)
	p := s.analyze()
	require.Len(t, p.Blocks, 3)
	require.Equal(t, "Qty\tItem\tPrice\tAmount\n"+
		"2\tLamp, large Blue, with a handle\t10.00\t20.00\n"+
		"1\tClock Serial number 1234 Two years of warranty\t5.00\t5.00\n"+
		"12\tChair\t31.00\t372.00", p.Blocks[1].Text())
}

func TestTitlesOnABandAboveColumnsOfTextAreNoHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.fill(52, 86, 550, 108)
	s.row(100, []float64{60, 320}, "Payment", "Delivery")
	s.column(60, 126, 10, prose(9, 40)...)
	s.column(320, 126, 10, prose(9, 40)...)
	requireNoTable(t, s.analyze())
}
