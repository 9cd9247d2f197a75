package activities_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/portable"
	"quire/schema"
)

// beginExport creates an export of the account, and returns its id.
func (b *bundle) beginExport(t *testing.T) uuid.UUID {
	t.Helper()
	x, _, err := b.db.StartExport(t.Context(), schema.NewExport{ID: uuid.Must(uuid.NewV7()), AccountID: b.account.ID})
	require.NoError(t, err)
	return x.ID
}

func TestAnExportIsAnArchiveOfTheAccount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.onDisk(t)
	d := b.document(t, nil)
	b.put(t, d.SourceKey)
	require.NoError(t, b.db.FailDocument(t.Context(), d.ID, 0, schema.LostDocument, nil))
	id := b.beginExport(t)
	made, err := b.do.ExportAccount(t.Context(), id)
	require.NoError(t, err)
	x, err := b.db.Export(t.Context(), b.account.ID, id)
	require.NoError(t, err)
	require.Equal(t, schema.ExportCompleted, x.Status)
	require.Equal(t, []int64{made.Size, int64(made.Rows), int64(made.Files)}, []int64{*x.Size, *x.Rows, *x.Files})
	r, err := b.store.Open(t.Context(), *x.ArchiveKey)
	require.NoError(t, err)
	defer r.Close()
	require.Equal(t, made.Size, r.Size)
	var of portable.Manifest
	require.NoError(t, portable.Read(r, 1<<20, portable.Visitor{Manifest: func(m portable.Manifest) error { of = m; return nil }}))
	require.Equal(t, b.account.ID, of.Account.ID)
	require.Equal(t, 1, made.Files)

	_, err = b.do.ExportAccount(t.Context(), id)
	reason, ended := activities.Fault(err)
	require.True(t, ended)
	require.Equal(t, activities.Superseded, reason)
}

// An archive written by a worker that was thought to be dead is removed, too.
func TestArchivesOfDeletedExportsAreRemoved(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.onDisk(t)
	id := b.beginExport(t)
	_, err := b.do.ExportAccount(t.Context(), id)
	require.NoError(t, err)
	late := b.put(t, schema.ArchiveKey(id, 7))
	n, err := b.do.ForgetExports(t.Context())
	require.NoError(t, err)
	require.Zero(t, n, "nobody has deleted it, and it has not expired")
	require.NoError(t, b.db.DeleteExport(t.Context(), b.account.ID, id))
	n, err = b.do.ForgetExports(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.False(t, b.has(t, late))
	require.False(t, b.has(t, schema.ArchiveKey(id, 1)))
	known, err := b.db.KnownExports(t.Context(), []uuid.UUID{id})
	require.NoError(t, err)
	require.Empty(t, known)
}

// A failing store ends the attempt, but not the process that writes to it.
func TestAnExportWhoseStoreFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.onDisk(t)
	d := b.document(t, nil)
	_, err := b.store.Put(t.Context(), d.SourceKey, strings.NewReader(strings.Repeat("x", 1<<20)), 1<<20)
	require.NoError(t, err)
	require.NoError(t, b.db.FailDocument(t.Context(), d.ID, 0, schema.LostDocument, nil))
	id := b.beginExport(t)
	block := b.put(t, strings.TrimSuffix(schema.ExportPrefix(id), "/"))
	_, err = b.do.ExportAccount(t.Context(), id)
	require.Error(t, err, "where its directory would be is a file")
	_, ended := activities.Fault(err)
	require.False(t, ended)
	require.NoError(t, b.store.Delete(t.Context(), block))
	_, err = b.do.ExportAccount(t.Context(), id)
	require.NoError(t, err)
}
