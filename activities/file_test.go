package activities_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/retrieve"
	"quire/schema"
)

const (
	vacation = "# Vacation\n\nEvery employee has thirty days of vacation a year.\n"
	travel   = "# Travel\n\nTrips by train are booked by the office. Flights need the consent of the board.\n"
)

func TestFileIsFoundOnceItIsActive(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	l.add("travel.md", travel)
	job, text := l.assemble(l.upload("rules/vacation.md", vacation))
	l.index(job, text)
	require.NotContains(t, paths(l.search("days of vacation")), "rules/vacation.md", "its points exist but are not active yet")

	retired, err := l.do.ActivateFile(t.Context(), job, text.Output)
	require.NoError(t, err)
	require.Empty(t, retired)
	hits := l.search("days of vacation")
	require.Equal(t, "rules/vacation.md", hits[0].Path)
	require.Equal(t, 1, hits[0].PageStart)
	require.Contains(t, hits[0].Text, "thirty days")
	require.Positive(t, hits[0].Score)
}

func TestPDFIsFoundUnderItsOwnPageNumbers(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	up := l.upload("report.pdf", sampleText(t, "report.pdf"))
	job, text := l.assemble(up)
	l.index(job, text)
	_, err := l.do.ActivateFile(t.Context(), job, text.Output)
	require.NoError(t, err)
	file, err := l.db.File(t.Context(), l.account.ID, l.collection, up.File.ID)
	require.NoError(t, err)
	require.Equal(t, schema.FileReady, file.Status)
	require.EqualValues(t, 3, *file.PageCount)
	for _, h := range l.search("report") {
		require.LessOrEqual(t, 1, h.PageStart)
		require.LessOrEqual(t, h.PageStart, h.PageEnd)
		require.LessOrEqual(t, h.PageEnd, 3)
	}
}

func TestNewVersionReplacesTheOldOne(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	first, _ := l.add("vacation.md", vacation)
	second, retired := l.add("vacation.md", "# Vacation\n\nEvery employee has thirty-one days of vacation a year.\n")
	require.Equal(t, []uuid.UUID{first.Generation}, retired)
	hits := l.search("days of vacation")
	require.Len(t, hits, 1)
	require.Equal(t, second.Generation, hits[0].Generation)
	require.EqualValues(t, 2, hits[0].Version)

	for range 2 {
		require.NoError(t, l.do.ForgetGeneration(t.Context(), first))
	}
	n, err := l.ix.CountGeneration(t.Context(), l.account.ID.String(), first.Generation.String())
	require.NoError(t, err)
	require.Zero(t, n)
	kind, final := errorType(t, l.do.ForgetGeneration(t.Context(), second))
	require.Equal(t, activities.Superseded, kind, "an active generation is never forgotten")
	require.True(t, final)
	require.Len(t, l.search("days of vacation"), 1)
}

func TestNewerUploadTakesTheWorkFromTheOneInFlight(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	job, text := l.assemble(l.upload("vacation.md", vacation))
	l.index(job, text)
	l.upload("vacation.md", travel)
	_, err := l.do.ActivateFile(t.Context(), job, text.Output)
	kind, _ := errorType(t, err)
	require.Equal(t, activities.Superseded, kind)
	_, err = l.env.ExecuteActivity(l.do.AssembleFile, activities.AssembleFileInput{Job: job, Pages: 1, PagesPerRange: 25})
	kind, _ = errorType(t, err)
	require.Equal(t, activities.Superseded, kind)
	require.NoError(t, l.do.ForgetGeneration(t.Context(), job.GenerationKey))
	require.Empty(t, l.search("days of vacation"))
}

func TestFileWithoutContentFailsWithAReason(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ path, content, reason string }{
		"empty":  {"empty.txt", "", "empty"},
		"locked": {"locked.pdf", sampleText(t, "locked.pdf"), "password_protected"},
		"broken": {"broken.pdf", "%PDF-1.7\nnothing follows", "corrupt"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLibrary(t)
			up := l.upload(c.path, c.content)
			job, err := l.do.ClaimFile(t.Context(), up.File.VersionID)
			require.NoError(t, err)
			_, err = l.env.ExecuteActivity(l.do.ConvertRange, activities.RangeInput{Conversion: job.Conversion, From: 1, To: 25})
			reason, final := errorType(t, err)
			require.Equal(t, c.reason, reason)
			require.True(t, final)
			require.NoError(t, l.do.FailFile(t.Context(), job, activities.Failure{Reason: reason, Message: "words"}))
			file, err := l.db.File(t.Context(), l.account.ID, l.collection, up.File.ID)
			require.NoError(t, err)
			require.Equal(t, schema.FileFailed, file.Status)
			require.Equal(t, "words", *file.Error)
			require.NoError(t, l.do.ForgetGeneration(t.Context(), job.GenerationKey))
		})
	}
}

func TestDeletedFileIsNotFoundAndPurgedWithoutATrace(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	up := l.upload("vacation.md", vacation)
	job, text := l.assemble(up)
	l.index(job, text)
	_, err := l.do.ActivateFile(t.Context(), job, text.Output)
	require.NoError(t, err)
	require.Positive(t, l.blobs(up.File.VersionID))

	_, err = l.db.DeleteFile(t.Context(), l.account.ID, l.collection, up.File.ID, "req")
	require.NoError(t, err)
	require.Empty(t, l.search("days of vacation"), "although its points still exist")

	in := activities.PurgeFileInput{AccountID: l.account.ID, FileID: up.File.ID}
	for i := range 2 {
		_, err := l.env.ExecuteActivity(l.do.RemoveFileFromIndex, in)
		require.NoError(t, err)
		removed, err := l.env.ExecuteActivity(l.do.RemoveFileBlobs, in)
		require.NoError(t, err)
		var versions []uuid.UUID
		require.NoError(t, removed.Get(&versions))
		require.Len(t, versions, 1-i, "the rows are gone the second time")
		_, err = l.env.ExecuteActivity(l.do.PurgeFileRows, in)
		require.NoError(t, err)
	}
	require.Zero(t, l.blobs(up.File.VersionID))
	generations, err := l.ix.Generations(t.Context(), l.account.ID.String())
	require.NoError(t, err)
	require.Empty(t, generations)
}

func TestPurgeOfACollectionRemovesItsFiles(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	l.add("vacation.md", vacation)
	l.add("travel.md", travel)
	_, err := l.db.DeleteCollection(t.Context(), l.account.ID, l.collection, "req")
	require.NoError(t, err)
	_, err = l.searcher().Search(t.Context(), retrieve.Question{
		Account: l.account.ID, Collections: []uuid.UUID{l.collection}, Queries: []string{"vacation"},
	})
	require.ErrorIs(t, err, schema.ErrCollectionNotFound)

	in := activities.PurgeCollectionInput{AccountID: l.account.ID, CollectionID: l.collection}
	for range 2 {
		_, err := l.env.ExecuteActivity(l.do.RemoveCollectionFromIndex, in)
		require.NoError(t, err)
		_, err = l.env.ExecuteActivity(l.do.RemoveCollectionBlobs, in)
		require.NoError(t, err)
		_, err = l.env.ExecuteActivity(l.do.PurgeCollectionRows, in)
		require.NoError(t, err)
	}
	blobs, err := l.store.List(t.Context(), "versions/", "", 10)
	require.NoError(t, err)
	require.Empty(t, blobs)
	generations, err := l.ix.Generations(t.Context(), l.account.ID.String())
	require.NoError(t, err)
	require.Empty(t, generations)
}
