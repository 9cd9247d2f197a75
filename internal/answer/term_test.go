package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

func TestWhatStandsAfterATermOrBelowItSaysWhatItMeans(t *testing.T) {
	t.Parallel()
	p := blocks("handbook.pdf", 0, 4,
		"Every kedge anchor needs a stock in winter.", "• Kedge anchor (small) – carried out in a boat to move the ship.", "The kedge anchor lies on deck.",
		"Slack water", "Twice a day the current rests before it turns.", "Pilots like slack water in spring more than in winter.",
		"Ships can be worked in lay days. It means that nobody pays for them.")
	for question, want := range map[string]string{
		"What is a kedge anchor?":          "> • Kedge anchor (small) – carried out in a boat to move the ship.",
		"What is the slack water problem?": "> Slack water  \n> Twice a day the current rests before it turns.",
		"What do lay days mean?":           "> Ships can be worked in lay days. It means that nobody pays for them.",
	} {
		require.Contains(t, extracted(t, english(question), scored(p)).deltas[1], want, question)
	}
	grapnel := blocks("handbook.pdf", 0, 4, "The old grapnel for boats, which lies on deck, is defined as lost.", "A grapnel for boats is the lightest of anchors.")
	require.Contains(t, extracted(t, english("What is a grapnel for boats?"), scored(grapnel)).deltas[1], "> A grapnel for boats is the lightest")
	require.NotContains(t, extracted(t, english("Where is the kedge anchor in winter?"), scored(p)).deltas[1], "carried out")
}

func TestAPieceAsksForWhatTheQuestionBeforeAsksFor(t *testing.T) {
	t.Parallel()
	p := scored(blocks("handbook.pdf", 0, 4, "The bollard needs paint in spring.", "A bollard is a post to which ships are tied.",
		"The capstan needs oil in spring.", "Ships have a capstan and a bell.", "A capstan is a drum that winds ropes."))
	q := english("And a capstan?")
	q.History = []answer.Turn{{Question: "What is a bollard?"}}
	require.Contains(t, extracted(t, q, p).deltas[1], "> A capstan is a drum")
}
