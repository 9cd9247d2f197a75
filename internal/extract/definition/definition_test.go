package definition_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/definition"
	"quire/internal/growth"
)

const good = `name: Bill
slug: bill
cost: {type: PER_DOCUMENT, credits: 3}
schema:
  type: object
  required: [zeta]
  properties:
    zeta: {type: string}
    alpha: {type: [number, "null"]}
    lines:
      type: array
      items: {type: object, properties: {amount: {type: number}}}
rules:
  alpha:
    pattern: 'total (\d+)'
constraints:
  - {sum: [lines.amount], equals: alpha}
`

func TestParseKeepsTheOrderOfTheSchema(t *testing.T) {
	t.Parallel()
	d, err := definition.Parse("bill.yaml", []byte(good))
	require.NoError(t, err)
	require.Equal(t, "zeta", d.Schema.Properties[0].Name)
	require.True(t, d.Schema.Properties[0].Required)
	require.Equal(t, definition.PerDocument, d.CostType)
	require.Equal(t, "lines", d.Output.Rows)
	require.Less(t, strings.Index(string(d.RawSchema), "zeta"), strings.Index(string(d.RawSchema), "alpha"))
	require.NotNil(t, d.Rules["alpha"].Regexp)
}

func TestParseNamesFileLineAndReason(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ old, with, want string }{
		{"total (\\d+)", "total ((", "bill.yaml:15: rules.alpha.pattern: error parsing regexp"},
		{"type: string", "type: strong", "bill.yaml:8: schema.properties.zeta.type"},
		{"slug: bill", "slug: B", "bill.yaml:2: slug"},
		{"pattern: 'total (\\d+)'", "parser: nonsense", `bill.yaml:15: rules.alpha.parser: unknown parser "nonsense"`},
		{"  alpha:\n    pattern", "  beta:\n    pattern", `bill.yaml:15: rules.beta: the schema has no property "beta"`},
		{"cost:", "costs:", "bill.yaml:3: unknown key costs"},
		{"equals: alpha", "equals: zeta", `bill.yaml:17: constraints.0: "zeta" is no number`},
		{"PER_DOCUMENT", "PER_WORD", "bill.yaml:3: cost.type"},
		{"name: Bill", "name: [", "bill.yaml:"},
	} {
		_, err := definition.Parse("bill.yaml", []byte(strings.Replace(good, c.old, c.with, 1)))
		require.ErrorContains(t, err, c.want)
		require.NotEmpty(t, definition.Errors(err))
	}
}

func TestSchemasReadNothingElse(t *testing.T) {
	t.Parallel()
	_, err := definition.Parse("x.yaml", []byte(strings.Replace(good, "{type: string}", "{$ref: 'file:///etc/passwd'}", 1)))
	require.ErrorContains(t, err, "not followed")
}

func TestDefinitionsKeepToBounds(t *testing.T) {
	t.Parallel()
	const schema = "schema: {type: object, properties: {a: {type: string}}}\n"
	of := func(unit string, n int) string { return strings.Repeat(unit, n) }
	numbered := func(unit string, n int) string { return string(growth.Numbered(unit)(n)) }
	for name, c := range map[string]struct{ source, want string }{
		"keys":       {schema + "rules: {" + numbered("r%d: {}, ", 2001) + "}", "2: a mapping of more than 2000 keys"},
		"properties": {"schema: {type: object, properties: {" + numbered("f%d: {}, ", 5001) + "}}", "1: schema: more than 5000 properties"},
		"references": {"schema: {type: object, properties: {" + numbered("f%d: {$ref: '#/x/%d'}, ", 501) + "}}", "1: schema: references to more than 500 places"},
		"aliases": {
			schema + "labels: &l [" + of("a, ", 1000) + "]\nrules: {" + numbered("r%d: {labels: *l}, ", 1000) + "}",
			"1: more than 131072 values, with what its aliases stand for",
		},
		"patterns": {schema + "rules: {a: {pattern: '" + of(`\pL{100}`, 250) + "'}}", "2: rules.a.pattern: together, the patterns are too large"},
		"faults":   {schema + numbered("k%d: 1\n", 101), "unknown key k99"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := definition.Parse("a.yaml", []byte(c.source))
			require.ErrorContains(t, err, c.want)
			require.LessOrEqual(t, len(definition.Errors(err)), 100)
		})
	}
}
