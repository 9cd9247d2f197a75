package api_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quire/internal/seal"
	"quire/schema"
)

const sources = "/api/v1/sources"

// sourceKeys seal the secrets of sources.
var sourceKeys = func() *seal.Keys {
	keys, err := seal.Parse([]string{"1:" + seal.NewKey()})
	if err != nil {
		panic(err)
	}
	return keys
}()

type wireSource struct {
	ID           uuid.UUID
	Name         string
	Kind         string
	Settings     map[string]string
	EveryMinutes int  `json:"every_minutes"`
	Rate         int  `json:"rate"`
	AddOnly      bool `json:"add_only"`
	Include      []string
	Exclude      []string
	HasSecret    bool    `json:"has_secret"`
	PausedAt     *string `json:"paused_at"`
	PauseReason  *string `json:"pause_reason"`
	NextRunAt    *string `json:"next_run_at"`
}

func (w wireSource) path() string { return sources + "/" + w.ID.String() }

type wireSourceRun struct {
	ID     uuid.UUID
	Number int
	Status string
	DryRun bool `json:"dry_run"`
	Listed int
	Counts map[string]int
	Error  *string
}

// source creates a source for a folder, which is never read in these tests.
func (s *service) source(c wireCollection) wireSource {
	s.t.Helper()
	var w wireSource
	s.do(s.json("POST", sources, fmt.Sprintf(
		`{"name":"Disk","collection_id":%q,"kind":"folder","settings":{"path":"/srv/documents"}}`, c.ID))).into(200, &w)
	return w
}

func TestASourceIsCreatedChangedPausedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("a")
	w := s.source(c)
	require.Equal(t, map[string]string{"path": "/srv/documents"}, w.Settings)
	require.Equal(t, 60, w.EveryMinutes)
	require.NotNil(t, w.NextRunAt)
	s.do(s.json("POST", w.path()+"/runs", `{}`)).fails(409, "Run 1 of the source is under way. Wait for its end, or pause the source")
	s.do(s.json("POST", w.path()+"/resume", `{}`)).fails(409, "The source has not completed its first run, which is a dry run. See its log, or run it again, and resume the source after that")

	s.do(s.json("PATCH", w.path(), `{"name":"Shelf","every_minutes":15,"rate":30,"add_only":true,"include":["*.pdf"],"settings":{"path":"/srv/shelf"}}`)).into(200, &w)
	require.Equal(t, wireSource{
		ID: w.ID, Name: "Shelf", Kind: "folder", Settings: map[string]string{"path": "/srv/shelf"}, EveryMinutes: 15, Rate: 30, AddOnly: true, Include: []string{"*.pdf"}, Exclude: []string{}, NextRunAt: w.NextRunAt,
	}, w)
	s.do(s.json("PATCH", w.path(), `{"include":[],"exclude":["drafts"]}`)).into(200, &w)
	require.Empty(t, w.Include)
	require.Equal(t, []string{"drafts"}, w.Exclude)
	require.Equal(t, 200, s.do(s.json("POST", w.path()+"/runs", `{"dry_run":true}`)).status)
	s.do(s.json("POST", w.path()+"/pause", "")).into(200, &w)
	require.NotNil(t, w.PausedAt)
	require.Nil(t, w.NextRunAt)
	var runs struct {
		Data  []wireSourceRun
		Count int
	}
	s.get(w.path()+"/runs").into(200, &runs)
	require.Equal(t, 2, runs.Count)
	require.True(t, runs.Data[1].DryRun, "the first run is a dry run unless the request says otherwise")
	require.Contains(t, *runs.Data[1].Error, "The source was changed")
	require.Equal(t, "stopped", runs.Data[0].Status)
	require.Equal(t, "The source was paused.", *runs.Data[0].Error)
	s.do(s.json("POST", w.path()+"/runs", `{"dry_run":false}`)).fails(409, "The source is paused. Resume it, which also begins a run")
	s.do(s.json("POST", w.path()+"/resume", `{"allow_deletions":true}`)).into(200, &w)
	require.Nil(t, w.PausedAt)
	s.get(w.path()+"/runs").into(200, &runs)
	require.False(t, runs.Data[0].DryRun)

	var list struct {
		Data  []wireSource
		Count int
	}
	other := s.collection("b")
	s.get(sources+"?collection_id="+c.ID.String()).into(200, &list)
	require.Equal(t, 1, list.Count)
	s.get(sources+"?collection_id="+other.ID.String()).into(200, &list)
	require.Zero(t, list.Count)
	require.Equal(t, 200, s.delete(w.path()).status)
	for _, r := range []reply{s.get(w.path()), s.delete(w.path()), s.get(w.path() + "/runs"), s.do(s.json("POST", w.path()+"/pause", ""))} {
		r.fails(404, "Source not found")
	}
}

// Both requests have arrived before either is carried out, because the row is locked.
func TestTwoChangesAtOnceAreBothMade(t *testing.T) {
	t.Parallel()
	s := newService(t)
	w := s.source(s.collection("a"))
	holder, err := pgx.Connect(t.Context(), s.dbURL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = holder.Close(context.WithoutCancel(t.Context())) })
	tx, err := holder.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT FROM sources FOR UPDATE")
	require.NoError(t, err)
	var sent sync.WaitGroup
	for _, change := range []string{`{"name":"Shelf"}`, `{"rate":7}`} {
		sent.Go(func() { assert.Equal(t, 200, s.do(s.json("PATCH", w.path(), change)).status) })
	}
	require.Eventually(t, func() bool {
		waiting := 0
		_, err := tx.Exec(t.Context(), "SELECT pg_stat_clear_snapshot()")
		require.NoError(t, err)
		err = tx.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`).Scan(&waiting)
		return assert.NoError(t, err) && waiting == 2
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, tx.Commit(t.Context()))
	sent.Wait()
	s.get(w.path()).into(200, &w)
	require.Equal(t, "Shelf", w.Name)
	require.Equal(t, 7, w.Rate)
}

func TestASecretIsSealedAndStaysWithItsServer(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := s.do(s.json("POST", sources, fmt.Sprintf(
		`{"name":"Share","collection_id":%q,"kind":"webdav","settings":{"url":"https://dav.example.org/a","username":"u"},"secret":"hush hush"}`, s.collection("a").ID)))
	require.NotContains(t, string(r.body), "hush")
	var w wireSource
	r.into(200, &w)
	require.True(t, w.HasSecret)
	stored := func() string {
		row, err := s.db.Source(t.Context(), s.account.id, w.ID)
		require.NoError(t, err)
		require.NotContains(t, string(row.Secret), "hush")
		plain, err := sourceKeys.Open(row.SecretKey, row.Secret)
		require.NoError(t, err)
		return string(plain)
	}
	require.Equal(t, "hush hush", stored())
	elsewhere := `{"settings":{"url":"https://thief.example.com/"}`
	r = s.do(s.json("PATCH", w.path(), elsewhere+"}"))
	require.Equal(t, 422, r.status)
	require.Contains(t, string(r.body), "send the secret again")
	s.do(s.json("PATCH", w.path(), `{"rate":7}`)).into(200, &w)
	require.Equal(t, "hush hush", stored())
	s.do(s.json("PATCH", w.path(), elsewhere+`,"secret":"another"}`)).into(200, &w)
	require.Equal(t, "another", stored())
	s.do(s.json("PATCH", w.path(), `{"secret":""}`)).into(200, &w)
	require.False(t, w.HasSecret)
}

func TestTheLogOfARunSaysWhatItDid(t *testing.T) {
	t.Parallel()
	s := newService(t)
	w := s.source(s.collection("a"))
	var runs struct{ Data []wireSourceRun }
	s.get(w.path()+"/runs").into(200, &runs)
	job, err := s.db.SourceJob(t.Context(), runs.Data[0].ID)
	require.NoError(t, err)
	require.NoError(t, s.db.RecordListing(t.Context(), job.Run, schema.ListedPage{
		Items:   []schema.ListedItem{{Path: "a.pdf", Key: "a.pdf", Tag: "1"}},
		Refused: map[string]string{"b\x01": "It cannot be a file."}, Complete: true,
	}))
	_, err = s.db.PlanSourceRun(t.Context(), job.Run.ID)
	require.NoError(t, err)
	var run wireSourceRun
	s.get(w.path()+"/runs/"+job.Run.ID.String()).into(200, &run)
	require.Equal(t, "completed", run.Status)
	require.Equal(t, 1, run.Listed)
	require.Equal(t, map[string]int{"added": 1, "changed": 0, "deleted": 0, "kept": 0, "failed": 1}, run.Counts)
	var log struct {
		Data []struct {
			Path, Action, Detail string
			FileID               *uuid.UUID `json:"file_id"`
		}
		Count int
	}
	s.get(w.path()+"/runs/"+job.Run.ID.String()+"/log?action=failed").into(200, &log)
	require.Equal(t, 1, log.Count)
	require.Equal(t, "It cannot be a file.", log.Data[0].Detail)
	require.Nil(t, log.Data[0].FileID)
	s.get(w.path()+"/runs/"+uuid.NewString()+"/log").fails(404, "Run not found")
}

func TestWrongSourcesAreRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("a")
	for body, words := range map[string]string{
		`{}`: "Field required",
		`{"name":"x","collection_id":"%s","kind":"ftp","settings":{}}`:                                                 "Input should be",
		`{"name":"x","collection_id":"%s","kind":"s3","settings":{"path":"/srv"}}`:                                     "name of a bucket",
		`{"name":"x","collection_id":"%s","kind":"s3","settings":{"bucket":"b","endpoint":"https://10.0.0.1"}}`:        "not a public one",
		`{"name":"x","collection_id":"%s","kind":"webdav","settings":{"url":"http://dav.example.org"}}`:                "must start with https://",
		`{"name":"x","collection_id":"%s","kind":"webdav","settings":{}}`:                                              "The setting url is missing",
		`{"name":"x","collection_id":"%s","kind":"imap","settings":{"url":"imaps://mail.example.org"}}`:                "username is missing",
		`{"name":"x","collection_id":"%s","kind":"imap","settings":{"url":"imaps://10.0.0.1","username":"u"}}`:         "not a public one",
		`{"name":"x","collection_id":"%s","kind":"imap","settings":{"url":"https://mail.example.org","username":"u"}}`: "imaps://mail.example.org",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":[]}`:                                              "Input should be a valid dictionary",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":{"path":7}}`:                                      "Input should be a valid string",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":{"path":"/etc"}}`:                                 "QUIRE_SOURCE_ROOTS",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":{"path":"/srv/a"},"every_minutes":0}`:             "greater than or equal to 1",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":{"path":"/srv/a"},"rate":"fast"}`:                 "valid integer",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":{"path":"/srv/a"},"add_only":"sometimes"}`:        "valid boolean",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":{"path":"/srv/a"},"include":["[a"]}`:              "is not a pattern",
		`{"name":"x","collection_id":"%s","kind":"folder","settings":{"path":"/srv/a"},"exclude":"drafts"}`:            "valid list of strings",
	} {
		if len(body) > 2 {
			body = fmt.Sprintf(body, c.ID)
		}
		r := s.do(s.json("POST", sources, body))
		require.Equal(t, 422, r.status, body)
		require.Contains(t, string(r.body), words, body)
	}
	s.do(s.json("POST", sources, fmt.Sprintf(`{"name":"x","collection_id":%q,"kind":"folder","settings":{"path":"/srv/a"}}`, uuid.NewString()))).
		fails(404, "Collection not found")
}
