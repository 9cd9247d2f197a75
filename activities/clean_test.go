package activities_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/schema"
)

// onDisk gives the bundle a blob directory and returns a function that makes its files old.
func (b *bundle) onDisk(t *testing.T) (age func(key string)) {
	t.Helper()
	dir := t.TempDir()
	b.openBlobs(t, dir)
	return func(key string) {
		then := time.Now().Add(-25 * time.Hour)
		require.NoError(t, os.Chtimes(filepath.Join(dir, filepath.FromSlash(key)), then, then))
	}
}

func (b *bundle) put(t *testing.T, key string) string {
	t.Helper()
	_, err := b.store.Put(t.Context(), key, strings.NewReader("content"), 100)
	require.NoError(t, err)
	return key
}

func (b *bundle) has(t *testing.T, key string) bool {
	t.Helper()
	ok, err := b.store.Exists(t.Context(), key)
	require.NoError(t, err)
	return ok
}

func TestExpiredDocumentLosesItsFilesAndKeepsItsRow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.do.Retention = time.Millisecond
	finish := func() schema.Document {
		d := b.document(t, nil)
		job, err := b.do.ClaimDocument(t.Context(), d.ID)
		require.NoError(t, err)
		b.put(t, d.SourceKey)
		key := b.put(t, schema.DocumentPrefix(d.ID)+"output-1")
		require.NoError(t, b.do.CompleteDocument(t.Context(), job, activities.Output{Pages: 3, Key: key, Size: 7}))
		return d
	}
	expired := finish()
	b.do.Retention = time.Hour
	kept := finish()
	require.Eventually(t, func() bool { return b.reload(t, expired.ID).StatusAt(time.Now()) == schema.Expired }, time.Minute, time.Millisecond)
	for range 2 {
		_, err := b.env.ExecuteActivity(b.do.ExpireDocuments)
		require.NoError(t, err)
	}
	require.Equal(t, schema.Expired, b.reload(t, expired.ID).Status)
	require.False(t, b.has(t, expired.SourceKey))
	require.EqualValues(t, 3, *b.reload(t, expired.ID).PageCount)
	require.Equal(t, schema.Completed, b.reload(t, kept.ID).Status)
	require.True(t, b.has(t, kept.SourceKey))
}

func TestOldBlobsWithoutARowAreRemoved(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	age := l.onDisk(t)
	known := l.upload("vacation.md", vacation)
	document := l.document(t, nil)
	kept := []string{
		schema.VersionSourceKey(known.File.VersionID), l.put(t, document.SourceKey), l.put(t, schema.VersionSourceKey(uuid.New())),
	}
	orphans := []string{
		l.put(t, schema.VersionSourceKey(uuid.New())), l.put(t, schema.VersionPrefix(uuid.New())+"ranges/00001"), l.put(t, schema.SourceKey(uuid.New())),
	}
	for _, key := range append(orphans, kept[:2]...) {
		age(key)
	}
	removed := 0
	for _, prefix := range []string{schema.DocumentsPrefix, schema.VersionsPrefix} {
		for range 2 {
			res, err := l.env.ExecuteActivity(l.do.RemoveOrphans, activities.OrphansInput{Prefix: prefix})
			require.NoError(t, err)
			var seen activities.Orphans
			require.NoError(t, res.Get(&seen))
			require.Empty(t, seen.After)
			removed += seen.Removed
		}
	}
	require.Equal(t, len(orphans), removed)
	for _, key := range orphans {
		require.False(t, l.has(t, key), key)
	}
	for _, key := range kept {
		require.True(t, l.has(t, key), "known, or young: %s", key)
	}
}

func TestKeptAnswersAndStreamedEventsAreForgotten(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	db := k.db
	_, err := db.BeginIdempotent(t.Context(), k.account.ID, "young", []byte("f"))
	require.NoError(t, err)
	turn := k.ask("How many days?")
	require.NoError(t, db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnFailed, ErrorType: "x", Error: "x"}))
	_, err = k.env.ExecuteActivity(k.do.ForgetAnswers)
	require.NoError(t, err)
	names, _ := k.events(turn.ID)
	require.NotEmpty(t, names, "somebody may still be reading them")

	n, err := db.DeleteTurnEventsBefore(t.Context(), new(time.Now().Add(time.Minute)), 10)
	require.NoError(t, err)
	require.EqualValues(t, len(names), n)
	n, err = db.DeleteIdempotencyKeysBefore(t.Context(), time.Now().Add(time.Minute), 10)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}
