package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Fonts of a sheet of formulas, numbered after those that every sheet has.
const (
	letters = mono + 1 + iota
	symbols
	large
	blackboard
)

// formulaSheet returns a sheet with the fonts of TeX, and a line of prose above and below y = 200.
func formulaSheet() *sheet {
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "CMMI10", Italic: true}, ink.Font{Name: "CMSY10"}, ink.Font{Name: "CMEX10"}, ink.Font{Name: "MSBM10"})
	s.column(60, 140, 10, prose(2, 90)...)
	s.column(60, 260, 10, prose(2, 90)...)
	return s
}

func (s *sheet) bar(y, x0, x1 float64) { s.across(y, x0, x1) }

func onlyFormula(t *testing.T, p page.Page) string {
	t.Helper()
	var found []string
	for _, b := range p.Blocks {
		if b.Kind == page.Formula {
			found = append(found, b.Text())
		}
	}
	require.Len(t, found, 1, "%q", texts(p))
	require.InDelta(t, 1, p.Coverage, 1e-9)
	return found[0]
}

// sum writes a sum over i from 1 to n at x: TeX's large sign is the letter X, hanging from its origin.
func (s *sheet) sum(x, y float64) {
	s.text(x, y-9.5, 10, large, "X")
	s.text(x+1, y-13, 7, letters, "n")
	s.text(x-3, y+11, 7, letters, "i")
	s.text(x+1, y+11, 7, regular, "=1")
}

func TestDisplayedFormulaIsOneBlockOfLaTeX(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	s.text(220, 200, 10, letters, "S")
	s.text(225, 201.5, 7, letters, "n")
	s.text(234, 200, 10, regular, "=")
	s.sum(246, 200)
	s.text(265, 193, 10, letters, "a")
	s.bar(197.5, 263, 275)
	s.text(265, 208, 10, regular, "2")
	s.text(270, 208, 10, letters, "b")
	s.text(470, 200, 10, regular, "(7)")
	p := s.analyze()
	require.Equal(t, `S_n = \sum_{i=1}^n \frac{a}{2b} \tag{7}`, onlyFormula(t, p))
	require.Len(t, p.Blocks, 3)
	require.Equal(t, page.Formula, p.Blocks[1].Kind)
	require.Contains(t, page.Markdown(p), `$$S_n = \sum_{i=1}^n \frac{a}{2b} \tag{7}$$`)
}

func TestRootExtendsAsFarAsItsLine(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	s.text(220, 200, 10, letters, "x")
	s.text(230, 200, 10, regular, "=")
	s.text(242, 191, 10, symbols, "√")
	s.bar(191, 247, 259)
	s.text(248, 200, 10, letters, "b")
	s.text(253, 196.5, 7, regular, "2")
	s.text(262, 200, 10, regular, "+1")
	require.Equal(t, `x = \sqrt{b^2} +1`, onlyFormula(t, s.analyze()))
}

func TestLinesOfAFormulaStayOneBlock(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	for i, right := range []string{"y", "z", "w"} {
		y := 180 + 18*float64(i)
		s.text(220, y, 10, letters, "x")
		s.text(230, y, 10, regular, "=")
		s.text(240, y, 10, letters, right)
	}
	require.Equal(t, "\\begin{aligned}\nx = y \\\\\nx = z \\\\\nx = w\n\\end{aligned}", onlyFormula(t, s.analyze()))
}

func TestCasesBehindABraceAreAnArray(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	s.text(220, 200, 10, letters, "f")
	s.text(230, 200, 10, regular, "=")
	s.text(242, 185, 10, large, "\x1a") // a brace of 2.4 ems
	s.text(252, 194, 10, letters, "x")
	s.text(275, 194, 10, regular, "if")
	s.text(290, 194, 10, letters, "y")
	s.text(252, 206, 10, regular, "0")
	s.text(275, 206, 10, regular, "otherwise")
	require.Equal(t, `f = \begin{cases} x & \text{if}\ y \\ 0 & \text{otherwise} \end{cases}`, onlyFormula(t, s.analyze()))
}

func TestInlineFormulasStayInTheirLine(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	x := s.text(60, 200, 10, regular, "where every ") + 1
	x = s.text(x, 200, 10, letters, "x")
	x = s.text(x, 201.5, 7, letters, "i")
	x = s.text(x+3, 200, 10, symbols, "∈")
	x = s.text(x+3, 200, 10, blackboard, "R")
	x = s.text(x, 196, 7, letters, "n")
	x = s.text(x+3, 200, 10, regular, "weighs ")
	s.text(x+2, 196, 7, regular, "1")
	s.bar(197.5, x+1, x+7)
	s.text(x+2, 204.2, 7, regular, "2")
	s.text(x+10, 200, 10, regular, "of the whole and nothing more than this.")
	p := s.analyze()
	require.Contains(t, page.Markdown(p), `where every $x_i \in \mathbb{R}^n$ weighs $\frac{1}{2}$ of the whole`)
	require.InDelta(t, 1, p.Coverage, 1e-9)
}

func TestLoneVariablesStayText(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	x := s.text(60, 200, 10, regular, "the rate ") + 1
	x = s.text(x, 200, 10, letters, "α")
	s.text(x+3, 200, 10, regular, "is small in all rooms that were measured.")
	require.Contains(t, s.analyze().Text(), "the rate α is small")
}

func TestAmbiguousFormulaIsOneBlockOfText(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	s.text(220, 200, 10, letters, "x")
	s.text(230, 200, 10, regular, "=")
	s.text(242, 195, 10, symbols, "√") // without a line, so its extent is unknown
	s.text(250, 200, 10, letters, "b")
	s.text(256, 200, 10, regular, "+")
	s.text(264, 200, 10, letters, "c")
	p := s.analyze()
	require.Len(t, p.Blocks, 3)
	require.Equal(t, page.Paragraph, p.Blocks[1].Kind)
	require.InDelta(t, 1, p.Coverage, 1e-9)
}

func TestSymbolsReadAsLettersAreCorrected(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	s.text(220, 200, 10, letters, "x")
	s.text(230, 200, 10, regular, "=")
	s.text(240, 200, 10, symbols, "k")
	s.text(246, 200, 10, letters, "y")
	s.text(252, 200, 10, symbols, "k")
	require.Equal(t, `x = \|y\|`, onlyFormula(t, s.analyze()))
}

func TestSymbolsOfOtherMathFontsAreNoLetters(t *testing.T) {
	t.Parallel()
	for font, want := range map[string]string{"LMMathSymbols10-Regular": "⟨scale⟩ of it", "ABCMath": "hscalei of it"} {
		s := newSheet()
		s.Fonts = append(s.Fonts, ink.Font{Name: font})
		s.column(60, 100, 10, prose(3, 60)...)
		x := s.text(60, 160, 10, len(s.Fonts)-1, "h")
		x = s.text(x, 160, 10, regular, "scale")
		x = s.text(x, 160, 10, len(s.Fonts)-1, "i")
		s.text(x, 160, 10, regular, " of it")
		require.Contains(t, s.analyze().Text(), want, font)
	}
}
