package schema_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func unlimited(string) schema.Allowance { return schema.Allowance{} }

// tryDocument tries to create a document of size bytes under a plan.
func (s *story) tryDocument(a schema.Allowance, size int64) (schema.Document, error) {
	id := uuid.Must(uuid.NewV7())
	d, _, err := s.db.CreateDocument(s.Context(), schema.NewDocument{
		ID: id, AccountID: s.account, FileName: "x.pdf", FileSize: size, Format: "pdf", SourceKey: schema.SourceKey(id), Allowance: a,
	})
	return d, err
}

// used returns how much of a quota the account has used.
func (s *story) used(name string) int64 {
	s.Helper()
	quotas, err := s.db.QuotaUse(s.Context(), s.account, schema.Allowance{})
	require.NoError(s, err)
	for _, q := range quotas {
		if q.Name == name {
			return q.Used
		}
	}
	require.Fail(s, "no quota", name)
	return 0
}

func requireCode(t *testing.T, want schema.Code, err error) *schema.Error {
	t.Helper()
	e, ok := errors.AsType[*schema.Error](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, want, e.Code, e.Msg)
	return e
}

func TestSimultaneousRequestsNeverExceedAQuota(t *testing.T) {
	t.Parallel()
	const allowed, requests = 5, 40
	newID := func() uuid.UUID { return uuid.Must(uuid.NewV7()) }
	for name, quota := range map[string]struct {
		kind  string
		used  int64
		adder func(s *story) func(n int) error
	}{
		"stored bytes of documents": {schema.QuotaStoredBytes, allowed * 100, func(s *story) func(int) error {
			return func(int) error {
				_, err := s.tryDocument(schema.Allowance{StoredBytes: allowed*100 + 99}, 100)
				return err
			}
		}},
		"stored bytes of files and documents": {schema.QuotaStoredBytes, allowed * 6, func(s *story) func(int) error {
			a, c := schema.Allowance{StoredBytes: allowed * 6}, s.collection("c")
			return func(n int) error {
				if n%2 == 0 {
					_, err := s.tryDocument(a, 6)
					return err
				}
				f := s.newFile(c, fmt.Sprint(n), fmt.Sprintf("six %02d", n))
				f.Allowance = a
				_, err := s.db.UploadFile(s.Context(), f)
				return err
			}
		}},
		"pages": {schema.QuotaPagesPerDay, allowed, func(s *story) func(int) error {
			return func(int) error { _, err := s.tryDocument(schema.Allowance{PagesPerDay: allowed}, 1); return err }
		}},
		"files": {schema.QuotaFilesPerCollection, allowed, func(s *story) func(int) error {
			c := s.collection("c")
			return func(n int) error {
				f := s.newFile(c, fmt.Sprint(n), "text")
				f.Allowance.FilesPerCollection = allowed
				_, err := s.db.UploadFile(s.Context(), f)
				return err
			}
		}},
		"sessions": {schema.QuotaSessions, allowed, func(s *story) func(int) error {
			c := s.collection("c")
			return func(int) error {
				_, err := s.db.CreateSession(s.Context(), schema.NewSession{
					ID: newID(), AccountID: s.account, CollectionIDs: []uuid.UUID{c}, Allowance: schema.Allowance{Sessions: allowed},
				})
				return err
			}
		}},
		"collections": {schema.QuotaCollections, allowed, func(s *story) func(int) error {
			return func(n int) error {
				_, err := s.db.CreateCollection(s.Context(), schema.NewCollection{
					ID: newID(), AccountID: s.account, Name: fmt.Sprint(n), Allowance: schema.Allowance{Collections: allowed},
				})
				return err
			}
		}},
		"keys": {schema.QuotaKeys, allowed, func(s *story) func(int) error {
			return func(n int) error {
				_, err := s.db.InsertKey(s.Context(), schema.InsertKeyParams{ID: newID(), AccountID: s.account, Hash: fmt.Append(nil, n)}, allowed)
				return err
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStory(t)
			add := quota.adder(s)
			var taken, refused atomic.Int32
			var wg sync.WaitGroup
			for n := range requests {
				wg.Go(func() {
					err := add(n)
					if e, ok := errors.AsType[*schema.Error](err); ok && (e.Code == schema.OverQuota || e.Code == schema.TooMany) {
						refused.Add(1)
					} else if err == nil {
						taken.Add(1)
					}
				})
			}
			wg.Wait()
			require.EqualValues(t, allowed, taken.Load())
			require.EqualValues(t, requests-allowed, refused.Load(), "nothing is refused for any other reason")
			require.Equal(t, quota.used, s.used(quota.kind))
		})
	}
}

func TestDeletingFreesSpaceAtOnceButReturnsNoPages(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	a := schema.Allowance{StoredBytes: 20, PagesPerDay: 5}
	d, err := s.tryDocument(a, 7)
	require.NoError(t, err)
	require.EqualValues(t, 1, s.used(schema.QuotaPagesPerDay), "one page until the real number is known")
	require.NoError(t, s.complete(d.ID, s.claim(d.ID)))
	require.NoError(t, s.complete(d.ID, 1), "told again")
	require.EqualValues(t, 3, s.used(schema.QuotaPagesPerDay))
	require.EqualValues(t, 7+9, s.used(schema.QuotaStoredBytes), "including its output")

	_, err = s.tryDocument(a, 5)
	e := requireCode(t, schema.OverQuota, err)
	require.Equal(t, "The plan allows 20 bytes of stored files; 16 bytes are used and 5 bytes are to be added. Delete documents or files to make room", e.Msg)
	_, _, err = s.db.DeleteDocument(t.Context(), s.account, d.ID, "")
	require.NoError(t, err)
	for range 2 {
		_, err = s.tryDocument(a, 5)
		require.NoError(t, err)
	}
	_, err = s.tryDocument(a, 5)
	e = requireCode(t, schema.TooMany, err)
	require.Contains(t, e.Msg, "The plan allows 5 pages a day and 5 are used or in processing")
	require.Positive(t, e.RetryAfter)
	require.NoError(t, s.exec("UPDATE page_days SET day = day - 1"))
	_, err = s.tryDocument(a, 5)
	require.NoError(t, err, "the next day")
}

func TestEveryVersionOfAFileCountsAndNothingCountsTwice(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("c")
	put := func(path, content string) (schema.Uploaded, error) {
		f := s.newFile(c, path, content)
		f.Allowance = schema.Allowance{StoredBytes: 10, FilesPerCollection: 2, PagesPerDay: 3}
		return s.db.UploadFile(t.Context(), f)
	}
	first, err := put("a", "1234")
	require.NoError(t, err)
	_, err = put("a", "12345")
	require.NoError(t, err)
	require.EqualValues(t, 9, s.used(schema.QuotaStoredBytes))
	_, err = put("b", "12")
	requireCode(t, schema.OverQuota, err)
	_, err = put("a", "12345")
	require.NoError(t, err, "the same bytes again are not an upload")
	_, err = put("b", "1")
	require.NoError(t, err)
	_, err = put("c", "")
	require.Equal(t, "The plan allows 2 files in a collection and 2 are used. Remove what is no longer needed",
		requireCode(t, schema.OverQuota, err).Msg)
	_, err = s.db.DeleteFile(t.Context(), s.account, c, first.File.ID, "")
	require.NoError(t, err)
	require.EqualValues(t, 1, s.used(schema.QuotaStoredBytes))
	again, err := put("a", "1")
	require.NoError(t, err)
	s.finish(again.File.VersionID, 1)
	require.EqualValues(t, 2, s.used(schema.QuotaPagesPerDay), "one converted, one in flight")
	_, _, err = s.db.ReindexFile(t.Context(), s.account, c, again.File.ID, schema.Allowance{PagesPerDay: 2}, "req", nil)
	requireCode(t, schema.TooMany, err)
}

func TestFetchedBytesCountOnceTheyAreKnown(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, err := s.tryDocument(schema.Allowance{}, 0)
	require.NoError(t, err)
	attempt := s.claim(d.ID)
	source := func(size int64) error {
		return s.db.SetDocumentSource(t.Context(), d.ID, attempt, schema.DocumentSource{FileName: "x.pdf", FileSize: size, Format: "pdf"},
			func(plan string) schema.Allowance {
				require.Equal(t, "default", plan)
				return schema.Allowance{StoredBytes: 10}
			})
	}
	requireCode(t, schema.OverQuota, source(11))
	require.NoError(t, source(10))
	require.NoError(t, source(10), "a second run counts the same bytes")
}
