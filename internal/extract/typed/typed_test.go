package typed_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/typed"
)

func TestFindReadsValuesAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	num := func(s string) any { return json.Number(s) }
	for _, c := range []struct {
		kind typed.Kind
		text string
		want any
	}{
		{typed.Number, "1.234,56 €", num("1234.56")},
		{typed.Number, "$1,234.56", num("1234.56")},
		{typed.Number, "CHF 1'234.50", num("1234.50")},
		{typed.Number, "(12.50)", num("-12.50")},
		{typed.Number, "12.50-", num("-12.50")},
		{typed.Number, "1,234", num("1234")},
		{typed.Amount, "VAT 19% of 100 19.00", num("19.00")},
		{typed.Percent, "USt. 19,5 %", num("19.5")},
		{typed.Date, "12.03.2025", "2025-03-12"},
		{typed.Date, "03/12/2025", "2025-03-12"},
		{typed.Date, "31/12/2025", "2025-12-31"},
		{typed.Date, "12. März 2025", "2025-03-12"},
		{typed.Date, "March 12th, 2025", "2025-03-12"},
		{typed.IBAN, "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"},
		{typed.IBAN, "DE88 3704 0044 0532 0130 00", nil},
		{typed.VAT, "USt-IdNr.: DE 123456789", "DE123456789"},
		{typed.Currency, "Total in EUR", "EUR"},
		{typed.Date, "30.02.2025", nil},
		{typed.Code, "No. RE-2025/17.", "RE-2025/17"},
	} {
		v, _, _ := typed.Find(c.kind, c.text, typed.Hints{})
		require.Equal(t, c.want, v, "%s in %q", c.kind, c.text)
	}
}

func TestNumbersFollowTheDocumentsOwnNotation(t *testing.T) {
	t.Parallel()
	var h typed.Hints
	h.Learn("12,50 and 99,95")
	v, _, _ := typed.Find(typed.Number, "1.500", h)
	require.Equal(t, json.Number("1500"), v)
	v, _, _ = typed.Find(typed.Number, "1,500", h)
	require.Equal(t, json.Number("1.500"), v)
}
