package answer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/growth"
)

func TestCalculationsAreAllowedWhenTheirNumbersAreQuotedAndTheyAreRight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ calculation, quoted, shown string }{
		{"48,500 / 12 = 4,041.67", "a salary of 48,500 euros a year", "48,500 / 12 = 4,041.67"},
		{"48.500 / 12 = 4.041,67", "ein Gehalt von 48.500 Euro", "48.500 / 12 = 4.041,67"},
		{"48 500 ÷ 12 = 4042", "48,500", "48500 / 12 = 4042"},
		{"$48,500/12=$4,041.67", "48,500", "48,500 / 12 = 4,041.67"},
		{"1,577 + 1,284 = 2,861", "1,577 and 1,284", "1,577 + 1,284 = 2,861"},
		{"36.8% - 34.6% = 2.2%", "from 36.8% to 34.6%", "36.8% - 34.6% = 2.2%"},
		{"34.6 − 36.8 = −2.2", "from 36.8% to 34.6%", "34.6 - 36.8 = - 2.2"},
		{"(120 - 100) / 100 = 20 %", "from 100 to 120", "(120 - 100) / 100 = 20%"},
		{"(120 - 100) / 100 * 100 = 20", "from 100 to 120", "(120 - 100) / 100 * 100 = 20"},
		{"6,098 / 17,606 = 34.6%", "Total revenue 17,606, operating income 6,098", "6,098 / 17,606 = 34.6%"},
		{"(10 + 20 + 60) / 3 = 30", "10, 20 and 60", "(10 + 20 + 60) / 3 = 30"},
		{"48,500 / 12 = 4,000", "48,500", ""},
		{"48,500 / 12 = 4,041.60", "48,500", ""},
		{"48,500 / 13 = 3,730.77", "48,500", ""},
		{"48,600 / 12 = 4,050", "48,500", ""},
		{"(10 + 20 + 60) / 2 = 45", "10, 20 and 60", ""},
		{"36.8% - 34.6% = 220%", "from 36.8% to 34.6%", ""},
		{"100 / (12 - 12) = 0", "100", ""},
		{"48,500 = 48,500", "48,500", ""},
		{"12 * 100 = 1200", "nothing", ""},
		{"48,500 / 12", "48,500", ""},
		{"48,500 / 12 = 4,041.67 = 4,041.67", "48,500", ""},
		{"48,500 / 12 = four", "48,500", ""},
		{"48,500 / / 12 = 4,041.67", "48,500", ""},
		{"(48,500 / 12 = 4,041.67", "48,500", ""},
		{"48,500 [citation:7] / 12 = 4,041.67", "48,500", ""},
		{"4,85,00 / 12 = 4,041.67", "48,500", ""},
		{"", "48,500", ""},
	} {
		_, result, _ := strings.Cut(c.calculation, "=")
		got := strings.Join(computations(sentence{Text: "It is " + result, Computed: texts{c.calculation}}, c.quoted), "")
		require.Equal(t, c.shown, got, c.calculation)
	}
}

func TestCalculationsBuildOnOneAnother(t *testing.T) {
	t.Parallel()
	s := sentence{Text: "Together 30, on average 15.", Computed: texts{"10 + 20 = 30", "30 / 2 = 15"}}
	require.Equal(t, []string{"10 + 20 = 30"}, computations(s, "10 and 20"), "2 is not quoted")
	s.Computed[1] = "30 / 4 = 7.5"
	s.Text = "Together 30, a quarter of which is 7.5."
	require.Len(t, computations(s, "10 and 20"), 2)
	s.Text = "A quarter is 7.5."
	require.Equal(t, []string{"30 / 4 = 7.5"}, computations(s, "10 and 20"), "only what the sentence states")
}

func TestCalculationsMayBeAStringAListOrNull(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]texts{`["a","b"]`: {"a", "b"}, `"a"`: {"a"}, `null`: nil, `""`: nil, `{"a":1}`: nil, `[1]`: nil, `[]`: {}} {
		var p jsonParser
		got := p.push(`{"answerable":true,"sentences":[{"text":"x","cites":[],"computed":` + raw + `}]}`)
		require.Len(t, got, 1, raw)
		require.Equal(t, want, got[0].Computed, raw)
	}
}

func TestGrowthOfCalculations(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "sums", Build: growth.Within("1", growth.Repeat(" + 1"), " = 1")},
		{Name: "parentheses", Build: growth.Within("", growth.Around("(", "1", ")"), " = 1")},
		{Name: "numbers", Build: growth.Repeat("1 ")},
		{Name: "one long number", Build: growth.Repeat("1")},
	}, func(_ *testing.T, text []byte) {
		computations(sentence{Text: "1", Computed: texts{string(text)}}, "1")
	})
}
