package main

import (
	"slices"
	"testing"
)

func TestTheSameFormulaWrittenInTwoWaysIsEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b string }{
		{`x_i^2`, `x^{2}_{i}`},
		{`f'(x)`, `f^{\prime} (x)`},
		{`\left( \dfrac{a}{b} \right)`, `(\frac a b)`},
		{`\log x \le 1`, `\operatorname{log} x \leq 1`},
		{"\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", "a = b = c"},
		{`\begin{pmatrix} a & b \\ c & d \\ \end{pmatrix}`, `\left(\begin{matrix} a & b \\ c & d\end{matrix}\right)`},
		{`\sum\limits_{i=1}^n x \tag{3}`, `\sum_{i=1}^{n} x`},
		{`\mathbb{RC}`, `\mathbb R\mathbb{C}`},
	} {
		if a, b := canonical(c.a), canonical(c.b); !slices.Equal(a, b) {
			t.Errorf("%s and %s differ:\n%q\n%q", c.a, c.b, a, b)
		}
	}
}

func TestFormulasThatDifferAreNotEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b string }{
		{`x_i`, `x^i`},
		{`\frac{a}{b}c`, `\frac{a}{bc}`},
		{`\mathbb{R}`, `R`},
		{`\begin{pmatrix} a & b \end{pmatrix}`, `(a b)`},
		{`\sqrt[3]{x}`, `\sqrt{x}`},
		{`x_{i_j}`, `x_{ij}`},
	} {
		if a, b := canonical(c.a), canonical(c.b); slices.Equal(a, b) {
			t.Errorf("%s and %s are equal: %q", c.a, c.b, a)
		}
	}
}
