package command_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAccountIsDeletedOnlyIfItsNameIsConfirmed(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("account", "create", "acme"))
	require.Error(t, o.types("account", "delete", "acme"))
	require.ErrorContains(t, o.types("account", "delete", "acme", "--confirm", "amce"), "nothing was deleted")
	require.Equal(t, "active", o.lists("account", "list")[0]["state"])
	require.NoError(t, o.types("account", "delete", "acme", "--confirm", "acme"))
	require.Equal(t, "deleting", o.lists("account", "list")[0]["state"])
}

func TestAccountIsSuspendedAndResumed(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("account", "create", "acme"))
	require.NoError(t, o.types("account", "suspend", "acme"))
	require.Equal(t, "suspended\n", o.out.String())
	require.Equal(t, "suspended", o.lists("account", "list")[0]["state"])
	require.NoError(t, o.types("account", "resume", "acme"))
	require.Equal(t, "active", o.lists("account", "list")[0]["state"])
	require.ErrorContains(t, o.types("account", "suspend", "acmee"), `there is no account "acmee": did you mean "acme"?`)
	require.Equal(t, "account.resume", o.lists("audit", "--account", "acme")[0]["action"])
}
