package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// aboutRowan is a Meaning to which whatever names Rowan is alike, and otherwise what is said of births and, less so, of boards.
func aboutRowan(questions, texts []string) [][]float64 {
	out := make([][]float64, len(questions))
	for i, q := range questions {
		for _, t := range texts {
			cosine := .1
			switch {
			case strings.Contains(q, "Rowan") && strings.Contains(t, "Rowan"):
				cosine = .8
			case strings.Contains(q, "born") && strings.Contains(t, "came into the world"):
				cosine = .6
			case strings.Contains(q, "board") && strings.Contains(t, "board"):
				cosine = .3
			}
			out[i] = append(out[i], cosine)
		}
	}
	return out
}

func TestQuotesThatOnlyNameWhatAQuestionNamesAreDoubtful(t *testing.T) {
	t.Parallel()
	const other, says = "For years Ann Rowan led the board of the harbour.", "In March, Ann Rowan came into the world."
	for _, c := range []struct {
		question, page string
		before         []answer.Turn
		doubtful       bool
	}{
		{"Where was Ann Rowan born?", other, nil, true},
		{"Where was Ann Rowan born?", says, nil, false},
		{"Which board of the harbour did Ann Rowan lead?", other, nil, false},
		{"What is the rank of Ann Rowan?", "Name\tRank\nAnn Rowan\tmate\nElm\tpilot", nil, false},
		{"And where was Ann Rowan born?", other, []answer.Turn{{Question: "Who led the board?"}}, false},
	} {
		q := english(c.question)
		q.Meaning, q.History = aboutRowan, c.before
		out := extracted(t, q, scored(text("rowan.pdf", 1, c.page)))
		require.True(t, out.Found, c.question)
		require.Equal(t, c.doubtful, strings.Contains(out.Text, mayNotAnswer), "%s %s", c.question, c.page)
	}
}
