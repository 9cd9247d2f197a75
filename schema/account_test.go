package schema_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"quire/schema"
)

func TestKeyOpensUntilItIsRevoked(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	key, err := s.db.InsertKey(t.Context(), schema.InsertKeyParams{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.account, Name: "ci", Display: "qk_live_…abcd", Hash: []byte("hash"), CanRead: true,
	}, 0)
	require.NoError(t, err)
	p, err := s.db.Authenticate(t.Context(), []byte("hash"))
	require.NoError(t, err)
	require.Equal(t, schema.Principal{
		KeyID: &key.ID, AccountID: s.account, Display: "qk_live_…abcd", Plan: "default", Permissions: schema.Permissions{Read: true},
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
	require.Zero(t, n, "a revocation is final")
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

func (s *story) secrets() []string {
	s.Helper()
	list, err := s.db.WebhookSecrets(s.Context(), s.account)
	require.NoError(s.T, err)
	return list
}

func TestRotatedSecretKeepsSigningAlongsideTheNewOneForAWhile(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_second", time.Hour))
	require.Equal(t, []string{"whsec_second", "whsec_first"}, s.secrets())
	require.NoError(t, s.exec("UPDATE webhook_secrets SET expires_at = now() WHERE expires_at > now()"))
	require.Equal(t, []string{"whsec_second"}, s.secrets())
}

func TestRotationWithoutOverlapLeavesNoOlderSecretAlive(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_second", 24*time.Hour))
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_third", 0))
	require.Equal(t, []string{"whsec_third"}, s.secrets())
}

func TestRotationOnlyEverShortensAnOverlap(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_second", time.Hour))
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_third", 48*time.Hour))
	require.NoError(t, s.exec("UPDATE webhook_secrets SET expires_at = expires_at - interval '2 hours' WHERE expires_at IS NOT NULL"))
	require.Equal(t, []string{"whsec_third", "whsec_second"}, s.secrets(), "the first secret kept its end")
	require.NoError(t, s.db.RotateWebhookSecret(t.Context(), s.account, "whsec_fourth", time.Minute))
	require.Equal(t, []string{"whsec_fourth", "whsec_third", "whsec_second"}, s.secrets())
	require.NoError(t, s.exec("UPDATE webhook_secrets SET expires_at = expires_at - interval '2 minutes' WHERE expires_at IS NOT NULL"))
	require.Equal(t, []string{"whsec_fourth"}, s.secrets(), "no secret outlives the shortest overlap asked for since")
}

func TestSimultaneousRotationsLeaveOneSecret(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error { return s.db.RotateWebhookSecret(t.Context(), s.account, fmt.Sprintf("whsec_%d", i), 0) })
	}
	require.NoError(t, g.Wait())
	require.Len(t, s.secrets(), 1)
}
