package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

func TestAFollowUpIsSearchedWithTheQuestionsItDependsOn(t *testing.T) {
	t.Parallel()
	turns := func(questions ...string) (list []answer.Turn) {
		for _, q := range questions {
			list = append(list, answer.Turn{Question: q})
		}
		return list
	}
	for name, c := range map[string]struct {
		question string
		before   []answer.Turn
		want     string
	}{
		"few words": {
			"And in the basin?", turns("How many calls did the harbour count in 2013?"), "How many calls did the harbour count in 2013? And in the basin?",
		},
		"another year replaces the one before": {
			"And in 2014?", turns("How many calls did the harbour count in 2013?"), "How many calls did the harbour count in 2014?",
		},
		"a year among other words is added": {
			"Why was it closed in 2014?", turns("Who built the lock in 2013?"), "Who built the lock in 2013? Why was it closed in 2014?",
		},
		"a year counted from one before": {
			"And the year before?", turns("How many calls were there in 2013?", "And in 2011?"),
			"How many calls were there in 2010?",
		},
		"a year counted from one that was counted": {
			"And the following year?", turns("How many calls were there in 2013?", "And the previous year?"),
			"How many calls were there in 2013?",
		},
		"a year counted from none": {
			"And the year before?", turns("How many calls were there?"), "How many calls were there? And the year before?",
		},
		"a year counted from one before, among more words": {
			"Why were there so many fewer calls the year before?", turns("How many calls were there in 2013?"), "How many calls were there in 2013? Why were there so many fewer calls the year before? 2012",
		},
		"a phrase replaces the one with the same preposition": {
			"And in the basin?", turns("How many calls were there in the lock?"), "How many calls were there in the basin?",
		},
		"a place does not replace a year": {
			"And in the basin?", turns("How many calls were there in 2013?"), "How many calls were there in 2013? And in the basin?",
		},
		"a name in the middle": {
			"What about by Rowan Ltd?", turns("Which lock was built by Elm Harbour Co in 2013?"), "Which lock was built by Rowan Ltd in 2013?",
		},
		"a part of a year": {
			"No, I meant the second quarter.", turns("How many calls were there in the first half of 2013?"), "How many calls were there in the second quarter of 2013?",
		},
		"a part of another year": {
			"And in Q3 2014?", turns("How many calls were there in Q2 2013?"), "How many calls were there in Q3 2014?",
		},
		"what is counted": {
			"And how many yachts?", turns("How many ferries left the basin?"), "How many yachts left the basin?",
		},
		"the same thing with another number": {
			"And release 2.0?", turns("When was Release 1.1 tested?", "Who signed it?"), "When was Release 2.0 tested? Who signed it?",
		},
		"a number of another thing": {
			"And berth 7?", turns("How long is pier 6?"), "How long is pier 6? And berth 7?",
		},
		"a name in place of the pronoun": {
			"And Elm?", turns("When did Rowan build the lock?", "Where was he born?"),
			"When did Rowan build the lock? Where was he born? Where was Elm born?",
		},
		"no pronoun among two is replaced": {
			"And Elm?", turns("When did Rowan build the lock?", "Where did he say it was?"),
			"When did Rowan build the lock? Where did he say it was? And Elm?",
		},
		"a correction that fits nowhere": {
			"No, I meant the ferries.", turns("Where are the yachts?"), "Where are the yachts? the ferries.",
		},
		"more about the same": {
			"Can you tell me more about that?", turns("Who built the lock?"), "Who built the lock?",
		},
		"more of something": {
			"Are there more ferries?", turns("Who built the lock?"), "Who built the lock? Are there more ferries?",
		},
		"pieces one after another": {
			"And by the state?", turns("Which lock was built in the north by the town?", "And in the south?", "And in the west?"), "Which lock was built in the west by the state?",
		},
		"a pronoun among more words": {
			"Which ships of the fishing fleet left it last winter?", turns("Where is the northern basin?"),
			"Where is the northern basin? Which ships of the fishing fleet left it last winter?",
		},
		"a chain": {
			"And who paid?", turns("When was the channel dredged?", "Was it safe?"), "When was the channel dredged? Was it safe? And who paid?",
		},
		"a new subject": {
			"Which enzyme splits lactose in the milk of mammals?", turns("Where is the northern basin?"),
			"Which enzyme splits lactose in the milk of mammals?",
		},
		"nothing before": {"Was it safe?", nil, "Was it safe?"},
	} {
		require.Equal(t, []string{c.want}, answer.Queries(answer.Question{Text: c.question, History: c.before}), name)
	}
}

func TestAFollowUpPrefersTheFilesCitedBefore(t *testing.T) {
	t.Parallel()
	first := onPages("a.pdf", 0, 1, "The fee of the harbour for mooring is forty euros.")
	second := onPages("b.pdf", 0, 1, "The fee of the harbour for mooring is sixty euros.")
	q := english("And the mooring fee?")
	q.History = []answer.Turn{{Question: "What are the rules of the harbour?", Files: []string{second.File}}}
	passages := scored(first, second)
	passages[1].Score = .75 * passages[0].Score
	out := extracted(t, q, passages)
	require.Equal(t, "b.pdf", out.Citations[0].Filename)
	q.History[0].Files = nil
	out = extracted(t, q, passages)
	require.Equal(t, "a.pdf", out.Citations[0].Filename, "without one, the search decides")
}

func TestFusedScoresGiveMoreWeightToTheWordsOfASentence(t *testing.T) {
	t.Parallel()
	vague := onPages("a.pdf", 0, 1, "The mooring fee for yachts is due when they leave.")
	exact := onPages("b.pdf", 0, 1, "The mooring fee for yachts in winter is sixty euros.")
	passages := scored(vague, exact)
	passages[1].Score = .55 * passages[0].Score
	q := english("What is the mooring fee for yachts in winter?")
	require.Equal(t, "a.pdf", extracted(t, q, passages).Citations[0].Filename)
	for i := range passages {
		passages[i].Cosine = .6
	}
	require.Equal(t, "b.pdf", extracted(t, q, passages).Citations[0].Filename)
}
