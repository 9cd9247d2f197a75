package text_test

import (
	"slices"
	"testing"

	"quire/internal/convert/layout/text"
	"quire/internal/growth"
)

func TestGrowthOfWordsOfManyParts(t *testing.T) {
	growth.Run(t, []growth.Case[[]text.Line]{
		{Name: "parts of one word", Build: func(n int) []text.Line {
			return []text.Line{{Words: slices.Repeat([]text.Word{{Text: "ab", Glued: true}}, n)}}
		}},
	}, func(_ *testing.T, lines []text.Line) { text.AppendWords(nil, lines) })
}
