package latex

import (
	"strings"
	"unicode/utf8"
)

// Base writes the base of a script. It omits the braces around a single letter or digit: x^{2}, not {x}^{2}.
func Base(arg string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(arg, "{"), "}")
	if utf8.RuneCountInString(inner) == 1 {
		return inner
	}
	if name, ok := strings.CutPrefix(inner, `\`); ok && IsName(name) {
		return inner
	}
	return arg
}

// Squeeze removes duplicate spaces and those at the ends.
func Squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// Delimiter writes a delimiter for use after \left, \middle or \right.
func Delimiter(c string) string {
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

// LimitNames are the commands, without their backslash, whose scripts are limits.
var LimitNames = strings.Fields("lim liminf limsup max min inf sup det gcd Pr sum prod coprod bigcup bigcap")

// Accents maps marks above or below a letter to their commands.
var Accents = map[string]string{
	"\u0300": `\grave`, "\u0301": `\acute`, "\u0302": `\hat`, "\u0303": `\tilde`, "\u0304": `\bar`, "\u0305": `\overline`,
	"\u0306": `\breve`, "\u0307": `\dot`, "\u0308": `\ddot`, "\u20DB": `\dddot`, "\u030A": `\mathring`, "\u030C": `\check`,
	"\u20D6": `\overleftarrow`, "\u20D7": `\vec`, "\u20E1": `\overleftrightarrow`, "\u0331": `\underline`, "\u0332": `\underline`,
	"\u0333": `\underline`, "\u033F": `\overline`, "ˆ": `\hat`, "˜": `\tilde`, "→": `\vec`, "^": `\hat`, "~": `\tilde`, "¯": `\bar`,
}

// Groups maps braces and arrows along a term to their commands.
var Groups = map[string]string{
	"⏞": `\overbrace`, "⏟": `\underbrace`, "⏜": `\overparen`, "⏝": `\underparen`, "⎴": `\overbracket`, "⎵": `\underbracket`,
	"→": `\xrightarrow`, "←": `\xleftarrow`, "⇒": `\xRightarrow`, "⇐": `\xLeftarrow`, "↔": `\xleftrightarrow`,
}

var delimiterNames = map[string]string{
	"⟨": `\langle `, "⟩": `\rangle `, "〈": `\langle `, "〉": `\rangle `, "⌈": `\lceil `, "⌉": `\rceil `, "⌊": `\lfloor `, "⌋": `\rfloor `,
	"‖": `\| `, "∥": `\| `, "∣": "|", "⟦": `[\![`, "⟧": `]\!]`, "↑": `\uparrow `, "↓": `\downarrow `,
}
