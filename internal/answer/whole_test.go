package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestYearsAndNumbersOfPlacesAreNoQuantities(t *testing.T) {
	t.Parallel()
	const figure = "The pilots took 312 ships through the lock in winter."
	for question, first := range map[string]string{
		"How many ships did the pilots take through the lock?": figure,
		"How old is the lock that ships take?":                 "The lock that pilots take ships through opened in 1911.",
	} {
		for _, other := range []string{
			"The lock that pilots take ships through opened in 1911.",
			"For the ships that pilots take through the lock see page 14.",
			"2.3 Ships that the pilots take through the lock.",
			"The pilots take ships through the lock as of May 14, 2012.",
		} {
			out := extracted(t, english(question), scored(blocks("report.pdf", 0, 1, other, figure)))
			if first == figure || other == first {
				require.Contains(t, out.deltas[1], "> "+first, "%s, beside %q", question, other)
			}
		}
	}
}

func TestAPartOfAQuoteIsNotQuotedAgain(t *testing.T) {
	t.Parallel()
	const whole = "The lock of the harbour was built by the town and opened to ships in the spring."
	passages := scored(blocks("a.pdf", 0, 1, whole), blocks("a.pdf", 1, 1, "The lock of the harbour was built by the town and opened to ships"))
	passages[1].Score = passages[0].Score
	out := extracted(t, english("Was the lock of the harbour opened to ships?"), passages)
	require.Len(t, out.Quotes, 1)
	require.Equal(t, whole, out.Quotes[0].Text)
}

func TestAShortLineInCapitalsIsAHeading(t *testing.T) {
	t.Parallel()
	out := extracted(t, english("Where is the harbour office?"), scored(
		blocks("a.pdf", 0, 1, "THE HARBOUR OFFICE… 8.3.", "It is in the east wing of the old customs house, behind the harbour.")))
	require.Contains(t, out.deltas[1], "> It is in the east wing")
}

// An entry of a table of contents has the words of the heading that it names, and no answer.
func TestEntriesOfATableOfContentsStayBehindSentences(t *testing.T) {
	t.Parallel()
	p := blocks("guide.pdf", 0, 1, "3.2 Dredging of the basin . . . . . . . . . . 14", "The basin is dredged in spring.")
	out := extracted(t, english("When is the basin dredged?"), scored(p))
	require.Contains(t, out.deltas[1], "> The basin is dredged in spring.")
	require.NotContains(t, out.Text, "basin . [", "an entry is not cut at its leaders")
}
