package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// plainSlide is a landscape page.
func plainSlide() *sheet {
	s := newSheet()
	s.Width, s.Height = 800, 600
	return s
}

func (s *sheet) cell(x0, y0, x1, y1 float64, color uint32, words string) {
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, Color: color})
	s.text(x0+8, y0+16, 10, regular, words)
}

func TestCellsOfASlideThatAreAllFilledAreATableWithItsSpans(t *testing.T) {
	t.Parallel()
	s := plainSlide()
	xs := []float64{60, 200, 340, 480}
	for k, name := range []string{"Hall", "Lamp", "Hours"} {
		s.cell(xs[k], 100, xs[k+1], 126, 0x336699, name)
	}
	s.cell(60, 126, 200, 178, ink.White, "North")
	s.cell(60, 178, 200, 230, 0xEEEEEE, "South")
	for i, lamp := range []string{"Oil", "Gas", "Wax", "Sun"} {
		y := 126 + 26*float64(i)
		color := []uint32{ink.White, 0xEEEEEE}[i%2]
		s.cell(200, y, 340, y+26, color, lamp)
		s.cell(340, y, 480, y+26, color, "1"+string("2345"[i]))
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 5)
	require.Equal(t, 2, table.Rows[1].Cells[0].RowSpan)
	require.Equal(t, 2, table.Rows[3].Cells[0].RowSpan)
}

func TestLabelsBesideTextsAreReadRowByRowAndAreNoHeadings(t *testing.T) {
	t.Parallel()
	s := plainSlide()
	s.text(60, 60, 30, bold, "What lamps are for")
	var want []string
	for i, label := range []string{"Readers", "Keepers of halls", "Visitors"} {
		y := 160 + 70*float64(i)
		first, second := "They need a light that lasts", "until the evening and beyond."
		s.text(60, y, 14, bold, label)
		s.column(260, y-6, 14, first, second)
		want = append(want, label, first+" "+second)
	}
	p := s.finished()
	require.Equal(t, append([]string{"What lamps are for"}, want...), texts(p))
	require.Equal(t, []string{"What lamps are for"}, headingTexts(p))
}

func TestLabelsWithSeveralTextsAreNotRows(t *testing.T) {
	t.Parallel()
	s := plainSlide()
	for i, label := range []string{"Readers", "Keepers", "Visitors"} {
		s.text(60, 160+70*float64(i), 14, bold, label)
	}
	s.column(260, 160, 14, prose(12, 40)...) // one text beside all of them
	require.Equal(t, []string{"Readers", "Keepers", "Visitors"}, texts(s.analyze())[:3])
}

func TestListsBelowLevelTitlesAreNoTable(t *testing.T) {
	t.Parallel()
	s := plainSlide()
	for k, title := range []string{"Before", "After"} {
		x := 60 + 340*float64(k)
		s.text(x, 120, 16, bold, title)
		for i, item := range []string{"Oil and wax", "Candles for all", "Windows"} {
			s.text(x, 150+26*float64(i), 14, regular, "– "+item)
		}
	}
	for k, foot := range []string{"12 March", "The library", "7"} {
		s.text(60+300*float64(k), 580, 9, regular, foot)
	}
	p := s.finished()
	requireNoTable(t, p)
	require.Equal(t, []string{"Before", "After"}, headingTexts(p))
	require.Equal(t, []string{"Before", "Oil and wax", "Candles for all", "Windows"}, texts(p)[:4])
}

func TestTitlesOfCardsInTypeSmallerThanThatOfOtherSlidesAreHeadings(t *testing.T) {
	t.Parallel()
	long := plainSlide()
	long.column(60, 100, 20, prose(12, 60)...)
	cards := plainSlide()
	cards.text(60, 60, 30, bold, "Halls")
	for k, title := range []string{"North", "South"} {
		x := 60 + 340*float64(k)
		cards.text(x, 140, 14, bold, title)
		cards.column(x, 166, 12, "Here is a window with", "light for the readers.")
	}
	pages := finish(long.analyze(), cards.analyze())
	require.Equal(t, []string{"Halls", "North", "South"}, headingTexts(pages[1]))
}

func TestSentencesAndQuotationsInLargeTypeAreNoHeadingsOfASlide(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"We put lamps into all the halls.", "“A hall needs light.”"} {
		s := plainSlide()
		s.text(60, 60, 36, bold, "Lamps")
		s.text(60, 200, 24, regular, line)
		s.column(60, 320, 12, prose(6, 60)...)
		require.Equal(t, []string{"Lamps"}, headingTexts(s.finished()), line)
	}
}

func TestTilesInRowsWithNamesOfTwoLines(t *testing.T) {
	t.Parallel()
	s := plainSlide()
	for row := range 2 {
		y := 140 + 150*float64(row)
		for k, n := range []string{"12%", "345", "6,7"} {
			x := 60 + 240*float64(k)
			s.text(x, y, 30, bold, n)
			s.text(x, y+36, 14, regular, "Lamps in halls")
			if k == 1 {
				s.text(x, y+53, 14, regular, "with windows")
			}
		}
	}
	want := []string{"12%", "Lamps in halls", "345", "Lamps in halls with windows", "6,7", "Lamps in halls"}
	require.Equal(t, append(want, want...), texts(s.analyze()))
}

func TestATitleInTheMiddleComesBeforeTheColumnsBelowIt(t *testing.T) {
	t.Parallel()
	s := plainSlide()
	s.text(362, 90, 30, bold, "Halls")
	for k := range 2 {
		for i, item := range []string{"Oil and wax", "Candles for all readers", "Windows to the north", "Lamps"} {
			s.text(60+360*float64(k), 160+24*float64(i), 16, regular, "• "+item)
		}
	}
	require.Equal(t, "Halls", texts(s.analyze())[0])
}

func TestACardWithOneLineIsACardLikeThoseBesideIt(t *testing.T) {
	t.Parallel()
	s := plainSlide()
	for k, lines := range [][]string{{"Oil for all the lamps", "of the north hall"}, {"Wax"}, {"Candles for those who", "come in the evening"}} {
		s.card(60+230*float64(k), 140, 200, 120, lines...)
	}
	require.Equal(t, []string{"Oil for all the lamps of the north hall", "Wax", "Candles for those who come in the evening"}, texts(s.analyze()))
}
