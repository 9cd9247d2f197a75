package seal_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/seal"
)

func keys(t *testing.T, list ...string) *seal.Keys {
	t.Helper()
	k, err := seal.Parse(list)
	require.NoError(t, err)
	return k
}

func TestSealedMessagesOpenOnlyWithTheirKey(t *testing.T) {
	t.Parallel()
	old, fresh := "1:"+seal.NewKey(), "2:"+seal.NewKey()
	message := []byte("what nobody else may read")
	id, sealed := keys(t, old).Seal(message)
	require.Equal(t, "1", id)
	require.NotContains(t, string(sealed), "nobody")
	_, again := keys(t, old).Seal(message)
	require.NotEqual(t, sealed, again, "equal messages do not look alike")

	rotated := keys(t, fresh, old)
	plain, err := rotated.Open(id, sealed)
	require.NoError(t, err)
	require.Equal(t, message, plain)
	id, sealed = rotated.Seal(message)
	require.Equal(t, "2", id, "the first key encrypts")
	_, err = keys(t, old).Open(id, sealed)
	require.ErrorIs(t, err, seal.ErrUnknownKey)
	_, err = keys(t, "2:"+seal.NewKey()).Open(id, sealed)
	require.ErrorIs(t, err, seal.ErrTampered)
}

func TestEveryChangedByteIsNoticed(t *testing.T) {
	t.Parallel()
	list := []string{"1:" + seal.NewKey(), "2:" + seal.NewKey()}
	k := keys(t, list...)
	id, sealed := k.Seal([]byte("message"))
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		_, err := k.Open(id, changed)
		require.ErrorIs(t, err, seal.ErrTampered)
		_, err = k.Open(id, sealed[:i])
		require.ErrorIs(t, err, seal.ErrTampered)
	}
	_, err := k.Open("2", sealed)
	require.ErrorIs(t, err, seal.ErrTampered)
}

func TestUnusableKeysAreRefusedWithoutShowingThem(t *testing.T) {
	t.Parallel()
	good := seal.NewKey()
	for _, list := range [][]string{nil, {""}, {good}, {":" + good}, {"1:"}, {"1:" + good[:62]}, {"1:" + good + "00"}, {"1:" + strings.Repeat("x", 64)}, {"1:" + good, "1:" + seal.NewKey()}} {
		_, err := seal.Parse(list)
		require.Error(t, err, "%d keys", len(list))
		require.NotContains(t, err.Error(), good)
	}
}
