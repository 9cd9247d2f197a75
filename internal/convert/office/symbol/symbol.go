// Package symbol converts the codes of symbol fonts, in which Office documents write bullets and other characters.
package symbol

import "strings"

// Text converts the codes of symbol fonts, which mean nothing in Unicode, to the Unicode characters that
// they show.
func Text(s, font string) string {
	table := fonts[strings.ToLower(font)]
	if table == nil && !strings.ContainsFunc(s, isPrivate) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		code := r
		if isPrivate(r) {
			code -= 0xF000
		}
		switch {
		case table != nil && code < 256 && table[code] != 0:
			b.WriteRune(table[code])
		case isPrivate(r) && code > ' ' && code < 0x7F && strings.EqualFold(font, "symbol"):
			b.WriteRune(code)
		case isPrivate(r) && (r == 0xF0B7 || r == 0xF0A7 || r == 0xF0D8):
			b.WriteRune('•')
		case !isPrivate(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Bullet returns the marker of a bulleted list: boxes and ticks are unchanged, and any other dot or dash becomes a
// bullet.
func Bullet(text, font string) string {
	if sign := strings.TrimSpace(Text(text, font)); sign != "" && strings.Contains("☐☑☒□✓✔✗✘", sign) {
		return sign
	}
	return "•"
}

// isPrivate reports whether r is in the range where Office stores the codes of symbol fonts.
func isPrivate(r rune) bool { return r >= 0xF000 && r <= 0xF0FF }

// fonts maps the codes of symbol fonts, by the font's name in lower case.
var fonts = map[string]map[rune]rune{
	"symbol": runs(map[rune]string{
		0x22: "∀", 0x24: "∃", 0x27: "∍", 0x2A: "∗", 0x2D: "−", 0x40: "≅",
		0x41: "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", 0x5C: "∴", 0x5E: "⊥",
		0x61: "αβχδεφγηιϕκλμνοπθρστυϖωξψζ",
		0xA1: "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…", 0xBF: "↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑", 0xF1: "〉∫",
	}),
	"wingdings": runs(map[rune]string{
		0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x4C: "☹", 0x6C: "●■□", 0x6F: "□", 0x71: "❑❒", 0x75: "◆❖",
		0x80: "⓪①②③④⑤⑥⑦⑧⑨⑩", 0x8B: "⓿❶❷❸❹❺❻❼❽❾❿", 0x9F: "•", 0xA7: "▪", 0xA8: "☐", 0xAB: "★", 0xB7: "•", 0xD8: "➢",
		0xDF: "←→↑↓↖↗↙↘", 0xE8: "➔", 0xEF: "⇦⇨⇧⇩", 0xF0: "⇨", 0xFB: "✗✓☒☑", 0x76: "❖", 0x9E: "·",
	}),
	"wingdings 2": runs(map[rune]string{0x4F: "✗✓", 0x51: "☒☑", 0x97: "•", 0xA3: "☐", 0x52: "☑", 0x53: "☒"}),
}

// runs maps consecutive codes, beginning at each start, to the characters listed for it.
func runs(starts map[rune]string) map[rune]rune {
	m := map[rune]rune{}
	for start, chars := range starts {
		for i, r := range []rune(chars) {
			m[start+rune(i)] = r
		}
	}
	return m
}
