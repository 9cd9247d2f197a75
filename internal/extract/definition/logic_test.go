package definition_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/definition"
)

func TestLabelsCommentsAndLayoutAreNotLogic(t *testing.T) {
	t.Parallel()
	const base = "name: Ticket\nslug: ticket\nschema:\n  type: object\n  properties:\n    number: {type: string}\n    total: {type: number}\n"
	for name, tc := range map[string]struct {
		source string
		same   bool
	}{
		"the same":        {base, true},
		"another name":    {"description: of a train\nname: Fare\nslug: fare\n" + base[len("name: Ticket\nslug: ticket\n"):], true},
		"comments":        {"# by Ann\n" + base + "# end\n", true},
		"another style":   {"name: T\nslug: ticket\nschema: {type: \"object\", properties: {number: {type: string}, total: {type: number}}}\n", true},
		"a price":         {base + "cost: {credits: 2}\n", false},
		"order of fields": {"name: T\nslug: ticket\nschema: {type: object, properties: {total: {type: number}, number: {type: string}}}\n", false},
		"broken":          {"name: [", false},
		"empty":           {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tc.same, definition.SameLogic([]byte(base), []byte(tc.source)))
		})
	}
}

func TestFaultNamesTheLineOfItsKey(t *testing.T) {
	t.Parallel()
	err := definition.Fault("t.yaml", []byte("name: Ticket\n\nslug: ticket\n"), "slug", "in use")
	require.EqualError(t, err, "t.yaml:3: slug: in use")
	require.EqualError(t, definition.Fault("t.yaml", nil, "slug", "in use"), "t.yaml:1: slug: in use")
}
