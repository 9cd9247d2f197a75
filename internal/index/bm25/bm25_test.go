package bm25_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"quire/internal/index/bm25"
)

// weights maps the given tokens to their values in v. A token that is not in v is left out.
func weights(v bm25.Vector, tokens ...string) map[string]float32 {
	out := make(map[string]float32)
	for _, token := range tokens {
		if i, ok := slices.BinarySearch(v.Indices, bm25.TokenID(token)); ok {
			out[token] = v.Values[i]
		}
	}
	return out
}

func TestTokenIDMatchesQdrant(t *testing.T) {
	t.Parallel()
	// Published vectors of MurmurHash3_x86_32, seed 0; the second is negative as a signed number.
	require.Equal(t, uint32(0x248bfa47), bm25.TokenID("hello"))
	require.Equal(t, uint32(0x100000000-0xf6a5c420), bm25.TokenID("foo"))
	require.Equal(t, uint32(0), bm25.TokenID(""))
}

// TestVectorsMatchQdrant compares with the output of Qdrant's own embedder (qdrant-edge 0.9.0) at an average length
// of 5.
func TestVectorsMatchQdrant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang    bm25.Language
		text    string
		indices []uint32
		values  []float64
	}{
		{
			"en", "The turbine blades of the engines were inspected, and the turbine's 2 discs weren't.",
			[]uint32{19522071, 336939528, 823632410, 856081220, 1192905574, 2101567370},
			[]float64{.859375, .859375, 1.235955, .859375, .859375, .859375},
		},
		{
			"de", "Die Turbinenschaufeln der Triebwerke wurden geprüft, und zwei Scheiben nicht.",
			[]uint32{120461684, 1473573000, 1842160131, 1888456888, 2002512088},
			[]float64{1, 1, 1, 1, 1}, // five tokens here because "wurden" is a stop word
		},
		{
			"ru", "Лопатки турбины двигателей были проверены, а диски нет.",
			[]uint32{79181657, 113346850, 609152817, 1129431951, 1962650705},
			[]float64{1, 1, 1, 1, 1},
		},
	} {
		v := bm25.Document(c.lang, c.text).Weigh(5)
		require.Equal(t, c.indices, v.Indices, c.lang)
		require.InDeltaSlice(t, c.values, v.Values, 1e-6)
		require.Equal(t, c.indices, bm25.Query(c.text, c.lang).Indices)
	}
}

func TestDocumentWeightIsTheBM25TermWeight(t *testing.T) {
	t.Parallel()
	terms := bm25.Document("", "red cat red mat sat")
	require.Equal(t, 5, terms.Length)
	// 2*2.2/(2+1.2) at average length; at an average of ten the length norm's share is halved.
	require.InDelta(t, 1.375, weights(terms.Weigh(5), "red")["red"], 1e-6)
	require.InDelta(t, 2*2.2/(2+1.2*(.25+.75*.5)), weights(terms.Weigh(10), "red")["red"], 1e-6)
	require.Equal(t, terms.Weigh(5), terms.Weigh(0), "without an average a text counts as average")
}

func TestQueryWeighsRepetitionOnlyInProse(t *testing.T) {
	t.Parallel()
	short := bm25.Query("flow flow layer")
	require.Equal(t, map[string]float32{"flow": 1, "layer": 1}, weights(short, "flow", "layer"))
	long := bm25.Query("flow flow layer " + strings.Repeat("a1 b2 c3 d4 ", 8))
	require.Equal(t, map[string]float32{"flow": 2, "layer": 1}, weights(long, "flow", "layer"))
}

func TestQueryIsTheUnionOfTheLanguages(t *testing.T) {
	t.Parallel()
	q := bm25.Query("the bindings Verbindungen", "en", "de", "")
	require.Equal(t, map[string]float32{"bind": 1, "verbind": 1, "bindings": 1, "verbindungen": 1, "the": 1},
		weights(q, "bind", "verbind", "bindings", "verbindungen", "the"))
	english := bm25.Query("the bindings")
	require.Equal(t, map[string]float32{"bind": 1}, weights(english, "bind", "bindings", "the"))
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		lang       bm25.Language
		want       []string
		absent     []string
	}{
		{"stems and drops stop words", "The running of engines", "en", []string{"run", "engin"}, []string{"the", "of", "running"}},
		{"keeps a code whole in addition to its parts", "Form 10-K, part A-123/4.", "en", []string{"10", "k", "10-k", "123", "4", "a-123/4"}, nil},
		{"a grouped number is found however it was grouped", "1,577 and 2.345.678,50", "en", []string{"1577", "2345678.50"}, []string{"1,577"}},
		{"a decimal is left unchanged", "3.14 v1.577", "en", []string{"3.14", "v1.577"}, []string{"1577"}},
		{"the end of a sentence is not a joiner", "in 2021. 30 days", "en", []string{"2021", "30"}, []string{"2021.", "2021.30"}},
		{"compatibility forms are unified", "eﬃcient ＡＢＣ", "en", []string{"effici", "abc"}, nil},
		{"chinese by pairs", "人工智能 AI芯片", "", []string{"人工", "工智", "智能", "ai", "芯片"}, []string{"人工智能"}},
		{"a single character stands alone", "水 is", "", []string{"水"}, nil},
		{"thai by pairs", "ไทย", "", []string{"ไท", "ทย"}, nil},
		{"german", "die Häuser der Verwaltungen", "de", []string{"haus", "verwalt"}, []string{"die", "der"}},
		{"russian", "в домах и городах", "ru", []string{"дом", "город"}, []string{"в", "и"}},
		{"an overlong token is noise", strings.Repeat("x", 41) + " ok", "", []string{"ok"}, []string{strings.Repeat("x", 41)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := bm25.Document(c.lang, c.text).Weigh(0)
			require.Len(t, weights(v, c.want...), len(c.want), "%v", weights(v, c.want...))
			require.Empty(t, weights(v, c.absent...))
		})
	}
}

func TestAHeaderAddsToTheTextAndDoesNotDiluteIt(t *testing.T) {
	t.Parallel()
	plain := bm25.Document("en", "revenue grew")
	placed := bm25.Document("en", "revenue grew", "annual report", "report of revenue")
	require.Equal(t, plain.Length, placed.Length)
	weight := weights(plain.Weigh(4), "grew")["grew"]
	require.Equal(t, map[string]float32{"grew": weight, "revenu": weight + 3, "annual": 3, "report": 3},
		weights(placed.Weigh(4), "grew", "revenu", "annual", "report"))
	require.Len(t, placed.Weigh(4).Indices, 4)
}

func TestVectorsAreWellFormedForAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		langs := []bm25.Language{"da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru", "sv", "tr", ""}
		lang := rapid.SampledFrom(langs).Draw(t, "language")
		for _, v := range []bm25.Vector{bm25.Document(lang, text, rapid.String().Draw(t, "header")+text).Weigh(7), bm25.Query(text, lang, "en")} {
			require.Len(t, v.Values, len(v.Indices))
			require.True(t, slices.IsSortedFunc(v.Indices, func(a, b uint32) int { return int(int64(a) - int64(b)) }))
			for i, w := range v.Values {
				require.True(t, w > 0 && !math.IsInf(float64(w), 0))
				require.True(t, i == 0 || v.Indices[i-1] < v.Indices[i])
			}
		}
	})
}

func TestEveryTermOfATextIsFoundByAskingForIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[A-Za-z]{3,12}|[0-9]{1,3}(,[0-9]{3}){1,2}|[A-Z]{1,2}-[0-9]{1,4}`), 1, 20).Draw(t, "words")
		doc := bm25.Document("en", strings.Join(words, " "))
		for _, id := range bm25.Query(rapid.SampledFrom(words).Draw(t, "asked")).Indices {
			require.Contains(t, doc.IDs, id)
		}
	})
}

func TestAWordOfAQueryHasATokenInEveryLanguage(t *testing.T) {
	t.Parallel()
	id := bm25.TokenID
	require.Equal(t, []bm25.Word{
		{ID: id("navires"), Tokens: []uint32{id("navir"), id("navir")}},
		{ID: id("reduziert"), Tokens: []uint32{id("reduziert"), id("reduziert")}},
	}, bm25.Words("Navires reduziert", nil, "fr", "de"))
	for _, text := range []string{"die grandes Kräne", "1,284 calls in 10-K", "港口 harbour", "e.g. a-123/4"} {
		for i, lang := range []bm25.Language{"de", bm25.English} {
			tokens := bm25.Query(text, lang).Indices
			for _, w := range bm25.Words(text, nil, "de", bm25.English) {
				if w.Tokens[i] != 0 {
					require.Contains(t, tokens, w.Tokens[i], "%q in %s", text, lang)
				}
			}
		}
	}
	require.Empty(t, bm25.Words("die of", []bm25.Language{"de", bm25.English}, "de", bm25.English), "stop words of either language")
	require.Empty(t, bm25.Words(strings.Repeat("a", 60), nil, "de", bm25.English))

	const question = "When did the war end?"
	require.Equal(t, []bm25.Language{bm25.English}, bm25.Spoken(question, "de", bm25.English, ""))
	require.Equal(t, []bm25.Word{
		{ID: id("war"), Tokens: []uint32{0, id("war")}},
		{ID: id("end"), Tokens: []uint32{id("end"), id("end")}},
	}, bm25.Words(question, []bm25.Language{bm25.English}, "de", bm25.English), "a stop word of another language than the question's is a word")
	require.Len(t, bm25.Spoken("1284", "de", bm25.English), 2)
}
