package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBothThingsThatAreComparedAreQuoted(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("dues.pdf", 0, 1, "The dues of tugs are compared every year with the dues of other ships, and paid by the day."),
		onPages("dues.pdf", 1, 2, "Ships that fish pay by the catch. Rafts are towed by the week."),
		onPages("dues.pdf", 2, 3, "Trawlers owe nothing."),
	)
	for _, question := range []string{
		"What is the difference between the dues of tugs and trawlers?", "Compare the dues of tugs and trawlers.", "Which ships pay higher dues, tugs or trawlers?",
		"Are the dues of tugs higher than those of trawlers?",
	} {
		text := extracted(t, english(question), passages).Text
		require.Contains(t, text, "> The dues of tugs", question)
		require.Contains(t, text, "> Trawlers owe nothing.", question)
	}
	require.NotContains(t, extracted(t, english("What are the dues of tugs, paid by the day?"), passages).Text, "Trawlers")
}

func TestAComparisonWithSomethingUnknownIsDoubtful(t *testing.T) {
	t.Parallel()
	passages := scored(onPages("dues.pdf", 0, 1, "The dues of tugs are higher than the dues of ferries, and paid by the day."))
	require.Contains(t, extracted(t, english("Which ships pay dues by the day that are higher, tugs or dhows?"), passages).Text, mayNotAnswer)
	require.NotContains(t, extracted(t, english("Which ships pay dues by the day that are higher, tugs or ferries?"), passages).Text, mayNotAnswer)
}
