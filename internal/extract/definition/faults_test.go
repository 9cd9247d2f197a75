package definition_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/catalog"
	"quire/internal/extract/definition"
)

// order is a valid definition; each test breaks it in one place.
const order = `name: Order
slug: order
output: {format: csv, rows: lines}
pages: 1-3
engine: auto
schema:
  type: object
  properties:
    number: {type: string}
    total: {type: number, x-parser: amount}
    tags: {type: array, items: {type: string}}
    lines:
      type: array
      x-key: sku
      items: {type: object, properties: {sku: {type: string}, price: {type: number}}}
rules:
  number: {labels: [no], take: first, value: right, within: 2}
  total: {pattern: 'Sum (\d+)'}
  tags: {labels: [tag], take: all}
  lines:
    table:
      key: [sku]
      columns: {sku: [item], price: [price]}
      row: ['(?P<sku>\S+) (?P<price>\d+)']
constraints:
  - {sum: [lines.price], equals: total, tolerance: 0.01}
required: [number]
`

func TestBadInputIsNamedWithItsLineAndReason(t *testing.T) {
	t.Parallel()
	_, err := definition.Parse("order.yaml", []byte(order))
	require.NoError(t, err)
	for _, c := range []struct {
		old, with string
		line      int
		text      string
	}{
		{"name: Order\n", "", 1, "name: the name must have 1 to 255 characters"},
		{"slug: order", "slug: 0b0f2e3c-7d0e-4a63-9d7c-8a0e5bd30a4f", 2, "not be a UUID"},
		{"slug: order", "slug: order\nslug: other", 3, `mapping key "slug" already defined`},
		{"slug: order", "\tslug: order", 2, "tab"},
		{"format: csv", "format: pdf", 3, `output.format: "pdf" is unknown: want json, csv, xml or markdown`},
		{"rows: lines", "rows: total", 3, `output.rows: "total" is no array of the schema`},
		{"pages: 1-3", "pages: 3-1", 4, "the first before the last"},
		{"engine: auto", "engine: magic", 5, "want auto, rules or model"},
		{"engine: auto", "engine: auto\ncost: {credits: many}", 6, "`many` is not a whole number"},
		{"engine: auto", "engine: auto\ncost: free", 6, "`free` is not a mapping of keys to values"},
		{"name: Order", "name: [Order]", 1, "a list is not text"},
		{"name: Order", `name: "Or\0der"`, 1, "name: must not contain the character U+0000"},
		{"name: Order", "name: Order\ndescription: \"a\\0\"", 2, "description: must not contain the character U+0000"},
		{"name: Order", "name: Order\nfields: {}", 2, "unknown key fields"},
		{"name: Order", "name: Order \xff", 1, "not UTF-8"},
		{"labels: [no]", "labels: no", 17, "`no` is not a list"},
		{"labels: [no]", "labels: {no: 1}", 17, "a mapping is not a list"},
		{"engine: auto", "engine: auto\ncost: {credits: -1}", 6, "must be between 0 and 1,000,000"},
		{"schema:\n  type: object", "schema:\n  type: array", 7, "the output must be an object"},
		{"{type: string}\n    total", "{type: text}\n    total", 9, "schema.properties.number.type: value must be one of"},
		{"{type: string}\n    total", "{type: string, pattern: '('}\n    total", 9, "schema.properties.number.pattern"},
		{"{type: string}\n    total", "{type: string, pattern: 'a{1000}" + strings.Repeat("a{1000}", 20) + "'}\n    total", 7, "schema: together, the patterns are too large"},
		{"{type: string}\n    total", "{patternProperties: {'(a{999}){1}" + strings.Repeat("a{1000}", 20) + "': true}}\n    total", 7, "schema: together, the patterns are too large"},
		{"{type: string}\n    total", "{type: string, x-parser: number}\n    total", 9, "number gives numbers, but the schema wants string"},
		{"{type: string}\n    total", "{$ref: '#/$defs/none'}\n    total", 7, "#/$defs/none"},
		{"x-parser: amount", "x-parser: money", 10, `unknown parser "money"; there are text number amount`},
		{"x-key: sku", "x-key: id", 14, `schema.properties.lines.x-key: the items have no property "id"`},
		{"value: right", "value: left", 17, "want right, below, any or section"},
		{"take: first", "take: some", 17, "want first, last, max or all"},
		{"take: first", "take: all", 17, "all values need an array"},
		{"within: 2", "within: 99", 17, "between 0 and 50 lines"},
		{"within: 2", "parser: amount", 17, "amount gives numbers, but the schema wants string"},
		{"within: 2", "differs: [other]", 17, `the schema has no property "other"`},
		{"within: 2", "between: {to: x}", 17, "from is missing"},
		{"'Sum (\\d+)'", "'Sum (?<=x)'", 18, "rules.total.pattern: error parsing regexp: invalid"},
		{"'Sum (\\d+)'", "'Sum (\\d+'", 18, "missing closing )"},
		{", take: all", "", 19, "an array needs a table, or take: all"},
		{"  tags: {labels", "  lines.price: {labels", 19, `"lines" is an array`},
		{"  tags: {labels", "  colour: {labels", 19, `the schema has no property "colour"`},
		{"key: [sku]", "product: [sku, price, price]", 22, `the items have no number "sku"`},
		{"key: [sku]", "product: [price]", 22, "needs three properties"},
		{"key: [sku]", "key: [id]", 22, `the items have no property "id"`},
		{"{sku: [item],", "{id: [item],", 23, `the items have no property "id"`},
		{"?P<price>", "?P<cost>", 24, `the items have no property "cost"`},
		{"(?P<sku>\\S+)", "(?P<sku>\\S+", 24, "missing closing )"},
		{"lines.price]", "lines.cost]", 26, `constraints.0: "lines.cost" is no number of the schema`},
		{"sum: [lines.price], ", "", 26, "needs sum"},
		{"tolerance: 0.01", "tolerance: -1", 26, "must be a number that is not negative"},
		{"tolerance: 0.01", "tolerance: .nan", 26, "must be a number that is not negative"},
		{"tolerance: 0.01", "tolerance: .inf", 26, "must be a number that is not negative"},
		{"required: [number]", "required: [nummer]", 27, `required.0: the schema has no property "nummer"`},
	} {
		broken := strings.Replace(order, c.old, c.with, 1)
		require.NotEqual(t, order, broken, c.old)
		_, err := definition.Parse("order.yaml", []byte(broken))
		require.ErrorContains(t, err, c.text, "%s", c.with)
		faults := definition.Errors(err)
		require.NotEmpty(t, faults, c.with)
		require.Equal(t, fmt.Sprintf("order.yaml:%d: ", c.line), strings.Split(faults[0].Error(), faults[0].Text)[0], "%s: %v", c.with, err)
	}
}

func TestEveryFaultIsNamed(t *testing.T) {
	t.Parallel()
	broken := strings.NewReplacer("csv", "pdf", "engine: auto", "engine: magic", "take: first", "take: some", "(\\d+)'}", "('}").Replace(order)
	_, err := definition.Parse("order.yaml", []byte(broken))
	require.Len(t, definition.Errors(err), 4)
}

// A pattern of a few bytes can compile to megabytes. Values are checked with no one looking, when a document is run.
func TestPatternsInValuesAreBounded(t *testing.T) {
	t.Parallel()
	d, err := definition.Parse("order.yaml", []byte(strings.Replace(order, "number: {type: string}", "number: {type: string, format: regex}", 1)))
	require.NoError(t, err)
	require.NoError(t, d.Validator.Validate(map[string]any{"number": "a{1000}"}))
	require.Error(t, d.Validator.Validate(map[string]any{"number": strings.Repeat("a{1000}", 100)}))
}

func FuzzParse(f *testing.F) {
	f.Add(order)
	f.Add("schema: &a {type: object, properties: {x: *a}}")
	f.Add("name: x\nslug: abc\nschema: {type: object, properties: {a: {$ref: '#'}}}")
	for _, e := range catalog.All() {
		f.Add(string(e.Source))
	}
	f.Fuzz(func(t *testing.T, source string) {
		start := time.Now()
		d, err := definition.Parse("f.yaml", []byte(source))
		require.Less(t, time.Since(start), 5*time.Second)
		if err == nil {
			require.NotNil(t, d.Schema)
			return
		}
		faults := definition.Errors(err)
		require.NotEmpty(t, faults, "%v", err)
		for _, e := range faults {
			require.Positive(t, e.Line, "%v", e)
			require.NotEmpty(t, e.Text)
		}
	})
}
