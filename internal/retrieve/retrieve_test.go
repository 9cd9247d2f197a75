package retrieve_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/embedding"
	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/internal/model"
	"quire/internal/model/modeltest"
	"quire/internal/retrieve"
	"quire/schema"
	"quire/schema/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }

const (
	vacation = "Every employee has thirty days of vacation a year."
	travel   = "Trips by train are booked by the office. Flights need the consent of the board."
)

// shelf is a collection of files with one passage each, and the Searcher for it.
type shelf struct {
	*retrieve.Searcher
	t          *testing.T
	account    uuid.UUID
	collection uuid.UUID
}

func newShelf(t *testing.T, c index.Config) *shelf {
	t.Helper()
	ix, err := index.Open(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(func() { ix.Close() })
	s := &shelf{Searcher: &retrieve.Searcher{DB: testdb.New(t), Index: ix, Log: slog.New(slog.DiscardHandler)}, t: t}
	account, err := s.DB.CreateAccount(t.Context(), "acme", "default", "whsec_x")
	require.NoError(t, err)
	s.account = account.ID
	collection, err := s.DB.CreateCollection(t.Context(), schema.NewCollection{ID: newID(t), AccountID: account.ID, Name: "handbook"})
	require.NoError(t, err)
	s.collection = collection.ID
	return s
}

func newID(t *testing.T) uuid.UUID {
	t.Helper()
	id, err := uuid.NewV7()
	require.NoError(t, err)
	return id
}

// add makes a file with one passage searchable, and returns its id and its point.
func (s *shelf) add(path, text string) (file uuid.UUID, point index.Point) {
	s.t.Helper()
	ctx := s.t.Context()
	version := newID(s.t)
	up, err := s.DB.UploadFile(ctx, schema.NewFile{
		VersionID: version, AccountID: s.account, CollectionID: s.collection, Path: path, Size: int64(len(text)),
		SHA256: []byte(text[:32]), Format: "md", MediaType: "text/markdown", Indexed: true, SourceKey: schema.VersionSourceKey(version), RequestID: "req",
	})
	require.NoError(s.t, err)
	claim, err := s.DB.ClaimFile(ctx, up.File.VersionID)
	require.NoError(s.t, err)
	terms := bm25.Document(bm25.Language("en"), text)
	passage := schema.Passage{
		PageStart: 1, PageEnd: 1, Kind: "text", Text: text, Spans: []byte("[]"), TermIDs: terms.IDs, TermCounts: terms.Counts, TermTotal: terms.Length,
	}
	_, err = s.DB.StorePassages(ctx, claim.Generation, claim.Attempt, version, "en", func(yield func(schema.Passage, error) bool) { yield(passage, nil) })
	require.NoError(s.t, err)
	point = index.Point{
		Account: s.account.String(), Collection: s.collection.String(), File: claim.ID.String(), Generation: claim.Generation.String(),
		PageStart: 1, PageEnd: 1, Kind: "text", Sparse: terms.Weigh(float64(terms.Length)),
	}
	require.NoError(s.t, s.Index.Upsert(ctx, []index.Point{point}))
	_, err = s.DB.ActivateFile(ctx, version, claim.Attempt, schema.FileOutput{PageCount: 1, OutputKey: "output"}, claim.Generation)
	require.NoError(s.t, err)
	return claim.ID, point
}

// about returns a question to the whole collection.
func (s *shelf) about(queries ...string) retrieve.Question {
	return retrieve.Question{Account: s.account, Collections: []uuid.UUID{s.collection}, Queries: queries}
}

// paths returns the paths of the files found, best first.
func (s *shelf) paths(q retrieve.Question) []string {
	s.t.Helper()
	hits, err := s.Search(s.t.Context(), q)
	require.NoError(s.t, err)
	var list []string
	for _, h := range hits {
		list = append(list, h.Path)
	}
	return list
}

func TestSeveralQueriesAreFused(t *testing.T) {
	t.Parallel()
	s := newShelf(t, index.Config{})
	s.add("vacation.md", vacation)
	s.add("travel.md", travel)
	found := s.paths(s.about("vacation of employees", "employee", "train"))
	require.Equal(t, []string{"vacation.md", "travel.md"}, found, "found by two queries, and by one")
}

func TestAnAbbreviationFindsWhatItStandsForAndTheOtherWayRound(t *testing.T) {
	t.Parallel()
	s := newShelf(t, index.Config{})
	s.add("terms.md", "The berth allocation plan (BAP) is revised by the harbour's board.")
	s.add("long.md", "Every Monday the berth allocation plan is sent to the pilots.")
	s.add("short.md", "The BAP of a Monday that is a holiday is sent a day earlier.")
	for _, query := range []string{"BAP", "berth allocation plan"} {
		require.ElementsMatch(t, []string{"terms.md", "long.md", "short.md"}, s.paths(s.about(query)), query)
	}
	require.Equal(t, []string{"long.md"}, s.paths(s.about("pilots")), "nothing is added to words without another form")
}

func TestSearchIsRestrictedToFilesAndToTheAccount(t *testing.T) {
	t.Parallel()
	s := newShelf(t, index.Config{})
	file, _ := s.add("vacation.md", vacation)
	s.add("copy.md", vacation)
	q := s.about("vacation")
	q.Files = []uuid.UUID{file}
	require.Equal(t, []string{"vacation.md"}, s.paths(q))
	q.Files = []uuid.UUID{uuid.New()}
	_, err := s.Search(t.Context(), q)
	require.ErrorIs(t, err, schema.ErrFileNotFound)

	stranger, err := s.DB.CreateAccount(t.Context(), "other", "default", "whsec_x")
	require.NoError(t, err)
	q = s.about("vacation")
	q.Account = stranger.ID
	_, err = s.Search(t.Context(), q)
	require.ErrorIs(t, err, schema.ErrCollectionNotFound)
}

func TestNoMorePassagesAreFoundThanRequested(t *testing.T) {
	t.Parallel()
	s := newShelf(t, index.Config{})
	s.add("vacation.md", vacation)
	s.add("copy.md", vacation)
	q := s.about("vacation")
	require.Len(t, s.paths(q), 2)
	q.Limit = 1
	require.Len(t, s.paths(q), 1)
}

func TestPointOutsideTheSnapshotNeverShowsAPassage(t *testing.T) {
	t.Parallel()
	s := newShelf(t, index.Config{})
	_, forged := s.add("vacation.md", vacation)
	forged.Generation = uuid.NewString()
	require.NoError(t, s.Index.Upsert(t.Context(), []index.Point{forged}))
	require.Equal(t, []string{"vacation.md"}, s.paths(s.about("vacation")), "a generation outside the snapshot is dropped")
}

func TestUnavailableModelLeavesTheWords(t *testing.T) {
	t.Parallel()
	s := newShelf(t, index.Config{Model: "test", Dimensions: modeltest.Dimensions})
	s.add("vacation.md", vacation)
	away := httptest.NewServer(http.NotFoundHandler())
	away.Close()
	client, err := model.New(model.Config{BaseURL: away.URL, Model: "test"})
	require.NoError(t, err)
	s.Embed = embedding.Endpoint(client, modeltest.Dimensions)
	require.Equal(t, []string{"vacation.md"}, s.paths(s.about("vacation")))
}
