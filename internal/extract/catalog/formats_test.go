package catalog_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract"
	"quire/internal/extract/catalog"
	"quire/internal/extract/extracttest"
)

func TestFormatsWithoutGeometryAreReadLikeOthers(t *testing.T) {
	t.Parallel()
	invoice, ok := catalog.Find("invoice")
	require.True(t, ok)
	for name, text := range map[string]string{
		"a.txt":  "Invoice no: RE-7\n\nDescription          Qty    Unit price     Amount\nLamp                   2         15.00      30.00\n\nSubtotal  30.00\n",
		"a.csv":  "Invoice no;RE-7;;\nDescription;Qty;Unit price;Amount\nLamp;2;15.00;30.00\nSubtotal;;;30.00\n",
		"a.html": "<p>Invoice no: RE-7</p><table><tr><th>Description<th>Qty<th>Unit price<th>Amount<tr><td>Lamp<td>2<td>15.00<td>30.00</table><p>Subtotal: 30.00</p>",
		"a.md":   "Invoice no: RE-7\n\n| Description | Qty | Unit price | Amount |\n| --- | --- | --- | --- |\n| Lamp | 2 | 15.00 | 30.00 |\n\nSubtotal: 30.00\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			res, err := extract.Run(t.Context(), invoice.Definition, extracttest.Source(t, file), nil)
			require.NoError(t, err)
			out := extracttest.Values(t, res.Value)
			require.Equal(t, "RE-7", out["/invoice_number"])
			require.Equal(t, "30.0000", out["/subtotal"])
			require.Equal(t, "Lamp", out["/line_items/0/description"])
			require.Equal(t, "2.0000", out["/line_items/0/quantity"])
			require.NotContains(t, out, "/line_items/1/amount")
			for _, e := range res.Evidence {
				require.True(t, e.Verified, "%+v", e)
			}
		})
	}
}
