package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHyphensMayComeOnlyWithinLongWords(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"laboratory": "labo|ra|tory", "canal": "canal", "temporary": "tempo|rary", "the": "the", "programme.": "programme.",
	} {
		require.Equal(t, strings.ReplaceAll(want, "|", softHyphen), hyphenate(word))
	}
}

func TestEveryLanguageHasWordsForItsTemplates(t *testing.T) {
	t.Parallel()
	for _, l := range []language{english, german, french, chinese, arabic, hebrew} {
		s := &sheet{Rand: families[0].chance(1), lang: l}
		for range 50 {
			for _, text := range []string{s.sentence(), s.title(), s.term(), s.name(), s.figure(), s.date()} {
				require.NotEmpty(t, text, l.code)
				require.NotContains(t, text, "{", l.code)
			}
		}
	}
}
