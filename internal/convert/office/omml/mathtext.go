package omml

import (
	"strings"
	"unicode/utf8"

	"quire/internal/convert/latex"
)

// base leaves the braces of a single letter or digit away: x^{2}, not {x}^{2}.
func base(arg string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(arg, "{"), "}")
	if utf8.RuneCountInString(inner) == 1 {
		return inner
	}
	if name, ok := strings.CutPrefix(inner, `\`); ok && latex.IsName(name) {
		return inner
	}
	return arg
}

// squeeze drops doubled spaces and those at the ends.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func delimiter(c string) string {
	switch c {
	case "":
		return "."
	case "{", "}":
		return `\` + c
	}
	if d, ok := delimiterNames[c]; ok {
		return d
	}
	return c
}
