package pagejson

import (
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

// span is the position of a character of a text in its Markdown.
type span struct{ start, end int }

// aligned returns the positions of every character of a block's text in its Markdown. White space, and what Markdown
// does not show unchanged, have an empty span, and so does everything after a character that cannot be found.
func aligned(b *Block, text []rune) []span {
	a := aligner{md: []rune(b.Markdown)}
	a.at = prefix(b, a.md)
	out := make([]span, len(text))
	exact := verbatim(b, len(text))
	for i, r := range text {
		if unicode.IsSpace(r) || page.Visible(string(r)) == "" {
			continue
		}
		a.enter(exact[i])
		s, ok := a.next(r)
		if !ok {
			break
		}
		out[i] = s
	}
	return out
}

// verbatim reports for every character of a block's text whether Markdown shows it without escapes, as in code.
func verbatim(b *Block, n int) []bool {
	out := make([]bool, 0, n)
	whole := b.Kind == page.Code || b.Kind == page.Formula || b.Kind == page.MarkdownKind
	for _, s := range b.Spans {
		for range s.Text {
			out = append(out, whole || s.Code || s.Math)
		}
	}
	return append(out, make([]bool, max(n-len(out), 0))...)
}

// prefix returns the length of what Markdown puts before a block's text.
func prefix(b *Block, md []rune) int {
	end := 0
	switch b.Kind {
	case page.Code: // the fence, with the language
		for end < len(md) && md[end] != '\n' {
			end++
		}
	case page.Heading:
		for end < len(md) && md[end] == '#' {
			end++
		}
	case page.Footnote:
		if hasAt(md, 0, "[^") {
			end = max(after(md, 0, "]: "), 0)
		}
	case page.Picture:
		if hasAt(md, 0, "![") {
			end = max(after(md, 0, "]()"), 0)
		}
	case page.ListItem:
		end = marker(b, md)
	}
	return end
}

// marker returns the length of a list item's marker: a dash with a box or with the document's own number, or a number.
func marker(b *Block, md []rune) int {
	end := 0
	for end < len(md) && md[end] != ' ' {
		end++
	}
	shown := strings.TrimSpace(b.Marker)
	switch {
	case end != 1 || md[0] != '-':
	case b.Ordered && shown != "":
		for range shown {
			if end++; hasAt(md, end, `\`) {
				end++
			}
		}
		end++
	case hasAt(md, end, " [x] "), hasAt(md, end, " [ ] "):
		if !strings.ContainsAny(b.Text[:min(len(b.Text), len("☐"))], boxes) {
			end += len(" [x]")
		}
	}
	return min(end, len(md))
}

// boxes are the characters that Markdown shows as [ ] and [x].
const boxes = "☐☑☒"

// aligner finds the characters of a text one by one in its Markdown.
type aligner struct {
	md    []rune
	at    int
	exact bool // the character is shown without escapes
}

// enter switches between text that Markdown shows with and without escapes, and skips the fence between the two.
func (a *aligner) enter(exact bool) {
	if a.exact && !exact {
		for a.at < len(a.md) && (a.md[a.at] == ' ' || a.md[a.at] == '`' || a.md[a.at] == '$') {
			a.at++
		}
	}
	a.exact = exact
}

// next finds a character after the marks that precede it.
func (a *aligner) next(r rune) (span, bool) {
	for a.at < len(a.md) {
		if n := a.shows(r); n > 0 {
			s := span{a.at, a.at + n}
			a.at += n
			return s, true
		}
		n := a.mark()
		if n == 0 {
			break
		}
		a.at += n
	}
	return span{}, false
}

// shows returns how many characters at the current position show r, including the backslash before it.
func (a *aligner) shows(r rune) int {
	c := a.md[a.at]
	switch {
	case a.exact && c == r:
		return 1
	case c == '\\' && a.at+1 < len(a.md) && a.md[a.at+1] == r:
		return 2
	case c == r && !a.delimits(r):
		return 1
	case c == '[' && a.at+2 < len(a.md) && a.md[a.at+2] == ']' && strings.ContainsRune(boxes, r):
		return 3
	}
	return 0
}

// delimits reports whether the current character begins or ends a style, which is the case if the same character
// follows escaped.
func (a *aligner) delimits(r rune) bool {
	const marks = "*_~["
	at := a.at
	for at < len(a.md) && at < a.at+longestDelimiter && strings.ContainsRune(marks, a.md[at]) {
		at++
	}
	return strings.ContainsRune(marks, r) && hasAt(a.md, at, `\`+string(r))
}

// longestDelimiter is the length of the marks that make a link bold, italic and struck.
const longestDelimiter = 6

// mark returns the length of the mark at the current position, or 0 for text.
func (a *aligner) mark() int {
	switch c := a.md[a.at]; {
	case unicode.IsSpace(c), strings.ContainsRune("*_~`$>", c):
		return 1
	case hasAt(a.md, a.at, "[^"):
		return max(after(a.md, a.at, "]")-a.at, 0)
	case hasAt(a.md, a.at, "]("):
		return max(after(a.md, a.at, ")")-a.at, 0)
	case c == '[':
		return 1
	case c == '\\' && a.at+1 < len(a.md) && !unicode.IsLetter(a.md[a.at+1]):
		return 2
	case c == '<':
		for _, tag := range [...]string{"<sup>", "</sup>", "<sub>", "</sub>"} {
			if hasAt(a.md, a.at, tag) {
				return len(tag)
			}
		}
		if hasAt(a.md, a.at, "<http") || hasAt(a.md, a.at, "<mailto") {
			return 1
		}
	}
	return 0
}

// hasAt reports whether the Markdown has s at a position.
func hasAt(md []rune, at int, s string) bool {
	for _, r := range s {
		if at >= len(md) || md[at] != r {
			return false
		}
		at++
	}
	return true
}

// after returns where the next s ends, or -1.
func after(md []rune, at int, s string) int {
	for ; at < len(md); at++ {
		if hasAt(md, at, s) {
			return at + len(s)
		}
	}
	return -1
}
