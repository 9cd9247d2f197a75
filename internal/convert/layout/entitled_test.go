package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// pairs writes two titles, and below them texts side by side, 18 points apart.
func pairs(size float64, left, right []string) *sheet {
	s := newSheet()
	s.text(60, 100, size, bold, "Reading hall")
	s.text(300, 100, size, bold, "Lamp")
	for i := range left {
		s.text(60, 122+18*float64(i), 10, regular, left[i])
		s.text(300, 122+18*float64(i), 10, regular, right[i])
	}
	return s
}

func TestTwoColumnsOfNamesBelowTitlesInBoldAreATable(t *testing.T) {
	t.Parallel()
	got := onlyTable(t, pairs(10, []string{"North", "East", "South", "Cellar"}, []string{"Brass", "Glass", "Steel", "Wood"}).analyze())
	require.Equal(t, "Reading hall\tLamp\nNorth\tBrass\nEast\tGlass\nSouth\tSteel\nCellar\tWood", got.Text())
}

func TestTextsBelowTwoTitlesAreNotATable(t *testing.T) {
	t.Parallel()
	names := []string{"North", "East", "South", "Cellar"}
	requireNoTable(t, pairs(14, names, names).analyze())
	requireNoTable(t, pairs(10, []string{"• North", "• East", "• South", "• Cellar"}, names).analyze())
	requireNoTable(t, pairs(10, names, []string{"The rooms are open", "from nine, and those", "who come late wait", "until they close"}).analyze())
}
