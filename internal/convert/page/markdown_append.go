package page

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// append renders the loaded text for place p. Within a block, lines after the first are indented by indent.
func (in *inline) append(dst []byte, p place, indent int) []byte {
	in.findEscapes(p)
	in.open = in.open[:0]
	link := ""
	next := 0
	for i := range in.runs {
		r := in.runs[i]
		if r.link != link {
			dst, _ = in.closeMarks(dst, 0)
			dst = appendLinkEnd(dst, link, p)
			if link = r.link; in.showsItself(i) {
				dst, link = append(append(append(dst, '<'), r.link...), '>'), ""
				continue
			}
			if link != "" {
				dst = appendBracket(dst)
			}
		}
		var opens style
		if dst, opens = in.closeMarks(dst, r.style&^verbatim); opens != 0 {
			// Marks closed to keep the nesting valid are reopened after the white space.
			n := r.start
			for n < r.end && (in.text[n] == ' ' || in.text[n] == '\n') {
				n++
			}
			dst = appendLines(dst, in.text[r.start:n], p, indent)
			if r.start = n; r.start < r.end {
				dst = in.openMarks(dst, opens, i)
			}
		}
		switch {
		case r.note != "":
			dst = appendBracket(dst)
			dst = append(append(append(dst, '^'), r.note...), ']')
		case r.style&mathText != 0:
			dst = appendMath(dst, in.text[r.start:r.end], p)
		case r.style&code != 0:
			dst = appendCode(dst, in.text[r.start:r.end], p)
		default:
			dst, next = in.appendText(dst, r, next, p, indent)
		}
	}
	dst, _ = in.closeMarks(dst, 0)
	return appendLinkEnd(dst, link, p)
}

// showsItself reports whether run i is a link whose text is its own address.
func (in *inline) showsItself(i int) bool {
	r := in.runs[i]
	if r.link == "" || r.link[0] == '#' || strings.ContainsAny(r.link, " <>|\\") {
		return false
	}
	alone := i+1 == len(in.runs) || in.runs[i+1].link != r.link
	return alone && r.style == 0 && r.link == string(in.text[r.start:r.end])
}

// appendBracket opens a link or footnote reference. An unescaped "!" before it would turn it into an image.
func appendBracket(dst []byte) []byte {
	if n := len(dst); n > 0 && dst[n-1] == '!' {
		dst = append(dst[:n-1], '\\', '!')
	}
	return append(dst, '[')
}

func appendLinkEnd(dst []byte, link string, p place) []byte {
	if link == "" {
		return dst
	}
	return append(appendURL(append(dst, ']', '('), link, p), ')')
}

// appendURL appends a link's target, percent-encoding whatever would end it.
func appendURL(dst []byte, link string, p place) []byte {
	for i := range len(link) {
		switch c := link[i]; {
		case c <= ' ', c == '(', c == ')', c == '<', c == '>', c == '\\', c == '"', c == '`', c == 0x7F, c == '|' && p == inCell:
			const hex = "0123456789ABCDEF"
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

var delimiters = map[style]struct{ open, close string }{
	bold: {"**", "**"}, italic: {"*", "*"}, strike: {"~~", "~~"}, sup: {"<sup>", "</sup>"}, sub: {"<sub>", "</sub>"},
}

// closeMarks closes the marks that are not in want, along with those nested inside them. It returns the marks
// that have to be opened.
func (in *inline) closeMarks(dst []byte, want style) ([]byte, style) {
	keep := 0
	for keep < len(in.open) && want&in.open[keep] != 0 {
		want &^= in.open[keep]
		keep++
	}
	for n := len(in.open) - 1; n >= keep; n-- {
		dst = append(dst, delimiters[in.open[n]].close...)
	}
	in.open = in.open[:keep]
	return dst, want
}

func (in *inline) openMarks(dst []byte, want style, i int) []byte {
	for want != 0 {
		next := in.outermost(want, i)
		dst = append(dst, delimiters[next].open...)
		in.open = append(in.open, next)
		want &^= next
	}
	return dst
}

// outermost returns the mark in want that extends furthest from run i and so must be opened first. Superscripts
// and subscripts come last.
func (in *inline) outermost(want style, i int) style {
	best, reach := style(0), -1
	for _, bit := range [...]style{bold, italic, strike, sup, sub} {
		if want&bit == 0 {
			continue
		}
		n := i
		for n < len(in.runs) && in.runs[n].style&bit != 0 && in.runs[n].link == in.runs[i].link {
			n++
		}
		if n > reach && (best == 0 || bit&script == 0) {
			best, reach = bit, n
		}
	}
	return best
}

// appendText appends a run's text; next is the index of the first escape not yet passed.
func (in *inline) appendText(dst []byte, r run, next int, p place, indent int) ([]byte, int) {
	for next < len(in.escapes) && in.escapes[next] < r.start {
		next++
	}
	from := r.start
	for ; next < len(in.escapes) && in.escapes[next] < r.end; next++ {
		at := in.escapes[next]
		dst = appendLines(dst, in.text[from:at], p, indent)
		dst = append(dst, '\\')
		from = at
	}
	return appendLines(dst, in.text[from:r.end], p, indent), next
}

// appendLines writes text with its line breaks in the form that the place requires.
func appendLines(dst, text []byte, p place, indent int) []byte {
	for {
		n := bytes.IndexByte(text, '\n')
		if n < 0 {
			return appendChecks(dst, text)
		}
		dst = appendChecks(dst, text[:n])
		text = text[n+1:]
		switch p {
		case inBlock:
			dst = appendSpaces(append(dst, "  \n"...), indent)
		case inLine:
			dst = append(dst, ' ')
		case inCell:
			dst = append(dst, "<br>"...)
		}
	}
}

// appendChecks writes text with its check boxes in the form of Markdown's task lists.
func appendChecks(dst, text []byte) []byte {
	for {
		n := bytes.Index(text, checkPrefix)
		if n < 0 || n+checkBytes > len(text) {
			return append(dst, text...)
		}
		dst = append(dst, text[:n]...)
		sign := text[n : n+checkBytes]
		text = text[n+checkBytes:]
		box := checkbox(string(sign))
		if box == "" {
			dst = append(dst, sign...)
			continue
		}
		dst = append(dst, box...)
		if len(text) > 0 && bytes.IndexByte(linkStarts, text[0]) >= 0 {
			dst = append(dst, ' ')
		}
	}
}

// The characters for check boxes share their first bytes in UTF-8. What could follow a link's text must not follow a
// box.
var (
	checkPrefix = []byte("☐")[:2]
	checkBytes  = len("☐")
	linkStarts  = []byte("([:")
)

// leaderDots is the least number of dots in leaders. Fewer may be a path or an ellipsis.
const leaderDots = 5

// appendCode appends a code span, fenced with more backticks than it contains. Leaders in fixed-width type are not
// code.
func appendCode(dst, text []byte, p place) []byte {
	s := strings.ReplaceAll(string(text), "\n", " ")
	if strings.Trim(s, " .") == "" && strings.Count(s, ".") >= leaderDots {
		return append(dst, s...)
	}
	if p == inCell {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		pad = " "
	}
	return append(dst, fence+pad+s+pad+fence...)
}

// appendMath appends LaTeX between dollar signs. In a table cell its bars become commands, because a backslash
// before a bar would be read as the table's own escape.
func appendMath(dst, text []byte, p place) []byte {
	s := strings.ReplaceAll(string(text), "\n", " ")
	if p == inCell {
		s = strings.ReplaceAll(s, `\|`, `\Vert `)
		s = strings.ReplaceAll(s, "|", `\vert `)
	}
	if before, _ := utf8.DecodeLastRune(dst); before == '$' {
		dst = append(dst, ' ')
	}
	return append(append(append(dst, '$'), s...), '$')
}
