package schema_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// beforeLogins is the last step of the schema's history in which no key could manage its account.
const beforeLogins = 20

// migrate moves the story's database to a step of the schema's history.
func (s *story) migrate(move func(*goose.Provider) error) {
	s.Helper()
	cfg, err := pgx.ParseConfig(s.url)
	require.NoError(s, err)
	conn := stdlib.OpenDB(*cfg)
	defer conn.Close() //nolint:errcheck // nothing was left to write
	p, err := goose.NewProvider(goose.DialectPostgres, conn, schema.MigrationFiles())
	require.NoError(s, err)
	require.NoError(s, move(p))
}

func TestExistingKeysKeepWhatTheyHadAndTheOldestFullOneManagesTheAccount(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.migrate(func(p *goose.Provider) error {
		_, err := p.DownTo(t.Context(), beforeLogins)
		return err
	})
	for _, key := range []string{
		"'revoked', true, true, now() - interval '4 days', now()", "'reader', true, false, now() - interval '3 days', NULL",
		"'oldest', true, true, now() - interval '2 days', NULL", "'newer', true, true, now() - interval '1 day', NULL",
	} {
		require.NoError(t, s.exec(`INSERT INTO api_keys (id, account_id, display, hash, name, can_read, can_write, created_at, revoked_at)
			VALUES (gen_random_uuid(), $1, '', gen_random_uuid()::text::bytea, `+key+`)`, s.account))
	}
	s.migrate(func(p *goose.Provider) error {
		_, err := p.Up(t.Context())
		return err
	})
	keys, err := s.db.ListKeys(t.Context(), s.account)
	require.NoError(t, err)
	may := map[string]schema.Permissions{}
	for _, k := range keys {
		may[k.Name] = k.May()
	}
	require.Equal(t, map[string]schema.Permissions{
		"revoked": {Read: true, Write: true}, "reader": {Read: true}, "oldest": {Read: true, Write: true, Admin: true}, "newer": {Read: true, Write: true},
	}, may)
}

func TestKeyWithAnEndOpensUntilThen(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for name, expires := range map[string]time.Time{"open": time.Now().Add(time.Hour), "over": time.Now().Add(-time.Second)} {
		_, err := s.db.InsertKey(t.Context(), schema.InsertKeyParams{
			ID: uuid.New(), AccountID: s.account, Hash: []byte(name), CanRead: true, ExpiresAt: &expires,
		}, 0)
		require.NoError(t, err)
	}
	_, err := s.db.Authenticate(t.Context(), []byte("open"))
	require.NoError(t, err)
	_, err = s.db.Authenticate(t.Context(), []byte("over"))
	require.Equal(t, schema.Unauthorized, codeOf(err))
}

func TestRateLimitsThatCountNothingAreRemoved(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for _, key := range []string{"requests:idle", "requests:busy"} {
		_, err := s.db.Take(t.Context(), key, schema.Quota{Burst: 10, Window: time.Minute})
		require.NoError(t, err)
	}
	require.NoError(t, s.exec("UPDATE rate_limits SET tat = now() - interval '61 minutes' WHERE key = 'requests:idle'"))
	n, err := s.db.DeleteRateLimits(t.Context(), 10)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

// A build from before scopes reads only these columns, and must not mistake the key for one of the whole account.
func TestOlderBuildFindsScopedKeysPermittedNothing(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	k, err := s.db.InsertKey(t.Context(), schema.InsertKeyParams{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.account, Display: "qk_live_…abcd", Hash: []byte("hash"), CanRead: true, CanWrite: true,
		Scoped: true, CollectionIds: []uuid.UUID{s.collection("Manuals")},
	}, 0)
	require.NoError(t, err)
	require.False(t, k.CanRead || k.CanWrite || k.CanAdmin)
	require.Equal(t, schema.Permissions{Read: true, Write: true}, k.May())
	p, err := s.db.Authenticate(t.Context(), []byte("hash"))
	require.NoError(t, err)
	require.Equal(t, k.May(), p.Permissions)
	require.Equal(t, k.CollectionIds, p.Scope.Collections)
}
