package pdf

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

// written returns the characters of a font as a page's.
func written(font, text string) ink.Input {
	in := ink.Input{Fonts: []ink.Font{{Name: font}}}
	for _, r := range text {
		in.Glyphs = append(in.Glyphs, ink.Glyph{Rune: r})
	}
	return in
}

func textOfGlyphs(in ink.Input) string {
	var out []rune
	for _, g := range in.Glyphs {
		out = append(out, g.Rune)
	}
	return string(out)
}

func TestLettersThatATableOfMeaningsTurnsIntoOrnamentsAreRestored(t *testing.T) {
	t.Parallel()
	const garbled = "✶✳✷ ❖rt❤♦❣♦♥❛❧ r❛♥❞♦♠ ❡✛❡❝ts"
	for _, c := range []struct{ name, font, text, want string }{
		{"in fonts without a name", "", garbled, "1.2 Orthogonal random effects"},
		{"accents and signs", "", garbled + " ❆⑨✕✖➊", "1.2 Orthogonal random effects AĂ–—Ű"},
		{"not in a font with a name", "ZapfDingbats", garbled, garbled},
		{"not if they are few", "", "Right ✔, wrong ✘, ❶ ❷ ❸", "Right ✔, wrong ✘, ❶ ❷ ❸"},
	} {
		in := written(c.font, c.text)
		restoreLetters(&in)
		require.Equal(t, c.want, textOfGlyphs(in), c.name)
	}
}

func TestTeXsCodesOfLigaturesAreRestored(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, font, text, want string }{
		{"in fonts without a name", "", "Prede\x1cned a\x1eliations", "Predefined affiliations"},
		{"in older fonts", "", "Prede\x0cned a\x0eliations", "Predefined affiliations"},
		{"not in a font with a name", "Times", "Prede\x1cned", "Prede\x1cned"},
		{"not if the font has other control characters", "", "Pre\x01de\x1cned", "Pre\x01de\x1cned"},
		{"not in a font without letters", "", "12\x1c", "12\x1c"},
	} {
		in := written(c.font, c.text)
		restoreLetters(&in)
		require.Equal(t, c.want, textOfGlyphs(in), c.name)
	}
}

func TestSignsOfTeXsCompanionFontsAreRestored(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, font, text, want string }{
		{"bullets and daggers", "", "\u0088 \u0084\u0085 \u00a9", "• †‡ ©"},
		{"the first and the last", "", "\u0084\u009f", "†℠"},
		{"not in a font with a name", "Times", "\u0088", "\u0088"},
		{"not in a font with letters", "", "\u0088a", "\u0088a"},
		{"not if the codes begin before the signs", "", "\u0080\u0088", "\u0080\u0088"},
		{"not if the codes are many", "", "\u0084\u0085\u0086\u0087\u0088", "\u0084\u0085\u0086\u0087\u0088"},
	} {
		in := written(c.font, c.text)
		restoreLetters(&in)
		require.Equal(t, c.want, textOfGlyphs(in), c.name)
	}
}
