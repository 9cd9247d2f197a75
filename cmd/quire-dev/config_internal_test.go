package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEmbeddedRunServesAndReachesThisMachineUnlessToldOtherwise(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		environ  []string
		listen   string
		loopback bool
	}{
		{nil, "127.0.0.1:8080", true},
		{[]string{"QUIRE_LISTEN=", "QUIRE_ALLOW_LOOPBACK= "}, "127.0.0.1:8080", true},
		{[]string{"QUIRE_LISTEN=0.0.0.0:8080"}, "0.0.0.0:8080", true},
		{[]string{"QUIRE_LISTEN=:9000", "QUIRE_ALLOW_LOOPBACK=false"}, ":9000", false},
		{[]string{"QUIRE_ALLOW_LOOPBACK=true", "QUIRE_ALLOW_PRIVATE=10.0.0.5:443"}, "127.0.0.1:8080", true},
	} {
		c, faults, err := loadConfig(append(test.environ, "QUIRE_DATA_DIR="+t.TempDir()))
		require.NoError(t, err)
		require.Empty(t, faults)
		require.Equal(t, test.listen, c.App.Listen, test.environ)
		require.Equal(t, test.loopback, c.App.AllowLoopback, test.environ)
	}
	c, _, err := loadConfig([]string{"QUIRE_ALLOW_LOOPBACK=false", "QUIRE_ALLOW_PRIVATE=10.0.0.5:443"})
	require.NoError(t, err)
	require.False(t, c.App.AllowLoopback)
	require.Equal(t, []string{"10.0.0.5:443"}, c.App.AllowPrivate)
}
