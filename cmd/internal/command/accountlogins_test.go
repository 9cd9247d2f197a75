package command_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
	"quire/schema/testdb"
)

func TestLoginsOfAnAccountAreListedAndEnded(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("account", "create", "acme"))
	require.NoError(t, o.types("account", "create", "other"))
	db := testdb.Open(t, o.env.Config.DatabaseURL)
	enter := func(account, who string) string {
		a, err := db.AccountNamed(t.Context(), account)
		require.NoError(t, err)
		l, err := db.BeginLogin(t.Context(), schema.NewLogin{
			Hash: []byte(who), AccountID: a.ID, Method: schema.LoginByOIDC, Actor: "oidc " + who, Permissions: schema.Permissions{Read: true}, Lifetime: time.Hour,
		})
		require.NoError(t, err)
		return l.ID.String()
	}
	ada, theirs := enter("acme", "ada"), enter("other", "eve")
	enter("acme", "bob")
	enter("acme", "cyn")
	require.Len(t, o.lists("account", "logins", "acme"), 3)

	require.NoError(t, o.types("account", "logout", "acme", ada))
	_, err := db.AuthenticateLogin(t.Context(), []byte("ada"))
	require.ErrorContains(t, err, "You are not logged in")
	left := o.lists("account", "logins", "acme")
	require.Len(t, left, 2)
	require.Equal(t, "oidc cyn", left[0]["name"])
	require.Error(t, o.types("account", "logout", "acme", theirs), "it is of another account")
	require.Error(t, o.types("account", "logout", "acme", uuid.NewString()))
	require.ErrorContains(t, o.types("account", "logout", "acme"), "or --all")
	require.ErrorContains(t, o.types("account", "logout", "acme", ada, "--all"), "or --all")

	require.NoError(t, o.types("account", "logout", "acme", "--all"))
	require.Equal(t, "2 logins ended\n", o.out.String())
	require.Empty(t, o.lists("account", "logins", "acme"))
	require.Len(t, o.lists("account", "logins", "other"), 1)
	require.Equal(t, "login.end", o.lists("audit", "--account", "acme")[0]["action"])
}
