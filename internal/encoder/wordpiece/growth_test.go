package wordpiece_test

import (
	"strings"
	"testing"

	"quire/internal/growth"
)

func TestGrowthOfTokens(t *testing.T) {
	tok := tokenizer(t)
	of := func(unit string) func(n int) string {
		return func(n int) string { return strings.Repeat(unit, n) }
	}
	growth.Run(t, []growth.Case[string]{
		{Name: "words", Build: of("unaffable ")},
		{Name: "one word", Build: of("a")},
		{Name: "unknown words", Build: of(strings.Repeat("z", 99) + " ")},
		{Name: "words unknown at the end", Build: of(strings.Repeat("a", 99) + "z ")},
		{Name: "accents", Build: of("\u0301")},
		{Name: "two orders of accents", Build: of("\u0327\u0301")},
		{Name: "hidden characters", Build: of("\u200b")},
		{Name: "not UTF-8", Build: of("\xff")},
		{Name: "spaces", Build: of(" ")},
		{Name: "Korean syllables", Build: of("각")},
	}, func(_ *testing.T, text string) { tok.Tokens(text, len(text)+2) })
}
