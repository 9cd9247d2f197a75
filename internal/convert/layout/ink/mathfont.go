package ink

import "strings"

// MathKind tells the fonts of formulas from those of text, and from each other where the font is part of the meaning.
type MathKind uint8

const (
	NoMath         MathKind = iota
	MathFont                // letters and symbols as they are
	MathScript              // capitals are script: \mathcal
	MathBlackboard          // letters are blackboard bold: \mathbb
	MathFraktur             // letters are fraktur: \mathfrak
	mathExtension           // large operators and delimiters in TeX's own encoding
)

// mathFonts are beginnings of the names of TeX's math fonts (Computer Modern, Latin Modern, AMS, MathTime, TX, PX).
var mathFonts = []struct {
	prefix string
	kind   MathKind
}{
	{"cmex", mathExtension},
	{"lmex", mathExtension},
	{"lmmathextension", mathExtension},
	{"mtex", mathExtension},
	{"txex", mathExtension},
	{"pxex", mathExtension},
	{"euex", mathExtension},
	{"msbm", MathBlackboard},
	{"bbm", MathBlackboard},
	{"bbold", MathBlackboard},
	{"dsrom", MathBlackboard},
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
	{"pxmi", MathFont},
	{"msam", MathFont},
	{"eurm", MathFont},
	{"mathjax_", MathFont},
}

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

// extension gives the characters of TeX's encoding of large symbols (OMX), which readers that do not know it take for
// letters, and their depths in ems: these symbols hang from their origin. The codes come in the order of The TeXbook,
// appendix F, figure 5; pieces of which taller ones are built are left out.
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
	add(0x68, 1.8, "[]⌊⌋⌈⌉{}")
	add(0x70, 1.2, "√")
	add(0x71, 1.8, "√")
	add(0x72, 2.4, "√")
	add(0x73, 3.0, "√")
	return m
}()

// symbolCodes are the characters of TeX's encoding of symbols (OMS) in the place of the small letters, of which the font
// has none, from a on.
var symbolCodes = []rune("⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫")

type extended struct {
	symbol rune
	depth  float64
}

// Axis is how far a formula's axis, on which fraction bars and large symbols are centred, stands above the baseline (ems).
const Axis = .25

// MarkMath finds the fonts of formulas, and gives their glyphs the characters and boxes that they look like: of these
// fonts the ascents and descents say nothing.
func MarkMath(in *Input) {
	in.math = make([]MathKind, len(in.Fonts))
	some := false
	for i, f := range in.Fonts {
		in.math[i] = mathKindOf(f.Name)
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
		if i := int(g.Rune - 'a'); i >= 0 && i < len(symbolCodes) && strings.HasPrefix(strings.ToLower(in.Fonts[g.Font].Name), "cmsy") {
			g.Rune = symbolCodes[i]
		}
		depth := 0.0
		if in.math[g.Font] == mathExtension && !g.Generated {
			if e, ok := extension[g.Rune]; ok {
				g.Rune, depth = e.symbol, e.depth
			}
		}
		if depth > 0 {
			g.Box.Y0, g.Box.Y1 = g.Y, g.Y+depth*g.Size
			g.Y += (depth/2 + Axis) * g.Size
		} else if !hangingRoot(g, in.math[g.Font]) {
			g.Box.Y0, g.Box.Y1 = g.Y-.75*g.Size, g.Y+.25*g.Size
		}
	}
}

// hangingRoot moves the root sign of TeX's symbol font, which hangs from its origin as the larger ones do.
func hangingRoot(g *Glyph, kind MathKind) bool {
	if g.Rune != '√' || kind != MathScript {
		return false
	}
	g.Box.Y0, g.Box.Y1 = g.Y, g.Y+g.Size
	g.Y += .75 * g.Size
	return true
}

// MathKind is what a font is for; noMath for one that the page does not have.
func (in *Input) MathKind(font int) MathKind {
	if font < 0 || font >= len(in.math) {
		return NoMath
	}
	return in.math[font]
}

// HasMath reports whether the page has fonts for formulas.
func (in *Input) HasMath() bool { return in.math != nil }
