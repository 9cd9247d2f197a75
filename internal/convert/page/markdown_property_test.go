package page_test

import (
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

var pieces = []string{
	"a", "b", "foo", "(", ")", ".", ":", "_", "`", "$", "#", "- ", "1. ", " ", "\n", "|", "<b>", "&amp;", "[x]", "](u)",
	"!", `\`, "=", "---", "é", "「", "日本", "$5", "__", "+ ", ">", "```", "[^1]", "\"",
}

func randomSpans(seed uint64) []page.Span {
	rng := rand.New(rand.NewPCG(seed, 7))
	var spans []page.Span
	for range 1 + rng.IntN(4) {
		var s strings.Builder
		for range 1 + rng.IntN(5) {
			s.WriteString(pieces[rng.IntN(len(pieces))])
		}
		spans = append(spans, page.Span{
			Text: s.String(), Bold: rng.IntN(3) == 0, Italic: rng.IntN(3) == 0,
			Link: []string{"", "", "", "https://x.y"}[rng.IntN(4)], Sup: rng.IntN(9) == 0,
		})
	}
	return spans
}

var (
	ourTags = regexp.MustCompile(`</?sup>|\]\(https://x\.y\)`)
	escaped = regexp.MustCompile(`\\([!-/:-@\[-` + "`" + `{-~])`)
)

func words(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func TestRandomTextKeepsItsWordsAndParseableDelimiters(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5000) {
		spans := randomSpans(seed)
		b := page.Block{Kind: page.Paragraph, Spans: spans}
		got := render(b)
		require.Equal(t, words(b.Text()), words(ourTags.ReplaceAllString(got, "")), "%q", got)
		requireDelimiters(t, got)
	}
}

// requireDelimiters fails if a run of our asterisks appears where CommonMark recognizes no delimiter, or if they do not
// pair.
func requireDelimiters(t *testing.T, md string) {
	t.Helper()
	masked := " " + escaped.ReplaceAllString(md, ".") + " "
	require.Zero(t, strings.Count(masked, "*")%2, "%q", md)
	for _, at := range regexp.MustCompile(`\*+`).FindAllStringIndex(masked, -1) {
		before, _ := utf8.DecodeLastRuneInString(masked[:at[0]])
		after, _ := utf8.DecodeRuneInString(masked[at[1]:])
		word := func(r rune) bool { return !unicode.IsSpace(r) && !unicode.IsPunct(r) && !unicode.IsSymbol(r) }
		opens := !unicode.IsSpace(after) && (word(after) || !word(before))
		closes := !unicode.IsSpace(before) && (word(before) || !word(after))
		require.True(t, opens || closes, "%q", md)
	}
}

func BenchmarkMarkdownWriter(b *testing.B) {
	var p page.Page
	for i := range 12 {
		p.Blocks = append(p.Blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{
			{Text: strings.Repeat("The parties agree that the term ends in 2031, ", 6)},
			{Text: "unless extended", Bold: i%3 == 0},
			{Text: " by both — see §4.2 (b)."},
		}})
	}
	m := page.NewMarkdownWriter(io.Discard, page.MarkdownOptions{PageSeparator: true})
	b.ReportAllocs()
	for b.Loop() {
		if err := m.WritePage(&p); err != nil {
			b.Fatal(err)
		}
	}
}
