package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// reading returns the page's words, in order, as one line.
func (s *sheet) reading() string {
	return strings.Join(strings.Fields(s.analyze().Text()), " ")
}

// interrupted writes two columns that stop at a place where only the left one has a title, and continue below.
// Sentences run on from column to column, but not over the title.
func interrupted(s *sheet, size int, title string) []string {
	lines := append(prose(16, 40), prose(16, 40)...)
	lines[15] += "."
	s.column(60, 100, 10, lines[:8]...)
	s.column(310, 100, 10, lines[8:16]...)
	s.text(60, 240, float64(size), bold, title)
	s.column(60, 280, 10, lines[16:24]...)
	s.column(310, 280, 10, lines[24:]...)
	return lines
}

func TestAShortTitleAcrossColumnsEndsThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lines := interrupted(s, 16, "Harbours")
	got := s.reading()
	require.Contains(t, got, strings.Join(lines[:16], " ")+" Harbours")
	require.Contains(t, got, "Harbours "+strings.Join(lines[16:], " "))
}

func TestAFigureAcrossColumnsEndsThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	finish := func(lines []string) []string {
		lines[len(lines)-1] += "."
		return lines
	}
	upper, lower := prose(8, 40), prose(8, 40)
	s.column(60, 100, 10, finish(prose(8, 40))...)
	s.column(310, 100, 10, finish(upper)...)
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 60, Y0: 200, X1: 520, Y1: 236}, Color: 0x336699})
	s.text(60, 248, 8, regular, "Fig. 1. All harbours")
	s.column(60, 280, 10, finish(lower)...)
	s.column(310, 280, 10, finish(prose(8, 40))...)
	got := s.reading()
	require.Less(t, strings.LastIndex(got[:strings.Index(got, "Fig. 1.")], strings.Join(upper, " ")), strings.Index(got, "Fig. 1."))
	require.Equal(t, 2, strings.Count(got[:strings.Index(got, "Fig. 1.")], "Reading rooms fill first near windows"))
}

func TestATitleInAColumnLeavesTheOtherColumnWhole(t *testing.T) {
	t.Parallel()
	lines := prose(16, 40)
	lines[7] += "."
	lines[8] = "While" + strings.TrimPrefix(lines[8], strings.Fields(lines[8])[0])
	right := prose(14, 40)
	right[0] = strings.ToLower(right[0][:1]) + right[0][1:]
	s := newSheet()
	s.column(60, 100, 10, lines[:8]...)
	s.text(60, 220, 16, bold, "Harbours")
	s.column(60, 250, 10, lines[8:]...)
	s.column(310, 100, 10, right[:8]...)
	s.column(310, 250, 10, right[8:]...) // a drawing is in between
	got := s.reading()
	require.Contains(t, got, strings.Join(lines[:8], " ")+" Harbours "+lines[8])
	require.Contains(t, got, strings.Join(right, " "))
}

func TestAShortRestOfASentenceBelowATitleStaysThere(t *testing.T) {
	t.Parallel()
	upper, lower := prose(16, 40), prose(15, 40)
	upper[15] += "."
	lower[7] = "Reading rooms fill first near the"
	lower[8] = "Although" + strings.TrimPrefix(lower[8], strings.Fields(lower[8])[0])
	s := newSheet()
	s.column(60, 100, 10, upper[:8]...)
	s.column(310, 100, 10, upper[8:]...)
	s.text(60, 240, 16, bold, "Harbours")
	s.column(60, 280, 10, lower[:8]...)
	s.column(310, 280, 10, "harbour opens.")
	s.column(310, 304, 10, lower[8:]...)
	got := s.reading()
	require.Contains(t, got, strings.Join(upper, " ")+" Harbours "+strings.Join(lower[:8], " ")+" harbour opens.")
}

func TestBlocksOfALetterAreReadRowByRow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "Northfield Instruments", "Twelve Harbour Road", "Bristol in England")
	s.column(330, 100, 10, "Telephone 0117 4960", "office@northfield.example", "northfield.example")
	s.column(60, 190, 10, "Peter Vance at the", "Crown Laboratories", "Hill Street in Leeds")
	s.column(330, 190, 10, "Fourth of October", "Customer 51224", "Order 7781 of June")
	s.column(60, 300, 10, prose(10, 100)...)
	got := s.reading()
	for _, pair := range [][2]string{{"England", "Telephone"}, {"northfield.example", "Peter"}, {"Leeds", "Fourth"}} {
		require.Less(t, strings.LastIndex(got, pair[0]), strings.Index(got, pair[1]), "%s before %s in %s", pair[0], pair[1], got)
	}
}

func TestAFigureAtTheTopOfAColumnEndsNeither(t *testing.T) {
	t.Parallel()
	s := newSheet()
	first, second := prose(14, 40), prose(14, 40)
	first[13] += "."
	s.column(60, 100, 10, first...)
	s.column(60, 280, 10, second[:8]...)
	s.column(310, 216, 10, "Figure 3: all the harbours of the north and of the", "south, with the ferries that call at them.")
	s.column(310, 284, 10, second[8:]...)
	got := s.reading()
	require.Contains(t, got, strings.Join(first, " ")+" "+strings.Join(second[:8], " "))
	require.Contains(t, got, "call at them. "+strings.Join(second[8:], " "))
}

func TestAListingInTheMiddleOfAColumnIsNotContinuedBesideIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	left, right, rest := prose(10, 40), prose(8, 40), prose(6, 40)
	left[0] = strings.ToLower(left[0])
	left[9] += "."
	right[7] += "."
	s.column(60, 190, 10, "Figure 3: all the harbours of the north and", "south, with the ferries that call at them.")
	s.column(60, 240, 10, left...)
	s.column(310, 100, 10, right...)
	s.text(310, 204, 10, mono, "> all <- harbours(north, south, east)")
	s.text(310, 240, 16, bold, "Ferries")
	s.column(310, 264, 10, rest...)
	got := s.reading()
	require.Contains(t, got, "call at them. "+strings.Join(left, " ")+" "+right[0])
}
