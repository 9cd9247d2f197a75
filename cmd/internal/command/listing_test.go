package command_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// lists runs a command with --json and returns what it listed.
func (o *operator) lists(args ...string) []map[string]any {
	o.Helper()
	require.NoError(o, o.types(append(args, "--json")...), args)
	var list []map[string]any
	require.NoError(o, json.Unmarshal(o.out.Bytes(), &list), o.out.String())
	require.NotNil(o, list, "an empty list is []")
	return list
}

func TestListsAreJSONOnWish(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.Empty(t, o.lists("account", "list"))
	require.NoError(t, o.types("key", "create", "acme"))
	accounts := o.lists("account", "list")
	require.Len(t, accounts, 1)
	require.Equal(t, "acme", accounts[0]["name"])
	require.Equal(t, "default", accounts[0]["plan"])

	keys := o.lists("key", "list", "acme")
	require.Len(t, keys, 1)
	require.Nil(t, keys[0]["revoked_at"])
	require.NotEmpty(t, keys[0]["permissions"])
	require.NoError(t, o.types("key", "revoke", keys[0]["id"].(string))) //nolint:forcetypeassert // a panic would say the same
	require.NotNil(t, o.lists("key", "list", "acme")[0]["revoked_at"])

	entries := o.lists("audit", "--account", "acme")
	require.Equal(t, "key.revoke", entries[0]["action"], "newest first")
	require.Equal(t, keys[0]["id"], entries[0]["object_id"])
	require.Equal(t, accounts[0]["id"], entries[0]["account_id"])
	require.Equal(t, entries, o.lists("audit", "list", "--account", "acme"))

	for _, m := range o.lists("migrate", "status") {
		require.NotEmpty(t, m["applied_at"])
	}
	for _, x := range o.lists("extractor", "list", "--account", "acme") {
		require.NotEmpty(t, x["slug"])
	}
}
