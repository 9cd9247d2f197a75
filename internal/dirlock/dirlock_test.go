package dirlock_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/dirlock"
)

func TestSecondHolderIsRefusedUntilTheFirstReleases(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	first, err := dirlock.Acquire(path)
	require.NoError(t, err)

	_, err = dirlock.Acquire(path)
	require.ErrorIs(t, err, dirlock.ErrHeld)
	require.ErrorContains(t, err, path)

	require.NoError(t, first.Release())
	second, err := dirlock.Acquire(path)
	require.NoError(t, err)
	require.NoError(t, second.Release())
}

func TestReleasedLockIsFreeWhileChildrenStart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	started := make(chan error)
	go func() {
		defer close(started)
		for range 200 {
			started <- exec.CommandContext(t.Context(), "true").Run()
		}
	}()
	for err := range started {
		require.NoError(t, err)
		for range 100 {
			lock, err := dirlock.Acquire(path)
			require.NoError(t, err)
			require.NoError(t, lock.Release())
		}
	}
}

func TestMissingDirectoryIsNotReportedAsHeld(t *testing.T) {
	t.Parallel()
	_, err := dirlock.Acquire(filepath.Join(t.TempDir(), "missing", "lock"))
	require.Error(t, err)
	require.NotErrorIs(t, err, dirlock.ErrHeld)
}
