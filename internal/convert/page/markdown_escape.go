package page

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// place is where inline text stands: it decides what would be markup and how a line break is written.
type place uint8

const (
	inBlock place = iota // a paragraph or list item: lines, block markers
	inLine               // a heading: one line
	inCell               // a cell of a pipe table: one line, bars
)

// mark is a run of equal characters that could open or close markup.
type mark struct {
	at, n       int
	char        byte
	opens, ends bool
	edge        bool // beside one of our own delimiters
}

// special marks the bytes that can be inline markup.
var special = func() (t [256]bool) {
	for _, c := range []byte("\\`*_~$[]<&|") {
		t[c] = true
	}
	return t
}()

// findEscapes fills in.escapes with the offsets in order where text would be read as markup.
func (in *inline) findEscapes(p place) {
	in.escapes, in.marks = in.escapes[:0], in.marks[:0]
	in.linkEnd = bytes.LastIndex(in.text, []byte("]("))
	var own style
	for i := range in.runs {
		r := &in.runs[i]
		own |= r.style
		if r.style&verbatim == 0 {
			in.scanRun(r, p)
		}
	}
	in.judgeMarks(own)
	if p == inBlock {
		in.scanLines()
	}
	if len(in.escapes) > 1 {
		slices.Sort(in.escapes)
		in.escapes = slices.Compact(in.escapes)
	}
}

func (in *inline) scanRun(r *run, p place) {
	for i := r.start; i < r.end; i++ {
		c := in.text[i]
		if !special[c] {
			continue
		}
		switch c {
		case '\\':
			if i+1 == r.end || in.text[i+1] == '\n' || isASCIIPunct(in.text[i+1]) {
				in.escapes = append(in.escapes, i)
			}
		case '[', ']':
			if in.isLinkBracket(i, r) {
				in.escapes = append(in.escapes, i)
			}
		case '<':
			if i+1 < len(in.text) && (isASCIILetter(in.text[i+1]) || bytes.IndexByte([]byte("/!?"), in.text[i+1]) >= 0) {
				in.escapes = append(in.escapes, i)
			}
		case '&':
			if isEntity(in.text[i:]) {
				in.escapes = append(in.escapes, i)
			}
		case '|':
			if p == inCell {
				in.escapes = append(in.escapes, i)
			}
		default:
			i += in.addMark(i, r) - 1
		}
	}
}

// isLinkBracket says whether a bracket would make a link, a footnote or, inside a link's text, end it.
func (in *inline) isLinkBracket(i int, r *run) bool {
	if r.link != "" {
		text := in.text[r.start:r.end]
		return !balanced(text) || bytes.Contains(text, []byte("[^")) || bytes.Contains(text, []byte("]("))
	}
	return in.text[i] == '[' && (i < in.linkEnd || i+1 < len(in.text) && in.text[i+1] == '^')
}

// balanced says whether every bracket in b has its partner.
func balanced(b []byte) bool {
	depth := 0
	for _, c := range b {
		switch c {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}

// addMark notes the run of equal characters at i and gives its length.
func (in *inline) addMark(i int, r *run) int {
	c, n := in.text[i], 1
	for i+n < r.end && in.text[i+n] == c {
		n++
	}
	before, after := ' ', ' '
	if i > 0 {
		before, _ = utf8.DecodeLastRune(in.text[:i])
	}
	if i+n < len(in.text) {
		after, _ = utf8.DecodeRune(in.text[i+n:])
	}
	m := mark{at: i, n: n, char: c, edge: i == r.start && i > 0 || i+n == r.end && i+n < len(in.text) || r.style != 0 && (i == r.start || i+n == r.end)}
	left := !unicode.IsSpace(after) && (!isPunct(after) || !isWord(before))
	right := !unicode.IsSpace(before) && (!isPunct(before) || !isWord(after))
	switch c {
	case '_':
		m.opens, m.ends = left && (!right || isPunct(before)), right && (!left || isPunct(after))
	case '$':
		m.opens, m.ends = !unicode.IsSpace(after), !unicode.IsSpace(before) && !unicode.IsDigit(after)
	case '`':
		m.opens, m.ends = true, true
	default:
		m.opens, m.ends = left, right
	}
	in.marks = append(in.marks, m)
	return n
}

// judgeMarks escapes the marks that find a partner, among themselves or in our own markup.
func (in *inline) judgeMarks(own style) {
	for i := range in.marks {
		m := &in.marks[i]
		if !m.opens && !m.ends && !m.edge {
			continue
		}
		partner := m.edge || m.n > 1 && m.char == '$'
		switch m.char {
		case '*':
			partner = partner || own&(bold|italic) != 0
		case '~':
			partner = partner || own&strike != 0
		case '`':
			partner = partner || own&code != 0
		case '$':
			partner = partner || own&mathText != 0
		}
		if partner || in.hasPartner(i) {
			for k := range m.n {
				in.escapes = append(in.escapes, m.at+k)
			}
		}
	}
}

// partnerReach bounds the search for a partner, so that a text of nothing but marks stays linear; beyond it
// a mark is escaped without one.
const partnerReach = 64

func (in *inline) hasPartner(i int) bool {
	m := &in.marks[i]
	fits := func(o *mark) bool { return o.char == m.char }
	for d := 1; d <= partnerReach; d++ {
		if k := i + d; k < len(in.marks) && m.opens && in.marks[k].ends && fits(&in.marks[k]) {
			return true
		}
		if k := i - d; k >= 0 && m.ends && in.marks[k].opens && fits(&in.marks[k]) {
			return true
		}
	}
	return len(in.marks) > partnerReach
}

// isEntity says whether b begins with a character reference.
func isEntity(b []byte) bool {
	end := bytes.IndexByte(b[:min(len(b), 34)], ';')
	if end < 2 {
		return false
	}
	name := b[1:end]
	if name[0] == '#' {
		name = name[1:]
	}
	for _, c := range name {
		if !isASCIILetter(c) && !isDigit(c) {
			return false
		}
	}
	return len(name) > 0
}

func isASCIIPunct(c byte) bool {
	return c > ' ' && c < 0x7F && !isASCIILetter(c) && !isDigit(c)
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
