package embedding_test

import (
	"errors"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/embedding"
	"quire/internal/encoder"
	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/internal/usercache"
)

// realEncoder opens the model that 'make deps' downloads, or skips the test if it is missing.
func realEncoder(t *testing.T) *encoder.Encoder {
	t.Helper()
	dir := os.Getenv("QUIRE_TEST_EMBEDDING_MODEL_DIR")
	if dir == "" {
		var err error
		dir, err = usercache.Dir("models", "all-minilm-l6-v2-int8")
		require.NoError(t, err)
	}
	e, err := encoder.Open(dir, 2)
	if errors.Is(err, encoder.ErrAbsent) {
		t.Skip("the weights are absent: 'make deps' downloads them where there is pip")
	}
	require.NoError(t, err)
	return e
}

// harbour is a handbook in which each passage answers one of the questions in different words.
var harbour = []struct{ passage, question string }{
	{"We employed 212 persons at the end of the year, nine of them as apprentices.", "How large is the staff?"},
	{"The last ferry casts off at a quarter past eleven.", "At what time can I get home by boat in the evening?"},
	{"Whoever damages a mooring bears the cost of its repair.", "Who pays for broken piers?"},
	{"Dogs have to be kept on a lead in all halls.", "Are pets allowed?"},
	{"Vessels longer than forty metres need a pilot.", "Do big ships require help to get in?"},
	{"Drinking water comes from the spring below the lighthouse.", "Is there something to quench my thirst?"},
	{"The port is led by a board of five members, whom the tenants elect.", "Who is in charge of this place?"},
	{"Fire extinguishers hang beside every door of the warehouse.", "What do I do when something burns?"},
}

func TestAQuestionInOtherWordsThanItsAnswerIsFoundByMeaning(t *testing.T) {
	t.Parallel()
	e := embedding.Local("m", realEncoder(t), 2)
	texts, questions := make([]string, 0, len(harbour)), make([]string, 0, len(harbour))
	for _, h := range harbour {
		texts, questions = append(texts, h.passage), append(questions, h.question)
	}
	passages, err := e.Passages(t.Context(), texts)
	require.NoError(t, err)
	asked, err := e.Queries(t.Context(), questions)
	require.NoError(t, err)
	ix, err := index.Open(t.Context(), index.Config{Model: e.Model(), Dimensions: len(asked[0])})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, ix.Close()) })
	points := make([]index.Point, 0, len(harbour))
	for i, text := range texts {
		points = append(points, index.Point{
			Account: "a", Collection: "c", File: strconv.Itoa(i), Generation: strconv.Itoa(i), PageStart: 1, PageEnd: 1,
			Sparse: bm25.Document(bm25.English, text).Weigh(bm25.PassageLength), Dense: passages[i],
		})
	}
	require.NoError(t, ix.Upsert(t.Context(), points))
	for i, question := range questions {
		best := func(q index.Query) string {
			hits, err := ix.Search(t.Context(), index.Scope{Account: "a", Collections: []string{"c"}}, q)
			require.NoError(t, err)
			if len(hits) == 0 {
				return ""
			}
			return hits[0].File
		}
		words := bm25.Query(question, bm25.English)
		require.NotEqual(t, strconv.Itoa(i), best(index.Query{Sparse: words}), "%q has a word of its answer", question)
		require.Equal(t, strconv.Itoa(i), best(index.Query{Sparse: words, Dense: asked[i]}), question)
	}
}
