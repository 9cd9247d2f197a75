package schema_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// mirror is a source and its contents: the tag of each path.
type mirror struct {
	*story
	source     schema.Source
	collection uuid.UUID
	holds      map[string]string
}

func newMirror(t *testing.T, change func(*schema.NewSource)) *mirror {
	t.Helper()
	s := newStory(t)
	m := &mirror{story: s, collection: s.collection("Mirror"), holds: map[string]string{}}
	n := schema.NewSource{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.account, CollectionID: m.collection, Name: "Disk", Kind: schema.SourceFolder,
		Settings: schema.SourceSettings{Path: "/srv/documents"}, EveryMinutes: 60,
	}
	if change != nil {
		change(&n)
	}
	var err error
	m.source, _, err = s.db.CreateSource(t.Context(), n)
	require.NoError(t, err)
	return m
}

// job returns the current run.
func (m *mirror) job() schema.SourceJob {
	m.Helper()
	runs, _, err := m.db.ListSourceRuns(m.Context(), m.source.ID, 0, 1)
	require.NoError(m, err)
	job, err := m.db.SourceJob(m.Context(), runs[0].ID)
	require.NoError(m, err)
	return job
}

// list records a complete listing of what the source holds.
func (m *mirror) list(job schema.SourceJob) {
	m.Helper()
	page := schema.ListedPage{Next: "end"}
	for path, tag := range m.holds {
		page.Items = append(page.Items, schema.ListedItem{Path: path, Key: path, Tag: tag, Size: 3})
	}
	require.NoError(m, m.db.RecordListing(m.Context(), job.Run, page))
	require.NoError(m, m.db.RecordListing(m.Context(), job.Run, schema.ListedPage{Cursor: "end", Next: "end", Complete: true}))
}

// read mirrors the items that are due.
func (m *mirror) read(job schema.SourceJob) int {
	m.Helper()
	items, err := m.db.ItemsToMirror(m.Context(), job.Run, "", 1000)
	require.NoError(m, err)
	for _, item := range items {
		_, err := m.db.MirrorItem(m.Context(), job.Run, item, item.ListedTag, m.newFile(m.collection, item.Path, item.ListedTag))
		require.NoError(m, err, item.Path)
	}
	return len(items)
}

// run goes through a whole run and returns what it did.
func (m *mirror) run() map[schema.SourceAction]int {
	m.Helper()
	job := m.job()
	m.list(job)
	plan, err := m.db.PlanSourceRun(m.Context(), job.Run.ID)
	require.NoError(m, err)
	if !plan.Ended {
		m.read(job)
		require.Zero(m, m.read(job), "every item is read once in a run")
	}
	if plan.Delete {
		for n := -1; n != 0; {
			n, err = m.db.DeleteGone(m.Context(), m.job().Run, 7)
			require.NoError(m, err)
		}
	}
	if !plan.Ended {
		require.NoError(m, m.db.EndSourceRun(m.Context(), job.Run.ID, schema.SourceRunCompleted, ""))
	}
	info, err := m.db.SourceRunOf(m.Context(), m.source.ID, job.Run.ID)
	require.NoError(m, err)
	return info.Counts
}

// again begins another run.
func (m *mirror) again() {
	m.Helper()
	_, _, err := m.db.StartSourceRun(m.Context(), m.account, m.source.ID, schema.NewSourceRun{}, nil)
	require.NoError(m, err)
}

func (m *mirror) paths() []string {
	m.Helper()
	files, _, err := m.db.ListFiles(m.Context(), schema.FileFilter{AccountID: m.account, CollectionID: m.collection, Limit: 1000})
	require.NoError(m, err)
	paths := make([]string, 0, len(files))
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	return paths
}
