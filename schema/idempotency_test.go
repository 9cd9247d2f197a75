package schema_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func (s *story) begin(key, fingerprint string) (*schema.StoredAnswer, error) {
	return s.db.BeginIdempotent(s.Context(), s.account, key, []byte(fingerprint))
}

// keyed creates a document under an idempotency key.
func (s *story) keyed(key string) error {
	id := uuid.Must(uuid.NewV7())
	idem := schema.Keeping(key)
	_, _, err := s.db.CreateDocument(s.Context(), schema.NewDocument{
		ID: id, AccountID: s.account, FileName: "x", SourceKey: schema.SourceKey(id), Idempotent: idem,
	})
	if err != nil {
		return err
	}
	return idem.Keep(s.Context(), schema.StoredAnswer{Status: 200, Body: []byte("made")})
}

func (s *story) count() int {
	s.Helper()
	_, n, err := s.db.ListDocuments(s.Context(), schema.DocumentFilter{AccountID: s.account, Limit: 100})
	require.NoError(s, err)
	return n
}

func codeOf(err error) schema.Code {
	e, _ := errors.AsType[*schema.Error](err)
	if e == nil {
		return ""
	}
	return e.Code
}

func TestKeyKeepsItsResponseForADay(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	stored, err := s.begin("k", "a")
	require.NoError(t, err)
	require.Nil(t, stored)
	_, err = s.begin("k", "a")
	require.Equal(t, schema.Conflict, codeOf(err), "the first is still running")
	_, err = s.begin("k", "b")
	require.Equal(t, schema.Invalid, codeOf(err), "another request")

	require.NoError(t, s.keyed("k"))
	stored, err = s.begin("k", "a")
	require.NoError(t, err)
	require.Equal(t, &schema.StoredAnswer{Status: 200, Body: []byte("made")}, stored)
	s.later(23 * time.Hour)
	stored, err = s.begin("k", "a")
	require.NoError(t, err)
	require.NotNil(t, stored)
	s.later(2 * time.Hour)
	stored, err = s.begin("k", "b")
	require.NoError(t, err)
	require.Nil(t, stored)
}

func TestAbandonedKeyIsFreeAndAnAnsweredOneIsNot(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	_, err := s.begin("k", "a")
	require.NoError(t, err)
	require.NoError(t, s.db.AbandonIdempotent(t.Context(), s.account, "k"))
	_, err = s.begin("k", "b")
	require.NoError(t, err)
	require.NoError(t, s.keyed("k"))
	require.NoError(t, s.db.AbandonIdempotent(t.Context(), s.account, "k"))
	stored, err := s.begin("k", "b")
	require.NoError(t, err)
	require.NotNil(t, stored)
}

func TestRequestPausedPastItsReservationCreatesNothingTwice(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	_, err := s.begin("k", "a") // the first request is suspended here
	require.NoError(t, err)
	s.later(2 * time.Minute)
	_, err = s.begin("k", "a")
	require.NoError(t, err, "a repetition takes over")
	require.NoError(t, s.keyed("k"))
	require.Equal(t, schema.Conflict, codeOf(s.keyed("k")), "the first wakes up")
	require.Equal(t, 1, s.count())
}

func TestOneOfManySimultaneousRequestsWins(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	outcomes := make([]error, 16)
	var wg sync.WaitGroup
	for i := range outcomes {
		wg.Go(func() {
			stored, err := s.begin("k", "a")
			if err == nil && stored == nil {
				err = s.keyed("k")
			}
			outcomes[i] = err
		})
	}
	wg.Wait()
	for _, err := range outcomes {
		if err != nil {
			require.Equal(t, schema.Conflict, codeOf(err))
		}
	}
	require.Equal(t, 1, s.count())
}

func TestNothingExistsBeforeItsResponseIsStored(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	_, err := s.begin("k", "a")
	require.NoError(t, err)
	idem := schema.Keeping("k")
	id := uuid.Must(uuid.NewV7())
	_, start, err := s.db.CreateDocument(t.Context(), schema.NewDocument{
		ID: id, AccountID: s.account, FileName: "x", SourceKey: schema.SourceKey(id), Idempotent: idem,
	})
	require.NoError(t, err)
	require.Equal(t, id, start.ObjectID)
	require.Zero(t, s.count())
	idem.Drop(t.Context())
	require.Zero(t, s.count(), "a process that dies here leaves nothing either")
	s.later(time.Hour)
	require.Empty(t, s.due())
	require.NoError(t, s.keyed("k"))
	require.Equal(t, 1, s.count())
}
