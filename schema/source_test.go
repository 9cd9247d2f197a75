package schema_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestARunAddsChangesAndDeletes(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	m.holds = map[string]string{"a.txt": "1", "b.txt": "1", "c.txt": "1"}
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 3}, m.run())
	require.Equal(t, []string{"a.txt", "b.txt", "c.txt"}, m.paths())
	m.again()
	require.Empty(t, m.run(), "nothing has changed")

	m.holds["b.txt"], m.holds["d.txt"] = "2", "1"
	delete(m.holds, "a.txt")
	m.again()
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 1, schema.SourceChanged: 1, schema.SourceDeleted: 1}, m.run())
	require.Equal(t, []string{"b.txt", "c.txt", "d.txt"}, m.paths())

	files, _, err := m.db.ListFiles(t.Context(), schema.FileFilter{AccountID: m.account, CollectionID: m.collection, Limit: 1})
	require.NoError(t, err)
	_, err = m.db.DeleteFile(t.Context(), m.account, m.collection, files[0].ID, "req")
	require.NoError(t, err)
	m.again()
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 1}, m.run(), "what was deleted by hand is there again: the source has it")
}

func TestTheLogNamesTheFilesThatItemsAreNow(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	m.holds = map[string]string{"a.txt": "1", "b.txt": "1"}
	first := m.job().Run
	m.run()
	named := func() map[string]*uuid.UUID {
		entries, count, err := m.db.ListSourceLog(t.Context(), first, "", 0, 10)
		require.NoError(t, err)
		require.Equal(t, 2, count)
		require.Len(t, entries, 2)
		return map[string]*uuid.UUID{entries[0].Path: entries[0].FileID, entries[1].Path: entries[1].FileID}
	}
	files, _, err := m.db.ListFiles(t.Context(), schema.FileFilter{AccountID: m.account, CollectionID: m.collection, Limit: 10})
	require.NoError(t, err)
	require.Equal(t, map[string]*uuid.UUID{"a.txt": &files[0].ID, "b.txt": &files[1].ID}, named())
	_, err = m.db.DeleteFile(t.Context(), m.account, m.collection, files[0].ID, "req")
	require.NoError(t, err)
	delete(m.holds, "b.txt")
	m.again()
	m.run()
	again := named()
	require.NotEqual(t, &files[0].ID, again["a.txt"], "the item is another file now")
	require.NotNil(t, again["a.txt"])
	require.Nil(t, again["b.txt"], "the item is gone")
}

func TestASourceTouchesNoFileOfOthers(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	hand := m.upload(m.collection, "mine.txt", "by hand")
	m.holds = map[string]string{"mine.txt": "1", "theirs.txt": "1", "third.txt": "1"}
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 2, schema.SourceKept: 1}, m.run())
	require.EqualValues(t, 1, m.file(m.collection, hand.File.ID).Version)

	m.upload(m.collection, "theirs.txt", "a better text")
	delete(m.holds, "theirs.txt")
	delete(m.holds, "mine.txt")
	m.again()
	require.Equal(t, map[schema.SourceAction]int{schema.SourceKept: 1}, m.run())
	require.Equal(t, []string{"mine.txt", "theirs.txt", "third.txt"}, m.paths())
}

func TestASourceThatLooksBrokenPausesInsteadOfDeleting(t *testing.T) {
	t.Parallel()
	for name, left := range map[string]int{"empty": 0, "most is gone": 9} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMirror(t, nil)
			for i := range 20 {
				m.holds[fmt.Sprintf("%02d.txt", i)] = "1"
			}
			m.run()
			all := m.holds
			m.holds = map[string]string{}
			for i := range left {
				m.holds[fmt.Sprintf("%02d.txt", i)] = "1"
			}
			m.again()
			require.Empty(t, m.run())
			require.Len(t, m.paths(), 20)
			paused, err := m.db.Source(t.Context(), m.account, m.source.ID)
			require.NoError(t, err)
			require.NotNil(t, paused.PausedAt)
			require.Contains(t, *paused.PauseReason, "allow_deletions")

			_, _, err = m.db.StartSourceRun(t.Context(), m.account, m.source.ID, schema.NewSourceRun{}, nil)
			require.ErrorContains(t, err, "paused")
			_, _, err = m.db.ResumeSource(t.Context(), m.account, m.source.ID, true, "req")
			require.NoError(t, err)
			require.Equal(t, 20-left, m.run()[schema.SourceDeleted])
			require.Len(t, m.paths(), left)
			m.holds = all
			m.again()
			require.Equal(t, 20-left, m.run()[schema.SourceAdded])
		})
	}
}

func TestTheFirstRunIsADryRunOnWish(t *testing.T) {
	t.Parallel()
	m := newMirror(t, func(n *schema.NewSource) { n.Preview = true })
	m.holds = map[string]string{"a.txt": "1", "b.txt": "1"}
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 2}, m.run())
	require.Empty(t, m.paths())
	paused, err := m.db.Source(t.Context(), m.account, m.source.ID)
	require.NoError(t, err)
	require.Contains(t, *paused.PauseReason, "dry run")
	n, err := m.db.StartDueSources(t.Context(), 10)
	require.NoError(t, err)
	require.Zero(t, n)
	_, _, err = m.db.ResumeSource(t.Context(), m.account, m.source.ID, false, "req")
	require.NoError(t, err)
	m.run()
	require.Len(t, m.paths(), 2)
	delete(m.holds, "a.txt")
	m.holds["b.txt"] = "2"
	_, _, err = m.db.StartSourceRun(t.Context(), m.account, m.source.ID, schema.NewSourceRun{DryRun: true}, nil)
	require.NoError(t, err)
	require.Equal(t, map[schema.SourceAction]int{schema.SourceChanged: 1, schema.SourceDeleted: 1}, m.run())
	require.Len(t, m.paths(), 2)
}

func TestAnAddOnlySourceDeletesNothing(t *testing.T) {
	t.Parallel()
	m := newMirror(t, func(n *schema.NewSource) { n.AddOnly = true })
	m.holds = map[string]string{"a.txt": "1", "b.txt": "1"}
	m.run()
	m.holds = map[string]string{"c.txt": "1"}
	m.again()
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 1}, m.run())
	require.Len(t, m.paths(), 3)
}

// Of two workers on the same run, one of which was thought dead, neither repeats the other's work nor does anything
// after its end.
func TestALateWorkerChangesNothing(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	m.holds = map[string]string{"a.txt": "1"}
	job := m.job()
	m.list(job)
	require.Error(t, m.db.RecordListing(t.Context(), job.Run, schema.ListedPage{Complete: true}), "the page was recorded")
	_, err := m.db.DeleteGone(t.Context(), job.Run, 1)
	require.Error(t, err, "what was read before the listing knows of no deletion")
	items, err := m.db.ItemsToMirror(t.Context(), job.Run, "", 10)
	require.NoError(t, err)
	for range 2 {
		_, err = m.db.MirrorItem(t.Context(), job.Run, items[0], "1", m.newFile(m.collection, "a.txt", "one"))
		require.NoError(t, err)
	}
	info, err := m.db.SourceRunOf(t.Context(), m.source.ID, job.Run.ID)
	require.NoError(t, err)
	require.Equal(t, map[schema.SourceAction]int{schema.SourceAdded: 1}, info.Counts)

	_, err = m.db.PauseSource(t.Context(), m.account, m.source.ID)
	require.NoError(t, err)
	_, err = m.db.MirrorItem(t.Context(), job.Run, items[0], "1", m.newFile(m.collection, "a.txt", "two"))
	require.ErrorIs(t, err, schema.ErrSuperseded)
	require.ErrorIs(t, m.db.FailItem(t.Context(), job.Run, "a.txt", "no"), schema.ErrSuperseded)
	require.ErrorIs(t, m.db.EndSourceRun(t.Context(), job.Run.ID, schema.SourceRunCompleted, ""), schema.ErrSuperseded)
	info, err = m.db.SourceRunOf(t.Context(), m.source.ID, job.Run.ID)
	require.NoError(t, err)
	require.Equal(t, schema.SourceRunStopped, info.Status)
}

// The ids that a server gives to messages are worthless after it has renumbered them.
func TestAMailboxThatIsNumberedAnewDeletesNothing(t *testing.T) {
	t.Parallel()
	m := newMirror(t, func(n *schema.NewSource) { n.Kind = schema.SourceIMAP })
	run := func(validity int, uids ...int) schema.SourcePlan {
		job := m.job()
		page := schema.ListedPage{}
		for _, uid := range uids {
			key := fmt.Sprintf("%d/%d", validity, uid)
			page.Items = append(page.Items, schema.ListedItem{Path: fmt.Sprintf("%d-%d.eml", validity, uid), Key: key, Tag: key})
			page.Next = key
		}
		require.NoError(t, m.db.RecordListing(t.Context(), job.Run, page))
		require.NoError(t, m.db.RecordListing(t.Context(), job.Run, schema.ListedPage{Cursor: page.Next, Next: page.Next, Complete: true}))
		plan, err := m.db.PlanSourceRun(t.Context(), job.Run.ID)
		require.NoError(t, err)
		if !plan.Ended {
			m.read(job)
			job.Run.ListedAt = &job.Run.CreatedAt
			_, err := m.db.DeleteGone(t.Context(), job.Run, 100)
			require.NoError(t, err)
			require.NoError(t, m.db.EndSourceRun(t.Context(), job.Run.ID, schema.SourceRunCompleted, ""))
		}
		return plan
	}
	again := func() {
		_, _, err := m.db.StartSourceRun(t.Context(), m.account, m.source.ID, schema.NewSourceRun{}, nil)
		require.NoError(t, err)
	}
	require.False(t, run(7, 1, 2, 3).Ended)
	again()
	require.False(t, run(7, 3, 4).Ended, "messages may go")
	again()
	require.True(t, run(8, 1, 2).Ended)
	s, err := m.db.Source(t.Context(), m.account, m.source.ID)
	require.NoError(t, err)
	require.Contains(t, *s.PauseReason, "The server has numbered the mailbox anew: 2 of 2 mirrored files")
	_, _, err = m.db.ResumeSource(t.Context(), m.account, m.source.ID, true, "")
	require.NoError(t, err)
	require.False(t, run(8, 1, 2).Ended)
	again()
	require.False(t, run(8, 2).Ended)
}

// A listing that is half by one rule and half by another would count as complete.
func TestAChangeOfWhatIsMeantStopsTheRun(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	for name, tc := range map[string]struct {
		change func(*schema.Source)
		stops  bool
	}{
		"name":     {func(s *schema.Source) { s.Name, s.Rate = "Shelf", 7 }, false},
		"patterns": {func(s *schema.Source) { s.Exclude = []string{"drafts"} }, true},
		"place":    {func(s *schema.Source) { s.Settings.Path = "/srv/shelf" }, true},
	} {
		job := m.job()
		s, err := m.db.ChangeSource(t.Context(), m.account, m.source.ID, func(s *schema.Source) error { tc.change(s); return nil })
		require.NoError(t, err)
		err = m.db.RecordListing(t.Context(), job.Run, schema.ListedPage{Complete: true})
		if !tc.stops {
			require.NoError(t, err, name)
			require.NoError(t, m.db.EndSourceRun(t.Context(), job.Run.ID, schema.SourceRunCompleted, ""))
		} else {
			require.Error(t, err, name)
			require.False(t, s.NextRunAt.After(s.UpdatedAt), name)
		}
		require.NoError(t, m.exec("UPDATE sources SET next_run_at = now()"))
		_, err = m.db.StartDueSources(t.Context(), 10)
		require.NoError(t, err)
	}
}

func TestSourcesRunWhenTheirTimeHasComeOneAtATime(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	due := func() int {
		n, err := m.db.StartDueSources(t.Context(), 10)
		require.NoError(t, err)
		return n
	}
	require.NoError(t, m.exec("UPDATE sources SET next_run_at = now() - interval '1 hour'"))
	require.Zero(t, due(), "a run is under way")
	_, _, err := m.db.StartSourceRun(t.Context(), m.account, m.source.ID, schema.NewSourceRun{}, nil)
	require.ErrorContains(t, err, "Run 1 of the source is under way")
	m.run()
	require.Equal(t, 1, due())
	m.run()
	require.Zero(t, due(), "the next one is due in an hour")
	require.NoError(t, m.exec("UPDATE sources SET next_run_at = now()"))
	_, err = m.db.DeleteCollection(t.Context(), m.account, m.collection, "req")
	require.NoError(t, err)
	require.Zero(t, due(), "its collection is deleted")
}

func TestForeignSourcesAreNotFound(t *testing.T) {
	t.Parallel()
	m := newMirror(t, nil)
	other, err := m.db.CreateAccount(t.Context(), "other", "default", "whsec_other")
	require.NoError(t, err)
	ctx, id := t.Context(), m.source.ID
	_, err = m.db.Source(ctx, other.ID, id)
	require.ErrorIs(t, err, schema.ErrSourceNotFound)
	_, err = m.db.ChangeSource(ctx, other.ID, id, func(*schema.Source) error { return nil })
	require.ErrorIs(t, err, schema.ErrSourceNotFound)
	require.ErrorIs(t, m.db.DeleteSource(ctx, other.ID, id), schema.ErrSourceNotFound)
	_, err = m.db.PauseSource(ctx, other.ID, id)
	require.ErrorIs(t, err, schema.ErrSourceNotFound)
	_, _, err = m.db.ResumeSource(ctx, other.ID, id, true, "")
	require.ErrorIs(t, err, schema.ErrSourceNotFound)
	_, _, err = m.db.StartSourceRun(ctx, other.ID, id, schema.NewSourceRun{}, nil)
	require.ErrorIs(t, err, schema.ErrSourceNotFound)
	list, n, err := m.db.ListSources(ctx, other.ID, nil, 0, 10)
	require.NoError(t, err)
	require.Zero(t, n)
	require.Empty(t, list)
	_, _, err = m.db.CreateSource(ctx, schema.NewSource{
		ID: uuid.Must(uuid.NewV7()), AccountID: other.ID, CollectionID: m.collection, Name: "x", Kind: schema.SourceFolder, EveryMinutes: 1,
	})
	require.ErrorIs(t, err, schema.ErrCollectionNotFound)
}
