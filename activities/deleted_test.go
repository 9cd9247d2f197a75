package activities_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/schema"
)

// requireTakenBack checks that an activity ended as superseded and left nothing under the prefix.
func (b *bundle) requireTakenBack(t *testing.T, prefix string, err error) {
	t.Helper()
	reason, final := errorType(t, err)
	require.Equal(t, activities.Superseded, reason)
	require.True(t, final)
	left, err := b.store.List(t.Context(), prefix, "", 10)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestDocumentDeletedDuringItsFetchLeavesNoFile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, err := os.ReadFile(sample)
	require.NoError(t, err)
	var job activities.DocumentJob
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, _, err := b.db.DeleteDocument(r.Context(), b.account.ID, job.DocumentID, "req"); err != nil {
			http.Error(w, err.Error(), http.StatusTeapot)
		}
		_, _ = w.Write(file)
	}))
	t.Cleanup(origin.Close)
	d := b.document(t, func(n *schema.NewDocument) { n.SourceURL, n.Format, n.FileName = new(origin.URL), "", "file" })
	job, err = b.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	_, err = b.env.ExecuteActivity(b.do.FetchSource, job)
	b.requireTakenBack(t, schema.DocumentPrefix(d.ID), err)
}

func TestDocumentDeletedDuringItsConversionLeavesNoFile(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	d := l.document(t, func(n *schema.NewDocument) { n.Format, n.FileName = "txt", "notes.txt" })
	l.put(t, d.SourceKey)
	job, err := l.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	convert := activities.RangeInput{Conversion: job.Conversion, From: 1, To: 25}
	_, err = l.env.ExecuteActivity(l.do.ConvertRange, convert)
	require.NoError(t, err)
	_, _, err = l.db.DeleteDocument(t.Context(), l.account.ID, d.ID, "req")
	require.NoError(t, err)

	_, err = l.env.ExecuteActivity(l.do.AssembleMarkdown, activities.AssembleInput{Conversion: job.Conversion, Pages: 1, PagesPerRange: 25})
	l.requireTakenBack(t, schema.DocumentPrefix(d.ID), err)

	l.put(t, d.SourceKey)
	_, err = l.env.ExecuteActivity(l.do.ConvertRange, convert)
	l.requireTakenBack(t, schema.DocumentPrefix(d.ID), err)
	require.NoError(t, l.do.PurgeRow(t.Context(), d.ID))
	_, err = l.env.ExecuteActivity(l.do.ConvertRange, convert)
	l.requireTakenBack(t, schema.DocumentPrefix(d.ID), err)
}

func TestFileDeletedDuringItsConversionLeavesNoBlob(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(*library, schema.Uploaded) error{
		"deleted itself": func(l *library, up schema.Uploaded) error {
			_, err := l.db.DeleteFile(l.t.Context(), l.account.ID, l.collection, up.File.ID, "req")
			return err
		},
		"deleted with its collection": func(l *library, _ schema.Uploaded) error {
			_, err := l.db.DeleteCollection(l.t.Context(), l.account.ID, l.collection, "req")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLibrary(t)
			up := l.upload("vacation.md", vacation)
			job, err := l.do.ClaimFile(t.Context(), up.File.VersionID)
			require.NoError(t, err)
			require.NoError(t, remove(l, up))
			_, err = l.env.ExecuteActivity(l.do.ConvertRange, activities.RangeInput{Conversion: job.Conversion, From: 1, To: 25})
			l.requireTakenBack(t, schema.VersionPrefix(up.File.VersionID), err)
		})
	}
}
