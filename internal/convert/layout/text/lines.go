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

// Line is a line of text within a region.
type Line struct {
	Words []Word
	box   page.Box
	Base  float64
	size  float64
	// Bold and italic: all of it
	Bold, italic bool
	// leftward: it runs from right to left
	leftward bool
}

// BuildLines joins the runs of a region that stand on one baseline.
func BuildLines(runs []Run) []Line {
	var out []Line
	for _, r := range runs {
		if n := len(out); n > 0 && math.Abs(out[n-1].Base-r.Base) < SameLine*min(out[n-1].size, r.Size) {
			out[n-1] = NewLine(append(out[n-1].Words, r.Words...))
			continue
		}
		out = append(out, NewLine(slices.Clone(r.Words)))
	}
	return out
}

func NewLine(words []Word) Line {
	readingOrder(words)
	r := NewRun(words)
	l := Line{Words: words, box: r.Box, Base: r.Base, size: r.Size, Bold: true, italic: true, leftward: runsLeft(words)}
	for _, w := range words {
		l.Bold = l.Bold && (w.Style.Bold || !strings.ContainsFunc(w.Text, unicode.IsLetter))
		l.italic = l.italic && w.Style.Italic
	}
	l.Bold = l.Bold && slices.ContainsFunc(words, func(w Word) bool { return strings.ContainsFunc(w.Text, unicode.IsLetter) })
	return l
}

func (l Line) Text() string {
	var s strings.Builder
	for i, w := range l.Words {
		if i > 0 && !w.Glued {
			s.WriteByte(' ')
		}
		s.WriteString(w.Text)
	}
	return s.String()
}

// Spans turns lines into styled text: joined by spaces, words that a line's end cut put together again.
func Spans(lines []Line) []page.Span {
	var b spanBuilder
	for i, l := range lines {
		for j, w := range l.Words {
			space := i+j > 0 && (j == 0 || !w.Glued)
			if i > 0 && j == 0 && (b.joinsWord(lines[i-1], w) || unspaced(lines[i-1], w)) {
				space = false
			}
			b.add(w, space)
		}
	}
	return bareLinks(b.finish())
}

// bareLinks takes the target off text that is the address itself: Markdown links it without being told.
func bareLinks(spans []page.Span) []page.Span {
	for i := range spans {
		s := &spans[i]
		if s.Link != "" && strings.TrimRight(strings.TrimSpace(s.Text), ".,;)") == strings.TrimRight(s.Link, "/") || s.Link == strings.TrimSpace(s.Text) {
			s.Link = ""
		}
	}
	return spans
}

// unspaced reports a line end inside text that is written without spaces.
func unspaced(before Line, next Word) bool {
	last, _ := utf8.DecodeLastRuneInString(before.Words[len(before.Words)-1].Text)
	first, _ := utf8.DecodeRuneInString(next.Text)
	return Ideographic(last) && Ideographic(first)
}

// Ideographic reports a character of a script that is written without spaces. Hangul stands among them and has spaces.
func Ideographic(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF && !unicode.Is(unicode.Hangul, r) || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF00 && r <= 0xFFEF && !unicode.Is(unicode.Hangul, r) || r >= 0x20000 && r <= 0x3FFFF
}

// spanBuilder joins words into spans. The text of the last span grows in a buffer: a paragraph is built from hundreds
// of words.
type spanBuilder struct {
	spans []page.Span
	last  []byte
}

// finish gives the last span its text, and returns all.
func (b *spanBuilder) finish() []page.Span {
	if n := len(b.spans); n > 0 {
		b.spans[n-1].Text = string(b.last)
	}
	return b.spans
}

// joinsWord decides whether a hyphen at the end of the line before was only there for the break, and drops it.
func (b *spanBuilder) joinsWord(before Line, next Word) bool {
	last := before.Words[len(before.Words)-1]
	if last.kept {
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

func (b *spanBuilder) add(w Word, space bool) {
	s := page.Span{
		Text: w.Text, Bold: w.Style.Bold, Italic: w.Style.Italic, Code: w.Style.Mono, Sup: w.Style.Sup,
		Sub: w.Style.Sub, Math: w.Style.Math, Link: w.Style.Link,
	}
	if n := len(b.spans); n > 0 {
		if space {
			b.last = append(b.last, ' ')
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

func sameStyle(a, b page.Span) bool {
	a.Text, b.Text = "", ""
	return a == b
}

// AppendWords adds the words of lines to out, pieces of one word joined.
func AppendWords(out []page.Word, lines []Line) []page.Word {
	for _, l := range lines {
		for _, w := range l.Words {
			if n := len(out); w.Glued && n > 0 {
				out[n-1].Text += w.Text
				out[n-1].Box = ink.Union(out[n-1].Box, w.Box)
				continue
			}
			out = append(out, page.Word{Text: w.Text, Box: w.Box, Confidence: w.Confidence})
		}
	}
	return out
}
