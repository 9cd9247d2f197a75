package activities_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/answer"
)

// TestAQuestionThatFollowsIsAnsweredFromTheFileCitedBefore asks about a fee that appears in two files, after a question
// that only one of them answers.
func TestAQuestionThatFollowsIsAnsweredFromTheFileCitedBefore(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.do.Chat = nil // answers are quotations
	k.add("lockers.md", "The monthly fee is five euros. Each locker has a key for the monthly fee.")
	k.add("berths.md", "Vessels deposit ninety euros on arrival. The monthly fee is forty euros.")
	require.Equal(t, "berths.md", k.firstCited(t, "What do vessels deposit on arrival?"))
	require.Equal(t, "berths.md", k.firstCited(t, "And the monthly fee?"))
}

// firstCited asks a question in the session and returns the file that its answer cites first.
func (k *talk) firstCited(t *testing.T, question string) string {
	t.Helper()
	turn := k.ask(question)
	job, in := k.find(turn)
	used, err := k.answer(in)
	require.NoError(t, err)
	require.NoError(t, k.do.FinishTurn(t.Context(), activities.TurnJob{TurnID: job.TurnID}, used))
	var citations []answer.Citation
	require.NoError(t, json.Unmarshal(k.turn(turn.ID).Citations, &citations), k.turn(turn.ID).Answer)
	return citations[0].Filename
}
