// Package latex writes characters of formulas in LaTeX's math mode.
package latex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
)

// IsName reports whether s is a word of Latin letters, as function names are.
func IsName(s string) bool {
	s = strings.TrimSpace(s)
	for _, r := range s {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) {
			return false
		}
	}
	return len(s) > 1
}

// IsFunction reports whether LaTeX has a command for the function.
func IsFunction(name string) bool { return functionNames[name] }

// FunctionName sets a word upright, using LaTeX's own commands for the functions that it knows.
func FunctionName(s string) string {
	name := strings.TrimSpace(s)
	if functionNames[name] {
		return `\` + name + " "
	}
	return `\operatorname{` + name + "}"
}

// Escape writes formula text in LaTeX. Inside an alphabet command, words are not separated.
func Escape(s string, inAlphabet bool) string {
	var b strings.Builder
	for _, r := range page.Visible(s) {
		switch {
		case strings.ContainsRune(`%#$_{}&`, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\\':
			b.WriteString(`\backslash `)
		case r == '~':
			b.WriteString(`\sim `)
		case r == '\u00a0', r == '\u2009', r == '\u2005', r == '\u2003', r == '\u2002', r == '\u200a':
			b.WriteByte(' ')
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			b.WriteString(symbol(r))
		}
	}
	if inAlphabet {
		return strings.TrimSpace(b.String())
	}
	return b.String()
}

func symbol(r rune) string {
	if r == '−' || r == '–' {
		return "-"
	}
	if s, ok := mathSymbols[r]; ok {
		return `\` + s + " "
	}
	if s, ok := styledLetter(r); ok {
		return s
	}
	return string(r)
}

// EscapeText writes text for \text{}.
func EscapeText(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "%", `\%`, "#", `\#`, "$", `\$`, "&", `\&`, "_", `\_`, "^", `\^{}`, "~", `\~{}`).
		Replace(page.Visible(s))
}

// styledLetter writes the mathematical alphanumeric symbols (U+1D400 to U+1D7FF). Italics are LaTeX's default.
func styledLetter(r rune) (string, bool) {
	if r == 'ℎ' {
		return "h", true
	}
	for _, a := range mathAlphabets {
		if r >= a.first && r < a.first+52 {
			i := r - a.first
			letter := 'A' + i
			if i >= 26 {
				letter = 'a' + i - 26
			}
			if a.command == "" {
				return string(letter), true
			}
			return a.command + "{" + string(letter) + "}", true
		}
	}
	switch {
	case r >= 0x1D6A8 && r <= 0x1D7CB:
		return greek((r - 0x1D6A8) % 58), true
	case r >= 0x1D7CE && r <= 0x1D7FF:
		return string('0' + (r-0x1D7CE)%10), true
	}
	return "", false
}

var mathAlphabets = [...]struct {
	first   rune
	command string
}{
	{0x1D400, `\mathbf`},
	{0x1D434, ""},
	{0x1D468, `\boldsymbol`},
	{0x1D49C, `\mathcal`},
	{0x1D4D0, `\mathcal`},
	{0x1D504, `\mathfrak`},
	{0x1D538, `\mathbb`},
	{0x1D56C, `\mathfrak`},
	{0x1D5A0, `\mathsf`},
	{0x1D5D4, `\mathsf`},
	{0x1D608, `\mathsf`},
	{0x1D63C, `\mathsf`},
	{0x1D670, `\mathtt`},
}

// greek returns the i-th letter of a Greek mathematical alphabet: 25 capitals (with ϴ), nabla, 25 small
// letters, ∂ and variants.
func greek(i rune) string {
	switch {
	case i == 17:
		return symbol('Θ')
	case i < 25:
		return symbol('Α' + i)
	case i == 25:
		return symbol('∇')
	case i < 51:
		return symbol('α' + i - 26)
	}
	return symbol([]rune("∂ϵϑϰϕϱϖ")[i-51])
}

// Plain restores the characters that Escape writes as commands, for searching and for comparing with the page's
// own text. Structural commands stay.
func Plain(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i + 1
		if s[i] == '\\' {
			for end < len(s) && ((s[end] >= 'a' && s[end] <= 'z') || (s[end] >= 'A' && s[end] <= 'Z')) {
				end++
			}
			if r, ok := characters[s[i+1:end]]; ok {
				b.WriteRune(r)
				i = end
				continue
			}
		}
		b.WriteString(s[i:end])
		i = end
	}
	return b.String()
}
