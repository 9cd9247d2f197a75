package answer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersOfASentenceMustBeInItsSources(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, source, missing string }{
		{"The harbour counted 1,284 calls.", "counted 1284 calls", ""},
		{"The harbour counted 1284 calls.", "counted 1.284 calls", ""},
		{"It rose by 6.3 %.", "rose by 6,3 %", ""},
		{"It rose by 6.30 %.", "rose by 6.3 %", ""},
		{"It rose by 63 %.", "rose by 6.3 %", "63"},
		{"1 284 calls", "1,284 calls", ""},
		{"1 285 calls", "1,284 calls", "1"},
		{"1,284 calls", "1 284 calls", ""},
		{"Thirty days, that is 30.", "thirty days", ""},
		{"In 2023 and 2024.", "in 2023", "2024"},
		{"1. First of all", "nothing", ""},
		{"no numbers", "", ""},
		{"$1,577 million", "1,577", ""},
		{"5.000 people", "5,000 people", ""},
	} {
		require.Equal(t, c.missing, unsupportedNumber(c.text, c.source), c.text)
	}
}
