package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"quire/internal/encoder/encodertest"
	"quire/internal/encoder/kernel"
	"quire/internal/model/modeltest"
)

// vectors holds what a file reports about its vectors; nil if the file is searchable only by its words.
type vectors struct {
	Done, Total int
	Error       *string
}

func (s *service) vectors(collection, id string) *vectors {
	s.t.Helper()
	var f struct{ Vectors *vectors }
	require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/collections/"+collection+"/files/"+id, nil, "", &f))
	return f.Vectors
}

// awaitVectors waits until wanted accepts what a file reports about its vectors. It does not wait for the schedule.
func (s *service) awaitVectors(collection, id string, wanted func(vectors) bool) vectors {
	s.t.Helper()
	temporal, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + s.setting("QUIRE_TEMPORAL_PORT")})
	require.NoError(s.t, err)
	defer temporal.Close()
	lane := temporal.ScheduleClient().GetHandle(s.t.Context(), "embed/passages")
	require.NoError(s.t, lane.Trigger(s.t.Context(), client.ScheduleTriggerOptions{}))
	var v vectors
	require.Eventually(s.t, func() bool {
		now := s.vectors(collection, id)
		if now != nil {
			v = *now
		}
		return now != nil && wanted(v)
	}, 3*time.Minute, 50*time.Millisecond, "%+v %s", &v, s)
	return v
}

func complete(v vectors) bool { return v.Done == v.Total }

// chapters returns a document with n chapters, each of which is a passage.
func chapters(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# Chapter %d\n\n%s\n\n", i, strings.Repeat(fmt.Sprintf("The committee has taken note of item %d. ", i), 20))
	}
	return []byte(b.String())
}

// interrupted is an embedding model that first refuses the key, then embeds a hundred texts, and then waits.
type interrupted struct {
	mu        sync.Mutex
	texts     int // embedded, or being embedded
	keyWorks  bool
	continued chan struct{}
}

func (m *interrupted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Input []string }
	if json.NewDecoder(r.Body).Decode(&asked) != nil {
		return
	}
	m.mu.Lock()
	works, waits := m.keyWorks, m.texts >= 100
	if works {
		m.texts += len(asked.Input)
	}
	m.mu.Unlock()
	if !works {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if waits {
		select {
		case <-m.continued:
		case <-r.Context().Done():
		}
	}
	data := make([]any, 0, len(asked.Input))
	for i, text := range asked.Input {
		data = append(data, map[string]any{"index": i, "embedding": modeltest.Embedding(text)})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data}) // the service may have been killed
}

func TestAFileIsFoundByItsWordsWhileItsVectorsSurviveAKill(t *testing.T) {
	t.Parallel()
	m := &interrupted{continued: make(chan struct{})}
	double := httptest.NewServer(m)
	t.Cleanup(double.Close)
	s := newService(t)
	s.env = append(s.env, "QUIRE_EMBEDDING_URL="+double.URL, "QUIRE_EMBEDDING_MODEL=double", fmt.Sprint("QUIRE_EMBEDDING_DIMENSIONS=", modeltest.Dimensions))
	s.start()
	c := s.collection("Minutes")
	f := s.put(c, "minutes.md", chapters(300))
	require.Equal(t, "ready", s.awaitFile(c, f.ID).Status, s)
	require.Contains(t, s.command("search", "--collection", c, "note of item 42"), "item 42")
	v := s.awaitVectors(c, f.ID, func(v vectors) bool { return v.Error != nil })
	require.Contains(t, *v.Error, "does not accept the service's key")
	require.Zero(t, v.Done)

	m.mu.Lock()
	m.keyWorks = true
	m.mu.Unlock()
	v = s.awaitVectors(c, f.ID, func(v vectors) bool { return v.Done > 100 })
	require.Less(t, v.Done, v.Total)
	s.kill()
	close(m.continued)
	s.start()
	v = s.awaitVectors(c, f.ID, complete)
	require.Nil(t, v.Error)
	m.mu.Lock()
	defer m.mu.Unlock()
	require.LessOrEqual(t, m.texts, v.Total+64, "only what was under way is paid for twice")
}

func TestTheModelOfTheMachineEmbedsWithoutASetting(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.env = append(s.env, "QUIRE_EMBEDDING_MODEL_DIR="+encodertest.Sample(t))
	s.start()
	c := s.collection("Letters")
	f := s.put(c, "letters.md", []byte("# a b\n\nc d e\n"))
	require.Equal(t, "ready", s.awaitFile(c, f.ID).Status, s)
	said, err := s.doctor()
	require.NoError(t, err, said)
	if !kernel.Best().Fast {
		require.Contains(t, said, "search uses words alone")
		return
	}
	require.Contains(t, said, fmt.Sprintf("vectors of %d dimensions", encodertest.Dimensions))
	require.Positive(t, s.awaitVectors(c, f.ID, complete).Total)
	require.Contains(t, s.command("search", "--collection", c, "d e"), "letters.md")
}
