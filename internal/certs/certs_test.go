package certs_test

import (
	"crypto/tls"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/certs"
	"quire/internal/certs/certstest"
)

func TestRenewedCertificateIsServedWithoutARestart(t *testing.T) {
	t.Parallel()
	ca, dir := certstest.New(t), t.TempDir()
	certFile, keyFile := ca.Issue(dir, "first")
	var failures []error
	pair, err := certs.Open(certFile, keyFile, func(err error) { failures = append(failures, err) })
	require.NoError(t, err)
	require.Equal(t, "first", served(t, pair))

	ca.Issue(dir, "second")
	later(t, certFile, time.Second)
	require.Equal(t, "second", served(t, pair))

	require.NoError(t, os.WriteFile(keyFile, []byte("half a key"), 0o600))
	require.Equal(t, "second", served(t, pair), "the previous one stays in use")
	require.Equal(t, "second", served(t, pair))
	require.Len(t, failures, 1, "once per change")
	require.NoError(t, os.Remove(keyFile))
	require.Equal(t, "second", served(t, pair))

	ca.Issue(dir, "third")
	later(t, certFile, 2*time.Second)
	require.Equal(t, "third", served(t, pair))
	client, err := pair.Client(nil)
	require.NoError(t, err)
	require.Equal(t, "third", client.Leaf.Subject.CommonName)
}

// later makes a file look newer, for file systems with a coarse clock.
func later(t *testing.T, file string, by time.Duration) {
	t.Helper()
	at := time.Now().Add(by)
	require.NoError(t, os.Chtimes(file, at, at))
}

func served(t *testing.T, pair *certs.Pair) string {
	t.Helper()
	c, err := pair.Server(&tls.ClientHelloInfo{})
	require.NoError(t, err)
	return c.Leaf.Subject.CommonName
}

func TestUnusableFilesAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := certs.Open(dir+"/none", dir+"/none", nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(dir+"/empty", nil, 0o600))
	_, err = certs.Open(dir+"/empty", dir+"/empty", nil)
	require.ErrorContains(t, err, "certificate")
	_, err = certs.Roots(dir + "/empty")
	require.ErrorContains(t, err, "no certificate")
	_, err = certs.Roots(dir + "/none")
	require.Error(t, err)
	none, err := certs.Roots("")
	require.NoError(t, err)
	require.Nil(t, none)
}
