package definition_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/definition"
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
		{"cost:", "costs:", "bill.yaml:3: field costs not found"},
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
