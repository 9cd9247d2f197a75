package compat

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/door"
	"quire/internal/growth"
)

func TestMarkersAreShortenedHoweverTheAnswerIsCut(t *testing.T) {
	t.Parallel()
	const answer = "Größe [citation:1][citation:12] und [citation:no such thing at all] [citation: [cit"
	const want = "Größe [1][12] und [citation:no such thing at all] [citation: [cit"
	cited := []door.Citation{{ID: "1", Filename: "a"}, {ID: "12", Filename: "b"}}
	client := &door.Client{Base: "http://q"}
	for size := range len(answer) {
		var c citer
		var got strings.Builder
		for piece := range slices.Chunk([]rune(answer), size+1) {
			got.WriteString(c.take(string(piece)))
		}
		got.WriteString(c.rest())
		require.Equal(t, want, got.String(), "pieces of %d characters", size+1)
		notes := c.annotations(client, cited)
		require.Len(t, notes, 2)
		require.Equal(t, []int{6, 9, 9, 13}, []int{notes[0].URL.StartIndex, notes[0].URL.EndIndex, notes[1].URL.StartIndex, notes[1].URL.EndIndex})
	}
}

func TestAnAnswerTakesLinearWork(t *testing.T) {
	t.Parallel()
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "beginnings of markers", Build: growth.Repeat(marker)},
		{Name: "markers", Build: growth.Repeat("[citation:1]")},
		{Name: "brackets", Build: growth.Repeat("[")},
		{Name: "long ids", Build: growth.Repeat("[citation:0123456789abcdef")},
	}, func(_ *testing.T, answer []byte) {
		var c citer
		for i := range answer {
			c.take(string(answer[i : i+1]))
		}
		var whole citer
		whole.take(string(answer))
	})
}
