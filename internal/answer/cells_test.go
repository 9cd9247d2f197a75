package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

func fees() []answer.Passage {
	return scored(
		blocks("fees.pdf", 0, 1, "Fees by berth", "\t2014\t2013\nYachts\t1,440\t1,310\nTugs\t(60)\t–\nFerries\t980\t2,050\nRafts\t(60)\t7\nTotal\t2,360\t3,360"),
		onPages("fees.pdf", 1, 2, "Yachts pay the fees of the berth when they arrive."),
		blocks("fees.pdf", 2, 3, "Item\tPilot fund\tOther\nChange in the pilot fund\t12\t14"),
	)
}

func TestTheValueInTheColumnThatIsAskedForComesFirst(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"What were the fees of Yachts in 2014?":     "**1,440** (Yachts, 2014)\n\n> 2014 | 2013  \n> Yachts | 1,440 | 1,310 [citation:1]",
		"What were the fees of Ferries in 2013?":    "**2,050** (Ferries, 2013)\n\n> 2014 | 2013  \n> Ferries | 980 | 2,050 [citation:1]",
		"Which berth had the highest fees in 2014?": "The highest of the 4 figures found below “2014” is **1,440** (Yachts).\n\n> 2014 | 2013  \n> Yachts | 1,440 | 1,310 [citation:1]",
		"What were the lowest fees in 2014?":        "The lowest of the 4 figures found below “2014” is **-60** (Tugs, Rafts).",
	} {
		want = strings.Replace(want, "**-60**", "**(60)**", 1)
		require.Contains(t, extracted(t, english(question), fees()).Text, want, question)
	}
	for _, question := range []string{"How did the fees of Yachts change from 2013 to 2014?", "Which berth had the highest crane in 2014?", "What is the pilot fund?"} {
		require.NotContains(t, extracted(t, english(question), fees()).Text, "**", question)
	}
}

func TestTheGreatestFigureOfATableThatIsCut(t *testing.T) {
	t.Parallel()
	passages := fees()
	rest := blocks("fees.pdf", 1, 2, "Barges\t3,000\t12\nRafts\t(60)\t7\nPunts\t–\t7")
	rest.Columns = "2014\t2013"
	out := extracted(t, english("What were the highest fees in 2014?"), scored(passages[0], rest, passages[1]))
	require.Contains(t, out.Text, "The highest of the 5 figures found below “2014” is **3,000** (Barges).")
	require.Equal(t, 2, out.Citations[0].PageStart)
}

func TestAYearThatNoQuoteIsAboutMakesAnAnswerDoubtful(t *testing.T) {
	t.Parallel()
	require.Contains(t, extracted(t, english("What were the fees of Yachts in 2021?"), fees()).Text, mayNotAnswer)
	require.NotContains(t, extracted(t, english("What were the fees of Yachts in 2013?"), fees()).Text, mayNotAnswer)
}

func TestAPriceIsAnAmountOfMoney(t *testing.T) {
	t.Parallel()
	passages := scored(onPages("a.pdf", 0, 1, "The steam crane lifts 12 tons."), onPages("a.pdf", 1, 2, "The steam crane cost 900 euros."))
	q := english("How much did the steam crane cost?")
	require.NotContains(t, extracted(t, q, passages).Text, mayNotAnswer)
	require.NotContains(t, extracted(t, q, passages[:1]).Text, "fit the question best")
}

func TestAComparisonQuotesEachFileThatItNames(t *testing.T) {
	t.Parallel()
	var passages []answer.Passage
	for i, text := range []string{"Pilots are paid nine euros for a watch.", "Pilots are paid a fee for a watch.", "The pay of pilots for a watch is eight euros."} {
		p := onPages([]string{"Elm_2014.pdf", "Elm_2014.pdf", "Rowan_2014.pdf"}[i], i, i+1, text)
		p.Header = p.Filename
		passages = append(passages, p)
	}
	for question, both := range map[string]bool{"Compare what pilots are paid at Elm and at Rowan.": true, "What are pilots paid for a watch at Elm?": false} {
		out := extracted(t, english(question), append(scored(passages...), onPages("Ash.pdf", 0, 1, "The ash is a tree.")))
		require.Equal(t, both, strings.Contains(out.Text, "eight euros") && strings.Contains(out.Text, "nine euros"), out.Text)
	}
}

func TestWordsInTheColumnThatIsAskedForComeFirst(t *testing.T) {
	t.Parallel()
	crew := scored(blocks("crew.xlsx", 0, 1, "Name\tTrade\tAge\nAnn Rowan\tpilot\t41\nJon Elm\tstoker\t52"))
	require.Contains(t, extracted(t, english("What is the trade of Ann Rowan?"), crew).Text, "**pilot** (Ann Rowan, Trade)\n\n> Name | Trade | Age  \n> Ann Rowan | pilot | 41 [citation:1]")
	q := english("How old is she?")
	q.History = []answer.Turn{{Question: "What is the trade of Ann Rowan?"}}
	require.NotContains(t, extracted(t, q, crew).Text, "**pilot**", "an earlier question asked for that")
}

func TestNumbersOfColumnsAreTheirNames(t *testing.T) {
	t.Parallel()
	ferries := scored(blocks("ferries.pdf", 0, 1, "\t101\t103\nElm pier\t5:00\t5:47\nOak pier\t5:12\t–"))
	require.Contains(t, extracted(t, english("When does ferry 103 leave Elm pier?"), ferries).Text, "**5:47** (Elm pier, 103)\n\n> 101 | 103  \n> Elm pier | 5:00 | 5:47 [citation:1]")
}

func TestTheGreatestFigureOfUnitsAndPrices(t *testing.T) {
	t.Parallel()
	passages := scored(blocks("plans.pdf", 0, 1, "Mooring plans", "Mooring\tLength\tYearly fee\tStore\nPunt\t4.1 m\t80.00\t2 GB\nYacht\t12.5 m\t300.00\t512 MB\nTug\t9.75 m\t1,210.00\t1 GB"))
	for question, want := range map[string]string{
		"Which mooring has the greatest length?":   "The greatest of the 3 figures found below “Length” is **12.5 m** (Yacht).",
		"Which mooring has the smallest length?":   "The smallest of the 3 figures found below “Length” is **4.1 m** (Punt).",
		"Which mooring is the cheapest?":           "The lowest of the 3 figures found below “Yearly fee” is **80.00** (Punt).",
		"Which is the most expensive of moorings?": "The highest of the 3 figures found below “Yearly fee” is **1,210.00** (Tug).",
	} {
		require.Contains(t, extracted(t, english(question), passages).Text, want, question)
	}
	require.NotContains(t, extracted(t, english("Which mooring has the largest store?"), passages).Text, "The largest", "the units differ")
}
