package schema_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// index brings a version to the point where it answers queries.
func (s *story) index(version uuid.UUID) error { return s.indexAll(version, 1) }

// indexAll is like index, with the given number of passages.
func (s *story) indexAll(version uuid.UUID, n int) error {
	c, err := s.db.ClaimFile(s.Context(), version)
	if err != nil {
		return err
	}
	if _, err := s.db.StorePassages(s.Context(), c.Generation, c.Attempt, version, "en", passages(n)); err != nil {
		return err
	}
	_, err = s.db.ActivateFile(s.Context(), version, c.Attempt, schema.FileOutput{PageCount: 1, OutputKey: "output"}, c.Generation)
	return err
}

// answer refers to the only passage of a generation.
func answer(generation uuid.UUID) []schema.PassageRef {
	return []schema.PassageRef{{Generation: generation}}
}

func TestQueriesThroughSwitchesSeeEveryFileOnce(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	const files = 3
	for f := range files {
		require.NoError(t, s.index(s.upload(c, fmt.Sprint(f), "first").File.VersionID))
	}
	var writers, readers sync.WaitGroup
	var done atomic.Bool
	for f := range files {
		writers.Go(func() {
			for round := range 30 {
				up, err := s.db.UploadFile(t.Context(), s.newFile(c, fmt.Sprint(f), fmt.Sprint("round ", round)))
				if assert.NoError(t, err) {
					assert.NoError(t, s.index(up.File.VersionID))
				}
			}
		})
	}
	var snapshots atomic.Int64
	for range 3 {
		readers.Go(func() {
			for !done.Load() && s.sees(c, files) {
				snapshots.Add(1)
			}
		})
	}
	writers.Wait()
	done.Store(true)
	readers.Wait()
	require.Greater(t, snapshots.Load(), int64(30))
}

// sees reports whether a query finds each of the given number of files exactly once. It is safe to call from a test's
// goroutines.
func (s *story) sees(collection uuid.UUID, files int) bool {
	snapshot, err := s.db.Snapshot(s.Context(), s.account, []uuid.UUID{collection}, nil)
	seen := map[uuid.UUID]bool{}
	for id, g := range snapshot.Generations {
		seen[g.FileID] = true
		found, problem := s.db.FoundPassages(s.Context(), s.account, answer(id))
		err = errors.Join(err, problem)
		if !assert.Len(s, found, 1, "what the snapshot names can be read") || !assert.NotContains(s, snapshot.Exclude, id) {
			return false
		}
	}
	return assert.NoError(s, err) && assert.Len(s, seen, files) && assert.Len(s, snapshot.Generations, files)
}

func TestWritersOfOneFileTakeTurns(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			for range 40 {
				if errs[i] = s.anything(c, random); errs[i] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	snapshot, err := s.db.Snapshot(t.Context(), s.account, []uuid.UUID{c}, nil)
	require.NoError(t, err)
	require.LessOrEqual(t, len(snapshot.Generations), 1)
}

// anything does one of the things that can happen to a file. It is not an error if that comes too late.
func (s *story) anything(c uuid.UUID, random *rand.Rand) error {
	up, err := s.db.UploadFile(s.Context(), s.newFile(c, "a.txt", fmt.Sprint(random.IntN(4))))
	if err != nil {
		return err
	}
	switch random.IntN(4) {
	case 0:
		var claim schema.FileClaim
		if claim, err = s.db.ClaimFile(s.Context(), up.File.VersionID); err == nil {
			err = s.db.FailFile(s.Context(), up.File.VersionID, claim.Attempt, "corrupt", "It is damaged")
		}
	case 1:
		_, _, err = s.db.ReindexFile(s.Context(), s.account, c, up.File.ID, schema.Allowance{}, "req", nil)
	case 2:
		if random.IntN(3) == 0 {
			_, err = s.db.DeleteFile(s.Context(), s.account, c, up.File.ID, "req")
		}
	default:
		err = s.index(up.File.VersionID)
	}
	if _, ours := errors.AsType[*schema.Error](err); ours {
		return nil
	}
	return err
}

func TestPassagesStoredAgainReplaceWhatWasThere(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	version := s.upload(c, "a.txt", "one").File.VersionID
	claim, err := s.db.ClaimFile(t.Context(), version)
	require.NoError(t, err)
	for _, n := range []int{5, 3, 0, 4} {
		stored, err := s.db.StorePassages(t.Context(), claim.Generation, claim.Attempt, version, "de", passages(n))
		require.NoError(t, err)
		require.Equal(t, n, stored)
		list, err := s.db.Passages(t.Context(), claim.Generation, 0, 10)
		require.NoError(t, err)
		require.Len(t, list, n)
	}
	vector := []float32{1, -0.5, 1e-20}
	require.NoError(t, s.db.StoreVectors(t.Context(), claim.Generation, "model_3_s1", map[int][]float32{2: vector}))

	again, err := s.db.ClaimFile(t.Context(), version)
	require.NoError(t, err)
	require.Equal(t, claim.Generation, again.Generation, "a new attempt continues with the same generation")
	_, err = s.db.StorePassages(t.Context(), claim.Generation, claim.Attempt, version, "de", passages(9))
	require.ErrorIs(t, err, schema.ErrSuperseded, "the previous attempt is too late")
	_, err = s.db.StorePassages(t.Context(), claim.Generation, again.Attempt, version, "de", broken(2))
	require.ErrorContains(t, err, "unreadable")
	list, err := s.db.Passages(t.Context(), claim.Generation, 1, 3)
	require.NoError(t, err)
	require.Len(t, list, 2, "the failed call changed nothing")
	require.Equal(t, []uint32{1, 1 << 31}, list[1].TermIDs)

	_, err = s.db.StorePassages(t.Context(), claim.Generation, again.Attempt, version, "de", passages(6))
	require.NoError(t, err)
	list, err = s.db.Passages(t.Context(), claim.Generation, 2, 4)
	require.NoError(t, err)
	require.Equal(t, vector, list[0].Vector, "an embedding already paid for is kept")
	require.Equal(t, "model_3_s1", list[0].Fingerprint)
	require.Nil(t, list[1].Vector)
}

// broken yields n passages and then an error.
func broken(n int) func(func(schema.Passage, error) bool) {
	return func(yield func(schema.Passage, error) bool) {
		for p, err := range passages(n) {
			if !yield(p, err) {
				return
			}
		}
		yield(schema.Passage{}, errors.New("unreadable"))
	}
}

func TestTextThatPostgreSQLCannotHoldKeepsItsOffsets(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	version := s.upload(c, "a.txt", "one").File.VersionID
	claim, err := s.db.ClaimFile(t.Context(), version)
	require.NoError(t, err)
	_, err = s.db.StorePassages(t.Context(), claim.Generation, claim.Attempt, version, "", func(yield func(schema.Passage, error) bool) {
		yield(schema.Passage{PageStart: 1, PageEnd: 1, Header: "h\x00", Columns: "\x00c", Text: "a\x00b", Spans: []byte("[]")}, nil)
	})
	require.NoError(t, err)
	list, err := s.db.Passages(t.Context(), claim.Generation, 0, 1)
	require.NoError(t, err)
	require.Equal(t, "a b", list[0].Text, "spans count bytes")
}
