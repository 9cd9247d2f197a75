package docx

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
)

// symbol is the character of a w:sym (17.3.3.30).
func symbol(e opc.Element) string {
	code, err := strconv.ParseUint(e.Attr("char"), 16, 21)
	if err != nil {
		return ""
	}
	return fontText(string(rune(code)), e.Attr("font"))
}

// fontText turns what the symbol fonts show, for codes that mean nothing in Unicode, into Unicode.
func fontText(s, font string) string {
	table := symbolFonts[strings.ToLower(font)]
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

// isPrivate says whether r is in the range where Word keeps the codes of symbol fonts.
func isPrivate(r rune) bool { return r >= 0xF000 && r <= 0xF0FF }

var symbolFonts = map[string]map[rune]rune{
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

func runs(starts map[rune]string) map[rune]rune {
	m := map[rune]rune{}
	for start, chars := range starts {
		for i, r := range []rune(chars) {
			m[start+rune(i)] = r
		}
	}
	return m
}
