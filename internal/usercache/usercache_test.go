package usercache_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/usercache"
)

func TestDirectoriesAreInTheUsersCache(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	users, err := os.UserCacheDir()
	require.NoError(t, err)

	dir, err := usercache.Dir("models", "encoder")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(users, "quire", "models", "encoder"), dir)
	require.NoDirExists(t, dir)

	dir, err = usercache.Dir()
	require.NoError(t, err)
	require.Equal(t, filepath.Join(users, "quire"), dir)
}

func TestAUserWithoutAHomeHasNoCache(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	dir, err := usercache.Dir("models")
	require.Error(t, err)
	require.Empty(t, dir)
}
