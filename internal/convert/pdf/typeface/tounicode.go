package typeface

import (
	"strings"
	"unicode/utf16"

	"quire/internal/convert/pdf/object"
)

// maxMapped is the maximum number of entries in a font's ToUnicode table.
const maxMapped = 1 << 17

// usualOperands is how many operands one part of such a table usually has, at most.
const usualOperands = 64

// meanings maps the codes of a font to what they stand for. A nil text marks a code for which the table has several
// texts.
type meanings struct {
	texts map[int][]rune
	count int
}

// add adds what a code stands for.
func (m *meanings) add(code int, text []rune) bool {
	if m.count++; m.count > maxMapped {
		return false
	}
	if len(text) == 0 {
		return true
	}
	if before, ok := m.texts[code]; ok && string(before) != string(text) {
		text = nil
	}
	m.texts[code] = text
	return true
}

// parseMeanings parses a ToUnicode table (ISO 32000-2, 9.10.3). It returns false for a table that is left to another
// reader.
func parseMeanings(data []byte) (meanings, bool) {
	m := meanings{texts: map[int][]rune{}}
	l := object.NewLexer(data)
	operands := make([]object.Object, 0, usualOperands)
	begun := -1
	for {
		o, err := l.Next()
		switch {
		case err != nil:
			return m, false
		case o.Kind == object.End:
			return m, begun < 0
		case o.Kind == object.Name && strings.HasSuffix(string(o.Bytes), "-UCS2"): // built on another table
			return m, false
		case o.Kind != object.Keyword:
			if begun >= 0 {
				operands = append(operands, o)
			}
			continue
		}
		switch string(o.Bytes) {
		case "usecmap":
			return m, false
		case "beginbfchar", "beginbfrange":
			begun, operands = 0, operands[:0]
		case "endbfchar":
			if begun < 0 || !m.chars(operands) {
				return m, false
			}
			begun = -1
		case "endbfrange":
			if begun < 0 || !m.ranges(operands) {
				return m, false
			}
			begun = -1
		}
	}
}

// chars adds pairs of a code and its text.
func (m *meanings) chars(operands []object.Object) bool {
	if len(operands)%2 != 0 {
		return false
	}
	for i := 0; i < len(operands); i += 2 {
		code, ok := codeOf(operands[i])
		text, ok2 := textOf(operands[i+1])
		if !ok || !ok2 || !m.add(code, text) {
			return false
		}
	}
	return true
}

// ranges adds ranges of codes: the first, the last, and the texts of all of them or that of the first.
func (m *meanings) ranges(operands []object.Object) bool {
	if len(operands)%3 != 0 {
		return false
	}
	for i := 0; i < len(operands); i += 3 {
		from, ok := codeOf(operands[i])
		to, ok2 := codeOf(operands[i+1])
		if !ok || !ok2 || to < from || from>>8 != to>>8 || !m.span(from, to, operands[i+2]) {
			return false
		}
	}
	return true
}

func (m *meanings) span(from, to int, o object.Object) bool {
	if o.Kind == object.Array {
		if len(o.Items) != to-from+1 {
			return false
		}
		for i, item := range o.Items {
			if text, ok := textOf(item); !ok || !m.add(from+i, text) {
				return false
			}
		}
		return true
	}
	text, ok := textOf(o)
	if !ok || len(text) == 0 || (len(text) > 1 && from != to) {
		return false
	}
	for code := from; code <= to; code++ {
		next := append([]rune{text[0] + rune(code-from)}, text[1:]...)
		if !plain(next) || !m.add(code, next) {
			return false
		}
	}
	return true
}

// codeOf returns a code of at most two bytes.
func codeOf(o object.Object) (int, bool) {
	if o.Kind != object.String || len(o.Bytes) == 0 || len(o.Bytes) > 2 {
		return 0, false
	}
	code := 0
	for _, b := range o.Bytes {
		code = code<<8 | int(b)
	}
	return code, true
}

// maxText is the maximum number of characters that a code stands for.
const maxText = 8

// textOf decodes a text in UTF-16.
func textOf(o object.Object) ([]rune, bool) {
	if o.Kind != object.String || len(o.Bytes)%2 != 0 || len(o.Bytes) > 2*maxText {
		return nil, false
	}
	out := make([]rune, 0, len(o.Bytes)/2)
	for i := 0; i < len(o.Bytes); i += 2 {
		out = append(out, rune(o.Bytes[i])<<8|rune(o.Bytes[i+1]))
	}
	return out, plain(out)
}

// plain reports whether a text has neither unpaired surrogates nor noncharacters.
func plain(text []rune) bool {
	for _, r := range text {
		if utf16.IsSurrogate(r) || r >= 0xFFFE {
			return false
		}
	}
	return true
}
