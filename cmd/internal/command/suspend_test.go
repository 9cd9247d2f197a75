package command_test

import (
	"encoding/csv"
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

func TestAnAccountIsMaskedFromNowOn(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("account", "create", "acme"))
	require.ErrorContains(t, o.types("account", "mask", "acme"), "give --kinds or --off")
	require.ErrorContains(t, o.types("account", "mask", "acme", "--kinds", "names"), `there is no kind "names"`)
	require.NoError(t, o.types("account", "mask", "acme", "--kinds", "email,phone", "--region", "DE"))
	require.Equal(t, "masked in every new document and collection: email, phone:DE\n", o.out.String())
	require.Equal(t, []any{"email", "phone:DE"}, o.lists("account", "list")[0]["masking"])
	require.NoError(t, o.types("account", "mask", "acme", "--off"))
	require.Equal(t, []any{}, o.lists("account", "list")[0]["masking"])
	require.Equal(t, "account.mask", o.lists("audit", "--account", "acme")[0]["action"])
}

func TestTheAuditLogIsASheetToo(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("account", "create", "acme"))
	require.NoError(t, o.types("audit", "--account", "acme", "--csv"))
	rows, err := csv.NewReader(&o.out).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"at", "account_id", "actor", "key_id", "action", "object_id", "request_id", "ip"}, rows[0])
	require.Equal(t, "account.create", rows[1][4])
	require.Error(t, o.types("audit", "--csv", "--json"))
}
