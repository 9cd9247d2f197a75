package page

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// place is where inline text appears. It determines what counts as markup and how a line break is written.
type place uint8

const (
	inBlock place = iota // a paragraph or list item: lines and block markers matter
	inLine               // a heading: a single line
	inCell               // a cell of a pipe table: a single line, and bars matter
)

// mark is a run of equal characters that could open or close markup.
type mark struct {
	at, n       int
	char        byte
	opens, ends bool
	edge        bool // next to a delimiter that we write
}

// special marks the bytes that can be inline markup.
var special = func() (t [256]bool) {
	for _, c := range []byte("\\`*_~$[]<&|") {
		t[c] = true
	}
	return t
}()

// findEscapes fills in.escapes with the offsets, in order, where text would be read as markup.
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
	endsLink := in.mayEndLink(r)
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
			if endsLink || (r.link == "" && in.opensLink(i)) {
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

// mayEndLink reports whether the run is the text of a link in which a bracket could end the link, or start another
// or a footnote. One answer holds for all brackets of the text: an address can consist of nothing else.
func (in *inline) mayEndLink(r *run) bool {
	if r.link == "" {
		return false
	}
	text := in.text[r.start:r.end]
	return !balanced(text) || bytes.Contains(text, []byte("[^")) || bytes.Contains(text, []byte("]("))
}

// opensLink reports whether the character at i would start a link or a footnote.
func (in *inline) opensLink(i int) bool {
	return in.text[i] == '[' && (i < in.linkEnd || (i+1 < len(in.text) && in.text[i+1] == '^'))
}

// balanced reports whether every bracket in b is paired.
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

// addMark records the run of equal characters at i and returns its length.
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
	starts, ends := i == r.start, i+n == r.end
	inside := (starts && i > 0) || (ends && i+n < len(in.text))
	styled := r.style != 0 && (starts || ends)
	m := mark{at: i, n: n, char: c, edge: inside || styled}
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

// judgeMarks escapes the marks that would pair up, with each other or with markup that we write.
func (in *inline) judgeMarks(own style) {
	for i := range in.marks {
		m := &in.marks[i]
		if !m.opens && !m.ends && !m.edge {
			continue
		}
		partner := m.edge || (m.n > 1 && m.char == '$')
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

// partnerReach bounds the search for a partner, which keeps a text that consists only of marks linear. Beyond it, a
// mark is escaped whether or not it has a partner.
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

// isEntity reports whether b begins with a character reference.
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
