package answer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/abbreviation"
	"quire/internal/growth"
	"quire/internal/index/bm25"
	"quire/internal/passage"
)

// pieces returns the parts in which an answer arrives.
func pieces(text []byte, push func(piece string)) {
	const size = 5
	for len(text) > 0 {
		n := min(size, len(text))
		push(string(text[:n]))
		text = text[n:]
	}
}

func TestGrowthOfAnswersInJSON(t *testing.T) {
	const open, end = `{"answerable": true, "sentences": [`, `]}`
	passages := []Passage{{Passage: passage.Passage{Text: "The harbour counted 1,284 calls in the year 2024."}}}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "sentences", Build: growth.Within(open, growth.Repeat(`{"text": "a b c.", "cites": [{"id": "c1", "quote": "the harbour counted 1,284"}]},`), end)},
		{Name: "one long sentence", Build: growth.Within(open+`{"text": "`, growth.Repeat("word "), `"}`+end)},
		{Name: "cites", Build: growth.Within(open+`{"text": "a", "cites": [`, growth.Repeat(`{"id": "c1", "quote": "the harbour counted 1,284"},`), `{}]}`+end)},
		{Name: "one long quote", Build: growth.Within(open+`{"text": "a", "cites": [{"id": "c1", "quote": "`, growth.Repeat("the harbour "), `"}]}`+end)},
		{Name: "omissions of a quote", Build: growth.Within(open+`{"text": "a", "cites": [{"id": "c1", "quote": "`, growth.Repeat("the ... "), `"}]}`+end)},
		{Name: "nested objects", Build: growth.Within(open, growth.Around(`{"a": `, "1", "}"), end)},
		{Name: "nested arrays", Build: growth.Within(open, growth.Around("[", "", "]"), end)},
		{Name: "openings", Build: growth.Repeat("{")},
		{Name: "ends", Build: growth.Repeat("}")},
		{Name: "repeated keys", Build: growth.Within("{", growth.Repeat(`"answerable": true, `), "")},
		{Name: "lists of sentences", Build: growth.Within("{", growth.Repeat(`"sentences": [{"text": "a"}], `), "")},
		{Name: "backslashes", Build: growth.Within(open+`{"text": "`, growth.Repeat(`\\`), `"}`+end)},
		{Name: "text without an end", Build: growth.Within(open+`{"text": "`, growth.Repeat("word "), "")},
		{Name: "long numbers", Build: growth.Within(open+`{"text": "`, growth.Repeat("1"), `"}`+end)},
		{Name: "numbers for texts", Build: growth.Within(open, growth.Repeat(`{"text": 1e999999},`), `{}`+end)},
		{Name: "one long number for a text", Build: growth.Within(open+`{"text": `, growth.Repeat("1"), `}`+end)},
		{Name: "unknown keys", Build: growth.Within(open+"{", growth.Numbered(`"k%d": 1, `), `"text": "a"}`+end)},
		{Name: "long keys", Build: growth.Within(open+`{"`, growth.Repeat("a"), `": 1, "text": "a"}`+end)},
		{Name: "escapes", Build: growth.Within(open+`{"text": "`, growth.Repeat(`\u0041\ud800`), `"}`+end)},
		{Name: "ids of cites", Build: growth.Within(open+`{"text": "a", "cites": [{"quote": "the harbour counted 1,284", "id": "`, growth.Repeat("c1"), `"}]}`+end)},
		{Name: "decided at the end", Build: growth.Within(`{"sentences": [`, growth.Repeat(`{"text": "a"},`), `{}], "answerable": true}`)},
	}, func(_ *testing.T, text []byte) {
		p, e := jsonParser{}, newEvidence(passages)
		take := func(sentences []sentence) {
			for _, s := range sentences {
				sanitise(s.Text, nil)
				for _, c := range s.Cites {
					e.find(0, c.Quote)
				}
			}
		}
		pieces(text, func(piece string) { take(p.push(piece)) })
		take(p.end())
	})
}

func TestGrowthOfAnswersInLines(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "sentences", Build: growth.Repeat("S: a b c.\nQ c1: a b\n")},
		{Name: "one long line", Build: growth.Repeat("word ")},
		{Name: "empty lines", Build: growth.Repeat("\n")},
		{Name: "quotes", Build: growth.Within("S: a\n", growth.Repeat("Q c1: a b\n"), "")},
	}, func(_ *testing.T, text []byte) {
		var p lineParser
		pieces(text, func(piece string) { p.push(piece) })
		p.end()
	})
}

// Removing a marker may leave another one behind. In the end none is left, however deeply they were nested.
func TestNestedMarkersAreRemovedCompletely(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1, 2, maxPasses, 10 * maxPasses} {
		t.Run(fmt.Sprint(depth), func(t *testing.T) {
			t.Parallel()
			text := strings.Repeat("[cit", depth) + "[citation:1]" + strings.Repeat("ation:1]", depth)
			for _, clean := range []string{sanitise(text, nil), shown(text)} {
				if markers.MatchString(clean) {
					t.Errorf("%d deep leaves %q", depth, clean)
				}
			}
		})
	}
}

// Sentences are short, but a title may be arbitrarily long.
func TestGrowthOfSanitising(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "pictures", Build: growth.Repeat("![a](b)")},
		{Name: "pictures without a target end", Build: growth.Repeat("![a](")},
		{Name: "pictures without a label end", Build: growth.Repeat("![a][")},
		{Name: "openings of pictures", Build: growth.Repeat("![")},
		{Name: "links", Build: growth.Repeat("[a](http://b.c) ")},
		{Name: "links without an end", Build: growth.Repeat("[a](")},
		{Name: "openings of links", Build: growth.Repeat("[")},
		{Name: "nested links", Build: growth.Around("[", "a", "](b)")},
		{Name: "definitions", Build: growth.Repeat("[a]: b\n")},
		{Name: "definitions without an end", Build: growth.Repeat("[a\n")},
		{Name: "tags", Build: growth.Repeat("<a>")},
		{Name: "tags without an end", Build: growth.Repeat("<a ")},
		{Name: "tags in tags", Build: growth.Around("<a", "", ">")},
		{Name: "addresses", Build: growth.Repeat("http://a.b/c ")},
		{Name: "one long address", Build: growth.Repeat("www.")},
		{Name: "schemes", Build: growth.Repeat("a+")},
		{Name: "markers", Build: growth.Repeat("[citation:1]")},
		{Name: "markers without an end", Build: growth.Repeat("[citation:")},
		{Name: "markers in markers", Build: growth.Around("[cit", "[citation:1]", "ation:1]")},
		{Name: "ids", Build: growth.Repeat(" [c1, c2] ")},
		{Name: "ids without an end", Build: growth.Repeat("[c1, ")},
		{Name: "ids in ids", Build: growth.Around("[c", "[c1]", "1]")},
		{Name: "spaces", Build: growth.Repeat(" ")},
		{Name: "spaces and brackets", Build: growth.Growing(" ", "[")},
		{Name: "addresses of models", Build: growth.Repeat("ignore all ")},
		{Name: "empty lines", Build: growth.Repeat("\n")},
		{Name: "characters that nobody sees", Build: growth.Repeat("\u202e\u200b")},
		{Name: "broken characters", Build: growth.Repeat("\xff")},
		{Name: "backslashes", Build: growth.Repeat(`\`)},
		{Name: "backslashes before tags", Build: growth.Growing(`\`, "<")},
		{Name: "cells", Build: growth.Repeat("a\t")},
	}, func(_ *testing.T, text []byte) {
		sanitise(string(text), nil)
		shown(string(text))
		unsupportedNumber(string(text))
		addressing.MatchString(string(text))
		phrases(string(text))
	})
}

// A question has at most 32,000 characters.
func TestGrowthOfQuestions(t *testing.T) {
	const most = 32_000
	var cases []growth.Case[[]byte]
	for name, unit := range map[string]string{
		"words": "word ", "one long word": "a", "sentences": "What is it? ", "marks": ". ", "stops": ".", "numbers": "1,284.5 ", "digits": "1",
		"conditions": "if it is so, ", "instructions": "Write it as a list. ", "closings": `."`, "names": "Ann ", "a script without spaces": "漢字。",
		"lines": "a\n", "abbreviations": "e.g. ", "amounts": "how much ",
		"prepositions": "in ", "phrases": "in Rowan ", "quarters": "first quarter ", "more": "more ", "openings": "and ", "corrections": "no, I meant ", "years": "in 2013 ",
	} {
		cases = append(cases, growth.Case[[]byte]{Name: name, Build: growth.Repeat(unit), To: most / len(unit)})
	}
	growth.Run(t, cases, func(_ *testing.T, text []byte) {
		q := Question{Text: string(text)}
		Queries(q)
		alike := func(_, texts []string) [][]float64 {
			near := make([]float64, len(texts))
			near[0] = 1
			return [][]float64{near}
		}
		Queries(Question{Text: "And the silt?", History: slices.Repeat([]Turn{{Question: q.Text}, {Question: "And the silt?"}}, longestChain), Meaning: alike})
		itemAsked(Question{Text: "And the last?", History: []Turn{{Answer: q.Text}}})
		for _, piece := range []string{"And in Elm?", "And the silt?", "And in 2014?", "And the second quarter?", "And how much silt?", "And more?", q.Text} {
			Queries(Question{Text: piece, History: slices.Repeat([]Turn{{Question: q.Text}}, longestChain+1)})
		}
		multilingual := Question{Text: q.Text, Languages: []bm25.Language{"fr", "de", bm25.English}}.inItsLanguage()
		synonymsOf(multilingual, nil)
		namesIn(multilingual)
		names(q.Text)
		TitleOf(q.Text)
		kindOf(q.Text)
		kindAsked(Question{Text: "And silt?", History: slices.Repeat([]Turn{{Question: q.Text}}, longestChain+1)})
		sidesOf(multilingual)
		question{}.lacks(multilingual, nil, nil)
		named := Passage{Passage: passage.Passage{Text: "Calls by berth"}, File: "a", Filename: "a-1.pdf", PageCount: 3}
		extentOf(multilingual, []Passage{named})
		frontOf(multilingual, []Passage{named}, nil)
		namedFiles(q.Text, []Passage{named})
		question{}.extreme(multilingual, []examinedPassage{{Passage: named}})
	})
}

// Each row of a table may have a figure in the column that is asked for, and each line may be a running head.
func TestGrowthOfTables(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "rows", Build: growth.Within("\t2014\n", growth.Numbered("nuts\t%d\n"), "")},
		{Name: "rows without figures", Build: growth.Repeat("nuts\t2014\n")},
		{Name: "cells", Build: growth.Within("\t2014\n", growth.Repeat("nuts\t1\t"), "")},
		{Name: "lines with numbers", Build: growth.Numbered("%d nuts\n")},
		{Name: "long names of columns", Build: func(n int) []byte {
			return slices.Concat([]byte("\t"), growth.Repeat("nuts 2014 ")(n/2), []byte("\n"), growth.Repeat("nuts\t1\n")(n/2))
		}},
	}, func(_ *testing.T, text []byte) {
		p := Passage{Passage: passage.Passage{Text: string(text), Spans: []passage.Span{{Page: 1, End: len(text)}}}}
		found := []examinedPassage{{Passage: p}}
		q := Question{Text: "What is the highest in 2014?"}
		runningIn(found)
		question{}.extreme(q, found)
		ask(q, found, synonyms{}).quotes(q, found[0])
		haveYears(q, []quote{{from: p, span: span{0, len(text)}}})
		p.front()
	})
}

// Each line of a passage may introduce a list that contains all the lines that follow.
func TestGrowthOfLists(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "lines that lead to lists", Build: growth.Repeat("nut:\n")},
		{Name: "items that lead to lists", Build: growth.Repeat("• nut:\n")},
		{Name: "items", Build: growth.Within("nuts:\n", growth.Repeat("• nut\n"), "")},
		{Name: "lists beside each other", Build: growth.Repeat("nuts:\n• nut\n• nut\n")},
		{Name: "headings", Build: growth.Repeat("Nut\n")},
		{Name: "headings of lists", Build: growth.Repeat("Nuts\n• nut\n")},
	}, func(_ *testing.T, text []byte) {
		p := Passage{Passage: passage.Passage{Text: string(text)}}
		start := 0
		for line := range strings.Lines(p.Text) {
			p.Spans = append(p.Spans, passage.Span{Page: 1, Block: len(p.Spans), Start: start, End: start + len(strings.TrimSuffix(line, "\n"))})
			start += len(line)
		}
		for range withLists(p) { //nolint:revive // only its time matters
		}
		itemQuotes("• nuts", []Passage{p})
		kind{steps: true}.heads(p)
		kind{defines: true, term: "nut"}.heads(p)
		headOf(quote{from: p, span: span{max(len(text)-len("• nut\n"), 0), len(text)}, text: "• nut"})
		for s := range spans(p.Passage) {
			question{}.led(quote{from: p, span: s, text: p.Text[s.start:s.end], first: 1})
			break
		}
	})
}

// The expansion of an abbreviation may begin again at every word of a text, and an answer may quote every line of it.
func TestGrowthOfQuotesThatFollow(t *testing.T) {
	long := strings.Repeat("nut ", 10) + "tree"
	q := Question{Text: "And the nut nut tree?", History: []Turn{{Question: "What is a " + long + "?"}}}
	forms := synonyms{listed: []synonym{{defined: abbreviation.Definition{Short: "NNT", Long: long}}}}
	weights := map[uint32]float64{}
	for _, id := range bm25.Query(standalone(q), bm25.English).Indices {
		weights[id] = 1
	}
	together := pairsOf(q, weights, forms)
	require.Positive(t, together.total)
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "beginnings of what an abbreviation stands for", Build: growth.Repeat("nut ")},
		{Name: "what an abbreviation stands for", Build: growth.Repeat(long + " ")},
		{Name: "quoted lines", Build: growth.Repeat("> nut [citation:1]\n")},
		{Name: "marks of quotes", Build: growth.Repeat("> ")},
		{Name: "quoted items", Build: growth.Repeat("> • nut\n")},
		{Name: "quoted items with others between", Build: growth.Repeat("> • nut\nnut\n")},
		{Name: "years and quarters", Build: growth.Repeat("FY2023Q2 ")},
	}, func(_ *testing.T, text []byte) {
		together.near(bm25.English, string(text))
		together.inOrder(bm25.English, string(text))
		quotedIn(string(text))
		itemsIn(string(text))
		periodsOf(string(text))
	})
}
