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

func TestAmountsOfEveryLocale(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1.234,56": "1234.56", "1,234.56": "1234.56", "1'234.56": "1234.56", "1’234.50 CHF": "1234.50", "1 234,56 €": "1234.56", "1\u202f234,56": "1234.56",
		"12.345.678,90": "12345678.90", "USD 1,234,567.89": "1234567.89", "1,23,456.00": "123456.00", "EUR12,50": "12.50", "12,50EUR": "12.50", "5,00 €*": "5.00",
		"-12,50": "-12.50", "12.50-": "-12.50", "(12.50)": "-12.50", "−3.20": "-3.20", "-$5.00": "-5.00", "$-5.00": "-5.00",
		"12.50 CR": "12.50", "12.50 DR": "-12.50", "12,50 S": "-12.50", "1,234.50Cr": "1234.50", "12 pcs": "12", "3x": "3", "86,50 m²": "86.50",
	} {
		v, _, _ := typed.Find(typed.Amount, text, typed.Hints{})
		require.Equal(t, json.Number(want), v, text)
	}
	for _, text := range []string{"A12B", "12/2025", "10:30", "19%", "RE-2025"} {
		_, _, ok := typed.Find(typed.Amount, text, typed.Hints{})
		require.False(t, ok, text)
	}
}

// learned returns the hints learned from a text.
func learned(text string) typed.Hints {
	var h typed.Hints
	h.Learn(text)
	return h
}

func TestDatesFollowTheDocument(t *testing.T) {
	t.Parallel()
	us, uk, de := learned("$12.00, Portland, OR 97205"), learned("£12.00 VAT"), learned("12,50 € am 31.12.2024 und 2.1.2025")
	for _, c := range []struct {
		text  string
		hints typed.Hints
		want  any
	}{
		{"03/04/2025", us, "2025-03-04"},
		{"03/04/2025", uk, "2025-04-03"},
		{"03/04/2025", de, "2025-04-03"},
		{"03/04/2025", learned("25/03/2025"), "2025-04-03"},
		{"03/04/2025", learned("03/25/2025 £"), "2025-03-04"},
		{"13/04/2025", us, "2025-04-13"},
		{"3.4.25", de, "2025-04-03"},
		{"01/13/99", us, "1999-01-13"},
		{"3. April 2025", de, "2025-04-03"},
		{"01.Mai 2025", de, "2025-05-01"},
		{"1er avril 2025", de, "2025-04-01"},
		{"le 14 févr. 2025", de, "2025-02-14"},
		{"4 de abril de 2025", de, "2025-04-04"},
		{"Apr. 3, 2025", us, "2025-04-03"},
		{"April 3rd, 2025", us, "2025-04-03"},
		{"Thursday, 3 April 2025", uk, "2025-04-03"},
		{"3-Apr-25", uk, "2025-04-03"},
		{"3/Apr/2025", uk, "2025-04-03"},
		{"03 Jun", learned("1 June 2025"), "2025-06-03"},
		{"Jun 03", learned("June 1, 2025"), "2025-06-03"},
		{"30.12.", de, "2024-12-30"},
		{"02.01.", de, "2025-01-02"},
		{"03 Jun", us, nil},
		{"31.02.2025", de, nil},
		{"10-24-0331", us, nil},
	} {
		v, _, _ := typed.Find(typed.Date, c.text, c.hints)
		require.Equal(t, c.want, v, c.text)
	}
}

func TestNumbersOfAccountsTaxpayersAndCurrencies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind typed.Kind
		text string
		want any
	}{
		{typed.IBAN, "IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF", "DE89370400440532013000"},
		{typed.IBAN, "fr14 2004 1010 0505 0001 3m02 606", "FR1420041010050500013M02606"},
		{typed.IBAN, "GB29NWBK60161331926818", nil},
		{typed.VAT, "CHE-123.456.788 MWST", "CHE123456788"},
		{typed.VAT, "DE 123 456 789", "DE123456789"},
		{typed.VAT, "FR 40 303 265 045", "FR40303265045"},
		{typed.VAT, "IE6388047V", "IE6388047V"},
		{typed.VAT, "PL 526-104-08-28", "PL5261040828"},
		{typed.VAT, "VAT No 123 4567 89", nil},
		{typed.Percent, "19 Prozent", json.Number("19")},
		{typed.Percent, "8.25%", json.Number("8.25")},
		{typed.Percent, "100 EUR", nil},
		{typed.Currency, "US$ 5", "USD"},
		{typed.Currency, "Fr. 20.-", "CHF"},
		{typed.Currency, "100 zł", "PLN"},
		{typed.Currency, "ABC 100", nil},
	} {
		v, _, _ := typed.Find(c.kind, c.text, typed.Hints{})
		require.Equal(t, c.want, v, "%s in %q", c.kind, c.text)
	}
}
