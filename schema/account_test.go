package schema_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestKeyOpensUntilItIsRevoked(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	key, err := s.db.InsertKey(t.Context(), schema.InsertKeyParams{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.account, Name: "ci", Display: "qk_live_…abcd", Hash: []byte("hash"), CanRead: true,
	})
	require.NoError(t, err)
	p, err := s.db.Authenticate(t.Context(), []byte("hash"))
	require.NoError(t, err)
	require.Equal(t, schema.Principal{
		KeyID: key.ID, AccountID: s.account, Display: "qk_live_…abcd", Plan: "default", CanRead: true,
	}, p)
	keys, err := s.db.ListKeys(t.Context(), s.account)
	require.NoError(t, err)
	require.NotNil(t, keys[0].LastUsedAt)

	n, err := s.db.RevokeKey(t.Context(), key.ID)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	_, err = s.db.Authenticate(t.Context(), []byte("hash"))
	require.Equal(t, schema.Unauthorized, codeOf(err))
	n, err = s.db.RevokeKey(t.Context(), key.ID)
	require.NoError(t, err)
	require.Zero(t, n, "once and for all")
}

func TestAccountNamesAreUnique(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	_, err := s.db.CreateAccount(t.Context(), "acme", "default", "whsec_x")
	require.Equal(t, schema.Conflict, codeOf(err))
	_, err = s.db.AccountNamed(t.Context(), "nobody")
	require.ErrorIs(t, err, schema.ErrAccountNotFound)
	for _, name := range []string{"", " ", "a\nb", " acme", "acme ", "a\x00", "\xff", strings.Repeat("x", 256)} {
		_, err := s.db.CreateAccount(t.Context(), name, "default", "whsec_x")
		require.Equal(t, schema.Invalid, codeOf(err), "%q", name)
	}
	for _, name := range []string{"A", "Müller & Söhne (Köln)", strings.Repeat("ü", 255)} {
		_, err := s.db.CreateAccount(t.Context(), name, "default", "whsec_x")
		require.NoError(t, err, name)
	}
}

func TestRotatedSecretSignsBesideTheNewOneForAWhile(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	secrets := func() []string {
		list, err := s.db.WebhookSecrets(t.Context(), s.account)
		require.NoError(t, err)
		return list
	}
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_second", time.Hour))
	require.Equal(t, []string{"whsec_second", "whsec_first"}, secrets())
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_third", -time.Second))
	require.Equal(t, []string{"whsec_third", "whsec_first"}, secrets(), "only what was current is retired")
	require.NoError(t, s.exec("UPDATE webhook_secrets SET expires_at = now() WHERE expires_at > now()"))
	require.Equal(t, []string{"whsec_third"}, secrets())
}
