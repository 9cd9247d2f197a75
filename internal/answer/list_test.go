package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// course returns a page with a list, the line that introduces it, and text before and after.
func course() []answer.Passage {
	return scored(blocks("course.pdf", 0, 3,
		"A pilot's training changes over the years, from the harbour to the open sea. It follows these steps:",
		"1. The tug: a month beside a master.", "2. The buoys: a season alone.", "3. The open sea.",
		"Pilots' training ends with an examination by the board."))
}

func TestSeveralThingsAreAnsweredWithTheWholeList(t *testing.T) {
	t.Parallel()
	for question, whole := range map[string]bool{
		"Which steps does a pilot's training follow?":   true,
		"What are the steps of a pilot's training?":     true,
		"Who examines pilots at the end of a training?": false,
	} {
		out := extracted(t, english(question), course())
		const list = "> It follows these steps:  \n> 1. The tug: a month beside a master.  \n> 2. The buoys: a season alone.  \n> 3. The open sea. [citation:1]"
		if whole {
			require.Contains(t, out.deltas[1], list, question)
		} else {
			require.NotContains(t, out.Text, "> It follows", question)
		}
	}
}

func TestAnItemOfTheListInTheLastAnswerIsAskedForByItsPlace(t *testing.T) {
	t.Parallel()
	before := english("Which steps does a pilot's training follow?")
	turn := answer.Turn{Question: before.Text, Answer: extracted(t, before, course()).Text, Files: []string{"course.pdf"}}
	for question, item := range map[string]string{
		"What is the second one?":                      "> 2. The buoys: a season alone. [citation:1]",
		"And the last?":                                "> 3. The open sea. [citation:1]",
		"What about the first item?":                   "> 1. The tug: a month beside a master. [citation:1]",
		"Which steps are before the second of the two": "",
		"And the ninth?":                               "",
	} {
		q := english(question)
		q.History = []answer.Turn{turn}
		out := extracted(t, q, course())
		if item == "" {
			require.NotEqual(t, 2, len(out.deltas), question)
			continue
		}
		require.Equal(t, item, out.deltas[1][:len(item)], question)
		require.Len(t, out.Quotes, 1, question)
	}
}

func TestALineThatIntroducesNothingIsNotQuoted(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]answer.Passage{
		"no item":       blocks("a.pdf", 0, 1, "The steps of the training are:", "Pilots learn the harbour first."),
		"a single item": blocks("a.pdf", 0, 1, "The steps of the training are:", "• The harbour."),
		"another line":  blocks("a.pdf", 0, 1, "The steps of the training are: as follows.", "Pilots learn the harbour first."),
	} {
		out := extracted(t, english("What are the steps of the training?"), scored(p))
		require.NotContains(t, out.Text, "training are:  \n", name)
	}
}

func TestAListEndsBeforeTheNextItemOfTheListAroundIt(t *testing.T) {
	t.Parallel()
	for name, marks := range map[string][2]string{"letters": {"C.", "D."}, "small letters": {"c)", "d)"}, "numbers": {"9.", "10."}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := blocks("moorings.pdf", 0, 3,
				marks[0]+" Moorings for yachts in the basin:", "• Book a yacht's mooring in the office.", "• Pay for the mooring in advance.",
				marks[1]+" Other vessels:", "• Call the pilot.")
			out := extracted(t, english("Which moorings for yachts does the basin have?"), scored(p))
			require.Contains(t, out.deltas[1], "> "+marks[0]+" Moorings for yachts in the basin:  \n> • Book a yacht's mooring in the office.  \n> • Pay for the mooring in advance. [")
		})
	}
}

func TestALineIsQuotedWithTheCommandsThatItShows(t *testing.T) {
	t.Parallel()
	p := scored(blocks("manual.pdf", 0, 3, "Start the crane in the morning. To start the crane, type one of these commands:", "crane-north start\ncrane-south start",
		"The manual of the crane lists further commands:", "Maintenance", "The crane is oiled in spring."))
	out := extracted(t, english("How do I start the crane by commands?"), p)
	require.Contains(t, out.deltas[1], "> To start the crane, type one of these commands:  \n> crane-north start  \n> crane-south start [citation:1]")
	require.NotContains(t, out.Text, "further commands:", "a heading is nothing that a line shows")
}

func TestTheNumbersInAnExampleCountNothing(t *testing.T) {
	t.Parallel()
	p := scored(blocks("manual.pdf", 0, 3, "How many words the crane prints by default can be told:", "crane --words 1\ncrane --words 2", "The crane prints seven words by default."))
	require.Contains(t, extracted(t, english("How many words does the crane print by default?"), p).deltas[1], "> The crane prints seven words")
}
