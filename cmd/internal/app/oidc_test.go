package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/cmd/internal/app"
	"quire/schema"
)

func TestGroupsOfAProviderLeadToAccountsWithRoles(t *testing.T) {
	t.Parallel()
	cfg, faults := app.LoadConfig([]string{
		"QUIRE_OIDC_ISSUER=https://login.example.org", "QUIRE_OIDC_CLIENT_ID=quire",
		"QUIRE_OIDC_GROUPS=cn=staff,dc=acme=acme: west:editor", "QUIRE_SECRETS_FILE=" + t.TempDir() + "/s",
	})
	require.NotEmpty(t, faults, "a comma ends a group")
	cfg.OIDCGroups = []string{
		"staff=acme:editor", "platform=acme:admin", "*=guests:viewer", "auditors=acme:read+admin", "cn=ops=acme: west:operator",
	}
	o, err := cfg.OIDC()
	require.NoError(t, err)
	require.Equal(t, []api.Grant{
		{Group: "staff", Account: "acme", Permissions: schema.Permissions{Read: true, Write: true}},
		{Group: "platform", Account: "acme", Permissions: schema.Permissions{Read: true, Write: true, Admin: true}},
		{Group: "*", Account: "guests", Permissions: schema.Permissions{Read: true}},
		{Group: "auditors", Account: "acme", Permissions: schema.Permissions{Read: true, Admin: true}},
		{Group: "cn=ops", Account: "acme: west", Permissions: schema.Permissions{Operator: true}},
	}, o.Grants)
	for _, wrong := range []string{"staff=acme:owner", "staff=acme:editor+admin", "staff=acme:", "staff:editor", "=acme:viewer"} {
		cfg.OIDCGroups = []string{wrong}
		_, err := cfg.OIDC()
		require.ErrorContains(t, err, wrong)
	}
}
