package text

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Line is a line of text within a region, with its words in reading order. Base is the y of its baseline in
// points.
type Line struct {
	Words []Word
	box   page.Box
	Base  float64
	size  float64
	// Bold and italic are set if all of its words with letters are.
	Bold, italic bool
	// color is that of its letters, or page.ManyColors.
	color uint32
	// leftward is set if it runs from right to left where the page is laid out.
	leftward bool
	// broken is set if the line was ended on purpose, so that the next one stays a line of its own.
	broken bool
	// hang is the line's place in outdented text.
	hang hang
	// tab is the index of the word behind its tab stop, or 0.
	tab int
	// labelled is set if the line is the first of an entry that begins with a label in bold.
	labelled bool
	// leading is the usual distance to the next line of the same paragraph, in ems.
	leading float64
}

// Lines joins the runs of a region that share a baseline. The runs must be sorted by baseline, as Runs returns
// them.
func Lines(runs []Run) []Line {
	var out []Line
	for i := 0; i < len(runs); {
		words, anchor, end := slices.Clone(runs[i].Words), runs[i], i+1
		for end < len(runs) && math.Abs(anchor.Base-runs[end].Base) < SameLine*min(anchor.Size, runs[end].Size) {
			words = append(words, runs[end].Words...)
			if len(runs[end].Words) > len(anchor.Words) {
				anchor = runs[end]
			}
			end++
		}
		out = append(out, NewLine(words))
		i = end
	}
	return out
}

// NewLine makes a line of at least one word. It reuses words, which it puts into reading order.
func NewLine(words []Word) Line {
	words = readingOrder(words)
	r := NewRun(words)
	l := Line{
		Words: words, box: r.Box, Base: r.Base, size: r.Size, Bold: true, italic: true, color: colorOf(words),
		leftward: runsLeft(words) != words[0].Mirrored,
	}
	for _, w := range words {
		l.Bold = l.Bold && (w.Style.Bold || !strings.ContainsFunc(w.Text, unicode.IsLetter))
		l.italic = l.italic && w.Style.Italic
	}
	l.Bold = l.Bold && slices.ContainsFunc(words, func(w Word) bool { return strings.ContainsFunc(w.Text, unicode.IsLetter) })
	return l
}

// Text returns the words of the line, with a space between those that are not glued.
func (l Line) Text() string {
	if len(l.Words) == 1 {
		return l.Words[0].Text
	}
	size := len(l.Words)
	for i := range l.Words {
		size += len(l.Words[i].Text)
	}
	var s strings.Builder
	s.Grow(size)
	for i := range l.Words {
		w := &l.Words[i]
		if i > 0 && !w.Glued {
			s.WriteByte(' ')
		}
		s.WriteString(w.Text)
	}
	return s.String()
}

// Spans turns lines into styled text: lines are joined by spaces, or by a newline where one was ended on purpose,
// and words broken at the end of a line are made whole.
func Spans(lines []Line) []page.Span {
	var b spanBuilder
	for i, l := range lines {
		if i > 0 && lines[i-1].broken {
			b.breakLine()
		}
		for j, w := range l.Words {
			space := i+j > 0 && (j == 0 || !w.Glued)
			if firstOfLine := i > 0 && j == 0; firstOfLine && (lines[i-1].broken || b.joinsWord(lines[i-1], w) || unspaced(lines[i-1], w)) {
				space = false
			}
			b.add(w, space)
		}
	}
	return bareLinks(b.finish())
}

// bareLinks removes the target from text that is the address itself, because Markdown links it anyway.
func bareLinks(spans []page.Span) []page.Span {
	for i := range spans {
		s := &spans[i]
		text := strings.TrimSpace(s.Text)
		if s.Link == text || strings.TrimRight(text, ".,;)") == strings.TrimRight(s.Link, "/") {
			s.Link = ""
		}
	}
	return spans
}

// unspaced reports whether the line ends within text that is written without spaces.
func unspaced(before Line, next Word) bool {
	last, _ := utf8.DecodeLastRuneInString(before.Words[len(before.Words)-1].Text)
	first, _ := utf8.DecodeRuneInString(next.Text)
	return IsIdeographic(last) && IsIdeographic(first)
}

// IsIdeographic reports whether r belongs to a script that is written without spaces. Hangul is written with spaces,
// though its characters lie among these.
func IsIdeographic(r rune) bool {
	return unicode.Is(ideographs, r) && !unicode.Is(unicode.Hangul, r)
}

// ideographs are the blocks of Chinese and Japanese: from the radicals to the unified ideographs, the compatibility
// ideographs, the full-width forms, and the planes of rarer ideographs.
var ideographs = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2E80, Hi: 0x9FFF, Stride: 1}, {Lo: 0xF900, Hi: 0xFAFF, Stride: 1}, {Lo: 0xFF00, Hi: 0xFFEF, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x20000, Hi: 0x3FFFF, Stride: 1}},
}

// spanBuilder joins words into spans. The text of the last span grows in a buffer, because a paragraph is built from
// hundreds of words.
type spanBuilder struct {
	spans []page.Span
	last  []byte
}

// finish gives the last span its text and returns all spans.
func (b *spanBuilder) finish() []page.Span {
	if n := len(b.spans); n > 0 {
		b.spans[n-1].Text = string(b.last)
	}
	return b.spans
}

// joinsWord reports whether the word at the end of the previous line continues with next, and drops a hyphen that
// marked only the line break.
func (b *spanBuilder) joinsWord(before Line, next Word) bool {
	last := before.Words[len(before.Words)-1]
	if last.kept || joinsNumber(last.Text, next.Text) {
		return true
	}
	stem, found := strings.CutSuffix(last.Text, "-")
	if !found || len(b.spans) == 0 {
		stem, found = strings.CutSuffix(last.Text, "\u00ad")
		if !found {
			return false
		}
	}
	r, _ := utf8.DecodeLastRuneInString(stem)
	first, _ := utf8.DecodeRuneInString(next.Text)
	if !unicode.IsLetter(r) || !unicode.IsLower(first) {
		return unicode.IsLetter(r) && unicode.IsLetter(first)
	}
	b.last = bytes.TrimSuffix(bytes.TrimSuffix(b.last, []byte("-")), []byte("\u00ad"))
	return true
}

// joinsNumber reports whether a line ends in a dash that joins the number on the next line, as in GPT-2 or 280–296.
func joinsNumber(last, next string) bool {
	first, _ := utf8.DecodeRuneInString(next)
	dash, size := utf8.DecodeLastRuneInString(last)
	before, _ := utf8.DecodeLastRuneInString(last[:len(last)-size])
	switch dash {
	case '-':
		return unicode.IsDigit(first) && (unicode.IsLetter(before) || unicode.IsDigit(before))
	case '–':
		return unicode.IsDigit(first) && unicode.IsDigit(before)
	}
	return false
}

// breakLine ends the current line of the text.
func (b *spanBuilder) breakLine() {
	if len(b.spans) > 0 {
		b.last = append(b.last, '\n')
	}
}

func (b *spanBuilder) add(w Word, space bool) {
	s := page.Span{
		Text: w.Text, Bold: w.Style.Bold, Italic: w.Style.Italic, Code: w.Style.Mono, Sup: w.Style.Sup,
		Sub: w.Style.Sub, Math: w.Style.Math, Link: w.Style.Link,
	}
	if n := len(b.spans); n > 0 {
		if space {
			b.last = append(b.last, ' ')
		}
		if space && w.isDots() {
			s.Bold, s.Italic = s.Bold && b.spans[n-1].Bold, s.Italic && b.spans[n-1].Italic
		}
		if sameStyle(b.spans[n-1], s) {
			b.last = append(b.last, w.Text...)
			return
		}
		b.finish()
	}
	b.spans = append(b.spans, s)
	b.last = append(b.last[:0], w.Text...)
}

// isDots reports whether a word is dots alone, as leaders and ellipses are. TeX takes them from its
// italics for mathematics, which is no emphasis.
func (w Word) isDots() bool { return strings.Trim(w.Text, ".·…") == "" }

func sameStyle(a, b page.Span) bool {
	a.Text, b.Text = "", ""
	return a == b
}

// AppendWords appends the words of lines to out, joining the pieces of one word.
func AppendWords(out []page.Word, lines []Line) []page.Word {
	var joined []byte // the text of the last word, if parts have been joined to it
	finish := func() {
		if len(joined) > 0 {
			out[len(out)-1].Text = string(joined)
			joined = joined[:0]
		}
	}
	for _, l := range lines {
		for _, w := range l.Words {
			if n := len(out); w.Glued && n > 0 {
				if len(joined) == 0 {
					joined = append(joined, out[n-1].Text...)
				}
				joined = append(joined, w.Text...)
				out[n-1].Box = ink.Union(out[n-1].Box, w.Box)
				continue
			}
			finish()
			out = append(out, page.Word{Text: w.Text, Box: w.Box, Confidence: w.Confidence})
		}
	}
	finish()
	return out
}
