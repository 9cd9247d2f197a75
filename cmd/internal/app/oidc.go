package app

import (
	"errors"
	"fmt"
	"strings"

	"quire/api"
	"quire/internal/oidclogin"
	"quire/schema"
)

// OIDC returns the login with an identity provider, or nil if none is configured.
func (c Config) OIDC() (*api.OIDC, error) {
	if c.OIDCIssuer == "" {
		return nil, nil //nolint:nilnil // most deployments have none
	}
	o := &api.OIDC{Provider: oidclogin.New(oidclogin.Config{
		Issuer: c.OIDCIssuer, ClientID: c.OIDCClientID, ClientSecret: c.OIDCClientSecret, Scopes: c.OIDCScopes, GroupsClaim: c.OIDCGroupsClaim,
	})}
	for _, text := range c.OIDCGroups {
		g, err := parseGrant(text)
		if err != nil {
			return nil, fmt.Errorf("QUIRE_OIDC_GROUPS has %q: %w", text, err)
		}
		o.Grants = append(o.Grants, g)
	}
	return o, nil
}

// parseGrant reads group=account:role or group=account:permission+permission. A single word that is both is the role.
// Groups may contain = and account names may contain a colon.
func parseGrant(text string) (api.Grant, error) {
	what, names, found := cutLast(text, ":")
	group, account, named := cutLast(what, "=")
	if !found || !named || group == "" || account == "" {
		return api.Grant{}, errors.New("it has no group, account and permissions")
	}
	if may, ok := schema.RoleNamed(names); ok {
		return api.Grant{Group: group, Account: account, Permissions: may}, nil
	}
	may, err := schema.PermissionsOf(strings.Split(names, "+"))
	if err != nil {
		err = fmt.Errorf("%w; or give one of the roles viewer, editor and admin", err)
	}
	return api.Grant{Group: group, Account: account, Permissions: may}, err
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
