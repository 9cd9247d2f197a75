package command_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/command"
)

func TestPlanOfAnAccountIsShownAndSet(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.env.Config.Plans = []string{"team=6000/0/200", "stored:50GB", "keys:1"}
	o.env.Config.KeyPepper = "0000000000000000000000000000000000000000000000000000000000000000"
	o.env.Config.Environment = "live"

	require.ErrorContains(t, (&command.AccountPlan{Name: "acme", Plan: "gold"}).Run(t.Context(), o.env), `there is no plan "gold"`)
	require.NoError(t, (&command.AccountPlan{Name: "acme", Plan: "team"}).Run(t.Context(), o.env))
	require.NoError(t, (&command.KeyCreate{Account: "acme"}).Run(t.Context(), o.env))
	o.out.Reset()
	require.NoError(t, (&command.AccountPlan{Name: "acme"}).Run(t.Context(), o.env))
	for _, row := range []string{
		`plan +team`, `uploads_per_minute +no limit`, `stored_bytes +0 bytes +50 GB`, `pages_per_day +0 +no limit`, `keys +1 +1`,
	} {
		require.Regexp(t, row, o.out.String())
	}
	require.EqualError(t, (&command.KeyCreate{Account: "acme"}).Run(t.Context(), o.env),
		"The plan allows 1 keys and 1 are used. Remove what is no longer needed")
}
