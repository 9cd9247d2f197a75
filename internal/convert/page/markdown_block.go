package page

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// renderer appends blocks to buf as Markdown. Its scratch space is reused from block to block.
type renderer struct {
	buf     []byte
	in      inline
	started bool // something was rendered before the contents of buf
	// list holds the content columns of the open list items, by nesting level.
	list []listLevel
	// afterNote is set when the last block was a footnote; an unlabelled footnote continues it.
	afterNote bool
	// afterQuote is set when the last block was a quote; another quote continues it.
	afterQuote bool
}

type listLevel struct {
	level, indent int
	numbered      bool
}

// pageBreak appends the separator between two pages. It is surrounded by blank lines even next to an empty
// page, so that splitting at "\n\n---\n\n" recovers the pages.
func (r *renderer) pageBreak() {
	r.buf = append(r.buf, "\n\n---\n\n"...)
	r.list, r.afterNote, r.afterQuote = r.list[:0], false, false
	r.started = false
}

// block appends b after the content rendered so far.
func (r *renderer) block(b *Block) {
	wasNote := r.afterNote
	r.afterNote = false
	if b.Kind == ListItem && !b.Continues {
		r.afterQuote = false
		r.listItem(b)
		return
	}
	r.list = r.list[:0]
	wasQuote := r.afterQuote
	r.afterQuote = false
	switch b.Kind {
	case Heading:
		r.heading(b)
	case TableKind:
		r.table(b)
	case Picture:
		r.picture(b)
	case Code:
		r.code(b)
	case Formula:
		r.formula(b)
	case Footnote:
		r.footnote(b, wasNote)
	case Quote:
		r.quote(b, wasQuote)
	case MarkdownKind:
		r.markdown(b)
	default:
		r.paragraph(b.Spans)
	}
}

// gap starts a new block: with a blank line, unless nothing precedes it.
func (r *renderer) gap() {
	if r.started {
		r.buf = append(r.buf, '\n', '\n')
	}
	r.started = true
}

func (r *renderer) paragraph(spans []Span) {
	if r.in.load(spans, 0); r.in.empty() {
		return
	}
	r.gap()
	r.buf = r.in.append(r.buf, inBlock, 0)
}

// quote appends a quoted paragraph; consecutive paragraphs form one quote. The level of a nested quote is its depth.
func (r *renderer) quote(b *Block, goesOn bool) {
	if r.in.load(b.Spans, 0); r.in.empty() {
		r.afterQuote = goesOn
		return
	}
	if r.gap(); goesOn {
		r.buf = append(r.buf[:len(r.buf)-1], ">\n"...)
	}
	mark := strings.Repeat("> ", max(b.Level, 0)+1)
	r.buf = append(r.buf, mark...)
	from := len(r.buf)
	r.buf = r.in.append(r.buf, inBlock, 0)
	text := strings.ReplaceAll(string(r.buf[from:]), "\n", "\n"+mark)
	r.buf = append(r.buf[:from], text...)
	r.afterQuote = true
}

func (r *renderer) heading(b *Block) {
	if r.in.load(b.Spans, bold); r.in.empty() {
		return
	}
	r.gap()
	for range min(max(b.Level, 1), 6) {
		r.buf = append(r.buf, '#')
	}
	r.buf = append(r.buf, ' ')
	r.buf = r.in.append(r.buf, inLine, 0)
	// A trailing run of # would be read as the heading's closing sequence.
	text := bytes.TrimRight(r.buf, "#")
	if n := len(r.buf) - len(text); n > 0 && text[len(text)-1] == ' ' {
		r.buf = append(append(slices.Clip(text), '\\'), strings.Repeat("#", n)...)
	}
}

// listItem appends an item. Numbers that Markdown itself understands become markers; any other number or letter
// is written after a dash, so that it still appears in the text.
func (r *renderer) listItem(b *Block) {
	if r.in.load(b.Spans, 0); r.in.empty() && !b.Ordered {
		return
	}
	goesOn := len(r.list) > 0
	sibling := false // an item of the same kind of list, at this level
	for len(r.list) > 0 && r.list[len(r.list)-1].level >= b.Level {
		last := r.list[len(r.list)-1]
		sibling = last.level == b.Level && last.numbered
		r.list = r.list[:len(r.list)-1]
	}
	indent, nested := 0, len(r.list) > 0
	if nested {
		indent = r.list[len(r.list)-1].indent
	}
	marker := strings.TrimSpace(b.Marker)
	if isMarkdownNumber(marker + ".") {
		marker += "."
	}
	numbered := b.Ordered && isMarkdownNumber(marker)
	// Directly below a paragraph, an empty item or a number other than 1 starts a list only after a blank line.
	interrupts := marker == "1." || marker == "1)" || !numbered || sibling
	if goesOn && (!nested || (interrupts && !r.in.empty())) {
		r.buf = append(r.buf, '\n')
	} else {
		r.gap()
	}
	r.buf = appendSpaces(r.buf, indent)
	if numbered {
		r.buf = append(r.buf, marker...)
		indent += len(marker) + 1
	} else {
		r.buf = append(r.buf, '-')
		indent += 2
		if box := taskBox(marker); box != "" && !b.Ordered {
			r.buf = append(append(r.buf, ' '), box...)
		}
		if b.Ordered && marker != "" {
			r.buf = append(r.buf, ' ')
			r.buf = appendEscaped(r.buf, Visible(marker))
		}
	}
	r.list = append(r.list, listLevel{b.Level, indent, numbered})
	if !r.in.empty() {
		r.buf = append(r.buf, ' ')
		r.buf = r.in.append(r.buf, inBlock, indent)
	}
}

func (r *renderer) picture(b *Block) {
	if alt := strings.TrimSpace(strings.Join(strings.Fields(Visible(b.Alt)), " ")); alt != "" {
		r.gap()
		r.buf = append(appendEscaped(append(r.buf, "!["...), alt), "]()"...)
	}
	for text := range strings.SplitSeq(b.Text(), "\n\n") {
		r.paragraph([]Span{{Text: text}})
	}
}

func (r *renderer) code(b *Block) {
	text := strings.Trim(Visible(b.Text()), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	r.gap()
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	r.buf = append(r.buf, fence...)
	r.buf = append(r.buf, strings.Map(infoRune, b.Marker)...)
	r.buf = append(r.buf, '\n')
	r.buf = append(r.buf, text...)
	r.buf = append(r.buf, '\n')
	r.buf = append(r.buf, fence...)
}

func infoRune(r rune) rune {
	if r <= ' ' || r == '`' || r == '~' || r > '~' {
		return -1
	}
	return r
}

func (r *renderer) formula(b *Block) {
	text := strings.TrimSpace(Visible(b.Text()))
	if text == "" {
		return
	}
	r.gap()
	r.buf = append(r.buf, '$', '$')
	r.buf = append(r.buf, collapseBlankLines(text)...)
	r.buf = append(r.buf, '$', '$')
}

func (r *renderer) footnote(b *Block, wasNote bool) {
	label := noteLabel(b.Marker)
	if r.in.load(b.Spans, 0); r.in.empty() {
		return
	}
	r.gap()
	indent := 0
	switch {
	case label != "":
		r.buf = append(r.buf, "[^"...)
		r.buf = append(r.buf, label...)
		r.buf = append(r.buf, "]: "...)
		indent, r.afterNote = 4, true
	case wasNote:
		r.buf = appendSpaces(r.buf, 4)
		indent, r.afterNote = 4, true
	}
	r.buf = r.in.append(r.buf, inBlock, indent)
}

func (r *renderer) markdown(b *Block) {
	text := strings.TrimSpace(Visible(b.Text()))
	if text == "" {
		return
	}
	r.gap()
	r.buf = append(r.buf, text...)
}

// checkbox returns a check box as Markdown shows it, or "" for any other character.
func checkbox(sign string) string {
	switch sign {
	case "☐":
		return "[ ]"
	case "☑", "☒":
		return "[x]"
	}
	return ""
}

// taskBox returns a bullet that is a box or a tick as Markdown shows it, or "".
func taskBox(marker string) string {
	switch marker {
	case "□":
		return "[ ]"
	case "✓", "✔":
		return "[x]"
	}
	return checkbox(marker)
}

// isMarkdownNumber reports whether CommonMark reads marker as the number of a list item.
func isMarkdownNumber(marker string) bool {
	digits := strings.TrimRight(marker, ".)")
	if len(marker) != len(digits)+1 || len(digits) > 9 {
		return false
	}
	_, err := strconv.ParseUint(digits, 10, 32)
	return err == nil
}

// noteLabel makes a footnote's label safe between "[^" and "]".
func noteLabel(label string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || strings.ContainsRune("[]^\\`", r) || invisible(r) {
			return -1
		}
		return r
	}, label)
}

// appendEscaped appends text that is not subject to the inline rules, escaping everything that could be markup.
func appendEscaped(dst []byte, text string) []byte {
	for i := range len(text) {
		if strings.IndexByte("[]\\<`*_$|", text[i]) >= 0 {
			dst = append(dst, '\\')
		}
		dst = append(dst, text[i])
	}
	return dst
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

// collapseBlankLines removes blank lines, which would end a formula or an HTML block.
func collapseBlankLines(s string) string {
	if !strings.Contains(s, "\n") {
		return s
	}
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func longestRun(s string, c byte) int {
	longest, n := 0, 0
	for i := range len(s) {
		if s[i] != c {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}
