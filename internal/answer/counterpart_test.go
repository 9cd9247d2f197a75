package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// alike is a Meaning to which some pairs of words are near each other and no others are.
func alike(pairs map[string]string) answer.Meaning {
	return func(questions, texts []string) [][]float64 {
		out := make([][]float64, len(questions))
		for i, q := range questions {
			for _, t := range texts {
				cosine := .1
				if pairs[q] == t {
					cosine = .6
				}
				out[i] = append(out[i], cosine)
			}
		}
		return out
	}
}

func TestAThingReplacesItsCounterpart(t *testing.T) {
	t.Parallel()
	meaning := alike(map[string]string{
		"yachts": "ferries", "altar": "ceiling", "Customs": "Harbour Board", "pier": "Elm", "Rowan": "boats", "fast": "slow",
	})
	for name, c := range map[string]struct{ before, question, want string }{
		"the same last word": {
			"What was the resignation rate in 2013?", "And the offer acceptance rate?",
			"What was the resignation rate in 2013? What was the offer acceptance rate in 2013?",
		},
		"near by meaning": {
			"How many ferries left the basin?", "And yachts?", "How many ferries left the basin? How many yachts left the basin?",
		},
		"with its article": {
			"Who painted the ceiling of the chapel?", "What about the altar?",
			"Who painted the ceiling of the chapel? Who painted the altar of the chapel?",
		},
		"a name as a whole": {
			"When was the Harbour Board founded?", "And Customs?", "When was the Harbour Board founded? When was the Customs founded?",
		},
		"a common noun does not replace a name": {
			"What did Elm build?", "And the pier?", "What did Elm build? And the pier?",
		},
		"near to nothing": {
			"How many ferries left the basin?", "And wages?", "How many ferries left the basin? And wages?",
		},
		"a question of its own": {
			"How many ferries left the basin?", "And who yachts?", "How many ferries left the basin? And who yachts?",
		},
		"a verb alone": {
			"How many ferries had to wait?", "And how many did?", "How many ferries had to wait? And how many did?",
		},
	} {
		q := answer.Question{Text: c.question, History: []answer.Turn{{Question: c.before}}, Meaning: meaning}
		require.Equal(t, []string{c.want}, answer.Queries(q), name)
	}
}

func TestAThingReplacesNothingIfTwoCandidatesAreEquallyNear(t *testing.T) {
	t.Parallel()
	both := func(_, texts []string) [][]float64 { return [][]float64{make([]float64, len(texts))} }
	even := func(questions, texts []string) [][]float64 {
		out := both(questions, texts)
		for i := range out[0] {
			out[0][i] = .6
		}
		return out
	}
	q := answer.Question{Text: "And cranes?", History: []answer.Turn{{Question: "Are ferries wider than yachts?"}}, Meaning: even}
	require.Equal(t, []string{"Are ferries wider than yachts? And cranes?"}, answer.Queries(q))
	q.Meaning = func([]string, []string) [][]float64 { return nil }
	require.Equal(t, []string{"Are ferries wider than yachts? And cranes?"}, answer.Queries(q), "nor without a measure of meaning")
}
