package typeface

import (
	"strings"

	"quire/internal/convert/pdf/object"
)

// nowhere is the glyph of a code for which PDFium finds none, and for which it reports a special box.
const nowhere = -2

// openLetters reads the widths and the encoding of a font whose glyphs have names.
func (f *Face) openLetters(r *reader, d object.Dict) {
	const both = flagSymbolic | flagNonsymbolic
	odd := resident(f.Name)
	if f.standard {
		var font int
		font, f.Name, _ = standardFont(f.Name)
		odd = font < monospaced && r.get(d, "Widths").Kind != object.Null
	}
	if (f.standard && f.Flags&flagAllCaps != 0) || f.Flags&both == both || odd {
		r.fail()
	}
	if r.err != nil {
		return
	}
	f.widths(r, d)
	base := ""
	symbols := f.Flags&flagSymbolic != 0
	if !symbols {
		base = standard
	}
	encoding := r.get(d, "Encoding")
	names := map[int]string{}
	switch encoding.Kind {
	case object.Null:
	case object.Name:
		base = f.based(r, encoding, base)
	case object.Dictionary:
		base = f.based(r, r.get(encoding.Dict, "BaseEncoding"), base)
		names = r.differences(encoding.Dict)
	default:
		r.fail()
	}
	for code := range f.simple.glyphs {
		f.simple.glyphs[code], f.simple.texts[code] = f.letter(base, code, names[code], symbols)
		if f.simple.glyphs[code] == nowhere && f.Flags&flagAllCaps != 0 && capitalized(code) { // PDFium uses a capital
			f.simple.glyphs[code] = -1
		}
	}
}

// capitalized reports whether PDFium shows a capital for a code that has no glyph in a font of capitals.
func capitalized(code int) bool {
	return (code >= 'a' && code <= 'z') || (code >= 0xE0 && code <= 0xFD && code != 0xF7)
}

// based returns the encoding that a name stands for, or otherwise.
func (f *Face) based(r *reader, encoding object.Object, otherwise string) string {
	switch {
	case encoding.Is(winAnsi), encoding.Is(macRoman):
		return string(encoding.Bytes)
	case encoding.Is("MacExpertEncoding"), encoding.Is("PDFDocEncoding"):
		r.fail()
	}
	return otherwise
}

// differences returns the codes of an encoding that stand for other glyphs.
func (r *reader) differences(encoding object.Dict) map[int]string {
	out := map[int]string{}
	code := 0
	for _, item := range r.get(encoding, "Differences").Items {
		switch item = r.resolve(item); {
		case item.Kind == object.Name:
			out[code] = string(item.Bytes)
			code++
		case item.Numeric():
			code = item.Int()
		default:
			r.fail()
		}
	}
	return out
}

// letter returns the glyph of a code, and what it stands for. name is its name if the document gives it one. A glyph of
// -1 is one that only PDFium knows.
func (f *Face) letter(base string, code int, name string, symbols bool) (glyph int, text rune) {
	p := f.letters
	if name == "" && base != "" {
		var ok bool
		if name, ok = encodedName(base, code); !ok {
			return -1, -1
		}
	}
	if name == "" {
		if !symbols || !p.coded {
			return -1, 0
		}
		if glyph = p.codes[code]; glyph != 0 {
			text = named(p.names[glyph])
		}
		return glyph, text
	}
	glyph, found := p.byName[name]
	switch text = named(name); {
	case found && (glyph != 0 || symbols):
		return glyph, text
	case symbols:
		return 0, text
	case f.standard: // the mark of nothing is that of a space
	case name == notDefined, name == "space":
		return nowhere, ' '
	}
	return -1, text // PDFium looks for another glyph with the same meaning
}

// notDefined is the name of the glyph for everything that a font does not have.
const notDefined = ".notdef"

// resident reports whether PDFium treats a font as one of its own, to which other rules apply.
func resident(name string) bool {
	for _, prefix := range []string{"Courier", "Symbol", "ZapfDingbats"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
