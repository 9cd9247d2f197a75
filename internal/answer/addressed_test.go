package answer_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestARowWhoseLabelAndColumnAreNamedComesBeforeSentences(t *testing.T) {
	t.Parallel()
	passages := scored(
		blocks("berths.pdf", 0, 1, "The towing speed depends on the towing tackle and the speed of the ship.", "Vessel name\tSpeed\tTowing (kW)\tCrew\nTug 7a (steam)\t9.5\t800\t6\nBarge\t4\t1200\t2\nFerry\t12\t350\t8"),
	)
	for question, want := range map[string]string{
		"How much towing does a ferry have?":    "**350** (Ferry, Towing (kW))",
		"What is the speed of the ferry?":       "**12** (Ferry, Speed)",
		"What is the speed of a barge, please?": "**4** (Barge, Speed)",
	} {
		out := extracted(t, english(question), passages).Text
		require.Contains(t, out, "as they stand:\n\n"+want, question)
	}
}

func TestARowIsComparedByItsLabelColumnAndValue(t *testing.T) {
	t.Parallel()
	q := english("How many stokers does a ferry have?")
	q.Meaning = near("Ferry Stokers 3")
	passages := scored(
		onPages("crew.pdf", 0, 1, "A ferry with stokers has many portholes: 40 or more of them."),
		blocks("crew.pdf", 1, 2, "Ship\tPilots\tStokers\nTug\t1\t2\nFerry\t2\t3"),
	)
	require.Contains(t, extracted(t, q, passages).Text, "as they stand:\n\n**3** (Ferry, Stokers)")
}

func TestALabelThatIsAllThatIsAskedForComesFirst(t *testing.T) {
	t.Parallel()
	passages := scored(
		blocks("dues.pdf", 0, 1, "Of the 40 light dues, dues for light ships and dues for lights are apart.", "Light dues on tugs\t70\t80\nLight dues\t200\t300"),
	)
	require.Contains(t, extracted(t, english("How much are the light dues?"), passages).Text, "as they stand:\n\n> Light dues | 200 | 300")
}

func TestTheTitleOfATableTellsWhichOfTwoRowsIsMeant(t *testing.T) {
	t.Parallel()
	rows := "Vessel\tDues\tCrew\nTug\t%s\t6\nFerry\t70\t8"
	passages := scored(
		blocks("dues.pdf", 0, 1, "Charged in summer, for a calm week:", fmt.Sprintf(rows, "40"), "Charged in winter, for a stormy week:", fmt.Sprintf(rows, "90")),
	)
	for question, want := range map[string]string{
		"What are the dues of a tug for a calm week?":   "**40** (Tug, Dues)",
		"What are the dues of a tug for a stormy week?": "**90** (Tug, Dues)",
	} {
		require.Contains(t, extracted(t, english(question), passages).Text, "as they stand:\n\n"+want, question)
	}
}

func TestAReasonIsNoCell(t *testing.T) {
	t.Parallel()
	passages := scored(
		blocks("dues.pdf", 0, 1, "\t2014\t2013\nRepair of barges\t1,440\t1,310", "The repair of barges was dear in 2014, when the quay was long."),
	)
	require.Contains(t, extracted(t, english("Why was the repair of barges so expensive in 2014?"), passages).Text, "as they stand:\n\n> The repair")
}

func TestANumberAsLabelIsToldWithWhatItCounts(t *testing.T) {
	t.Parallel()
	passages := scored(blocks("berths.pdf", 0, 1, "Berth\tDepth (m)\n1\t4.5\n2\t6.0\n3\t7.5"))
	require.Contains(t, extracted(t, english("What is the depth of berth 2?"), passages).Text, "**6.0** (Berth 2, Depth (m))")
}
