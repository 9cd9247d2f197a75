package schema_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// heard counts the notifications for each object on a connection.
type heard struct {
	mu  sync.Mutex
	ids map[uuid.UUID]int
}

func (h *heard) add(id uuid.UUID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ids[id]++
}

func (h *heard) times(id uuid.UUID) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.ids[id]
}

// await waits until more than n notifications for the object have arrived.
func (h *heard) await(t *testing.T, id uuid.UUID, n int, why string) {
	t.Helper()
	require.Eventually(t, func() bool { return h.times(id) > n }, time.Minute, 5*time.Millisecond, why)
}

// listen starts to listen.
func (s *story) listen(t *testing.T) *heard {
	t.Helper()
	h := &heard{ids: map[uuid.UUID]int{}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			_ = s.db.Listen(ctx, h.add)
		}
	}()
	t.Cleanup(func() { cancel(); <-ended })
	h.await(t, uuid.Nil, 0, "notifications arrive")
	return h
}

// connect returns a connection outside of the pool.
func (s *story) connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func TestWhoListensHearsOfEveryChangeInProgress(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	h := s.listen(t)
	d, _ := s.document()
	attempt := s.claim(d.ID)
	h.await(t, d.ID, 0, "a claimed document")
	before := h.times(d.ID)
	require.NoError(t, s.db.RecordProgress(t.Context(), d.ID, 0, 1, 5, 10))
	h.await(t, d.ID, before, "its pages")
	before = h.times(d.ID)
	require.NoError(t, s.fail(d.ID, attempt))
	h.await(t, d.ID, before, "its end")

	c := s.collection("Manuals")
	up := s.upload(c, "a.txt", "one")
	h.await(t, c, 0, "a collection with a new file")
	h.await(t, up.File.ID, 0, "the new file")
	before, all := h.times(up.File.ID), h.times(c)
	require.NoError(t, s.db.RecordProgress(t.Context(), up.File.VersionID, 0, 1, 5, 10))
	h.await(t, up.File.ID, before, "the pages of a file")
	h.await(t, c, all, "the pages of a file, in its collection")
	before, all = h.times(up.File.ID), h.times(c)
	s.finish(up.File.VersionID, 1)
	h.await(t, up.File.ID, before, "a file that is ready")
	h.await(t, c, all, "the same, in its collection")
	all = h.times(c)
	_, err := s.db.DeleteCollection(t.Context(), s.account, c, "req")
	require.NoError(t, err)
	h.await(t, c, all, "a deleted collection")
}

func TestListeningIsTakenUpAgainWhenItsConnectionBreaks(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	h := s.listen(t)
	conn := s.connect(t)
	_, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
	require.NoError(t, err)
	h.await(t, uuid.Nil, 1, "it is told that something may have been missed")
	d, _ := s.document()
	s.claim(d.ID)
	h.await(t, d.ID, 0, "and hears again")
}

func TestNobodyHearsOfWhatWasRolledBack(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	h := s.listen(t)
	d, _ := s.document()
	conn := s.connect(t)
	tx, err := conn.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "UPDATE documents SET attempt = attempt + 1 WHERE id = $1", d.ID)
	require.NoError(t, err)
	require.NoError(t, tx.Rollback(t.Context()))
	other, _ := s.document()
	_, err = s.db.ClaimDocument(t.Context(), other.ID)
	require.NoError(t, err)
	h.await(t, other.ID, 0, "what came later")
	require.Zero(t, h.times(d.ID))
}
