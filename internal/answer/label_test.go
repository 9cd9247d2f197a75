package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheRowWhoseLabelHasFewestOtherWordsIsQuoted(t *testing.T) {
	t.Parallel()
	const rows = "EUR million\t2024\t2023\nDeferred revenue\t14\t12\nCost of revenue\t310\t295\nRevenue\t900\t870\nRevenue per member of staff\t3\t2\nCommercial tax\t9\t8\nTotal tax\t31\t29"
	for question, want := range map[string]string{
		"How much was the revenue?":                    "Revenue",
		"How high was the deferred revenue?":           "Deferred revenue",
		"How much was the tax?":                        "Total tax",
		"What was the cost of revenue?":                "Cost of revenue",
		"How high is the revenue per member of staff?": "Revenue per member of staff",
	} {
		t.Run(question, func(t *testing.T) {
			t.Parallel()
			out := extracted(t, english(question), scored(text("a", 1, rows), text("a", 2, "Nothing is said here of the harbour's money.")))
			require.NoError(t, out.err)
			require.Contains(t, out.deltas[1], "> "+want+" | ")
		})
	}
}

func TestTheTotalIsAskedForInOtherWords(t *testing.T) {
	t.Parallel()
	passages := scored(
		blocks("crew.pdf", 0, 1, "The crew of the harbour has 12 hats.", "Trade\tCrew\nPilots\t7\nStokers\t9\nTotal\t16"),
	)
	require.Contains(t, extracted(t, english("How many crew are there altogether?"), passages).Text, "as they stand:\n\n**16** (Total, Crew)")
	require.NotContains(t, extracted(t, english("How many crew are pilots?"), passages).Text, "**16**")
}
