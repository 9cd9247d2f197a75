package object

import "bytes"

// literal reads a string in parentheses.
func (l *Lexer) literal() (Object, error) {
	l.pos++
	start := l.pos
	if end := bytes.IndexAny(l.data[start:], `()\`+"\r"); end >= 0 && l.data[start+end] == ')' { // most need no copy
		l.pos = start + end + 1
		return Object{Kind: String, Bytes: l.data[start : start+end]}, nil
	}
	var out []byte
	for nested := 0; l.pos < len(l.data); {
		c := l.data[l.pos]
		l.pos++
		switch c {
		case '\\':
			out = l.escape(out)
			continue
		case '\r':
			c = '\n'
			if l.pos < len(l.data) && l.data[l.pos] == '\n' {
				l.pos++
			}
		case '(':
			nested++
		case ')':
			if nested == 0 {
				return Object{Kind: String, Bytes: out}, nil
			}
			nested--
		}
		out = append(out, c)
	}
	return Object{}, errSyntax
}

// escapes maps characters after a backslash to what they stand for.
var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

// escape reads what follows a backslash and appends what it stands for.
func (l *Lexer) escape(out []byte) []byte {
	if l.pos >= len(l.data) {
		return out
	}
	c := l.data[l.pos]
	l.pos++
	switch {
	case c >= '0' && c <= '7':
		return append(out, l.octal(c-'0'))
	case c == '\n':
		return out
	case c == '\r':
		if l.pos < len(l.data) && l.data[l.pos] == '\n' {
			l.pos++
		}
		return out
	}
	if e, ok := escapes[c]; ok {
		c = e
	}
	return append(out, c)
}

// octal reads up to two more digits of a character code.
func (l *Lexer) octal(code byte) byte {
	for range 2 {
		if l.pos >= len(l.data) || l.data[l.pos] < '0' || l.data[l.pos] > '7' {
			break
		}
		code = code<<3 | (l.data[l.pos] - '0')
		l.pos++
	}
	return code
}

// hexadecimal reads a string in angle brackets.
func (l *Lexer) hexadecimal() (Object, error) {
	l.pos++
	end := bytes.IndexByte(l.data[l.pos:], '>')
	if end < 0 {
		return Object{}, errSyntax
	}
	out, err := unhex(l.data[l.pos : l.pos+end])
	l.pos += end + 1
	return Object{Kind: String, Bytes: out}, err
}

// unhex decodes pairs of hexadecimal digits. It ignores white space between them, and completes a half pair at the end
// with a zero.
func unhex(digits []byte) ([]byte, error) {
	out := make([]byte, 0, len(digits)/2+1)
	half := -1
	for _, c := range digits {
		d := hexDigit(c)
		switch {
		case d < 0 && classes[c] == space:
		case d < 0:
			return nil, errSyntax
		case half < 0:
			half = d
		default:
			out, half = append(out, byte(half<<4|d)), -1
		}
	}
	if half >= 0 {
		out = append(out, byte(half<<4))
	}
	return out, nil
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
