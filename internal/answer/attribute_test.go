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

func TestByWordsQuotesThatOnlyNameWhatAQuestionNamesAreDoubtfulToo(t *testing.T) {
	t.Parallel()
	passages := scored(text("harbour.pdf", 1, "Ann Rowan and Jon Elm led the board of the harbour in Windward. Ann Rowan painted boats."))
	for question, doubtful := range map[string]bool{
		"Where was Ann Rowan born?":         true,
		"What did Ann Rowan paint?":         false,
		"Which board did Jon Elm lead?":     false,
		"Who led the board of the harbour?": false,
	} {
		out := extracted(t, english(question), passages)
		require.True(t, out.Found, question)
		require.Equal(t, doubtful, strings.Contains(out.Text, mayNotAnswer), "%s %s", question, out.Text)
	}
}

func TestAQuestionForANameOrPlaceIsEvadedByAQuoteWithoutOne(t *testing.T) {
	t.Parallel()
	const gate = "The gate of the harbour is made of granite and closed on holidays."
	for _, c := range []struct {
		question, page string
		doubtful       bool
	}{
		{"Who invented the gate of the harbour?", gate, true},
		{"Who invented the gate of the harbour?", "On holidays: The gate of the harbour is made of granite.", true},
		{"Who invented the gate of the harbour?", "The gate of the harbour was invented by a janitor.", false},
		{"Who invented the gate of the harbour?", "The gate of the harbour is the idea of Ann Rowan.", false},
		{"Where was the gate of the harbour invented?", gate, true},
		{"Where was the gate of the harbour invented?", "The idea of the gate of the harbour was born in Windward.", false},
		{"How is the gate of the harbour invented?", gate, false},
	} {
		q := english(c.question)
		q.Meaning = near(c.page)
		out := extracted(t, q, scored(text("harbour.pdf", 1, c.page)))
		require.True(t, out.Found, c.question)
		require.Equal(t, c.doubtful, strings.Contains(out.Text, mayNotAnswer), "%s %s", c.question, out.Text)
	}
}

func TestHowOldSomethingIsIsNoOtherNumber(t *testing.T) {
	t.Parallel()
	for page, doubtful := range map[string]bool{
		"The pilot of the harbour has 12 boats.":              true,
		"The pilot of the harbour is 61 years of age.":        false,
		"The pilot of the harbour has been at work for weeks": false,
		"The pilot of the harbour has served since 1987.":     false,
	} {
		q := english("How old is the pilot of the harbour?")
		q.Meaning = near(page)
		out := extracted(t, q, scored(text("harbour.pdf", 1, page)))
		require.Equal(t, doubtful, strings.Contains(out.Text, mayNotAnswer), out.Text)
	}
}
