package app

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlansAreReadFromTheConfiguration(t *testing.T) {
	t.Parallel()
	cfg := Config{RequestsPerMinute: 600, UploadsPerMinute: 60, DocumentsAtOnce: 100, Plans: []string{"team=6000/600/200", " free=10/0/2"}}
	plans, err := cfg.plans()
	require.NoError(t, err)
	require.Len(t, plans, 3)
	require.Equal(t, 60, plans["default"].Uploads.Burst)
	require.Equal(t, 200, plans["team"].Documents)
	require.Zero(t, plans["free"].Uploads.Burst)
	for _, wrong := range []string{"team", "team=1/2", "team=1/2/x", "team=1/2/-3", "=1/2/3", "team=1/2/3/4"} {
		cfg.Plans = []string{wrong}
		_, err := cfg.plans()
		require.ErrorContains(t, err, "QUIRE_PLANS has ")
	}
}
