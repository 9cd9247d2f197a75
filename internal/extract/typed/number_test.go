package typed_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/typed"
)

func TestNumbersOfAbsurdSizeHaveNoValue(t *testing.T) {
	t.Parallel()
	for n, want := range map[string]string{
		"0":                         "0",
		"-12.50":                    "-25/2",
		"1.5e2":                     "150",
		"2E-1":                      "1/5",
		"1e401":                     "",
		"1e-999999999":              "",
		"1e99999999999999999999":    "",
		"1e":                        "",
		"twelve":                    "",
		strings.Repeat("9", 10_000): "",
	} {
		got, ok := typed.Rational(json.Number(n))
		require.Equal(t, want != "", ok, "%.40s", n)
		if ok {
			require.Equal(t, want, got.RatString(), n)
		}
	}
	require.False(t, typed.Equal("1e999999999", "1e999999999", 0), "values that cannot be read are not equal")
}
