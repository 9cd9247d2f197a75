package omml

import "strings"

var limitNames = strings.Fields("lim liminf limsup max min inf sup det gcd Pr sum prod coprod bigcup bigcap")

var accents = map[string]string{
	"\u0300": `\grave`, "\u0301": `\acute`, "\u0302": `\hat`, "\u0303": `\tilde`, "\u0304": `\bar`, "\u0305": `\overline`,
	"\u0306": `\breve`, "\u0307": `\dot`, "\u0308": `\ddot`, "\u20DB": `\dddot`, "\u030A": `\mathring`, "\u030C": `\check`,
	"\u20D6": `\overleftarrow`, "\u20D7": `\vec`, "\u20E1": `\overleftrightarrow`, "\u0331": `\underline`, "\u0332": `\underline`,
	"\u0333": `\underline`, "\u033F": `\overline`, "ˆ": `\hat`, "˜": `\tilde`, "→": `\vec`, "^": `\hat`, "~": `\tilde`, "¯": `\bar`,
}

var groups = map[string]string{
	"⏞": `\overbrace`, "⏟": `\underbrace`, "⏜": `\overparen`, "⏝": `\underparen`, "⎴": `\overbracket`, "⎵": `\underbracket`,
	"→": `\xrightarrow`, "←": `\xleftarrow`, "⇒": `\xRightarrow`, "⇐": `\xLeftarrow`, "↔": `\xleftrightarrow`,
}

var delimiterNames = map[string]string{
	"⟨": `\langle `, "⟩": `\rangle `, "〈": `\langle `, "〉": `\rangle `, "⌈": `\lceil `, "⌉": `\rceil `, "⌊": `\lfloor `, "⌋": `\rfloor `,
	"‖": `\| `, "∥": `\| `, "∣": "|", "⟦": `[\![`, "⟧": `]\!]`, "↑": `\uparrow `, "↓": `\downarrow `,
}
