package table

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDraftGoesThroughItsFindersPassesInOrder(t *testing.T) {
	t.Parallel()
	var seen []string
	note := func(name string, of finder) pass {
		return pass{name, of, func(*draft) { seen = append(seen, name) }}
	}
	rules := []pass{note("lines", ruled), note("both", ruled|banded), note("columns", borderless), note("all", ruled|banded|borderless)}
	for _, c := range []struct {
		by   finder
		want []string
	}{
		{ruled, []string{"lines", "both", "all"}},
		{banded, []string{"both", "all"}},
		{borderless, []string{"columns", "all"}},
	} {
		seen = nil
		d := draft{grid: newGrid([]float64{0, 1}, []float64{0, 1}), by: c.by}
		d.finish(rules)
		require.Equal(t, c.want, seen)
	}
}

func TestEveryPassAppliesToSomeFinder(t *testing.T) {
	t.Parallel()
	for _, p := range passes {
		require.NotZero(t, p.of&(ruled|banded|borderless), p.name)
	}
}
