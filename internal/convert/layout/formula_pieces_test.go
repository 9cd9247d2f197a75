package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

// equals writes "x =" in the middle of a formula's line, up to x = 240.
func (s *sheet) equals() {
	s.text(220, 200, 10, letters, "x")
	s.text(230, 200, 10, regular, "=")
}

// TeX's font of large signs is written with its codes, as PDF readers report them. Its signs hang from their origins.
func TestPiecesOfFormulas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw func(s *sheet)
		want string
	}{
		"a brace made of three pieces": {func(s *sheet) {
			s.text(242, 179.5, 10, large, "8")
			s.text(242, 188.5, 10, large, "<")
			s.text(242, 206.5, 10, large, ":")
			for i, line := range []string{"1", "2", "3"} {
				s.text(252, 186+14*float64(i), 10, regular, line)
			}
		}, `x = \begin{cases} 1 \\ 2 \\ 3 \end{cases}`},
		"a bracket whose code is zero": {func(s *sheet) {
			s.text(242, 191.5, 10, large, "\x00")
			s.text(248, 200, 10, letters, "y")
			s.text(254, 191.5, 10, large, "\x01")
			s.text(260, 194, 7, regular, "2")
		}, `x = (y)^2`},
		"a root as tall as a fraction, of the third degree": {func(s *sheet) {
			s.text(240, 188, 5, regular, "3")
			s.text(240, 185.5, 10, large, "q")
			s.bar(185.5, 245, 255)
			s.text(249, 193, 10, letters, "y")
			s.bar(197.5, 248, 255)
			s.text(249, 208, 10, letters, "z")
		}, `x = \sqrt[3]{\frac{y}{z}}`},
		"a binomial coefficient": {func(s *sheet) {
			s.text(242, 185.5, 10, large, "\x12")
			s.text(250, 193, 10, letters, "n")
			s.text(250, 207, 10, letters, "k")
			s.text(257, 185.5, 10, large, "\x13")
		}, `x = \binom{n}{k}`},
		"a column of a matrix, whose lines are closer": {func(s *sheet) {
			s.text(242, 185.5, 10, large, "\x12")
			s.text(250, 194, 10, letters, "n")
			s.text(250, 206, 10, letters, "k")
			s.text(257, 185.5, 10, large, "\x13")
		}, `x = \begin{pmatrix} n \\ k \end{pmatrix}`},
		"a brace under a term": {func(s *sheet) {
			s.text(242, 200, 10, letters, "y")
			s.text(250, 200, 10, regular, "+")
			s.text(260, 200, 10, letters, "z")
			for i, piece := range []string{"|", "{", "z", "}"} {
				s.text(242+6*float64(i), 204, 10, large, piece)
			}
			s.text(252, 214, 7, letters, "n")
		}, `x = \underbrace{y + z}_{n}`},
		"a line over a letter": {func(s *sheet) {
			s.text(242, 200, 10, letters, "y")
			s.bar(191.5, 242, 247)
		}, `x = \overline{y}`},
		"limits wider than their sign": {func(s *sheet) {
			s.text(254, 190.5, 10, large, "X")
			s.text(242, 211, 7, letters, "i")
			s.text(246, 211, 7, regular, "=1,")
			s.text(258, 211, 7, letters, "j")
			s.text(262, 211, 7, regular, "=20")
			s.text(282, 200, 10, letters, "y")
		}, `x = \sum_{i=1, j=20} y`},
		"letters in bold type": {func(s *sheet) {
			s.text(242, 200, 10, bold, "y")
		}, `x = \mathbf{y}`},
		"a function with its bracket in one font": {func(s *sheet) {
			s.text(242, 200, 10, regular, "log(")
			s.text(262, 200, 10, letters, "y")
			s.text(268, 200, 10, regular, ")")
		}, `x = \log(y)`},
		"a binomial coefficient in a fraction": {func(s *sheet) {
			s.text(248, 193, 10, regular, "1")
			s.bar(197.5, 242, 260)
			s.text(242, 200, 10, large, "\x00")
			s.text(248, 204, 7, letters, "n")
			s.text(248, 211.5, 7, letters, "k")
			s.text(255, 200, 10, large, "\x01")
		}, `x = \frac{1}{\binom{n}{k}}`},
		"brackets that hang lower than their font's usual ones": {func(s *sheet) {
			s.text(242, 185, 10, large, "\x20")
			s.text(250, 193, 10, letters, "y")
			s.bar(197.5, 249, 256)
			s.text(250, 208, 10, letters, "z")
			s.text(257, 185, 10, large, "\x21")
		}, `x = ( \frac{y}{z})`},
		"bars made of pieces": {func(s *sheet) {
			for i := range 3 {
				s.text(242, 188.5+6*float64(i), 10, large, "\x0C")
				s.text(257, 188.5+6*float64(i), 10, large, "\x0C")
			}
			s.text(250, 193, 10, letters, "y")
			s.bar(197.5, 249, 256)
			s.text(250, 208, 10, letters, "z")
		}, `x = | \frac{y}{z} |`},
		"an accent of the font of large signs": {func(s *sheet) {
			s.text(242, 192, 10, large, "e")
			s.text(242, 200, 10, letters, "y")
		}, `x = \tilde{y}`},
		"dots": {func(s *sheet) {
			s.text(242, 200, 10, letters, "y")
			s.text(250, 200, 10, regular, "...")
		}, `x = y\ldots`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := formulaSheet()
			s.equals()
			c.draw(s)
			require.Equal(t, c.want, onlyFormula(t, s.analyze()))
		})
	}
}

func TestStruckOutRelationIsOneSign(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	s.text(220, 200, 10, letters, "x")
	s.text(230, 200, 10, symbols, "\u0338")
	s.text(230, 200, 10, regular, "=")
	s.text(242, 200, 10, letters, "y")
	require.Equal(t, `x \neq y`, onlyFormula(t, s.analyze()))
}

// TeX has its large signs in one size, which is small beside type of twelve points.
func TestLargeSignIsNoScriptBesideLargerType(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fonts = formulaSheet().Fonts
	s.column(60, 140, 12, prose(2, 75)...)
	s.column(60, 260, 12, prose(2, 75)...)
	s.text(220, 200, 12, letters, "x")
	s.text(232, 200, 12, regular, "=")
	s.text(246, 190, 10, large, "Z")
	s.text(252, 210, 8, regular, "0")
	s.text(262, 200, 12, letters, "y")
	require.Equal(t, `x = \int_0 y`, onlyFormula(t, s.analyze()))
}

func TestTermInTheMiddleOfALineIsDisplayed(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	for i, sign := range []string{"p", "(", "x", "|", "y", ")"} {
		font := letters
		if i%2 == 1 {
			font = symbols
		}
		s.text(252+6*float64(i), 200, 10, font, sign)
	}
	require.Equal(t, `p(x|y)`, onlyFormula(t, s.analyze()))
}

func TestPiecesOfAFractionBelongToTheLineOfItsBar(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "CMMI10", Italic: true})
	s.column(60, 140, 10, prose(1, 80)...)
	s.text(60, 152, 10, regular, "and therefore the value that we look for is")
	end := 60 + 5.0*float64(len("and therefore the value that we look for is "))
	s.text(end+3, 148, 7, letters, "a")
	s.bar(149.5, end, end+10)
	s.text(end, 155.5, 7, letters, "b")
	s.text(end+4, 153, 5, regular, "2")
	s.text(end+7, 155.5, 7, letters, "c")
	s.column(60, 164, 10, prose(1, 80)...)
	require.Contains(t, strings.Join(texts(s.analyze()), " "), `\frac{a}{b^2 c}`)
}
