package schema_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func (s *story) collection(name string) uuid.UUID {
	s.Helper()
	c, err := s.db.CreateCollection(s.Context(), schema.NewCollection{ID: uuid.Must(uuid.NewV7()), AccountID: s.account, Name: name})
	require.NoError(s, err)
	return c.ID
}

func (s *story) newFile(collection uuid.UUID, path, content string) schema.NewFile {
	version := uuid.Must(uuid.NewV7())
	sum := sha256.Sum256([]byte(content))
	return schema.NewFile{
		VersionID: version, AccountID: s.account, CollectionID: collection, Path: path, Size: int64(len(content)), SHA256: sum[:],
		Format: "txt", MediaType: "text/plain", Indexed: true, SourceKey: schema.VersionSourceKey(version), RequestID: "req_1",
	}
}

func (s *story) upload(collection uuid.UUID, path, content string) schema.Uploaded {
	s.Helper()
	up, err := s.db.UploadFile(s.Context(), s.newFile(collection, path, content))
	require.NoError(s, err)
	return up
}

// passages returns n passages with arbitrary content.
func passages(n int) iter.Seq2[schema.Passage, error] {
	return func(yield func(schema.Passage, error) bool) {
		for i := range n {
			p := schema.Passage{
				Number: i, PageStart: 1, PageEnd: 1, Kind: "text", Text: fmt.Sprintf("passage %d", i), Spans: []byte("[]"),
				TermIDs: []uint32{1, 1 << 31}, TermCounts: []uint32{1, 2}, TermTotal: 3, HeaderTerms: []uint32{7},
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

// finish brings a version with n passages to the point where it answers queries, and returns its generation and those
// it replaced.
func (s *story) finish(version uuid.UUID, n int) (uuid.UUID, []uuid.UUID) {
	s.Helper()
	c, err := s.db.ClaimFile(s.Context(), version)
	require.NoError(s, err)
	stored, err := s.db.StorePassages(s.Context(), c.Generation, c.Attempt, version, "en", passages(n))
	require.NoError(s, err)
	require.Equal(s, n, stored)
	retired, err := s.db.ActivateFile(s.Context(), version, c.Attempt, schema.FileOutput{PageCount: 1, OutputKey: "output"}, c.Generation)
	require.NoError(s, err)
	return c.Generation, retired
}

func (s *story) file(collection, id uuid.UUID) schema.FileInfo {
	s.Helper()
	f, err := s.db.File(s.Context(), s.account, collection, id)
	require.NoError(s, err)
	return f
}

func TestCollectionNamesAreUniqueEvenInARace(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = s.db.CreateCollection(t.Context(), schema.NewCollection{ID: uuid.Must(uuid.NewV7()), AccountID: s.account, Name: "Manuals"})
		})
	}
	wg.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
			continue
		}
		e, ok := errors.AsType[*schema.Error](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, schema.Conflict, e.Code)
	}
	require.Equal(t, 1, made)
	other := s.collection("Others")
	_, err := s.db.RenameCollection(t.Context(), s.account, other, "Manuals")
	require.Error(t, err)
	_, err = s.db.RenameCollection(t.Context(), s.account, other, "Others")
	require.NoError(t, err, "a collection may keep its own name")
	_, err = s.db.DeleteCollection(t.Context(), s.account, other, "req")
	require.NoError(t, err)
	s.collection("Others")
}

func TestUploadsToOnePathAreVersionsWithoutGaps(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() { s.upload(c, "a/b.txt", fmt.Sprint("content ", i)) })
	}
	wg.Wait()
	files, count, err := s.db.ListFiles(t.Context(), schema.FileFilter{AccountID: s.account, CollectionID: c, Limit: 10})
	require.NoError(t, err)
	require.Equal(t, 1, count)
	require.EqualValues(t, 12, files[0].Version)
	versions, count, err := s.db.FileVersions(t.Context(), s.account, c, files[0].ID, 0, 100)
	require.NoError(t, err)
	require.Equal(t, 12, count)
	for i, v := range versions {
		require.EqualValues(t, 12-i, v.Version)
		require.Equal(t, i == 0, v.Status.InFlight(), "the others are superseded")
		require.Equal(t, i == 0, v.IsCurrent)
	}
}

func TestSameBytesChangeNothing(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	first := s.upload(c, "a.txt", "same")
	s.finish(first.File.VersionID, 3)
	before := s.file(c, first.File.ID)
	again := s.upload(c, "a.txt", "same")
	require.True(t, again.Unchanged)
	require.Nil(t, again.Start)
	require.Equal(t, before, again.File)
}

func TestSameBytesOfAFailedVersionAreProcessedAgain(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	first := s.upload(c, "a.txt", "same")
	claim, err := s.db.ClaimFile(t.Context(), first.File.VersionID)
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, s.db.FailFile(t.Context(), first.File.VersionID, claim.Attempt, "corrupt", "The file is damaged"))
	}
	require.Equal(t, "The file is damaged", *s.file(c, first.File.ID).Error)
	again := s.upload(c, "a.txt", "same")
	require.True(t, again.Unchanged)
	require.Equal(t, schema.FilePending, again.File.Status)
	require.Equal(t, fmt.Sprintf("file/%s/v1/r1", first.File.ID), name(*again.Start))
	generation, _ := s.finish(first.File.VersionID, 1)
	require.NotEqual(t, claim.Generation, generation)
}

func TestNewBytesSupersedeTheVersionInFlight(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	first := s.upload(c, "a.txt", "one")
	claim, err := s.db.ClaimFile(t.Context(), first.File.VersionID)
	require.NoError(t, err)
	second := s.upload(c, "a.txt", "two")
	require.Equal(t, []string{fmt.Sprintf("file/%s/v1", first.File.ID)}, names(second.Cancel))
	require.Equal(t, first.File.ID, second.File.ID)

	_, err = s.db.StorePassages(t.Context(), claim.Generation, claim.Attempt, first.File.VersionID, "en", passages(1))
	require.ErrorIs(t, err, schema.ErrSuperseded)
	_, err = s.db.ActivateFile(t.Context(), first.File.VersionID, claim.Attempt, schema.FileOutput{}, claim.Generation)
	require.ErrorIs(t, err, schema.ErrSuperseded)
	require.ErrorIs(t, s.db.FailFile(t.Context(), first.File.VersionID, claim.Attempt+1, "x", "x"), schema.ErrSuperseded)
	_, err = s.db.ClaimFile(t.Context(), first.File.VersionID)
	require.ErrorIs(t, err, schema.ErrSuperseded)
	s.finish(second.File.VersionID, 1)
}

func TestOldVersionAnswersUntilTheNewOneIsReady(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	first := s.upload(c, "a.txt", "one")
	old, _ := s.finish(first.File.VersionID, 2)
	second := s.upload(c, "a.txt", "two")
	require.Equal(t, schema.FilePending, second.File.Status)
	v, err := s.db.FileVersion(t.Context(), s.account, c, first.File.ID, 1)
	require.NoError(t, err)
	require.True(t, v.IsCurrent)

	snapshot, err := s.db.Snapshot(t.Context(), s.account, []uuid.UUID{c}, nil)
	require.NoError(t, err)
	require.Contains(t, snapshot.Generations, old)
	fresh, retired := s.finish(second.File.VersionID, 2)
	require.Equal(t, []uuid.UUID{old}, retired)
	found, err := s.db.FoundPassages(t.Context(), s.account, []schema.PassageRef{{Generation: old, Number: 1}, {Generation: fresh, Number: 0}})
	require.NoError(t, err)
	require.Len(t, found, 2, "a query that began before the switch still reads the old one")
	snapshot, err = s.db.Snapshot(t.Context(), s.account, []uuid.UUID{c}, nil)
	require.NoError(t, err)
	require.Len(t, snapshot.Generations, 1)
	require.Contains(t, snapshot.Generations, fresh)
	require.Equal(t, []uuid.UUID{old}, snapshot.Exclude)
	require.Equal(t, []string{"en"}, snapshot.Languages)
}

func TestStoredVersionRetiresThePreviousOnesAnswers(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	first := s.upload(c, "a.bin", "text")
	s.finish(first.File.VersionID, 2)
	n := s.newFile(c, "a.bin", "\x00binary")
	n.Indexed = false
	up, err := s.db.UploadFile(t.Context(), n)
	require.NoError(t, err)
	require.Equal(t, schema.FileStored, up.File.Status)
	require.Nil(t, up.Start)
	snapshot, err := s.db.Snapshot(t.Context(), s.account, []uuid.UUID{c}, nil)
	require.NoError(t, err)
	require.Empty(t, snapshot.Generations)
	_, _, err = s.db.ReindexFile(t.Context(), s.account, c, up.File.ID, schema.Allowance{}, "req", nil)
	require.ErrorContains(t, err, "not indexed")
}

func TestReindexingKeepsTheAnswersUntilItIsDone(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	up := s.upload(c, "a.txt", "one")
	old, _ := s.finish(up.File.VersionID, 2)
	f, start, err := s.db.ReindexFile(t.Context(), s.account, c, up.File.ID, schema.Allowance{}, "req", nil)
	require.NoError(t, err)
	require.Equal(t, schema.FilePending, f.Status)
	require.True(t, start.Reindex)
	_, _, err = s.db.ReindexFile(t.Context(), s.account, c, up.File.ID, schema.Allowance{}, "req", nil)
	e, ok := errors.AsType[*schema.Error](err)
	require.True(t, ok)
	require.Equal(t, schema.Conflict, e.Code)
	_, retired := s.finish(up.File.VersionID, 2)
	require.Equal(t, []uuid.UUID{old}, retired)
}

func TestCountsAndSizesAgreeWithTheFiles(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	random := rand.New(rand.NewPCG(1, 2))
	sizes := map[string]int{}
	ids := map[string]uuid.UUID{}
	for range 60 {
		path := fmt.Sprintf("%d.txt", random.IntN(6))
		if _, there := sizes[path]; there && random.IntN(3) == 0 {
			_, err := s.db.DeleteFile(t.Context(), s.account, c, ids[path], "req")
			require.NoError(t, err)
			delete(sizes, path)
		} else {
			content := fmt.Sprintf("%0*d", 1+random.IntN(50), random.IntN(1000))
			ids[path] = s.upload(c, path, content).File.ID
			sizes[path] = len(content)
		}
		total := 0
		for _, n := range sizes {
			total += n
		}
		info, err := s.db.Collection(t.Context(), s.account, c)
		require.NoError(t, err)
		require.EqualValues(t, len(sizes), info.FileCount)
		require.EqualValues(t, total, info.TotalSize)
	}
}

func TestFilesAreListedByTheirPathsBytes(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	for _, p := range []string{"b.txt", "B.txt", "a/z.txt", "ä.txt", "a.txt", "%.txt"} {
		s.upload(c, p, p)
	}
	list := func(f schema.FileFilter) (paths []string) {
		f.AccountID, f.CollectionID, f.Limit = s.account, c, 10
		files, count, err := s.db.ListFiles(t.Context(), f)
		require.NoError(t, err)
		for _, f := range files {
			paths = append(paths, f.Path)
		}
		require.Len(t, paths, count)
		return paths
	}
	require.Equal(t, []string{"%.txt", "B.txt", "a.txt", "a/z.txt", "b.txt", "ä.txt"}, list(schema.FileFilter{}))
	require.Equal(t, []string{"a/z.txt"}, list(schema.FileFilter{PathPrefix: "a/"}))
	require.Equal(t, []string{"%.txt"}, list(schema.FileFilter{Search: "%"}))
	require.Empty(t, list(schema.FileFilter{Status: schema.FileReady}))
}

func TestDeletedFileIsGoneForEveryoneAndItsPathIsFree(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	up := s.upload(c, "a.txt", "one")
	generation, _ := s.finish(up.File.VersionID, 1)
	s.upload(c, "a.txt", "two")
	deleted, err := s.db.DeleteFile(t.Context(), s.account, c, up.File.ID, "req")
	require.NoError(t, err)
	require.Equal(t, []string{fmt.Sprintf("file/%s/v2", up.File.ID)}, names(deleted.Cancel))
	require.Equal(t, "purge_file/"+up.File.ID.String(), name(deleted.Start))
	_, err = s.db.DeleteFile(t.Context(), s.account, c, up.File.ID, "req")
	require.ErrorIs(t, err, schema.ErrFileNotFound)
	_, err = s.db.DeleteFile(t.Context(), s.account, uuid.New(), up.File.ID, "req")
	require.ErrorIs(t, err, schema.ErrCollectionNotFound)
	_, _, err = s.db.FileForDownload(t.Context(), up.File.ID, 1)
	require.ErrorIs(t, err, schema.ErrFileNotFound)
	found, err := s.db.FoundPassages(t.Context(), s.account, []schema.PassageRef{{Generation: generation}})
	require.NoError(t, err)
	require.Empty(t, found)
	require.NotEqual(t, up.File.ID, s.upload(c, "a.txt", "one").File.ID)
}

func TestLostWorkOnFilesIsFoundByTheSweep(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	waiting := s.upload(c, "a.txt", "one")
	gone := s.upload(c, "b.txt", "two")
	_, err := s.db.DeleteFile(t.Context(), s.account, c, gone.File.ID, "req")
	require.NoError(t, err)
	old := s.collection("Old")
	s.upload(old, "c.txt", "three")
	_, err = s.db.DeleteCollection(t.Context(), s.account, old, "req")
	require.NoError(t, err)
	require.NoError(t, s.exec("DELETE FROM workflow_outbox"))
	s.later(time.Hour)

	list, err := s.db.InFlightIdle(t.Context(), time.Minute, 10)
	require.NoError(t, err)
	var ids []string
	for _, w := range list {
		ids = append(ids, name(w.Start))
		require.NoError(t, w.Restart(t.Context(), s.db))
	}
	require.ElementsMatch(t, []string{
		fmt.Sprintf("file/%s/v1", waiting.File.ID), "purge_file/" + gone.File.ID.String(), "purge_collection/" + old.String(),
	}, ids)
	require.ElementsMatch(t, []string{
		fmt.Sprintf("file/%s/v1/x1", waiting.File.ID), "purge_file/" + gone.File.ID.String() + "/x1", "purge_collection/" + old.String() + "/x1",
	}, s.due())
	require.NoError(t, list[0].GiveUp(t.Context(), s.db, nil))
}
