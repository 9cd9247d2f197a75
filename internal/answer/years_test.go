package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAYearIsFoundBetweenTheFirstAndTheLastOfASpan(t *testing.T) {
	t.Parallel()
	p := scored(blocks("pilots.pdf", 0, 2, "Rowan was head pilot from 3 March 1998 until April 2003.", "Elm was head pilot from 2003 to 2009.",
		"Ash was head pilot 2009–2014.", "The head pilot of 2020 is not known."))
	for question, want := range map[string]string{
		"Who was head pilot in 2001?": "> Rowan was head pilot",
		"Who was head pilot in 2006?": "> Elm was head pilot",
		"Who was head pilot in 2012?": "> Ash was head pilot",
		"Who was head pilot in 2003?": "2003",
	} {
		out := extracted(t, english(question), p)
		require.Contains(t, out.deltas[1], want, question)
		require.NotContains(t, out.Text, mayNotAnswer, question)
	}
	out := extracted(t, english("Who was head pilot in 2017?"), p)
	require.False(t, out.Found && !strings.Contains(out.Text, mayNotAnswer), "no span has 2017")
}
