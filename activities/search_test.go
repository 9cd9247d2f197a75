package activities_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"quire/activities"
	"quire/internal/index"
	"quire/schema"
)

func TestQueriesDuringASwitchSeeExactlyOneVersion(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	content := func(n int) string {
		return fmt.Sprintf("# Vacation\n\nEdition %d: employees have days of vacation.\n", n)
	}
	l.add("vacation.md", content(0))
	var queries atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	g, ctx := errgroup.WithContext(ctx)
	for range 4 {
		g.Go(func() error {
			for last := int32(0); ctx.Err() == nil; queries.Add(1) {
				hits, err := l.do.Search(t.Context(), activities.SearchInput{
					Account: l.account.ID, Collections: []uuid.UUID{l.collection}, Queries: []string{"days of vacation"},
				})
				if err != nil {
					return err
				}
				if len(hits) != 1 || hits[0].Version < last {
					return fmt.Errorf("after version %d: %d hits %+v", last, len(hits), hits)
				}
				last = hits[0].Version
			}
			return nil
		})
	}
	for n := 1; n <= 20 && ctx.Err() == nil; n++ {
		before := queries.Load()
		l.add("vacation.md", content(n))
		for queries.Load() < before+8 && ctx.Err() == nil { //nolint:revive // some whole queries after every switch
		}
	}
	cancel()
	require.NoError(t, g.Wait())
}

func TestSeveralQueriesAreFused(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	l.add("vacation.md", vacation)
	l.add("travel.md", travel)
	hits, err := l.do.Search(t.Context(), activities.SearchInput{
		Account: l.account.ID, Collections: []uuid.UUID{l.collection}, Queries: []string{"vacation of employees", "employee", "train"},
	})
	require.NoError(t, err)
	require.Equal(t, []string{"vacation.md", "travel.md"}, paths(hits), "found by two queries, and by one")
}

func TestSearchIsRestrictedToFilesAndToTheAccount(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	key, _ := l.add("vacation.md", vacation)
	l.add("copy.md", vacation)
	in := activities.SearchInput{
		Account: l.account.ID, Collections: []uuid.UUID{l.collection}, Files: []uuid.UUID{key.FileID}, Queries: []string{"vacation"},
	}
	hits, err := l.do.Search(t.Context(), in)
	require.NoError(t, err)
	require.Equal(t, []string{"vacation.md"}, paths(hits))

	stranger, err := l.do.DB.CreateAccount(t.Context(), "other", "default", "whsec_x")
	require.NoError(t, err)
	in.Account = stranger.ID
	_, err = l.do.Search(t.Context(), in)
	require.ErrorIs(t, err, schema.ErrCollectionNotFound)
	in = activities.SearchInput{Account: l.account.ID, Collections: in.Collections, Files: []uuid.UUID{uuid.New()}, Queries: in.Queries}
	_, err = l.do.Search(t.Context(), in)
	require.ErrorIs(t, err, schema.ErrFileNotFound)
}

func TestPointOfAnotherFilesDoingNeverShowsAPassage(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	key, _ := l.add("vacation.md", vacation)
	passages, err := l.do.DB.Passages(t.Context(), key.Generation, 0, 1)
	require.NoError(t, err)
	forged := key
	forged.Generation = uuid.New()
	require.NoError(t, l.do.Index.Upsert(t.Context(), []index.Point{activities.Point(forged, passages[0], 1, "")}))
	require.Equal(t, []string{"vacation.md"}, paths(l.search("vacation")), "a generation outside the snapshot is dropped")
}

func TestModelThatIsAwayLeavesTheWords(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	away := httptest.NewServer(http.NotFoundHandler())
	l.add("vacation.md", vacation)
	l.withModel(away.URL)
	away.Close()
	reload(t, l)
	require.Equal(t, []string{"vacation.md"}, paths(l.search("vacation")))
}

// reload fills the index from the database, as a start does.
func reload(t testing.TB, l *library) {
	t.Helper()
	_, err := l.do.Index.Load(t.Context(), func(yield func(index.Point, error) bool) {
		for row, err := range l.do.DB.LoadPassages(t.Context(), nil) {
			key := activities.GenerationKey{AccountID: row.Account, CollectionID: row.Collection, FileID: row.File, Generation: row.Generation}
			if !yield(activities.Point(key, row.Passage, row.Mean, l.do.Index.Fingerprint()), err) {
				return
			}
		}
	})
	require.NoError(t, err)
}

func TestIndexThatWasLoadedAnewAnswersTheSame(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	l.add("report.pdf", sampleText(t, "report.pdf"))
	l.add("vacation.md", vacation)
	before := l.search("employees report")
	require.NotEmpty(t, before)
	job, text := l.assemble(l.upload("travel.md", travel))
	l.index(job, text)

	l.openIndex(index.Config{})
	reload(t, l)
	require.Equal(t, paths(before), paths(l.search("employees report")))
	complete, err := l.do.CheckCount(t.Context(), job.GenerationKey, text.Passages)
	require.NoError(t, err)
	require.True(t, complete, "what was being built is there too")
}
