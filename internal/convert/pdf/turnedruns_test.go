package pdf

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

// placed returns glyphs in one line at the given places, one for each character.
func placed(text string, places ...float64) []ink.Glyph {
	var out []ink.Glyph
	for i, r := range []rune(text) {
		out = append(out, ink.Glyph{Rune: r, X: places[i], Y: 100, Size: 10})
	}
	return out
}

func TestArabicLettersWrittenFromTheLeftAreTurned(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		places     []float64
		want       string
	}{
		{"in a word", "مالس", []float64{10, 14, 18, 22}, "سلام"},
		{"in words with spaces", "ميخلا تايعابر", []float64{10, 14, 18, 22, 26, 29, 30, 34, 38, 42, 46, 50, 54}, "رباعيات الخيم"},
		{"between a Latin word and a sign", "a مالس.", []float64{1, 4, 10, 14, 18, 22, 26}, "a سلام."},
		{"with an accent", "َمالس", []float64{11, 10, 14, 18, 22}, "َسلام"},
		{"but not figures", "مالس ۱۰۷", []float64{10, 14, 18, 22, 26, 30, 34, 38}, "سلام ۱۰۷"},
		{"not letters with accents at the left of them", "שָׁלוֹם", []float64{40, 38, 39, 30, 20, 19, 10}, "שָׁלוֹם"},
		{"not from the right", "سلام", []float64{22, 18, 14, 10}, "سلام"},
		{"even if one letter overlaps the one before it", "مالسم", []float64{10, 14, 13.5, 22, 26}, "مسلام"},
		{"not in two letters alone", "قل", []float64{10, 11}, "قل"},
		{"not if one letter overlaps the one before it", "سلام", []float64{22, 18, 18.5, 10}, "سلام"},
		{"not if they are in one place", "لا", []float64{10, 10}, "لا"},
	} {
		glyphs := placed(c.text, c.places...)
		turnRuns(glyphs)
		require.Equal(t, c.want, textOfGlyphs(ink.Input{Glyphs: glyphs}), c.name)
	}
}
