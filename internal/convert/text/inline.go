package text

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// inlineTag matches an HTML tag inside a line.
var inlineTag = pattern.New(`^<(/?)(b|strong|i|em|s|del|strike|sup|sub|code|kbd|br|span|a|u|mark|small|img|ins|cite|font)(?:\s[^<>]*|/)?/?>`)

// spanner splits the text of a block into spans (CommonMark 0.31, 6).
type spanner struct {
	refs  map[string]string
	spans []page.Span
	style page.Span // from HTML tags around the text
	marks []emphasisMark
	pairs []emphasisPair
	depth int // nesting depth of links
	ends  ends
}

// emphasisMark is a run of * _ or ~ that is a separate span until it finds its partner.
type emphasisMark struct {
	span, n     int
	char        byte
	opens, ends bool
}

// emphasisPair describes how two matching marks, n characters of each, style the spans between them.
type emphasisPair struct {
	from, to, n int
	char        byte
}

// markLimit bounds the marks that wait for a partner, so that a line consisting only of marks is still read in
// linear time.
const markLimit = 128

// inlineLimit is the maximum length of text that is searched for marks. Anything longer is data.
const inlineLimit = 256 << 10

func (m *markdown) inline(text string) []page.Span {
	s := spanner{refs: m.refs}
	if len(text) > inlineLimit {
		s.text(text)
		return s.finish()
	}
	s.read(text)
	return s.finish()
}

func (s *spanner) read(text string) {
	s.ends = findEnds(text)
	plain := 0
	for i := 0; i < len(text); {
		var n int
		if strings.IndexByte("\\`<![$*_~h", text[i]) >= 0 {
			if n = s.construct(text, i, plain); n > 0 {
				i += n
				plain = i
				continue
			}
		}
		i++
	}
	s.text(text[plain:])
}

// construct reads what begins at i, after writing the plain text before it. It returns the construct's length,
// or 0 for ordinary text.
func (s *spanner) construct(text string, i, plain int) int {
	rest := text[i:]
	var add func()
	n := 0
	switch rest[0] {
	case '\\':
		if len(rest) > 1 && isPunct(rest[1]) {
			n, add = 2, func() { s.raw(rest[1:2]) }
		}
	case '`':
		n, add = s.code(text, i)
	case '<':
		n, add = s.angle(text, i)
	case '!':
		n, add = image(rest)
	case '[':
		n, add = s.bracket(text, i)
	case '$':
		n, add = s.math(rest)
	case '*', '_', '~':
		n, add = s.mark(text, i)
	case 'h':
		n, add = s.address(text, i)
	}
	if n == 0 {
		return 0
	}
	s.text(text[plain:i])
	add()
	return n
}

// text adds plain text with its character references resolved.
func (s *spanner) text(t string) {
	if t != "" {
		s.raw(page.Visible(html.UnescapeString(t)))
	}
}

func (s *spanner) raw(t string) {
	span := s.style
	span.Text = t
	s.spans = append(s.spans, span)
}

func (s *spanner) code(text string, i int) (int, func()) {
	rest := text[i:]
	n := backticks(rest)
	for at := n; at < len(rest) && s.ends.code[n] > i; {
		next := strings.IndexByte(rest[at:], '`')
		if next < 0 {
			break
		}
		at += next
		run := backticks(rest[at:])
		if run == n {
			body := strings.ReplaceAll(rest[n:at], "\n", " ")
			if len(body) > 2 && body[0] == ' ' && body[len(body)-1] == ' ' {
				body = body[1 : len(body)-1]
			}
			return at + n, func() {
				span := s.style
				span.Code, span.Text = true, body
				s.spans = append(s.spans, span)
			}
		}
		at += run
	}
	return n, func() { s.raw(rest[:n]) }
}

// angle reads an address or a tag in angle brackets.
func (s *spanner) angle(text string, i int) (int, func()) {
	rest := text[i:]
	if end := strings.IndexAny(rest[1:], "<> "); end > 0 && rest[1+end] == '>' {
		target := rest[1 : 1+end]
		if link := page.WebLink(target); link != "" && link[0] != '#' {
			return end + 2, func() { s.link(target, link) }
		}
		if strings.Contains(target, "@") && !strings.ContainsAny(target, "/:") {
			return end + 2, func() { s.link(target, "mailto:"+target) }
		}
	}
	if strings.HasPrefix(rest, "<!--") && i < s.ends.comment {
		if end := strings.Index(rest, "-->"); end > 0 {
			return end + 3, func() {}
		}
	}
	tag := inlineTag.FindStringSubmatch(rest)
	if tag == nil {
		return 0, nil
	}
	return len(tag[0]), func() { s.tag(tag[2], tag[1] == "") }
}

func (s *spanner) tag(name string, on bool) {
	switch name {
	case "b", "strong":
		s.style.Bold = on
	case "i", "em", "cite":
		s.style.Italic = on
	case "s", "del", "strike":
		s.style.Strike = on
	case "sup":
		s.style.Sup = on
	case "sub":
		s.style.Sub = on
	case "code", "kbd":
		s.style.Code = on
	case "br":
		s.raw("\n")
	}
}

func (s *spanner) link(text, target string) {
	span := s.style
	span.Text, span.Link = text, target
	s.spans = append(s.spans, span)
}

// imageLimit is the maximum length of a picture in a line. Anything longer is text preceded by an exclamation mark.
const imageLimit = 2048

// image removes a picture from the text; it is placed after its paragraph.
func image(rest string) (int, func()) {
	rest = rest[:min(len(rest), imageLimit)]
	if !strings.HasPrefix(rest, "![") {
		return 0, nil
	}
	label := 2 + strings.IndexAny(rest[2:], "[]")
	if label < 2 || rest[label] != ']' || label+1 == len(rest) {
		return 0, nil
	}
	closer, ok := map[byte]byte{'(': ')', '[': ']'}[rest[label+1]]
	if !ok {
		return 0, nil
	}
	end := strings.IndexByte(rest[label+2:], closer)
	if end < 0 {
		return 0, nil
	}
	return label + 2 + end + 1, func() {}
}

// math reads a formula between dollar signs as GitHub does: no white space just inside them and no digit after
// them.
func (s *spanner) math(rest string) (int, func()) {
	if len(rest) < 3 || rest[1] == ' ' || rest[1] == '$' {
		return 0, nil
	}
	end := strings.IndexByte(rest[1:], '$') + 1
	if end < 2 || rest[end-1] == ' ' || (end+1 < len(rest) && rest[end+1] >= '0' && rest[end+1] <= '9') {
		return 0, nil
	}
	return end + 1, func() { s.spans = append(s.spans, page.Span{Text: rest[1:end], Math: true}) }
}

var address = pattern.New(`^https?://[^\s<>"'` + "`" + `]*[^\s<>"'.,;:!?)\]*_~` + "`" + `]`)

// address reads a bare web address, in which punctuation is not markup.
func (s *spanner) address(text string, i int) (int, func()) {
	inWord := i > 0 && isWord(text[i-1])
	if inWord || strings.HasSuffix(text[:i], "](") || !strings.HasPrefix(text[i:], "http") {
		return 0, nil
	}
	found := address.FindString(text[i:])
	return len(found), func() { s.link(found, found) }
}

func isWord(c byte) bool {
	return c == '_' || (c >= '0' && c <= '9') || (c|0x20 >= 'a' && c|0x20 <= 'z')
}

func isPunct(c byte) bool { return (c > ' ' && c < 0x7F && !isWord(c)) || c == '_' }

// mark adds a run of emphasis marks and pairs it with an open one.
func (s *spanner) mark(text string, i int) (int, func()) {
	c, n := text[i], 1
	for i+n < len(text) && text[i+n] == c {
		n++
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+n:])
	space := func(r rune) bool { return r == utf8.RuneError || unicode.IsSpace(r) }
	punct := func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
	left := !space(after) && (!punct(after) || space(before) || punct(before))
	right := !space(before) && (!punct(before) || space(after) || punct(after))
	m := emphasisMark{n: n, char: c, opens: left, ends: right}
	if c == '_' {
		m.opens, m.ends = left && (!right || punct(before)), right && (!left || punct(after))
	}
	if (c == '~' && n != 2) || (!m.opens && !m.ends) {
		return n, func() { s.raw(text[i : i+n]) }
	}
	return n, func() {
		s.raw(text[i : i+n])
		m.span = len(s.spans) - 1
		s.pair(m)
	}
}

// pair closes open marks with as much of m as matches, and keeps the rest if it can open.
func (s *spanner) pair(m emphasisMark) {
	for k := len(s.marks) - 1; m.ends && k >= 0 && m.n > 0; k-- {
		o := &s.marks[k]
		if o.char != m.char || ((o.ends || m.opens) && (o.n+m.n)%3 == 0 && m.n%3 != 0) {
			continue
		}
		n := min(o.n, m.n)
		s.pairs = append(s.pairs, emphasisPair{from: o.span, to: m.span, n: n, char: m.char})
		o.n, m.n = o.n-n, m.n-n
		s.spans[o.span].Text, s.spans[m.span].Text = s.spans[o.span].Text[:o.n], s.spans[m.span].Text[:m.n]
		s.marks = s.marks[:k+min(o.n, 1)]
	}
	if m.opens && m.n > 0 && len(s.marks) < markLimit {
		s.marks = append(s.marks, m)
	}
}

// emphasise gives the spans the styles of the pairs around them. Two characters mean strong, an odd one means
// emphasis.
func (s *spanner) emphasise() {
	if len(s.pairs) == 0 {
		return
	}
	type open struct{ bold, italic, strike int }
	change := make([]open, len(s.spans)+1)
	add := func(at, by int, p emphasisPair) {
		c := &change[at]
		switch {
		case p.char == '~':
			c.strike += by
		default:
			c.bold += by * min(p.n/2, 1)
			c.italic += by * (p.n % 2)
		}
	}
	for _, p := range s.pairs {
		add(p.from+1, 1, p)
		add(p.to, -1, p)
	}
	var now open
	for i := range s.spans {
		now.bold, now.italic, now.strike = now.bold+change[i].bold, now.italic+change[i].italic, now.strike+change[i].strike
		span := &s.spans[i]
		span.Bold, span.Italic, span.Strike = span.Bold || now.bold > 0, span.Italic || now.italic > 0, span.Strike || now.strike > 0
	}
}

// finish merges adjacent spans of the same style and drops empty ones.
func (s *spanner) finish() []page.Span {
	s.emphasise()
	var out []page.Span
	var text strings.Builder
	for i, span := range s.spans {
		text.WriteString(span.Text)
		if i+1 < len(s.spans) && span.Note == "" && !span.Math {
			next := s.spans[i+1]
			next.Text = span.Text
			if next == span {
				continue
			}
		}
		if span.Text = text.String(); span.Text != "" || span.Note != "" {
			out = append(out, span)
		}
		text.Reset()
	}
	if len(out) == 1 && strings.TrimSpace(out[0].Text) == "" && out[0].Note == "" {
		return nil
	}
	return out
}
