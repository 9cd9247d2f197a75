package apikey_test

import (
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"quire/internal/apikey"
)

func TestKeysHaveTheirFormAndAreRecognised(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		for _, env := range []apikey.Env{apikey.Live, apikey.Test} {
			key := apikey.New(env)
			require.Regexp(t, `^qk_`+string(env)+`_[0-9A-Za-z]{49}$`, key)
			got, ok := apikey.Parse(key)
			require.True(t, ok)
			require.Equal(t, env, got)
			require.False(t, seen[key])
			seen[key] = true
		}
	}
}

// This key was created once and given to nobody: keys that have been issued must remain valid.
func TestTheFormNeverChanges(t *testing.T) {
	t.Parallel()
	env, ok := apikey.Parse("qk_live_I47zI4HE96x866puUaaDSq2zpnb0mVUEFKIlJ2gZbNX1QwYec")
	require.True(t, ok)
	require.Equal(t, apikey.Live, env)
}

func TestEveryMistypedCharacterIsNoticed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		key := []byte(apikey.New(apikey.Live))
		at := rapid.IntRange(0, len(key)-1).Draw(t, "at")
		other := rapid.Byte().Filter(func(b byte) bool { return b != key[at] }).Draw(t, "other")
		key[at] = other
		_, ok := apikey.Parse(string(key))
		require.False(t, ok, "%q", key)
	})
}

func TestSwappedAndCutKeysAreNoticed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		key := apikey.New(apikey.Test)
		cut := key[:rapid.IntRange(0, len(key)-1).Draw(t, "cut")]
		_, ok := apikey.Parse(cut)
		require.False(t, ok)
		_, ok = apikey.Parse(key + rapid.StringMatching(`[0-9A-Za-z]{1,5}`).Draw(t, "more"))
		require.False(t, ok)
		_, ok = apikey.Parse(strings.Replace(key, "_test_", "_live_", 1))
		require.False(t, ok)
	})
}

func TestAnythingElseIsNotAKey(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`qk_(live|test|dev)_[0-9A-Za-z_-]{40,60}`)).Draw(t, "s")
		_, ok := apikey.Parse(s)
		require.False(t, ok)
		require.Equal(t, "…", apikey.Display(s))
	})
}

func TestHashDependsOnPepperAndKey(t *testing.T) {
	t.Parallel()
	key, other := apikey.New(apikey.Live), apikey.New(apikey.Live)
	h := apikey.Hash([]byte("pepper"), key)
	require.Len(t, h, sha256.Size)
	require.Equal(t, h, apikey.Hash([]byte("pepper"), key))
	require.NotEqual(t, h, apikey.Hash([]byte("salt"), key))
	require.NotEqual(t, h, apikey.Hash([]byte("pepper"), other))
}

func TestDisplayShowsPrefixAndLastFour(t *testing.T) {
	t.Parallel()
	key := apikey.New(apikey.Live)
	require.Equal(t, "qk_live_…"+key[len(key)-4:], apikey.Display(key))
}
