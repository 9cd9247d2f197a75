package docx_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFormulasAreLaTeX(t *testing.T) {
	t.Parallel()
	mr := func(s string) string { return `<m:r><m:t>` + s + `</m:t></m:r>` }
	me := func(name, content string) string { return `<m:` + name + `>` + content + `</m:` + name + `>` }
	val := func(name, v string) string { return `<m:` + name + ` m:val="` + v + `"/>` }
	x := me("e", mr("x"))
	for name, c := range map[string]struct{ math, want string }{
		"fraction":                {me("f", me("num", mr("a"))+me("den", mr("b"))), `\frac{a}{b}`},
		"linear fraction":         {me("f", me("fPr", val("type", "lin"))+me("num", mr("a"))+me("den", mr("b"))), `{a}/{b}`},
		"powers":                  {me("sSup", x+me("sup", mr("2"))) + me("sSub", x+me("sub", mr("i"))) + me("sSubSup", x+me("sub", mr("i"))+me("sup", mr("2"))), `x^{2}x_{i}x_{i}^{2}`},
		"left scripts":            {me("sPre", me("sub", mr("1"))+me("sup", mr("2"))+x), `{}_{1}^{2}{x}`},
		"roots":                   {me("rad", me("radPr", `<m:degHide/>`)+me("deg", "")+x) + me("rad", me("deg", mr("3"))+x), `\sqrt{x}\sqrt[3]{x}`},
		"sum":                     {me("nary", me("naryPr", val("chr", "∑"))+me("sub", mr("i=1"))+me("sup", mr("n"))+x), `\sum_{i=1}^{n} x`},
		"integral":                {me("nary", me("naryPr", `<m:subHide/><m:supHide/>`)+me("sub", "")+me("sup", "")+x), `\int x`},
		"delimiters":              {me("d", me("dPr", val("begChr", "{")+val("endChr", ""))+x), `\left\{ x \right.`},
		"several arguments":       {me("d", x+x), `\left( x \middle| x \right)`},
		"binomial":                {me("d", me("e", me("f", me("fPr", val("type", "noBar"))+me("num", mr("n"))+me("den", mr("k"))))), `\binom{n}{k}`},
		"matrix":                  {me("m", me("mr", x+x)+me("mr", x+x)), `\begin{matrix} x & x \\ x & x \end{matrix}`},
		"equation array":          {me("eqArr", me("e", mr("a&amp;=b"))+me("e", mr("c&amp;=d"))), `\begin{aligned} a&=b \\ c&=d \end{aligned}`},
		"accents":                 {me("acc", x) + me("acc", me("accPr", val("chr", "\u20d7"))+x) + me("bar", me("barPr", val("pos", "top"))+x), `\hat{x}\vec{x}\overline{x}`},
		"functions":               {me("func", me("fName", mr("sin"))+x) + me("func", me("fName", mr("foo"))+x), `\sin x\operatorname{foo} x`},
		"a function's name alone": {mr("a") + mr("log") + mr("b"), `a\log b`},
		"limits":                  {me("func", me("fName", me("limLow", me("e", mr("lim"))+me("lim", mr("n→∞"))))+x), `\lim_{n\rightarrow \infty} x`},
		"braces":                  {me("limUpp", me("e", me("groupChr", me("groupChrPr", val("chr", "⏞")+val("pos", "top"))+x))+me("lim", mr("n"))), `\overbrace{x}^{n}`},
		"text":                    {`<m:r><m:rPr><m:nor/></m:rPr><m:t>if 5% </m:t></m:r>` + mr("x"), `\text{if 5\%}x`},
		"symbols":                 {mr("α≤β−1"), `\alpha \leq \beta -1`},
		"styled letters":          {mr("𝑎𝐁ℝ𝛼"), `a\mathbf{B}\mathbb{R} \alpha`},
		"upright and bold":        {`<m:r><m:rPr><m:sty m:val="b"/></m:rPr><m:t>v</m:t></m:r>`, `\mathbf{v}`},
		"box":                     {me("borderBox", x) + me("box", x), `\boxed{x}x`},
		"deleted":                 {mr("a") + `<w:del>` + mr("b") + `</w:del>`, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, "so $"+c.want+"$", markdown(t, file{body: `<w:p>` + r("so ") + me("oMath", c.math) + `</w:p>`}))
			require.Equal(t, "$$"+c.want+"$$", markdown(t, file{body: `<w:p>` + me("oMathPara", me("oMath", c.math)) + `</w:p>`}))
		})
	}
}

func TestFormulasOfOneParagraphStaySeparate(t *testing.T) {
	t.Parallel()
	math := `<m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath>`
	require.Equal(t, "$$a=b$$\n\n$$a=b$$", markdown(t, file{body: `<w:p>` + math + math + `</w:p>`}))
}
