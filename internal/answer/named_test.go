package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

func TestThePeriodInTheQuestionDecidesBetweenReportsOfTheSameName(t *testing.T) {
	t.Parallel()
	var passages []answer.Passage
	for _, file := range []string{"Harbour_2022Q2.pdf", "Harbour_2023_report.pdf", "Harbour_2023Q2_report.pdf", "Hanse_2023.pdf"} {
		passages = append(passages, onPages(file, 0, 1, "Dredging cost a lot this time, at the "+file+" in the basin."))
	}
	for question, file := range map[string]string{
		"What did dredging of the Harbour cost in 2023?":       "Harbour_2023_report.pdf",
		"What did dredging of the Harbour cost in FY2023?":     "Harbour_2023_report.pdf",
		"Harbour: what did dredging cost in Q2 2023?":          "Harbour_2023Q2_report.pdf",
		"What did dredging of the Harbour cost in Q2'2022?":    "Harbour_2022Q2.pdf",
		"What did dredging of the Harbour cost in Q2 of 2022?": "Harbour_2022Q2.pdf",
		"What did dredging of the Hanse cost in 2023?":         "Hanse_2023.pdf",
	} {
		t.Run(question, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, file, extracted(t, english(question), scored(passages...)).Citations[0].Filename)
		})
	}
}

func TestMeaningCountsForLittleOutsideTheFileThatTheQuestionNames(t *testing.T) {
	t.Parallel()
	const says = "Silt was removed for a sum of nine."
	q := english("What did dredging of the Harbour cost in 2023?")
	q.Meaning = near(says)
	out := extracted(t, q, scored(
		onPages("Hanse_2023.pdf", 0, 1, says),
		onPages("Harbour_2023.pdf", 0, 1, "Dredging cost a lot this time, in the Harbour."),
	))
	require.Equal(t, "Harbour_2023.pdf", out.Citations[0].Filename)
	require.Len(t, out.Citations, 1)
}

func TestAWordThatMostPassagesHaveNamesNoFile(t *testing.T) {
	t.Parallel()
	for place, want := range map[string]string{"Elm": "In its first year, Elm had 474 pilots.", "Oak": "Elm had 12 pilots and a bell."} {
		passages := scored(
			onPages("history.pdf", 0, 1, "In its first year, "+place+" had 474 pilots."), onPages("history.pdf", 1, 2, "The lock of "+place+" is old."),
			onPages("elm-faq.pdf", 0, 1, "Elm had 12 pilots and a bell."),
		)
		require.Contains(t, extracted(t, english("How many pilots had Elm in its first year?"), passages).deltas[1], want)
	}
}
