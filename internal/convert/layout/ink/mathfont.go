package ink

import (
	"slices"
	"strings"
)

// MathKind says whether a font sets formulas, and which alphabet it holds if that is part of the meaning.
type MathKind uint8

// The kinds of fonts.
const (
	NoMath         MathKind = iota // a font of text
	MathFont                       // letters and symbols as they are
	MathScript                     // capitals are script: \mathcal
	MathBlackboard                 // letters are blackboard bold: \mathbb
	MathFraktur                    // letters are fraktur: \mathfrak
	MathExtension                  // large operators and delimiters in TeX's own encoding
)

// mathFonts are the prefixes of the names of TeX's math fonts (Computer Modern, Latin Modern, AMS, MathTime, TX, PX).
var mathFonts = []struct {
	prefix string
	kind   MathKind
}{
	{"cmex", MathExtension},
	{"lmex", MathExtension},
	{"lmmathextension", MathExtension},
	{"mtex", MathExtension},
	{"txex", MathExtension},
	{"pxex", MathExtension},
	{"euex", MathExtension},
	{"msbm", MathBlackboard},
	{"bbm", MathBlackboard},
	{"bbold", MathBlackboard},
	{"dsrom", MathBlackboard},
	{"txsyb", MathBlackboard},
	{"pxsyb", MathBlackboard},
	{"eufm", MathFraktur},
	{"cmsy", MathScript},
	{"cmbsy", MathScript},
	{"lmsy", MathScript},
	{"lmmathsymbols", MathScript},
	{"mtsy", MathScript},
	{"txsy", MathScript},
	{"pxsy", MathScript},
	{"rsfs", MathScript},
	{"eusm", MathScript},
	{"cmmi", MathFont},
	{"lmmi", MathFont},
	{"lmmathitalic", MathFont},
	{"mtmi", MathFont},
	{"txmi", MathFont},
	{"rtxmi", MathFont},
	{"rpxmi", MathFont},
	{"newtxmi", MathFont},
	{"newpxmi", MathFont},
	{"pxmi", MathFont},
	{"msam", MathFont},
	{"eurm", MathFont},
	{"mathjax_", MathFont},
}

// mathKindOf recognises a font by its name.
func mathKindOf(name string) MathKind {
	name = strings.ToLower(name)
	for _, f := range mathFonts {
		if strings.HasPrefix(name, f.prefix) {
			return f.kind
		}
	}
	if strings.Contains(name, "math") {
		return MathFont
	}
	return NoMath
}

// HasLargeSigns reports whether a font, judging by its name, uses TeX's encoding of large symbols, in which code 0 is a
// bracket.
func HasLargeSigns(name string) bool { return mathKindOf(name) == MathExtension }

// extension maps the codes of TeX's encoding of large symbols (OMX), which PDF readers that do not know it report as
// letters, to their characters and their depths in ems, because these symbols hang from their origin. The codes are in
// the order of The TeXbook, appendix F, figure 5. The pieces of taller symbols come last, also under the characters of
// Adobe's private use area that their glyph names stand for; the pieces of horizontal braces are arcs.
var extension = func() map[rune]extended {
	m := map[rune]extended{}
	add := func(first rune, depth float64, symbols string) {
		for _, r := range symbols {
			m[first] = extended{r, depth}
			first++
		}
	}
	add(0x00, 1.2, "()[]⌊⌋⌈⌉{}⟨⟩|∥/\\")
	add(0x10, 1.8, "()")
	add(0x12, 2.4, "()[]⌊⌋⌈⌉{}⟨⟩/\\")
	add(0x20, 3.0, "()[]⌊⌋⌈⌉{}⟨⟩/\\")
	add(0x2E, 1.8, "/\\")
	add(0x44, 1.8, "⟨⟩")
	add(0x46, 1.0, "⨆")
	add(0x47, 1.4, "⨆")
	add(0x48, 1.11, "∮")
	add(0x49, 2.22, "∮")
	for i, r := range []rune("⨀⨁⨂") {
		add(0x4A+2*rune(i), 1.0, string(r))
		add(0x4B+2*rune(i), 1.4, string(r))
	}
	add(0x50, 1.0, "∑∏∫⋃⋂⨄⋀⋁")
	add(0x58, 1.4, "∑∏∫⋃⋂⨄⋀⋁")
	m[0x52], m[0x5A] = extended{'∫', 1.11}, extended{'∫', 2.22}
	add(0x60, 1.0, "∐")
	add(0x61, 1.4, "∐")
	for code, accent := range map[rune]rune{0x62: 'ˆ', 0x65: '˜'} { // in three widths
		for width := range rune(3) {
			m[code+width] = extended{accent, .3}
		}
	}
	add(0x68, 1.8, "[]⌊⌋⌈⌉{}")
	add(0x70, 1.2, "√")
	add(0x71, 1.8, "√")
	add(0x72, 2.4, "√")
	add(0x73, 3.0, "√")
	addPieces(add)
	return m
}()

// addPieces adds the pieces of taller symbols, under their codes and under the private characters that their glyph
// names stand for.
func addPieces(add func(first rune, depth float64, symbols string)) {
	add(0x30, 1.8, "⎛⎞⎡⎤⎣⎦")
	add(0x36, .6, "⎢⎥")
	add(0x38, .9, "⎧⎫⎩⎭")
	add(0x3C, 1.8, "⎨⎬")
	add(0x3E, .3, "⎪")
	add(0xF8F4, .3, "⎪")
	add(0x40, 1.8, "⎝⎠")
	add(0x42, .6, "⎜⎟")
	add(0xF8EB, 1.8, "⎛")
	add(0xF8EC, .6, "⎜")
	add(0xF8ED, 1.8, "⎝⎡")
	add(0xF8EF, .6, "⎢")
	add(0xF8F0, 1.8, "⎣")
	add(0xF8F1, .9, "⎧")
	add(0xF8F2, 1.8, "⎨")
	add(0xF8F3, .9, "⎩")
	add(0xF8F6, 1.8, "⎞")
	add(0xF8F7, .6, "⎟")
	add(0xF8F8, 1.8, "⎠⎤")
	add(0xF8FA, .6, "⎥")
	add(0xF8FB, 1.8, "⎦")
	add(0xF8FC, .9, "⎫")
	add(0xF8FD, 1.8, "⎬")
	add(0xF8FE, .9, "⎭")
	add(0x74, 1.8, "⎷")
	add(0x75, .6, "╎⎾")
	add(0x7A, .12, "╭╮╰╯")
}

// symbolFonts are the prefixes of the names of the fonts in TeX's encoding of symbols (OMS).
var symbolFonts = []string{"cmsy", "cmbsy", "lmsy", "lmmathsymbols", "mtsy", "txsy", "pxsy"}

// symbolCodes are the characters in that encoding, starting at the code of the letter a. The fonts have no lowercase
// letters, so PDF readers report these codes as letters.
var symbolCodes = []rune("⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡")

// hasSymbolCodes reports whether a font is in TeX's encoding of symbols.
func hasSymbolCodes(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(symbolFonts, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

type extended struct {
	symbol rune
	depth  float64
}

// MarkMath recognises the fonts of formulas and corrects their glyphs in place: the characters, where the
// encoding is specific to TeX, and the boxes, because the ascents and descents of these fonts are meaningless.
func MarkMath(in *Input) {
	in.math = make([]MathKind, len(in.Fonts))
	symbols := make([]bool, len(in.Fonts))
	some := false
	for i, f := range in.Fonts {
		in.math[i], symbols[i] = mathKindOf(f.Name), hasSymbolCodes(f.Name)
		some = some || in.math[i] != NoMath
	}
	if !some {
		in.math = nil
		return
	}
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		if g.Font < 0 || g.Font >= len(in.math) || in.math[g.Font] == NoMath || g.Angle != 0 {
			continue
		}
		if symbols[g.Font] {
			if i := int(g.Rune - 'a'); i >= 0 && i < len(symbolCodes) {
				g.Rune = symbolCodes[i]
			}
		}
		depth := 0.0
		if in.math[g.Font] == MathExtension && !g.Generated {
			if e, ok := extension[g.Rune]; ok {
				g.Rune, depth = e.symbol, e.depth
			} else {
				depth = hanging(*g)
			}
		}
		if depth > 0 {
			g.Box.Y0, g.Box.Y1 = g.Y, g.Y+depth*g.Size
			g.Y += (depth/2 + MathAxis) * g.Size
		} else if !hangingRoot(g, in.math[g.Font]) {
			g.Box.Y0, g.Box.Y1 = g.Y-mathAscent*g.Size, g.Y+mathDescent*g.Size
		}
	}
}

// operatorWidths are the widths of large operators in running text, in ems. Displayed ones are at least a sixth wider.
var operatorWidths = map[rune]float64{'∑': 1.056, '∏': .944, '∐': .944, '∫': .472, '∮': .472, '⋃': .833, '⋂': .833, '⋁': .833, '⋀': .833, '⨁': 1.111, '⨂': 1.111, '⨀': 1.111}

// hanging returns how far an operator hangs from its origin, in ems, if the PDF reader reports its character instead of
// its code.
func hanging(g Glyph) float64 {
	width, ok := operatorWidths[g.Rune]
	display := g.Box.X1-g.Box.X0 > displayWidth*width*g.Size
	switch integral := g.Rune == '∫' || g.Rune == '∮'; {
	case !ok:
		return 0
	case integral && display:
		return 2.22
	case integral:
		return 1.11
	case display:
		return 1.4
	}
	return 1
}

// displayWidth is between the widths of an operator in running text and of a displayed one, as a multiple of the former.
const displayWidth = 1.1

// hangingRoot corrects the root sign of TeX's symbol font, which hangs from its origin as the larger ones do, and
// reports whether g is one.
func hangingRoot(g *Glyph, kind MathKind) bool {
	if g.Rune != '√' || kind != MathScript {
		return false
	}
	g.Box.Y0, g.Box.Y1 = g.Y, g.Y+g.Size
	g.Y += mathAscent * g.Size
	return true
}

// MathKind returns the kind of a font by its index, or NoMath for an index that the page does not have.
// MarkMath must be called first.
func (in *Input) MathKind(font int) MathKind {
	if font < 0 || font >= len(in.math) {
		return NoMath
	}
	return in.math[font]
}

// HasMath reports whether the page uses fonts for formulas. MarkMath must be called first.
func (in *Input) HasMath() bool { return in.math != nil }
