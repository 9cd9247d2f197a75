package latex_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/latex"
)

func TestPlainRestoresCharacters(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"α≤β", "x→∞", "∑ab", "100%"} {
		require.Equal(t, text, squeeze(latex.Plain(latex.Escape(text, true))))
	}
	require.Equal(t, `\frac{a}{∂b}`, squeeze(latex.Plain(`\frac{a}{\partial b}`)))
}

func squeeze(s string) string {
	out := []rune{}
	for i, r := range s {
		if r != ' ' && (r != '\\' || (i+1 < len(s) && s[i+1] != '%')) {
			out = append(out, r)
		}
	}
	return string(out)
}

func TestWordsInFormulasAreUpright(t *testing.T) {
	t.Parallel()
	require.Equal(t, `\log `, latex.FunctionName("log"))
	require.Equal(t, `\operatorname{rank}`, latex.FunctionName("rank"))
	require.True(t, latex.IsFunction("max"))
	require.False(t, latex.IsName("x1"))
}
