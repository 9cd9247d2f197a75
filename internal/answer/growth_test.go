package answer

import (
	"fmt"
	"strings"
	"testing"

	"quire/internal/growth"
	"quire/internal/passage"
)

// pieces are the parts in which an answer arrives.
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

// What is removed may leave something of its kind; in the end nothing of it is left, however deep it was.
func TestMarkersWithinMarkersLeaveNone(t *testing.T) {
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
