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

// companionSigns are what the codes from 132 to 159 stand for in TeX's companion fonts (TS1 encoding), which have signs alone.
// LaTeX takes the bullets of its lists and the daggers of its notes from them.
const companionSigns = "†‡‖‰•℃$¢ƒ₡₩₦₲₱₤℞‽⸘₫™‱¶฿№⁒℮◦℠"

const (
	firstCompanion = 132
	// mostCompanions is the maximum number of different codes of a companion font on a page. There are one to three on the pages
	// of 22 manuals; a font whose glyphs a program numbered from 128 on has as many as it has letters.
	mostCompanions = 4
)

var (
	ornamentCodes = codesOf(ornaments)
	texLetters    = []rune(texCodes)
	companions    = []rune(companionSigns)
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
// map, in fonts of letters and of signs.
func restoreLetters(in *ink.Input) {
	if !slices.ContainsFunc(in.Fonts, func(f ink.Font) bool { return f.Name == "" }) {
		return
	}
	garbled, signs, companionSet := garbledByOrnaments(in), fontsWithSigns(in), companionFonts(in)
	out := make([]ink.Glyph, 0, len(in.Glyphs))
	for _, g := range in.Glyphs {
		code := 0
		switch {
		case !isNameless(in, g):
		case garbled && ornamentCodes[g.Rune] > 0:
			code = ornamentCodes[g.Rune]
		case signs[g.Font] && unicode.IsControl(g.Rune):
			code = int(g.Rune)
		case companionSet[g.Font] && unicode.IsControl(g.Rune):
			g.Rune = companions[g.Rune-firstCompanion]
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

// companionFonts returns the nameless fonts that have no letters and whose control characters are few signs of TeX's
// companion fonts.
func companionFonts(in *ink.Input) map[int]bool {
	codes, others := map[int]map[rune]bool{}, map[int]bool{}
	for _, g := range in.Glyphs {
		switch {
		case !isNameless(in, g):
		case unicode.IsControl(g.Rune) && g.Rune >= firstCompanion:
			if codes[g.Font] == nil {
				codes[g.Font] = map[rune]bool{}
			}
			codes[g.Font][g.Rune] = true
		case isPlainLetter(g.Rune) || (unicode.IsControl(g.Rune) && !unicode.IsSpace(g.Rune)):
			others[g.Font] = true
		}
	}
	out := map[int]bool{}
	for font, seen := range codes {
		out[font] = len(seen) <= mostCompanions && !others[font]
	}
	return out
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
