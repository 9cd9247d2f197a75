package activities_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"quire/activities"
	"quire/internal/index"
	"quire/internal/retrieve"
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
				hits, err := l.searcher().Search(t.Context(), retrieve.Question{
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
		for queries.Load() < before+8 && ctx.Err() == nil { //nolint:revive // let some complete queries run after every switch
		}
	}
	cancel()
	require.NoError(t, g.Wait())
}

// reload fills the index from the database, as happens at start-up.
func reload(t testing.TB, l *library) {
	t.Helper()
	_, err := l.ix.Load(t.Context(), func(yield func(index.Point, error) bool) {
		for row, err := range l.db.LoadPassages(t.Context(), nil) {
			key := activities.GenerationKey{AccountID: row.Account, CollectionID: row.Collection, FileID: row.File, Generation: row.Generation}
			if !yield(activities.Point(key, row.Passage, l.ix.Fingerprint()), err) {
				return
			}
		}
	})
	require.NoError(t, err)
}

func TestReloadedIndexReturnsTheSameHits(t *testing.T) {
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
	require.True(t, complete, "the generation that was being built is there too")
}
