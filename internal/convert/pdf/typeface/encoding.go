package typeface

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// encoded returns the character of a code in one of the named encodings (ISO 32000-2, annex D), or 0 if it has none or
// one whose name stands for a different character elsewhere.
func encoded(encoding string, code int) rune {
	switch {
	case code < ' ' || code > 0xFF:
		return 0
	case code < 0x7F:
		return rune(code)
	case encoding == winAnsi:
		return inWinAnsi(code)
	}
	return inMacRoman(code)
}

// The names of the encodings.
const (
	winAnsi  = "WinAnsiEncoding"
	macRoman = "MacRomanEncoding"
)

func inWinAnsi(code int) rune {
	switch code {
	case 0x7F, 0x81, 0x8D, 0x8F, 0x90, 0x9D:
		return '•' // viewers show it for codes without a meaning
	case 0xA0:
		return ' '
	case 0xAD:
		return '-'
	}
	return charmap.Windows1252.DecodeByte(byte(code)) //nolint:gosec // a byte
}

// doubtfulMac lists the Macintosh codes that the standard leaves out, or gives other names.
const doubtfulMac = "\x7F\xAD\xB0\xB2\xB3\xB5\xB6\xB7\xB8\xB9\xBA\xBD\xC3\xC5\xC6\xD7\xDB\xF0"

func inMacRoman(code int) rune {
	switch {
	case code == 0xCA:
		return ' '
	case strings.IndexByte(doubtfulMac, byte(code)) >= 0: //nolint:gosec // a byte
		return 0
	}
	return charmap.Macintosh.DecodeByte(byte(code)) //nolint:gosec // a byte
}

// macCode returns the code of a character in the Macintosh encoding, or 0.
func macCode(r rune) int {
	if b, ok := charmap.Macintosh.EncodeRune(r); ok {
		return int(b)
	}
	return 0
}

// signNames lists the names of the ASCII characters that are neither letters nor spaces.
const signNames = "exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash " +
	"zero one two three four five six seven eight nine colon semicolon less equal greater question at " +
	"bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde"

// nameOf returns the glyph name of an ASCII character, or "".
func nameOf(r rune) string {
	switch {
	case r == ' ':
		return "space"
	case (r >= 'A' && r <= 'Z') || (r >= 'a' && r <= 'z'):
		return string(r)
	case r > ' ' && r < 0x7F:
		i := int(r-' ') - 1
		if r > 'Z' {
			i -= 26
		}
		if r > 'z' {
			i -= 26
		}
		return strings.Fields(signNames)[i]
	}
	return ""
}

// firstName is the number of the first ASCII character, the space, among the standard glyph names.
const firstName = 3

// glyphNames holds the glyph names of a program: standard ones by number, and its own. Each maps to the first glyph
// with that name.
type glyphNames struct {
	standard map[int]int
	own      map[string]int
	// none is set if the program declares that it has no names.
	none bool
}

// named returns the glyph named after an ASCII character, or 0 if there is none. It returns false if the program's
// names cannot be read.
func (p *program) named(r rune) (glyph int, ok bool) {
	if p.names == nil {
		p.names = readNames(p.post, p.glyphs)
	}
	name := nameOf(r)
	switch {
	case p.names.none:
		return 0, true
	case p.names.own == nil || name == "":
		return 0, false
	}
	standard, found := p.names.standard[firstName+int(r-' ')]
	own, found2 := p.names.own[name]
	switch {
	case found && found2:
		return min(standard, own), true
	case found:
		return standard, true
	}
	return own, true
}

// readNames reads the names of glyphs. If they cannot be read, the map of the program's own names is nil.
func readNames(post table, glyphs int) *glyphNames {
	const header, version2, version3 = 32, 0x00020000, 0x00030000
	out := &glyphNames{}
	version, ok := post.u32(0)
	out.none = ok && version == version3
	if !ok || version != version2 {
		return out
	}
	count, ok := post.u16(header)
	if !ok || count != glyphs || len(post) < header+2+2*count {
		return out
	}
	names, ok := ownNames(post[header+2+2*count:])
	if !ok {
		return out
	}
	out.standard, out.own = map[int]int{}, map[string]int{}
	for i := count - 1; i >= 0; i-- {
		number, _ := post.u16(header + 2 + 2*i)
		if k := number - macNames; k >= 0 && k < len(names) {
			out.own[names[k]] = i
		} else {
			out.standard[number] = i
		}
	}
	return out
}

// macNames is the number of standard names.
const macNames = 258

// ownNames reads a sequence of names, each preceded by its length.
func ownNames(data table) ([]string, bool) {
	var out []string
	for len(data) > 0 {
		n := 1 + int(data[0])
		if n > len(data) {
			return nil, false
		}
		out = append(out, string(data[1:n]))
		data = data[n:]
	}
	return out, true
}
