package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract"
	"quire/internal/extract/catalog"
	"quire/internal/growth"
)

func TestGrowthOfExtraction(t *testing.T) {
	invoice, ok := catalog.Find("invoice")
	require.True(t, ok)
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "lines", Build: growth.Repeat("word\n\n")},
		{Name: "one long line", Build: growth.Repeat("word ")},
		{Name: "numbers", Build: growth.Repeat("12,345.00 ")},
		{Name: "digits", Build: growth.Repeat("1")},
		{Name: "labels", Build: growth.Repeat("Total: ")},
		{Name: "labels and values", Build: growth.Numbered("Total: %d.00\n\n")},
		{Name: "labels without values", Build: growth.Repeat("Invoice number\n\nTotal\n\n")},
		{Name: "dates", Build: growth.Repeat("Date: 2025-03-01\n\n")},
		{Name: "months", Build: growth.Repeat("March ")},
		{Name: "currencies", Build: growth.Repeat("EUR € $ ")},
		{Name: "rows", Build: growth.Within("Item  Qty  Price  Amount\n\n", growth.Repeat("Lamp  2  15.00  30.00\n\n"), "Total 30.00")},
		{Name: "rows that are not complete", Build: growth.Within("Item  Qty  Price  Amount\n\n", growth.Repeat("Lamp\n\n"), "")},
		{Name: "headers", Build: growth.Repeat("Item  Qty  Price  Amount\n\n")},
		{Name: "colons", Build: growth.Repeat(": ")},
		{Name: "parentheses", Build: growth.Repeat("(")},
		{Name: "addresses", Build: growth.Repeat("12 High Street\nLondon SW1A 1AA\n\n")},
		{Name: "lines of a block", Build: growth.Repeat("Total\n12\n")},
	}, func(t *testing.T, input []byte) {
		t.Helper()
		_, err := extract.Run(t.Context(), invoice.Definition, flat(string(input)), nil)
		require.NoError(t, err)
	})
}
