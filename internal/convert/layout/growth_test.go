package layout_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// grown makes pages by n times what add does.
func grown(add func(s *sheet, i, n int)) func(n int) ink.Input {
	return func(n int) ink.Input {
		s := newSheet()
		for i := range n {
			add(s, i, n)
		}
		return s.Input
	}
}

// seeded makes pages of n things in places by chance, the same ones in each run.
func seeded(add func(s *sheet, chance *rand.Rand)) func(n int) ink.Input {
	return func(n int) ink.Input {
		s, chance := newSheet(), rand.New(rand.NewPCG(1, 2))
		for range n {
			add(s, chance)
		}
		return s.Input
	}
}

func TestGrowthOfPages(t *testing.T) {
	spread := func(i, n int) float64 { return 20 + 560*float64(i)/float64(n) }
	growth.Run(t, []growth.Case[ink.Input]{
		{Name: "glyphs in one place", Build: grown(func(s *sheet, _, _ int) { s.text(100, 100, 10, regular, "a") })},
		{Name: "words in one place", Build: grown(func(s *sheet, _, _ int) { s.text(100, 100, 10, regular, "word ") })},
		{Name: "a line", Build: grown(func(s *sheet, i, n int) { s.text(spread(i, n), 100, 10, regular, "a") })},
		{Name: "a line far over the page", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i)*6, 100, 10, regular, "a") })},
		{Name: "words of a long line", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i)*30, 100, 10, regular, "word") })},
		{Name: "a column", Build: grown(func(s *sheet, i, n int) { s.text(100, spread(i, n), 10, regular, "a") })},
		{Name: "a column far over the page", Build: grown(func(s *sheet, i, _ int) { s.text(100, float64(i)*12, 10, regular, "word") })},
		{Name: "a diagonal", Build: grown(func(s *sheet, i, n int) { s.text(spread(i, n), spread(i, n), 10, regular, "a") })},
		{Name: "stairs of words", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i)*30, float64(i)*12, 10, regular, "word") })},
		{Name: "words by chance", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.text(600*chance.Float64(), 800*chance.Float64(), 10, regular, "ab")
		})},
		{Name: "words of many sizes", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.text(600*chance.Float64(), 800*chance.Float64(), 1+30*chance.Float64(), regular, "ab")
		})},
		{Name: "tiny words by chance", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.text(600*chance.Float64(), 800*chance.Float64(), .1, regular, "a")
		})},
		{Name: "turned words", Build: seeded(func(s *sheet, chance *rand.Rand) {
			from := len(s.Glyphs)
			s.text(600*chance.Float64(), 800*chance.Float64(), 10, regular, "ab")
			for i := from; i < len(s.Glyphs); i++ {
				s.Glyphs[i].Angle = chance.IntN(360)
			}
		})},
		{Name: "one word of many letters", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i), 100, 2, regular, "a") })},
		{Name: "bullets", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "• item") })},
		{Name: "numbered items", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, fmt.Sprintf("%d. item", i)) })},
		{Name: "columns of a table without rules", Build: grown(func(s *sheet, i, _ int) { s.row(12*float64(i), []float64{60, 200, 340}, "a", "12", "34") })},
		{Name: "letters of formulas", Build: grown(func(s *sheet, i, _ int) {
			y := 20 * float64(i)
			x := s.text(60, y, 10, regular, "x")
			s.text(s.text(x, y-4, 6, regular, "2"), y, 10, regular, "=∑∫√")
		})},
		{Name: "headings", Build: grown(func(s *sheet, i, _ int) { s.text(60, 40*float64(i), 20, bold, "Heading") })},
		{Name: "dot leaders", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "Part .......... 12") })},
		{Name: "right to left", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "שלום 12 ab") })},
		{Name: "code", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, mono, "if a { b() }") })},
		{Name: "hidden text", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, regular, "ab")
			s.Glyphs[len(s.Glyphs)-1].Hidden = true
		})},
	}, func(_ *testing.T, in ink.Input) { page.Markdown(layout.Analyze(in)) })
}
