package probe

import (
	"bytes"
	"strconv"
	"strings"
)

// The parts of PDF syntax (ISO 32000-2, 7.3) that make up a trailer and an encryption dictionary.
type (
	pdfName   string
	pdfString string
	pdfRef    struct{ number, generation int }
	pdfDict   map[pdfName]any
	pdfArray  []any
	// pdfWord is anything else: true, false, null, operators.
	pdfWord string
)

// pdfDepth bounds nesting; encryption dictionaries nest twice.
const pdfDepth = 8

// pdfParser reads objects from a buffer. It never fails: anything invalid reads as nil.
type pdfParser struct {
	b []byte
	i int
}

func (p *pdfParser) skipSpace() {
	for p.i < len(p.b) {
		switch c := p.b[p.i]; {
		case isPDFSpace(c):
			p.i++
		case c == '%':
			end := bytes.IndexAny(p.b[p.i:], "\r\n")
			if end < 0 {
				p.i = len(p.b)
				return
			}
			p.i += end
		default:
			return
		}
	}
}

// object reads the next object. It returns nil at the end, at a closing delimiter and beyond pdfDepth.
func (p *pdfParser) object(depth int) any {
	p.skipSpace()
	if p.i >= len(p.b) || depth > pdfDepth {
		return nil
	}
	switch rest := p.b[p.i:]; {
	case bytes.HasPrefix(rest, []byte("<<")):
		p.i += 2
		return p.dict(depth)
	case rest[0] == '<':
		return p.hexString()
	case rest[0] == '(':
		return p.literalString()
	case rest[0] == '[':
		p.i++
		return p.array(depth)
	case rest[0] == '/':
		p.i++
		return pdfName(p.regular())
	}
	return p.numberOrRef()
}

func (p *pdfParser) dict(depth int) any {
	d := pdfDict{}
	for {
		key, ok := p.object(depth + 1).(pdfName)
		if !ok {
			p.close(">>")
			return d
		}
		d[key] = p.object(depth + 1)
	}
}

func (p *pdfParser) array(depth int) any {
	var a pdfArray
	for {
		v := p.object(depth + 1)
		if v == nil {
			p.close("]")
			return a
		}
		a = append(a, v)
	}
}

func (p *pdfParser) close(delimiter string) {
	if bytes.HasPrefix(p.b[p.i:], []byte(delimiter)) {
		p.i += len(delimiter)
	}
}

// regular reads up to the next space or delimiter, resolving #xx escapes as names require.
func (p *pdfParser) regular() string {
	var s []byte
	for ; p.i < len(p.b) && !isPDFSpace(p.b[p.i]) && !bytes.ContainsRune([]byte("()<>[]{}/%"), rune(p.b[p.i])); p.i++ {
		if c := p.b[p.i]; c == '#' && p.i+2 < len(p.b) {
			if v, err := strconv.ParseUint(string(p.b[p.i+1:p.i+3]), 16, 8); err == nil {
				s = append(s, byte(v))
				p.i += 2
				continue
			}
		}
		s = append(s, p.b[p.i])
	}
	return string(s)
}

// numberOrRef reads an integer, a reference "12 0 R" or a bare word. It returns nil if there is none.
func (p *pdfParser) numberOrRef() any {
	word := p.regular()
	if word == "" {
		return nil
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return pdfWord(word)
	}
	back := p.i
	p.skipSpace()
	generation, err := strconv.Atoi(p.regular())
	if err == nil {
		p.skipSpace()
		if p.regular() == "R" {
			return pdfRef{n, generation}
		}
	}
	p.i = back
	return n
}

func (p *pdfParser) hexString() any {
	end := bytes.IndexByte(p.b[p.i:], '>')
	if end < 0 {
		p.i = len(p.b)
		return nil
	}
	digits := make([]byte, 0, end)
	for _, c := range p.b[p.i+1 : p.i+end] {
		if !isPDFSpace(c) {
			digits = append(digits, c)
		}
	}
	p.i += end + 1
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	out := make([]byte, 0, len(digits)/2)
	for i := 0; i < len(digits); i += 2 {
		v, err := strconv.ParseUint(string(digits[i:i+2]), 16, 8)
		if err != nil {
			return nil
		}
		out = append(out, byte(v))
	}
	return pdfString(out)
}

func (p *pdfParser) literalString() any {
	var out []byte
	p.i++
	for depth := 1; p.i < len(p.b); p.i++ {
		switch c := p.b[p.i]; c {
		case '\\':
			out = p.escape(out)
			continue
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				p.i++
				return pdfString(out)
			}
		case '\r': // any end of line reads as one line feed
			if p.i+1 < len(p.b) && p.b[p.i+1] == '\n' {
				p.i++
			}
			out = append(out, '\n')
			continue
		}
		out = append(out, p.b[p.i])
	}
	return nil
}

var pdfEscapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

// escape appends the character that the backslash at p.i stands for and leaves p.i on its last byte.
func (p *pdfParser) escape(out []byte) []byte {
	p.i++
	if p.i >= len(p.b) {
		return out
	}
	c := p.b[p.i]
	if v, ok := pdfEscapes[c]; ok {
		return append(out, v)
	}
	switch {
	case c >= '0' && c <= '7':
		v := 0
		end := min(p.i+3, len(p.b))
		for ; p.i < end && p.b[p.i] >= '0' && p.b[p.i] <= '7'; p.i++ {
			v = v<<3 | int(p.b[p.i]-'0')
		}
		p.i--
		return append(out, byte(v))
	case c == '\r' && p.i+1 < len(p.b) && p.b[p.i+1] == '\n':
		p.i++
		return out
	case c == '\r' || c == '\n':
		return out
	}
	return append(out, c)
}

func isPDFSpace(c byte) bool {
	return strings.IndexByte(" \n\r\t\f\x00", c) >= 0
}
