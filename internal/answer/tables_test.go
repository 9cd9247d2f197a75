package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATableIsFoundByWhatItIsAbout(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("a.pdf", 0, 1, "The harbour's traffic is told in the table of calls and in the text."),
		blocks("a.pdf", 1, 2, "Calls by berth", "Berth\t2013\t2014\nNorth\t600\t684\nSouth\t580\t600"),
		blocks("a.pdf", 2, 3, "Fees by berth", "Berth\t2013\t2014\nNorth\t40\t41\nSouth\t50\t52"),
	)
	for question, want := range map[string]string{
		"What does the table on fees show?":           "> Berth | 2013 | 2014  \n> North | 40 | 41  \n> South | 50 | 52 [citation:1]",
		"Show me the table of calls by berth":         "> Berth | 2013 | 2014  \n> North | 600 | 684  \n> South | 580 | 600 [citation:1]",
		"Please show the calls table.":                "> North | 600 | 684  \n",
		"What is the row of South in the fees table?": "> South | 50 | 52 [citation:1]",
	} {
		out := extracted(t, english(question), passages)
		require.NoError(t, out.err)
		require.Contains(t, out.Text, want, question)
		require.NotContains(t, out.Text, "told in the table", question)
	}
}

func TestALongTableSaysThatRowsFollow(t *testing.T) {
	t.Parallel()
	rows := []string{"Year\tCalls"}
	for year := 1950; year < 2014; year++ {
		rows = append(rows, fmt.Sprintf("%d\t%d calls", year, year-1000))
	}
	out := extracted(t, english("What does the table of calls show?"), scored(blocks("a.pdf", 0, 1, strings.Join(rows, "\n"))))
	require.Contains(t, out.Text, "> 1978 | 978 calls [citation:1]\n(More rows follow.)")
	require.NotContains(t, out.Text, "1979")
}

func TestTheFirstRowsOfATableOfWordsAreQuoted(t *testing.T) {
	t.Parallel()
	passages := scored(blocks("hours.pdf", 0, 1, "Day\tNorth gate\tSouth gate\nMonday\tclosed\tlocked\nTuesday\topen\tlocked\nFriday\topen\topen"))
	out := extracted(t, english("What is the north gate on Monday?"), passages).Text
	require.Contains(t, out, "**closed** (Monday, North gate)\n\n> Day | North gate | South gate  \n> Monday | closed | locked [citation:1]")
}
