package typeface

import "strings"

// psLexer splits a PostScript program into words. Procedures and strings are single words.
type psLexer struct {
	data  []byte
	at    int
	token string
}

const (
	psSpaces     = " \t\r\n\f\x00"
	psDelimiters = psSpaces + "()<>[]{}/%"
)

// next advances to the next word. It returns false at the end, and for anything that is never closed.
func (l *psLexer) next() bool {
	for l.at < len(l.data) && strings.IndexByte(psSpaces+"%", l.data[l.at]) >= 0 {
		if l.data[l.at] == '%' {
			l.skip(func(c byte) bool { return c != '\n' && c != '\r' })
			continue
		}
		l.at++
	}
	if l.at >= len(l.data) {
		return false
	}
	start := l.at
	switch c := l.data[l.at]; c {
	case '(':
		l.at++
		if !l.close('(', ')') {
			return false
		}
	case '{':
		l.at++
		if !l.close('{', '}') {
			return false
		}
	case '[', ']', '<', '>', '}', ')':
		l.at++
	default: // the slash of a name is its first character
		l.at++
		l.skip(func(c byte) bool { return strings.IndexByte(psDelimiters, c) < 0 })
	}
	l.token = string(l.data[start:l.at])
	return true
}

func (l *psLexer) skip(while func(c byte) bool) {
	for l.at < len(l.data) && while(l.data[l.at]) {
		l.at++
	}
}

// close advances past the end of what has been opened once.
func (l *psLexer) close(opening, closing byte) bool {
	for depth := 1; l.at < len(l.data); l.at++ {
		switch l.data[l.at] {
		case opening:
			depth++
		case closing:
			if depth--; depth == 0 {
				l.at++
				return true
			}
		case '\\':
			l.at++
		}
	}
	return false
}
