package activities_test

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"quire/activities"
	"quire/internal/embedding"
	"quire/internal/index"
	"quire/internal/index/embedded"
	"quire/internal/model"
	"quire/internal/model/modeltest"
)

// withModel gives the library an embedding model and an index built for it.
func (l *library) withModel(url string) {
	l.t.Helper()
	l.do.Embed = endpoint(l.t, url)
	l.openIndex(index.Config{Model: "test", Dimensions: modeltest.Dimensions})
}

func endpoint(t testing.TB, url string) embedding.Embedder {
	t.Helper()
	client, err := model.New(model.Config{BaseURL: url, Model: "test"})
	require.NoError(t, err)
	return embedding.Endpoint(client, modeltest.Dimensions)
}

// textsEmbedded counts the texts that the model was asked to embed.
func textsEmbedded(t *testing.T, s *modeltest.Server) int {
	t.Helper()
	n := 0
	for _, r := range s.Requests() {
		var body struct{ Input []string }
		require.NoError(t, json.Unmarshal(r.Body, &body))
		n += len(body.Input)
	}
	return n
}

func TestAFileIsReadyByItsWordsAndVectorsFollow(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	away := httptest.NewServer(http.NotFoundHandler())
	away.Close()
	l.withModel(away.URL)
	l.add("vacation.md", vacation)
	require.Equal(t, []string{"vacation.md"}, paths(l.search("vacation"))[:1], "while the model is away")
	_, err := l.env.ExecuteActivity(l.do.EmbedPassages)
	require.Error(t, err)

	s := modeltest.New(t)
	l.do.Embed = endpoint(t, s.BaseURL())
	l.embed()
	require.Equal(t, 1, textsEmbedded(t, s))
	waiting, err := l.db.GenerationsWithoutVectors(t.Context(), l.ix.Fingerprint(), 1)
	require.NoError(t, err)
	require.Empty(t, waiting)
}

func TestEmbeddingIsNeverPaidForTwice(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	s := modeltest.New(t)
	l.withModel(s.BaseURL())
	up := l.upload("vacation.md", vacation+travel)
	job, text := l.assemble(up)
	l.index(job, text)
	l.embed()
	require.Zero(t, textsEmbedded(t, s), "what does not answer queries yet")
	_, err := l.do.ActivateFile(t.Context(), job, text.Output)
	require.NoError(t, err)
	for range 2 {
		l.embed()
		require.Equal(t, text.Passages, textsEmbedded(t, s))
	}

	// The worker died after it had stored the vectors and before they were in the index.
	require.NoError(t, l.db.SetVectors(t.Context(), job.Generation, ""))
	l.withModel(s.BaseURL())
	l.embed()
	require.Equal(t, text.Passages, textsEmbedded(t, s))
	require.Equal(t, []string{"vacation.md"}, paths(l.search("journeys by train"))[:1])
}

func TestVersionsShareTheVectorsOfUnchangedPassages(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	s := modeltest.New(t)
	l.withModel(s.BaseURL())
	long := strings.Repeat("The committee has taken note of the item and will return to it. ", 200)
	l.add("minutes.md", "# Minutes\n\n"+long+"\n\n# End\n\nThe meeting ended at noon.\n")
	l.embed()
	before := textsEmbedded(t, s)
	require.Greater(t, before, 5)
	l.add("minutes.md", "# Minutes\n\n"+long+"\n\n# End\n\nThe meeting ended at midnight.\n")
	l.embed()
	require.LessOrEqual(t, textsEmbedded(t, s)-before, 2, "only the changed passages are embedded")
}

func TestBusyModelSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	t.Cleanup(busy.Close)
	l.withModel(busy.URL)
	l.add("vacation.md", vacation)
	_, err := l.env.ExecuteActivity(l.do.EmbedPassages)
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	require.True(t, ok, "%v", err)
	require.False(t, e.NonRetryable())
	require.Equal(t, 7*time.Second, e.NextRetryDelay())
}

func TestRefusalByTheModelIsNeverTheFilesFault(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	t.Cleanup(refusing.Close)
	l.withModel(refusing.URL)
	l.add("vacation.md", vacation)
	_, err := l.env.ExecuteActivity(l.do.EmbedPassages)
	require.Error(t, err)
	if e, ok := errors.AsType[*temporal.ApplicationError](err); ok {
		require.False(t, e.NonRetryable())
	}
}

func TestTextBeyondTheModelsContextIsEmbeddedByItsBeginning(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	const window = 900
	var longest int
	small := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Input []string }
		if json.NewDecoder(r.Body).Decode(&body) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var data []any
		for i, text := range body.Input {
			if len(text) > window {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = w.Write([]byte(`{"error":{"message":"maximum context length exceeded","code":"context_length_exceeded"}}`))
				return
			}
			longest = max(longest, len(text))
			data = append(data, map[string]any{"index": i, "embedding": modeltest.Embedding(text)})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	}))
	t.Cleanup(small.Close)
	l.withModel(small.URL)
	l.add("minutes.md", strings.Repeat("The committee has taken note of the item and will return to it. ", 100))
	l.embed()
	require.Greater(t, longest, window/4)
	require.Equal(t, []string{"minutes.md"}, paths(l.search("committee"))[:1])
}

func TestNightlyCheckRepairsTheIndex(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	kept, _ := l.add("vacation.md", vacation)
	lost, _ := l.add("travel.md", travel)
	account := l.account.ID.String()
	require.NoError(t, l.ix.DeleteGeneration(t.Context(), account, lost.Generation.String()))
	require.NoError(t, l.ix.Upsert(t.Context(), []index.Point{
		{Account: account, Collection: l.collection.String(), File: "f", Generation: uuid.NewString(), Chunk: 0, PageStart: 1, PageEnd: 1},
		{Account: account, Collection: l.collection.String(), File: "f", Generation: kept.Generation.String(), Chunk: 99, PageStart: 1, PageEnd: 1},
	}))
	stranger := uuid.New()
	require.NoError(t, l.ix.Upsert(t.Context(), []index.Point{
		{Account: stranger.String(), Collection: "c", File: "f", Generation: "of an account that was removed", PageStart: 1, PageEnd: 1},
	}))

	accounts := func(after uuid.UUID) (page []uuid.UUID) {
		res, err := l.env.ExecuteActivity(l.do.AccountsToCheck, after)
		require.NoError(t, err)
		require.NoError(t, res.Get(&page))
		return page
	}
	page := accounts(uuid.Nil)
	require.ElementsMatch(t, []uuid.UUID{l.account.ID, stranger}, page, "in the order of their ids")
	var mended activities.Mended
	for _, id := range page {
		res, err := l.env.ExecuteActivity(l.do.CheckAccount, id)
		require.NoError(t, err)
		var m activities.Mended
		require.NoError(t, res.Get(&m))
		mended.Indexed += m.Indexed
		mended.Removed += m.Removed
	}
	require.Equal(t, activities.Mended{Removed: 2, Indexed: 2}, mended)
	require.Equal(t, "travel.md", l.search("trips by train")[0].Path)
	require.Empty(t, accounts(page[1]))
}

func TestRetiredGenerationsLeftBehindAreForgotten(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	l.add("vacation.md", vacation)
	l.add("vacation.md", vacation+"Sick leave is apart.")
	_, err := l.env.ExecuteActivity(l.do.ForgetRetired)
	require.NoError(t, err)
	generations, err := l.ix.Generations(t.Context(), l.account.ID.String())
	require.NoError(t, err)
	require.Len(t, generations, 2, "a query may still be reading the one just retired")
}

// sharedIndex returns the address of an index that outlives its clients, as a separate server does.
func sharedIndex(t *testing.T) string {
	t.Helper()
	server := embedded.NewServer()
	t.Cleanup(server.Close)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = server.Serve(l, embedded.Access{}) }()
	return "http://" + l.Addr().String()
}

func TestNewModelTakesOverOnceEverythingIsInItsIndex(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	url := sharedIndex(t)
	l.openIndex(index.Config{URL: url})
	l.add("vacation.md", vacation)
	l.add("travel.md", travel)

	s := modeltest.New(t)
	l.do.Embed = endpoint(t, s.BaseURL())
	l.openIndex(index.Config{URL: url, Model: "test", Dimensions: modeltest.Dimensions})
	require.Equal(t, []string{"vacation.md"}, paths(l.search("vacation")), "the previous index answers in the meantime")
	l.add("new.md", "# New\n\nAdded while the index is rebuilt.\n")
	paid := textsEmbedded(t, s)
	require.Equal(t, 1, paid, "the query")

	r := activities.Reindexer{DB: l.db, Index: l.ix, Embed: l.do.Embed, Progress: func(activities.ReindexProgress) {}}
	accounts := []uuid.UUID{l.account.ID}
	switched, err := r.Run(t.Context(), accounts, false)
	require.NoError(t, err)
	require.False(t, switched)
	require.Equal(t, paid+3, textsEmbedded(t, s))
	switched, err = r.Run(t.Context(), accounts, true)
	require.NoError(t, err)
	require.True(t, switched)
	require.Equal(t, paid+3, textsEmbedded(t, s), "the second run pays for nothing")
	rebuild, err := l.ix.BeginRebuild(t.Context())
	require.NoError(t, err)
	require.Nil(t, rebuild)
	require.ElementsMatch(t, []string{"new.md", "travel.md", "vacation.md"}, paths(l.search("vacation, travel and what is new")))
}

func TestReindexingEmbedsPassagesWithoutAVector(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	l.add("vacation.md", vacation)
	s := modeltest.New(t)
	l.withModel(s.BaseURL())
	var last activities.ReindexProgress
	r := activities.Reindexer{
		DB: l.db, Index: l.ix, Embed: l.do.Embed, Progress: func(p activities.ReindexProgress) { last = p },
	}
	for range 2 {
		switched, err := r.Run(t.Context(), []uuid.UUID{l.account.ID}, true)
		require.NoError(t, err)
		require.False(t, switched, "the index already belongs to the model")
	}
	require.Equal(t, 1, textsEmbedded(t, s))
	require.Equal(t, activities.ReindexProgress{Account: l.account.ID, Done: 1, Total: 1, Passages: 1}, last)
	require.Equal(t, []string{"vacation.md"}, paths(l.search("holidays of employees")))
}
