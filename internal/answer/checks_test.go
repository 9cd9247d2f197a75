package answer

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNormalFormMapsBackToTheOriginal(t *testing.T) {
	t.Parallel()
	text := "The “ﬁnal” re-\nport  (Größe ① ) costs 1 284 €."
	n := normalise(text)
	require.Equal(t, "the final report (größe 1 ) costs 1 284 €.", n.text)
	for _, phrase := range []string{"final report", "größe 1", "costs"} {
		i := n.find(phrase)
		require.GreaterOrEqual(t, i, 0, phrase)
		from, to := n.original(i, i+len(phrase))
		require.Equal(t, phrase, strings.TrimSpace(normalise(text[from:to]).text))
	}
	require.Equal(t, -1, n.find("port"), "only whole words")
	require.Equal(t, -1, normalise("").find(""))
}

func TestClosestPartIsFoundByItsEditDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, text, found string
		distance             int
	}{
		{"abc", "xxabcxx", "abc", 0},
		{"abcd", "xxabdxx", "abd", 1},
		{"meeting", "the meting began", "meting", 1},
		{"abc", "", "", 3},
	} {
		start, end, distance := closest(c.pattern, c.text)
		require.Equal(t, c.found, c.text[start:end], c.pattern)
		require.Equal(t, c.distance, distance, c.pattern)
	}
}

const whole = `{"answerable": true, "sentences": [{"text": "a \"b\" }] {", "cites": [{"id": "c1", "quote": "q ] } \\"}]}, {"text":"z","cites":[]}], "more": {"sentences": [{"text":"no"}]}}`

func TestSentencesDoNotDependOnHowTheStreamIsCut(t *testing.T) {
	t.Parallel()
	want := []sentence{{Text: `a "b" }] {`, Cites: []cite{{ID: "c1", Quote: `q ] } \`}}}, {Text: "z", Cites: []cite{}}}
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var p jsonParser
		var got []sentence
		for rest := whole; rest != ""; {
			n := 1 + random.IntN(min(len(rest), 9))
			got = append(got, p.push(rest[:n])...)
			rest = rest[n:]
		}
		require.Equal(t, want, append(got, p.end()...))
		require.True(t, p.answered)
	}
}

var acts = regexp.MustCompile(`(?i)<[a-z/!?]|\]\(|!\[|\bjavascript:|https?://|www\.|\[\s*citation|mailto:`)

// FuzzSanitise checks that whatever a model writes, in however many pieces, is inert when the answer is rendered.
func FuzzSanitise(f *testing.F) {
	for _, s := range []string{
		"![a](http://x)", "[a](<http://x>)", "<a href=x>", "[cit[citation:1]ation:2]", "htt\u200bps://x", "a < b", "javajavascript:script:alert(1)",
		"hthttp://xtp://y", "<<b>script>", "![", "](", "[a]: http://x", "www.www.evil.example", "[c1][citation:2", "!![](x)[a](b)",
	} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, text := range []string{sanitise(a, nil), sanitise(a, nil) + " " + sanitise(b, nil)} {
			require.NotRegexp(t, acts, text)
		}
	})
}
