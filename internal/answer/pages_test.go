package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

func TestWordsThatStandTogetherSayMoreThanScatteredOnes(t *testing.T) {
	t.Parallel()
	scattered := onPages("a.pdf", 0, 1, "The pilots are paid by the harbour. A boat must keep away from ships. Its licence is for the basin.")
	together := onPages("b.pdf", 0, 2, "Whoever applies shows the pilot boat licence at the gate.")
	passages := scored(scattered, together)
	passages[1].Score = .9 * passages[0].Score
	out := extracted(t, english("Who needs a pilot boat licence?"), passages)
	require.Equal(t, "b.pdf", out.Citations[0].Filename)
}

func TestAnAbbreviationPairsWithAWordLikeItsExpansion(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("a.pdf", 0, 1, "The deadweight tonnage scale is at the gate."),
		onPages("b.pdf", 0, 2, "The DWT scale is at the gate."),
		onPages("c.pdf", 0, 3, "Of the DWT the harbour office knows since May. A scale is at the gate."),
		onPages("d.pdf", 0, 4, "Deadweight tonnage (DWT) is what a ship carries."),
	)
	pages := answer.Candidates(english("Where is the scale of deadweight tonnage?"), passages)
	const ofPairs = 1
	require.Positive(t, pages[0].Evidence[ofPairs])
	require.InDelta(t, pages[0].Evidence[ofPairs], pages[1].Evidence[ofPairs], 1e-9)
	require.Less(t, pages[2].Evidence[ofPairs], pages[1].Evidence[ofPairs])
}

func TestOnlyPagesThatAreLikelyEnoughAreCited(t *testing.T) {
	t.Parallel()
	right := onPages("a.pdf", 0, 1, "The mooring fee for yachts in winter is sixty euros.")
	wrong := onPages("b.pdf", 0, 2, "In winter the gate is closed at six.")
	passages := scored(right, wrong)
	q := english("What is the mooring fee for yachts in winter?")
	passages[1].Score = .1 * passages[0].Score
	require.Len(t, extracted(t, q, passages).Citations, 1)

	as := onPages("c.pdf", 0, 3, "Since May the mooring fee for yachts in winter is seventy euros.")
	passages = scored(right, as, wrong)
	passages[1].Score, passages[2].Score = .95*passages[0].Score, .1*passages[0].Score
	require.Len(t, extracted(t, q, passages).Citations, 2)
}

func TestCandidatesShowTheEvidenceForEachPage(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("a.pdf", 0, 1, "The mooring fee for yachts is due when they leave."),
		onPages("b.pdf", 0, 2, "A fee is paid at the gate."),
	)
	pages := answer.Candidates(english("Is there a mooring fee?"), passages)
	require.Len(t, pages, 2)
	for kind := range pages[0].Evidence {
		require.GreaterOrEqual(t, pages[0].Evidence[kind], pages[1].Evidence[kind])
	}
	only := answer.Weights{1, 0, 0, 0}.Choose(pages)
	require.Equal(t, "id of a.pdf", only[0].File)
}

func TestOnAPageTheLatestQuestionsWordsDecide(t *testing.T) {
	t.Parallel()
	page := onPages("a.pdf", 0, 1, "The harbour home is registered for thirty guests of the harbour. Guests of the home sleep on three floors. Of thirty guests of the harbour home ten are pilots.")
	q := english("On how many floors?")
	q.History = []answer.Turn{{Question: "How many guests of the harbour home are registered?", Files: []string{page.File}}}
	require.Contains(t, extracted(t, q, scored(page)).deltas[1], "three floors")
}
