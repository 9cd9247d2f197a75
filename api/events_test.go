package api_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// followed is a stream of progress.
type followed struct {
	t     testing.TB
	lines *bufio.Scanner
}

type progressEvent struct {
	Name, LastID string
	ID           uuid.UUID
	Status       string
	Step         *string
	PagesDone    int  `json:"pages_done"`
	PagesTotal   *int `json:"pages_total"`
	Attempts     int
	Vectors      *wireVectors
	Error        any
}

// follow opens a stream of events.
func (s *service) follow(path string) *followed {
	s.t.Helper()
	r := s.request("GET", path, nil)
	r.Header.Set("Authorization", "Bearer "+s.key)
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { res.Body.Close() })
	require.Equal(s.t, 200, res.StatusCode)
	require.Equal(s.t, "text/event-stream", res.Header.Get("Content-Type"))
	return &followed{t: s.t, lines: bufio.NewScanner(res.Body)}
}

// next returns the next event, or none at the end of the stream.
func (f *followed) next() (e progressEvent) {
	f.t.Helper()
	for f.lines.Scan() {
		field, value, _ := strings.Cut(f.lines.Text(), ": ")
		switch {
		case field == "id":
			e.LastID = value
		case field == "event":
			e.Name = value
		case field == "data":
			require.NoError(f.t, json.Unmarshal([]byte(value), &e))
		case field == "" && e.Name != "":
			return e
		}
	}
	return progressEvent{}
}

func TestEventsFollowADocumentToItsEnd(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload()
	f := s.follow(path(d.ID) + "/events")
	first := f.next()
	require.Equal(t, "progress", first.Name)
	require.Equal(t, "queued", *first.Step)
	require.Nil(t, first.PagesTotal)

	_, err := s.db.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	for range 2 { // a range that is converted again counts once
		require.NoError(t, s.db.RecordProgress(t.Context(), d.ID, 0, 1, 25, 40))
	}
	e := f.next()
	for e.Status == "PROCESSING" && e.PagesDone == 0 {
		e = f.next()
	}
	require.Equal(t, "convert", *e.Step)
	require.Equal(t, 25, e.PagesDone)
	require.Equal(t, 40, *e.PagesTotal)

	require.NoError(t, s.db.RecordProgress(t.Context(), d.ID, 0, 26, 15, 40))
	e = f.next()
	require.Equal(t, "finish", *e.Step)
	require.Equal(t, 40, e.PagesDone)

	s.complete(d.ID, "x", 0)
	for e = f.next(); e.Name == "progress"; e = f.next() {
		require.Equal(t, "PROCESSING", e.Status)
	}
	require.Equal(t, "end", e.Name)
	require.Equal(t, "COMPLETED", e.Status)
	require.Nil(t, e.Step)
	require.Empty(t, f.next().Name, "the stream closes")

	again := s.request("GET", path(d.ID)+"/events", nil)
	again.Header.Set("Last-Event-ID", e.LastID)
	require.Equal(t, 204, s.do(again).status, "a browser must not come back for ever")
	require.Equal(t, "end", s.follow(path(d.ID)+"/events").next().Name)
}

func TestEventsOfADeletedDocumentEnd(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload()
	f := s.follow(path(d.ID) + "/events")
	f.next()
	require.Equal(t, 200, s.delete(path(d.ID)).status)
	require.Equal(t, "error", f.next().Name)
	require.Empty(t, f.next().Name)
	s.get(path(d.ID)+"/events").fails(404, "Document not found")
	stranger := s.as(s.newKey(s.newAccount("default"), true, true))
	stranger.get(path(s.upload().ID)+"/events").fails(404, "Document not found")
}

func TestEventsOfACollectionShowItsFiles(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.put(c, "a.txt", "one")
	all, one := s.follow(c.path()+"/events"), s.follow(c.file(f)+"/events")
	for _, stream := range []*followed{all, one} {
		e := stream.next()
		require.Equal(t, f.ID, e.ID)
		require.Equal(t, "pending", e.Status)
	}
	claim := s.claim(c, f)
	require.NoError(t, s.db.RecordProgress(t.Context(), claim.VersionID, claim.Round, 1, 1, 1))
	require.NoError(t, s.db.RecordProgress(t.Context(), claim.VersionID, claim.Round+1, 1, 3, 9), "another round begins anew")
	progress, err := s.db.Progress(t.Context(), claim.VersionID)
	require.NoError(t, err)
	require.Equal(t, schema.PageProgress{Round: claim.Round + 1, Done: 3, Total: 9}, progress[claim.VersionID])
	require.NoError(t, s.db.FailFile(t.Context(), claim.VersionID, claim.Attempt, "corrupt", "It is broken."))
	for _, stream := range []*followed{all, one} {
		e := stream.next()
		for e.Status == "processing" {
			e = stream.next()
		}
		require.Equal(t, "failed", e.Status)
		require.Equal(t, "It is broken.", e.Error)
	}
	require.Empty(t, one.next().Name)
}

func TestEventsOfACollectionShowFilesThatWereNeverSeenInFlight(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.put(c, "before.bin", "\x00\x01\x02")
	waiting := s.put(c, "a.txt", "one")
	f := s.follow(c.path() + "/events")
	require.Equal(t, waiting.ID, f.next().ID, "what was over before is not told")
	kept := s.put(c, "kept.bin", "\x00\x01\x03") // ends at once: files of its type are only stored
	e := f.next()
	require.Equal(t, kept.ID, e.ID)
	require.Equal(t, "stored", e.Status)
	require.Nil(t, e.Step)
}
