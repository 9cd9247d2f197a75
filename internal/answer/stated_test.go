package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

func TestANumberedDefinitionComesFirst(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("a.pdf", 0, 1, "Every larger work must keep the notices of the larger work."),
		onPages("a.pdf", 1, 2, `1.7. "Larger Work" means material in a file of its own that joins others.`),
	)
	passages[1].Score = .9 * passages[0].Score
	require.Contains(t, extracted(t, english("What is a Larger Work?"), passages).deltas[1], `"Larger Work" means`)
}

func TestAPageWithoutADateIsNotCitedBesideOneThatSaysWhen(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("a.pdf", 0, 1, "The crane of the harbour was built in 1911."),
		onPages("a.pdf", 1, 2, "The crane of the harbour was built of iron."),
	)
	passages[1].Score = passages[0].Score
	require.Len(t, extracted(t, english("When was the crane of the harbour built?"), passages).Citations, 1)
	require.Len(t, extracted(t, english("How was the crane of the harbour built?"), passages).Citations, 2)
}

func TestWhatIsCountedStandsBesideItsNumber(t *testing.T) {
	t.Parallel()
	passages := scored(onPages("a.pdf", 0, 1, "The levels of Harbour come in two files with artwork. For Harbour there are 62 different levels in all of them."))
	out := extracted(t, english("How many levels does Harbour have?"), passages)
	require.Contains(t, out.deltas[1], "62 different levels")
}

func TestFractionsInWordsAreNumbers(t *testing.T) {
	t.Parallel()
	out := extracted(t, english("How much damage does the armour absorb?"), scored(onPages("a.pdf", 0, 1, "The armour absorbs one third of the damage.")))
	require.NotContains(t, out.deltas[0], "come closest")
}

func TestHowOften(t *testing.T) {
	t.Parallel()
	for text, doubtful := range map[string]bool{
		"The certificates of the harbour are renewed by its 12 servers.": true, "The certificates of the harbour are renewed every quarter.": false,
	} {
		out := extracted(t, english("How often are the certificates of the harbour renewed?"), scored(onPages("a.pdf", 0, 1, text)))
		require.Equal(t, doubtful, strings.Contains(out.deltas[0], "come closest"), text)
	}
}

func TestWhenAsAConjunctionAsksForNoDate(t *testing.T) {
	t.Parallel()
	passages := scored(onPages("a.pdf", 0, 1, "Exceeding the voltage of the driver destroys it."))
	require.NotContains(t, extracted(t, english("What happens when the voltage of the driver is exceeded?"), passages).deltas[0], "come closest")
	require.Contains(t, extracted(t, english("When was the voltage of the driver exceeded?"), passages).deltas[0], "come closest")
}

func TestARuleSaysWhenByACondition(t *testing.T) {
	t.Parallel()
	passages := scored(onPages("a.pdf", 0, 1, "The licence becomes effective on the date the contributor distributes it."))
	require.NotContains(t, extracted(t, english("When does the licence become effective?"), passages).deltas[0], "come closest")
}

func TestTheCapitalOfASentenceMakesNoName(t *testing.T) {
	t.Parallel()
	passages := scored(onPages("a.pdf", 0, 1, "The NATO harbour was built of stone."))
	require.Contains(t, extracted(t, english("Who paid for the stone of the harbour?"), passages).deltas[0], "come closest")
}

func TestUnknownIdentifiersMakeAnAnswerDoubtful(t *testing.T) {
	t.Parallel()
	passages := scored(blocks("a.pdf", 0, 1, "Drives", "Model\tStep time\nGecko 201\t500\nGecko 203v\t1000\nGecko 540 x\t20"))
	for question, doubtful := range map[string]bool{
		"What is the step time of the Gecko 203v?": false, "What is the step time of the Gecko 540x?": false,
		"What is the step time of the Gecko 550x?": true, "What is the step time of the 2nd Gecko?": false,
	} {
		require.Equal(t, doubtful, strings.Contains(extracted(t, english(question), passages).Text, "come closest"), question)
	}
}

func TestAPriceIsNotInARowOfOtherFigures(t *testing.T) {
	t.Parallel()
	rows := "Model\tStep time\nGecko 201\t500\nGecko 203\t1000"
	question := english("How much does the Gecko 203 cost?")
	require.Contains(t, extracted(t, question, scored(blocks("a.pdf", 0, 1, "Drives", rows))).Text, "come closest")
	rows = strings.Replace(rows, "Step time", "Cost", 1)
	require.NotContains(t, extracted(t, question, scored(blocks("a.pdf", 0, 1, "Drives", rows))).Text, "come closest")
}

func TestWhatSomeoneFoundIsNoMissingAttribute(t *testing.T) {
	t.Parallel()
	q := english("What did Rowan and colleagues find?")
	q.Meaning = near("nothing is near")
	passages := scored(onPages("a.pdf", 0, 1, "Rowan and colleagues showed that the tide has no effect."))
	require.Contains(t, extracted(t, q, passages).Text, "the tide has no effect")
}

func TestTablesOfContentsAreNotQuoted(t *testing.T) {
	t.Parallel()
	contents := blocks("a.pdf", 0, 1, "Moorings of the harbour . . . . . . 2", "Fees of the harbour . . . . . . . 3", "Cranes of the harbour . . . . . . 5")
	text := onPages("a.pdf", 1, 3, "A mooring fee is paid to the harbour.")
	require.NotContains(t, extracted(t, english("What are the fees of the harbour?"), scored(contents, text)).Text, ". . .")
	prices := blocks("a.pdf", 0, 1, "Coffee in the harbour . . . . . . 12", "Tea in the harbour . . . . . . . 3", "Milk in the harbour . . . . . . 5")
	require.Contains(t, extracted(t, english("What is the price of tea in the harbour?"), scored(prices, text)).Text, "Tea in the harbour")
}

func TestEverythingBelowAHeadingIsItsTable(t *testing.T) {
	t.Parallel()
	keys := blocks("a.pdf", 0, 1, "Keyboard shortcuts", "The following are useful keyboard shortcuts.", "Esc\tBring up the menu\nF1\tShow help")
	keys.Header = "a\nManual > Keyboard shortcuts"
	more := blocks("a.pdf", 1, 2, "F2\tSave the game\nF3\tLoad a game")
	more.Header = keys.Header
	out := extracted(t, english("List the keyboard shortcuts."), scored(keys, more))
	require.Contains(t, out.Text, "> F1 | Show help")
	require.Contains(t, out.Text, "> F3 | Load a game")
	other := extracted(t, english("List the shortcuts of the harbour."), scored(keys, more))
	require.NotContains(t, other.Text, "> F3 | Load a game")
}

func TestAHeadingDoesNotMakeItsWordsCommon(t *testing.T) {
	t.Parallel()
	var passages []answer.Passage
	for n, text := range []string{
		"Rspamd handles unwanted mail.", "This makes the server hide a field.", "It makes the client send mail.", "That makes a page open.", "Nothing makes it slower.",
	} {
		p := onPages("a.pdf", n, n+1, text)
		p.Header = "a\nMail > Postfix and Rspamd"
		passages = append(passages, p)
	}
	out := extracted(t, english("What makes Rspamd?"), scored(passages...))
	require.Contains(t, out.deltas[1], "Rspamd handles unwanted mail.")
}

func TestTheMaximumOfANamedRowIsNotTheMaximumOfAColumn(t *testing.T) {
	t.Parallel()
	passages := scored(blocks("a.pdf", 0, 1, "Table 1. Footballers", "\tMean\tMinimum\tMaximum\nAge (years)\t24\t18\t32\nHeight (cm)\t173\t162\t185\nWeight (kg)\t67\t62\t77"))
	out := extracted(t, english("What was the maximum weight of the footballers?"), passages)
	require.Contains(t, out.Text, "**77** (Weight (kg), Maximum)")
	require.NotContains(t, out.Text, "185")
}

func TestADocumentIsMeantByItsSubject(t *testing.T) {
	t.Parallel()
	tides := blocks("x1.pdf", 0, 1, "Tides of the northern harbours", "Ann Rowan", "May 2014", "We measured the height of the water in twelve harbours for a year, and compared it with what the tables of the office foretold.")
	ships := blocks("x2.pdf", 0, 1, "Ships and sailors", "Tom Birch", "June 2013", "We counted the sailors of every ship that called at the harbour for a year, and asked them where they had come from before.")
	passages := scored(ships, tides)
	out := extracted(t, english("Who wrote the paper on tides?"), passages)
	require.Contains(t, out.Text, "Ann Rowan")
	require.NotContains(t, out.Text, "Tom Birch")
	require.NotContains(t, extracted(t, english("Who wrote the paper on cranes?"), passages).Text, "> Tides of")
}
