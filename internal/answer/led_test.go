package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// mooring returns a page of a handbook with a heading, steps, labels with values, and the heading of what comes next.
func mooring() []answer.Passage {
	return scored(blocks("handbook.pdf", 0, 4,
		"Mooring a yacht", "Ring the bell of the harbour. A pilot comes aboard.", "Yachts of guests 8.0 m", "Berth of the bell: north quay",
		"There are three ways to pay the harbour dues.", "1. In cash. Coins are counted twice.", "2. By cheque.", "3. With fish.",
		"Dredging", "Silt is taken out to sea in spring."))
}

func TestAHeadingIsQuotedWithWhatItLeadsTo(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"How do I go about mooring a yacht?":                        "> Mooring a yacht  \n> Ring the bell of the harbour. A pilot comes aboard. [citation:1]",
		"What are the three ways to pay the dues of the harbour?":   "> There are three ways to pay the harbour dues.  \n> 1. In cash. Coins are counted twice.  \n> 2. By cheque.  \n> 3. With fish. [citation:1]",
		"Which size have yachts of guests?":                         "> Yachts of guests 8.0 m [citation:1]",
		"Where is the berth of the bell?":                           "> Berth of the bell: north quay [citation:1]",
		"Was the way to pay the dues of the harbour three or four?": "> There are three ways to pay the harbour dues. [citation:1]",
	} {
		require.Contains(t, extracted(t, english(question), mooring()).Text, want, question)
	}
}

func TestAnEntryIsQuotedWithItsFurtherSentences(t *testing.T) {
	t.Parallel()
	p := scored(blocks("handbook.pdf", 0, 4, "Pilots read the tables.", "Flag: shows which language the crew of a ship speaks. Red is for Dutch. Without it, English is spoken.", "Lamp: is lit at night."))
	require.Contains(t, extracted(t, english("Which flag shows the language of the crew?"), p).deltas[1],
		"> Flag: shows which language the crew of a ship speaks. Red is for Dutch. Without it, English is spoken. [citation:1]")
	require.NotContains(t, extracted(t, english("Is English spoken without a flag?"), p).deltas[1], "shows which language", "a later sentence stands for itself")
}

func TestWhatAHeadingLeadsToEndsWithItsPage(t *testing.T) {
	t.Parallel()
	heading, next := blocks("handbook.pdf", 0, 4, "Mooring a yacht"), blocks("handbook.pdf", 0, 5, "Ring the bell of the harbour.")
	next.Spans[0].Start, next.Spans[0].End = len(heading.Text)+1, len(heading.Text)+1+len(next.Text)
	heading.Text, heading.PageEnd = heading.Text+"\n"+next.Text, 5
	heading.Spans = append(heading.Spans, next.Spans...)
	out := extracted(t, english("How do I go about mooring a yacht?"), scored(heading))
	require.Contains(t, out.deltas[1], "> Mooring a yacht [citation:1]")
}

func TestAListBelowAHeadingAnswersForSeveralThings(t *testing.T) {
	t.Parallel()
	p := blocks("handbook.pdf", 0, 4, "Duties of pilots", "\uf0b7 To know the channel of the duties.", "\uf0b7 To know the tide.", "Fees are due at noon.")
	out := extracted(t, english("What are the duties of pilots?"), scored(p))
	require.Contains(t, out.deltas[1], "> Duties of pilots  \n> \uf0b7 To know the channel of the duties.  \n> \uf0b7 To know the tide. [citation:1]")
	require.Len(t, out.deltas, 2, "the items are not quoted again")
}

func TestASentenceThatDefinesComesFirst(t *testing.T) {
	t.Parallel()
	p := blocks("handbook.pdf", 0, 4, "The bollard needs paint in spring.", "A bollard is a post to which ships are tied.", "One bollard was lost in a storm.")
	for _, question := range []string{"What is a bollard?", "What are bollards?", "And what does bollard mean?"} {
		require.Contains(t, extracted(t, english(question), scored(p)).deltas[1], "> A bollard is a post", question)
	}
}

func TestAnItemIsQuotedWithItsHeading(t *testing.T) {
	t.Parallel()
	p := scored(blocks("slides.pdf", 0, 4, "The harbour has pilots and tugs.", "What the harbour lacks", "• a slipway", "• a crane for containers", "• a bell"))
	require.Contains(t, extracted(t, english("Is there a crane for containers?"), p).Text, "> What the harbour lacks  \n> • a crane for containers [citation:1]")
}

func TestASentenceThatOnlyAnnouncesIsQuotedWithTheNext(t *testing.T) {
	t.Parallel()
	p := scored(onPages("handbook.pdf", 0, 4, "For tugs on the east quay there is one limitation. Ropes must be of hemp. Ferries moor elsewhere."))
	require.Contains(t, extracted(t, english("Which limitation do tugs on the east quay have?"), p).deltas[1], "> For tugs on the east quay there is one limitation. Ropes must be of hemp. [citation:1]")
}

func TestASentenceThatOnlyPointsToASectionComesLater(t *testing.T) {
	t.Parallel()
	p := scored(onPages("paper.pdf", 0, 1, "Section 3 introduces the tide data that is used in the examples. The tide data of all the examples is from Elm."))
	require.Contains(t, extracted(t, english("Which tide data is used in the examples?"), p).deltas[1], "> The tide data of all the examples is from Elm.")
}
