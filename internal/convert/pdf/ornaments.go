package pdf

import (
	"maps"
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
)

// TeX calls the glyphs of its drawn fonts a1 to a255, by their codes. ZapfDingbats uses the same names for its
// ornaments, so programs that add a ToUnicode table, such as Ghostscript, turn all text into ornaments.

// ornaments are the characters of ZapfDingbats named a1 to a206, in this order, or a space where the name is unused.
const ornaments = "" +
	"✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊" +
	"❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾" +
	"❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→➣↔↕➙➛➜➝➞➟➠➡➢➤➥➦➧➨➩➫➭➯➲➳➵➸➺➻➼➽➾➚➪➶➹➘➴➷➬➮➱✃❐❒❮❰"

// texCodes are what TeX's codes from 128 on stand for (T1 encoding), as far as there are ornaments with their names.
const texCodes = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎ"

// leastOrnaments is the least number of different ornaments, in nameless fonts, that show that a page's text is
// garbled. Real ornaments number one to four on a page.
const leastOrnaments = 12

var (
	ornamentCodes = codesOf(ornaments)
	texLetters    = []rune(texCodes)
	// texSigns maps the codes below 32, and those of quotation marks, to what they stand for. Ligatures have other codes in
	// older fonts (OT1 encoding), which T1 uses for accents that stand alone.
	texSigns = map[int]string{
		11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 16: "“", 17: "”", 18: "„", 19: "«", 20: "»", 21: "–", 22: "—",
		27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl", 39: "’", 96: "‘", 127: "-",
	}
)

// codesOf maps the ornaments to the numbers in their names.
func codesOf(ornaments string) map[rune]int {
	out := map[rune]int{}
	code := 0
	for _, r := range ornaments {
		if code++; r != ' ' {
			out[r] = code
		}
	}
	return out
}

// restoreLetters replaces characters that represent TeX's codes in nameless fonts by the characters TeX means:
// ornaments, if there are so many that they must be letters, and control characters, which are codes that PDFium cannot
// map.
func restoreLetters(in *ink.Input) {
	if !slices.ContainsFunc(in.Fonts, func(f ink.Font) bool { return f.Name == "" }) {
		return
	}
	garbled, signs := garbledByOrnaments(in), fontsWithSigns(in)
	out := make([]ink.Glyph, 0, len(in.Glyphs))
	for _, g := range in.Glyphs {
		code := 0
		switch {
		case !isNameless(in, g):
		case garbled && ornamentCodes[g.Rune] > 0:
			code = ornamentCodes[g.Rune]
		case signs[g.Font] && unicode.IsControl(g.Rune):
			code = int(g.Rune)
		}
		if code == 0 {
			out = append(out, g)
			continue
		}
		for _, g.Rune = range texText(code) {
			out = append(out, g)
		}
	}
	in.Glyphs = out
}

func isNameless(in *ink.Input, g ink.Glyph) bool {
	return g.Font >= 0 && g.Font < len(in.Fonts) && in.Fonts[g.Font].Name == ""
}

// garbledByOrnaments reports whether a page has so many ornaments in nameless fonts that they must be letters.
func garbledByOrnaments(in *ink.Input) bool {
	seen := map[rune]bool{}
	for _, g := range in.Glyphs {
		if ornamentCodes[g.Rune] > 0 && isNameless(in, g) {
			seen[g.Rune] = true
		}
	}
	return len(seen) >= leastOrnaments
}

// fontsWithSigns returns the nameless fonts whose control characters are TeX's signs. Fonts that number their glyphs
// arbitrarily have other control characters, or no lowercase letters.
func fontsWithSigns(in *ink.Input) map[int]bool {
	letters, others := map[int]bool{}, map[int]bool{}
	for _, g := range in.Glyphs {
		switch {
		case !isNameless(in, g):
		case g.Rune >= 'a' && g.Rune <= 'z':
			letters[g.Font] = true
		case unicode.IsControl(g.Rune) && texSigns[int(g.Rune)] == "":
			others[g.Font] = true
		}
	}
	maps.DeleteFunc(letters, func(font int, _ bool) bool { return others[font] })
	return letters
}

// texText returns what a code of TeX's text fonts stands for.
func texText(code int) string {
	const firstLetter = 128
	if sign, ok := texSigns[code]; ok {
		return sign
	}
	if code >= firstLetter {
		return string(texLetters[code-firstLetter])
	}
	return string(rune(code))
}
