package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// closeCells writes rows of three cells that are 18 points apart; a full cell reaches to a space before the next one.
func closeCells(rows ...[]string) *sheet {
	s := newSheet()
	for i, cells := range rows {
		s.row(100+18*float64(i), []float64{60, 123, 198}, cells...)
	}
	return s
}

func TestCellsThatNearlyTouchAreSplitWhereOthersBeginBelow(t *testing.T) {
	t.Parallel()
	got := onlyTable(t, closeCells(
		[]string{"Long table", "Old lamp", "North"},
		[]string{"Reading hall", "Brass lamp", "East wing"},
		[]string{"Cellar", "Green lampshade", "South"},
		[]string{"Lobby", "Glass", "West wing"},
		[]string{"Upper stairs", "Wooden torch", "North"},
	).analyze())
	require.Equal(t, "Long table\tOld lamp\tNorth\nReading hall\tBrass lamp\tEast wing\nCellar\tGreen lampshade\tSouth\n"+
		"Lobby\tGlass\tWest wing\nUpper stairs\tWooden torch\tNorth", got.Text())
}

func TestSameWordsBelowEachOtherAreNotColumns(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "Hall one is open now", "Hall two is dark now", "Hall six is shut now", "Hall ten is full now", "Hall two is cold now")
	requireNoTable(t, s.analyze())
}

func TestRunningTextEndsARowOfTables(t *testing.T) {
	t.Parallel()
	s := closeCells(
		[]string{"Long table", "Old lamp", "North"},
		[]string{"Reading hall", "Brass lamp", "East wing"},
		[]string{"Cellar", "Green lampshade", "South"},
		[]string{"Lobby", "Glass", "West wing"},
	)
	s.text(60, 178, 10, regular, "Rooms that are closed today open again once lamps have been tried")
	s.row(202, []float64{60, 180, 300}, "Ladder", "Oak", "One")
	s.row(220, []float64{60, 180, 300}, "Bucket", "Tin", "Two")
	s.row(238, []float64{60, 180, 300}, "Barrel", "Ash", "Six")
	require.Equal(t, "Long table\tOld lamp\tNorth\nReading hall\tBrass lamp\tEast wing\nCellar\tGreen lampshade\tSouth\nLobby\tGlass\tWest wing",
		onlyTable(t, s.analyze()).Text())
}

func TestThreeRowsOfThreeTextsAreATableUnlessTheyAreCardsOrCode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		xs     []float64
		last   int // the typeface of the last column
		tables int
	}{
		"as wide as their texts": {[]float64{60, 160, 220}, regular, 1},
		"evenly spread":          {[]float64{60, 180, 300}, regular, 0},
		"ending in code":         {[]float64{60, 160, 220}, mono, 0},
	} {
		s := newSheet()
		s.column(60, 200, 10, prose(5, 70)...)
		for i, cells := range [][]string{{"Ladder in the shed", "Oak", "One"}, {"Bucket", "Tin", "Two"}, {"Barrel", "Ash", "Six"}} {
			y := 102 + 18*float64(i)
			s.row(y, c.xs, cells[:2]...)
			s.text(c.xs[2], y, 10, c.last, cells[2])
		}
		require.Len(t, ofKind(s.analyze(), page.TableKind), c.tables, name)
	}
}
