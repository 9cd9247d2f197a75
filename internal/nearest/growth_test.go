package nearest_test

import (
	"strings"
	"testing"

	"quire/internal/growth"
	"quire/internal/nearest"
)

func TestGrowthOfNames(t *testing.T) {
	type names struct {
		given string
		known []string
	}
	of := func(given, known func(n int) string, times func(n int) int) func(n int) names {
		return func(n int) names {
			all := make([]string, times(n))
			for i := range all {
				all[i] = known(n)
			}
			return names{given(n), all}
		}
	}
	short := func(int) string { return "accuracy" }
	long := func(unit string) func(n int) string { return func(n int) string { return strings.Repeat(unit, n) } }
	few := func(int) int { return 4 }
	growth.Run(t, []growth.Case[names]{
		{Name: "a long name", Build: of(long("a"), short, few)},
		{Name: "a long name like a long one", Build: of(long("ab"), long("ba"), few)},
		{Name: "long known names", Build: of(short, long("a"), few)},
		{Name: "many known names", Build: of(short, short, func(n int) int { return n })},
		{Name: "many known names that are long", Build: of(long("ab"), func(n int) string { return strings.Repeat("ba", min(n, 1<<10)) }, func(n int) int { return min(n, 1<<10) })},
	}, func(_ *testing.T, n names) { nearest.Of(n.given, n.known) })
}
