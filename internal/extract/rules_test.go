package extract_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/extract"
	"quire/internal/extract/definition"
)

// invoice is a definition that uses every means of the rules.
const invoice = `name: Invoice
slug: invoice
engine: rules
schema:
  type: object
  properties:
    number: {type: [string, "null"]}
    date: {type: [string, "null"], format: date}
    due: {type: [string, "null"], format: date}
    seller: {type: [string, "null"]}
    buyer: {type: [string, "null"]}
    notes: {type: [string, "null"]}
    net: {type: [number, "null"]}
    tax: {type: [number, "null"]}
    total: {type: [number, "null"]}
    lines:
      type: array
      items:
        type: object
        required: [what, amount]
        properties: {what: {type: string}, count: {type: [number, "null"], x-parser: number}, price: {type: [number, "null"]}, amount: {type: number}}
rules:
  number: {labels: [invoice number, invoice no], parser: code}
  date: {labels: [invoice date, date], parser: date}
  due: {labels: [due date, due], parser: date}
  seller: {prominent: true, except: [invoice]}
  buyer: {labels: [bill to], within: 1, address: true, differs: [seller]}
  notes: {labels: [notes], value: section}
  net: {labels: [subtotal, net], value: right}
  tax: {labels: [vat, tax], take: last, value: right}
  total: {labels: [total, sum], take: last, value: right}
  lines:
    table:
      key: [what, amount]
      product: [count, price, amount]
      columns: {what: [description, item], count: [qty], price: [price, unit price], amount: [amount, total]}
      ignore: [pos, vat, unit]
      skip: [carried forward]
      stop: [subtotal, total, net]
      row: ['(?m)^(?P<what>\p{L}[^\n]+?)  +(?P<amount>\d+\.\d\d)$']
labels: [customer no, reference, terms]
constraints:
  - {sum: [lines.amount], equals: net}
  - {sum: [net, tax], equals: total}
`

// value runs the rules on pages and returns the output.
func value(t *testing.T, src extract.Source) map[string]any {
	t.Helper()
	d, err := definition.Parse("invoice.yaml", []byte(invoice))
	require.NoError(t, err)
	res, err := extract.Run(t.Context(), d, src, nil)
	require.NoError(t, err)
	for _, e := range res.Evidence {
		require.True(t, e.Verified, "what the rules read stands on the page: %+v", e)
	}
	var out map[string]any
	require.NoError(t, json.Unmarshal(res.Value, &out))
	return out
}

func TestSingleValuesAreFoundWhereverTheyStand(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, field string
		want        any
	}{
		"right of the label":          {"Invoice number: RE-7", "number", "RE-7"},
		"far to the right":            {"Invoice number                         RE-7", "number", "RE-7"},
		"below the label":             {"Invoice number\nRE-7", "number", "RE-7"},
		"two labels on a line":        {"Date: 2025-03-01 Due date: 2025-04-01", "due", "2025-04-01"},
		"a row of labels":             {"Invoice no    Date          Due date      Terms\nRE-7          2025-03-01    2025-04-01    Net 30", "due", "2025-04-01"},
		"labels near one another":     {"Invoice no  Date Due date\nRE-7  2025-03-01   2025-04-01", "number", "RE-7"},
		"values near one another":     {"Invoice no  Date          Due date\nRE-7-2025 2025-03-01    2025-04-01", "date", "2025-03-01"},
		"another label is no value":   {"Bill to          Customer no\nMill & Sons      4711", "buyer", "Mill & Sons"},
		"a pair is no value":          {"Bill to:         Date: 2025-03-01\nMill & Sons", "buyer", "Mill & Sons"},
		"a rate between":              {"Subtotal 100.00\nVAT 19 %       19.00\nTotal 119.00", "tax", 19.0},
		"taxes of two rates":          {"Subtotal 100.00\nVAT 7 %         3.50\nVAT 19 %        9.50\nTotal 113.00", "tax", 13.0},
		"the sum that comes out":      {"Total of goods 55.00\nSubtotal 100.00\nTax 10.00\nTotal 110.00\nTotal weight    12.50", "total", 110.0},
		"another label begins so":     {"VAT No 123 4567 89\nSubtotal 10.00\nVAT 2.00\nTotal 12.00", "tax", 2.0},
		"a section":                   {"Notes\nPaid by card.\nThank you.\n\n\n\n\n\n\nPage 1", "notes", "Paid by card. Thank you."},
		"an address":                  {"Acme Tools Ltd\n\n\nFrau\nIda Brandt\nHafenweg 3\n20457 Hamburg\n\n\nInvoice no: 5", "buyer", "Ida Brandt"},
		"nothing":                     {"Dear reader,", "number", nil},
		"a sentence behind a heading": {"Notes. Total war is no amount.", "total", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, value(t, pagesOf(c.text))[c.field])
		})
	}
}

func TestTablesOfManyLooksAreRead(t *testing.T) {
	t.Parallel()
	lamp := map[string]any{"what": "Lamp", "count": 2.0, "price": 15.0, "amount": 30.0}
	shade := map[string]any{"what": "Shade", "count": 3.0, "price": 1.5, "amount": 4.5}
	for name, c := range map[string]struct {
		text string
		want []any
	}{
		"plain":               {"Description   Qty   Unit price   Amount\nLamp          2     15.00        30.00\nShade         3     1.50         4.50", []any{lamp, shade}},
		"other columns":       {"Pos  Description   Qty   Unit  Price   VAT   Amount\n1    Lamp          2     pc    15.00   19%   30.00\n2    Shade         3     pc    1.50    7%    4.50", []any{lamp, shade}},
		"a header of another": {"Pos   Bezeichnung   Qty   Price   Amount\n1     Lamp          2     15.00   30.00\n2     Shade         3     1.50    4.50", []any{lamp, shade}},
		"unknown headers":     {"Fee     Lessons   Per lesson   Cost\nLamp    2         15.00        30.00\nShade   3         1.50         4.50", []any{lamp, shade}},
		"headers with units":  {"Item name     Qty   Price in EUR   Amount (EUR)\nLamp          2     15.00          30.00\nShade         3     1.50           4.50", []any{lamp, shade}},
		"values not below": {
			"Description   Qty       Unit price       Amount\nLamp                2           15.00         30.00\nShade               3            1.50          4.50",
			[]any{lamp, shade},
		},
		"carried forward": {"Description   Qty   Unit price   Amount\nLamp          2     15.00        30.00\nCarried forward                  30.00\nShade         3     1.50         4.50\nTotal                            34.50", []any{lamp, shade}},
		"no header":       {"Lamp      30.00\nShade      4.50\nTotal     34.50", []any{map[string]any{"what": "Lamp", "count": nil, "price": nil, "amount": 30.0}, map[string]any{"what": "Shade", "count": nil, "price": nil, "amount": 4.5}}},
		"a second line":   {"Description   Qty   Unit price   Amount\nLamp          2     15.00        30.00\nwith a bulb\nShade         3     1.50         4.50", []any{map[string]any{"what": "Lamp with a bulb", "count": 2.0, "price": 15.0, "amount": 30.0}, shade}},
		"the first line above": {
			"Description   Qty   Unit price   Amount\nReading\nlamp          2     15.00        30.00\nDesk\nshade         3     1.50         4.50",
			[]any{map[string]any{"what": "Reading lamp", "count": 2.0, "price": 15.0, "amount": 30.0}, map[string]any{"what": "Desk shade", "count": 3.0, "price": 1.5, "amount": 4.5}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, value(t, pagesOf(c.text))["lines"])
		})
	}
}

// scanned rotates the words of a page by an angle, like a scanner that draws the sheet in crooked.
func scanned(src extract.Source, degrees float64) extract.Source {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return func(yield func(*page.Page) error) error {
		return src(func(p *page.Page) error {
			turned := *p
			turned.Words = make([]page.Word, len(p.Words))
			for i, w := range p.Words {
				x, y := (w.Box.X0+w.Box.X1)/2, (w.Box.Y0+w.Box.Y1)/2
				dx, dy := x*cos-y*sin-x, x*sin+y*cos-y
				w.Box = page.Box{X0: w.Box.X0 + dx, X1: w.Box.X1 + dx, Y0: w.Box.Y0 + dy, Y1: w.Box.Y1 + dy}
				turned.Words[i] = w
			}
			turned.Source = page.SourceOCR
			return yield(&turned)
		})
	}
}

func TestRowsOfCrookedScansStayTogether(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("Pos   Description                    Qty         Unit price            Amount\n")
	for i := range 12 {
		fmt.Fprintf(&b, "%-5d Shelf board number %-2d            %d           %d.00                %d.00\n", i+1, i+1, i+2, 10, 10*(i+2))
	}
	for _, degrees := range []float64{-1.4, -.6, .3, .9, 1.5} {
		lines, _ := value(t, scanned(pagesOf(b.String()), degrees))["lines"].([]any)
		require.Len(t, lines, 12, "%v degrees", degrees)
		require.Equal(t, map[string]any{"what": "Shelf board number 12", "count": 13.0, "price": 10.0, "amount": 130.0}, lines[11], "%v degrees", degrees)
	}
}

func TestFieldsOfFormsAreFoundByNameAndLabel(t *testing.T) {
	t.Parallel()
	words := []string{"INV-2041", "3/5/2024", "Net 30"}
	p := page.Page{Number: 1, Width: 600, Height: 800, Source: page.SourceText}
	for i, w := range words { // a page with only the values
		box := page.Box{X0: 60, Y0: 100 + 30*float64(i), X1: 160, Y1: 110 + 30*float64(i)}
		p.Words = append(p.Words, page.Word{Text: w, Box: box})
		p.Blocks = append(p.Blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: w}}, Box: box})
	}
	p.Fields = []page.Field{
		{Name: "head.InvoiceNo", Kind: page.TextField, Value: words[0]},
		{Name: "f2", Label: "Invoice date", Kind: page.DateField, Value: words[1]},
		{Name: "f3", Label: "Due", Kind: page.CheckField, Value: "On", Ticked: true},
	}
	got := value(t, func(yield func(*page.Page) error) error { return yield(&p) })
	require.Equal(t, "INV-2041", got["number"])
	require.Equal(t, "2024-03-05", got["date"])
	require.Nil(t, got["due"])
}
