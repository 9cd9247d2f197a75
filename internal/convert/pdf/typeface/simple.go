package typeface

import "quire/internal/convert/pdf/object"

// simple is the information that a font with one-byte codes gives about them.
type simple struct {
	// glyphs holds the glyphs of the codes, or -1 where only PDFium knows.
	glyphs [256]int
	widths [256]int
	// unstated is set if the widths are those of the program.
	unstated bool
	// texts holds what the codes stand for in the encoding, 0 if that is nothing, or -1 where only PDFium knows.
	texts [256]rune
}

// openSimple reads the widths and the encoding of a font.
func (f *Face) openSimple(r *reader, d object.Dict) {
	if f.Name == "Symbol" {
		r.fail()
	}
	if r.err != nil {
		return
	}
	f.widths(r, d)
	encoding := r.get(d, "Encoding")
	named := encoding.Is(winAnsi) || encoding.Is(macRoman)
	if encoding.Kind != object.Null && !named {
		r.fail()
		return
	}
	base := string(encoding.Bytes)
	if named && f.Flags&flagSymbolic != 0 {
		base = f.supported(base)
	}
	switch {
	case base != "":
		f.encode(base, r.get(d, "ToUnicode").Kind != object.Null)
	case f.Flags&flagNonsymbolic != 0: // the standard encoding, which TrueType fonts do not have
		r.fail()
	default:
		f.symbols(r)
	}
}

// widths reads the advances.
func (f *Face) widths(r *reader, d object.Dict) {
	widths := r.get(d, "Widths")
	first, last := r.number(d, "FirstChar", 0), r.number(d, "LastChar", 0)
	if f.standard && widths.Kind == object.Null {
		f.simple.unstated = true
		return
	}
	if widths.Kind != object.Array || len(widths.Items) == 0 || first < 0 || first > 255 || last < 0 {
		r.fail()
		return
	}
	missing := r.number(r.get(d, "FontDescriptor").Dict, "MissingWidth", 0)
	for code := range f.simple.widths {
		f.simple.widths[code] = missing
	}
	if end := first + len(widths.Items); last == 0 || last >= end {
		last = end - 1
	}
	for code := first; code <= min(last, 255); code++ {
		w := r.resolve(widths.Items[code-first])
		if !w.Numeric() || w.Number < 0 {
			r.fail()
			return
		}
		f.simple.widths[code] = w.Int()
	}
	if f.standard {
		f.level()
	}
}

// supported returns the encoding that PDFium uses instead of one for which a symbolic font has no table, or "".
func (f *Face) supported(encoding string) string {
	windows, mac := false, false
	for _, m := range f.program.maps {
		windows = windows || m.platform == 0 || m.platform == 3
		mac = mac || m.platform == 1
	}
	switch {
	case len(f.program.maps) == 0, encoding == winAnsi && windows, encoding == macRoman && mac:
		return encoding
	case mac:
		return macRoman
	case windows:
		return winAnsi
	}
	return ""
}

// encode finds the glyphs of an encoding by their characters.
func (f *Face) encode(encoding string, translated bool) {
	p := f.program
	unicode, symbol, mac := p.codes(3, 1), p.codes(3, 0), p.codes(1, 0)
	switch {
	case unicode != nil:
		symbol, mac = nil, nil
	case mac != nil && f.Flags&flagNonsymbolic != 0:
		symbol = nil
	case symbol != nil:
		mac = nil
	}
	for code := range f.simple.glyphs {
		r := encoded(encoding, code)
		f.simple.texts[code] = r
		glyph := 0
		switch {
		case r == 0:
			f.simple.glyphs[code] = -1
			continue
		case unicode != nil:
			glyph = unicode.glyph(int(r))
		case symbol != nil:
			glyph = symbolic(symbol, code)
		case mac != nil && macCode(r) != 0:
			glyph = mac.glyph(macCode(r))
		}
		if glyph == 0 {
			glyph = f.fallback(code, r, unicode, translated)
		}
		f.simple.glyphs[code] = glyph
	}
}

// fallback returns the glyph of a character that is not in the code table.
func (f *Face) fallback(code int, r rune, unicode *codeTable, translated bool) int {
	glyph, ok := f.program.named(r)
	switch {
	case !ok:
		return -1
	case glyph != 0 || !translated:
		return glyph
	}
	text, mapped := f.text(code)
	if unicode == nil || !mapped || len(text) == 0 {
		return -1
	}
	return unicode.glyph(int(text[0]))
}

// symbolic returns the glyph of a code in a table for symbols, where codes may be moved to a private-use area.
func symbolic(m *codeTable, code int) int {
	for _, area := range []int{0, 0xF000, 0xF100, 0xF200} {
		if glyph := m.glyph(area + code); glyph != 0 {
			return glyph
		}
	}
	return 0
}

// symbols finds the glyphs of a font with its own codes.
func (f *Face) symbols(r *reader) {
	p := f.program
	symbol, mac := p.codes(3, 0), p.codes(1, 0)
	found := false
	if symbol != nil {
		for code := range f.simple.glyphs {
			f.simple.glyphs[code] = symbolic(symbol, code)
			found = found || f.simple.glyphs[code] != 0
		}
	}
	switch {
	case !found && mac == nil:
		r.fail()
	case mac != nil:
		for code := range f.simple.glyphs {
			if !found {
				f.simple.glyphs[code] = mac.glyph(code)
			}
			f.simple.texts[code] = -1
			if r := encoded(macRoman, code); r != 0 {
				f.simple.texts[code] = r
			}
		}
	}
}
