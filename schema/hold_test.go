package schema_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func requireHeld(t *testing.T, err error) {
	t.Helper()
	e, ok := errors.AsType[*schema.Error](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, schema.Held, e.Code)
}

func (s *story) filesIn(collection uuid.UUID) int {
	s.Helper()
	_, n, err := s.db.ListFiles(s.Context(), schema.FileFilter{AccountID: s.account, CollectionID: collection, Limit: 1})
	require.NoError(s, err)
	return n
}

// aged makes the newest version of a file older.
func (s *story) aged(path string, days int) {
	s.Helper()
	require.NoError(s, s.exec(fmt.Sprintf(`UPDATE file_versions v SET created_at = v.created_at - interval '%d days'
		FROM files f WHERE f.id = v.file_id AND f.version = v.version AND f.path = '%s'`, days, path)))
}

// Once a hold is set, nothing is deleted any more, whatever was in progress.
func TestNothingIsDeletedOnceAHoldIsSet(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Contracts")
	var files []uuid.UUID
	for i := range 60 {
		files = append(files, s.upload(c, fmt.Sprintf("%d.txt", i), "text").File.ID)
	}
	var all sync.WaitGroup
	begun := make(chan struct{}, len(files))
	for part := range 6 {
		all.Go(func() {
			for _, id := range files[part*10 : part*10+10] {
				_, err := s.db.DeleteFile(t.Context(), s.account, c, id, "")
				begun <- struct{}{}
				if err != nil {
					requireHeld(t, err)
				}
			}
		})
	}
	<-begun
	_, err := s.db.HoldCollection(t.Context(), s.account, c, "case 4711")
	require.NoError(t, err)
	left := s.filesIn(c)
	all.Wait()
	require.Equal(t, left, s.filesIn(c))
	_, err = s.db.DeleteFile(t.Context(), s.account, c, files[0], "")
	requireHeld(t, err)
}

func TestAHoldWaitsForADocumentThatIsExpiring(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	require.NoError(t, s.complete(d.ID, s.claim(d.ID)))
	require.NoError(t, s.exec("UPDATE documents SET expires_at = now() - interval '1 day'"))
	held := make(chan error, 1)
	gone, err := s.db.ExpireDocument(t.Context(), d.ID, func() error {
		go func() {
			_, err := s.db.HoldAccount(t.Context(), s.account, "case 4711")
			held <- err
		}()
		require.Eventually(t, func() bool {
			var waiting int
			s.query("SELECT count(*) FROM pg_locks WHERE NOT granted", &waiting)
			return waiting > 0 || len(held) > 0
		}, time.Minute, time.Millisecond)
		require.Empty(t, held, "the hold waits")
		return nil
	})
	require.NoError(t, err)
	require.True(t, gone)
	require.NoError(t, <-held)

	kept, _ := s.document()
	require.NoError(t, s.complete(kept.ID, s.claim(kept.ID)))
	require.NoError(t, s.exec("UPDATE documents SET expires_at = now() - interval '1 day'"))
	due, err := s.db.ExpiredDocuments(t.Context(), 10)
	require.NoError(t, err)
	require.Empty(t, due)
	gone, err = s.db.ExpireDocument(t.Context(), kept.ID, func() error { return errors.New("nothing is removed") })
	require.NoError(t, err)
	require.False(t, gone)
}

func TestFilesGoWhenTheirNewestVersionIsOldEnough(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c, forever := s.collection("Applications"), s.collection("Statutes")
	for _, path := range []string{"old.txt", "renewed.txt", "young.txt", "waiting.txt"} {
		up := s.upload(c, path, "one")
		if path != "waiting.txt" {
			s.finish(up.File.VersionID, 1)
		}
		s.aged(path, 31)
	}
	s.finish(s.upload(forever, "old.txt", "one").File.VersionID, 1)
	require.NoError(t, s.exec("UPDATE file_versions SET created_at = now() - interval '31 days'"))
	s.finish(s.upload(c, "renewed.txt", "two").File.VersionID, 1)
	require.NoError(t, s.exec("UPDATE file_versions v SET created_at = now() FROM files f WHERE f.id = v.file_id AND f.path = 'young.txt'"))
	expire := func() int {
		n, err := s.db.ExpireFiles(t.Context(), 100)
		require.NoError(t, err)
		return n
	}
	require.Zero(t, expire(), "no collection has a retention")
	_, err := s.db.SetRetention(t.Context(), s.account, c, new(30))
	require.NoError(t, err)
	_, err = s.db.HoldCollection(t.Context(), s.account, c, "case 4711")
	require.NoError(t, err)
	require.Zero(t, expire(), "a hold keeps them")
	kept, err := s.db.KeptByHolds(t.Context(), 10)
	require.NoError(t, err)
	require.Len(t, kept, 1)
	_, err = s.db.ReleaseCollection(t.Context(), s.account, c)
	require.NoError(t, err)
	require.Equal(t, 1, expire())
	require.Equal(t, []int{3, 1}, []int{s.filesIn(c), s.filesIn(forever)})
	require.Zero(t, expire())
	require.Regexp(t, "^purge_file/", s.due()[0], "its blobs and points go as with a deletion by hand")
	entries, err := s.db.Audit(t.Context(), schema.AuditFilter{Action: schema.AuditFileDelete, Limit: 10})
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, "retention", entries[0].Actor)
}

func TestAMirroredFileThatHasExpiredStaysAwayUntilItChanges(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	m.holds = map[string]string{"a.txt": "1"}
	m.run()
	files, _, err := m.db.ListFiles(t.Context(), schema.FileFilter{AccountID: m.account, CollectionID: m.collection, Limit: 1})
	require.NoError(t, err)
	m.finish(files[0].VersionID, 1)
	m.aged("a.txt", 31)
	_, err = m.db.SetRetention(t.Context(), m.account, m.collection, new(30))
	require.NoError(t, err)
	n, err := m.db.ExpireFiles(t.Context(), 100)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	m.again()
	require.Empty(t, m.run())
	require.Empty(t, m.paths())
	m.holds["a.txt"] = "2"
	m.again()
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 1}, m.run())
	require.Equal(t, []string{"a.txt"}, m.paths())
}

func TestASourceDeletesWhatItHasLostOnceTheHoldIsOver(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	for i := range 30 {
		m.holds[fmt.Sprintf("%02d.txt", i)] = "1"
	}
	m.run()
	for i := range 16 { // so many that deleting any of them would be noticed
		delete(m.holds, fmt.Sprintf("%02d.txt", i))
	}
	_, err := m.db.HoldAccount(t.Context(), m.account, "case 4711")
	require.NoError(t, err)
	for range 2 {
		m.again()
		require.Equal(t, map[schema.SourceAction]int{schema.SourceKept: 16}, m.run())
	}
	require.Len(t, m.paths(), 30)
	_, err = m.db.ReleaseAccount(t.Context(), m.account)
	require.NoError(t, err)
	m.holds["00.txt"], m.holds["01.txt"] = "1", "1"
	m.again()
	require.Equal(t, map[schema.SourceAction]int{schema.SourceDeleted: 14}, m.run())
	require.Len(t, m.paths(), 16)
}

func TestWhatWasAskedOutsideOfSessionsIsKeptByAHold(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Contracts")
	turn, _, err := s.db.BeginTurn(t.Context(), schema.NewTurn{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.account, CollectionIDs: []uuid.UUID{c}, Question: "How many?",
	})
	require.NoError(t, err)
	require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete}))
	forget := func() int64 {
		n, err := s.db.ForgetQuestionsBefore(t.Context(), new(time.Now().Add(time.Hour)), 10)
		require.NoError(t, err)
		return n
	}
	_, err = s.db.HoldCollection(t.Context(), s.account, c, "case 4711")
	require.NoError(t, err)
	require.Zero(t, forget())
	_, err = s.db.ReleaseCollection(t.Context(), s.account, c)
	require.NoError(t, err)
	require.EqualValues(t, 1, forget())
}
