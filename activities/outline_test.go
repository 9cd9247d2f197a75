package activities_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// TestASummaryIsTakenFromTheHeadingsOfTheFileThatIsMeant asks about one of three files, none of whose text contains a
// word of the question.
func TestASummaryIsTakenFromTheHeadingsOfTheFileThatIsMeant(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.do.Chat = nil
	k.add("guide.pdf", sampleText(t, "report.pdf"))
	turn := k.ask("Summarise the guide.")
	_, in := k.find(turn)
	_, err := k.answer(in)
	require.NoError(t, err)
	turn = k.turn(turn.ID)
	require.Contains(t, turn.Answer, "this is no summary but an outline of guide.pdf")
	var citations []answer.Citation
	require.NoError(t, json.Unmarshal(turn.Citations, &citations))
	require.NotEmpty(t, citations)
	for _, c := range citations {
		require.Equal(t, "guide.pdf", c.Filename)
	}
	require.NotEmpty(t, turn.Evidence)
}
