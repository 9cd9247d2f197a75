package layout

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

// line is a line of text within a region.
type line struct {
	words []word
	box   page.Box
	base  float64
	size  float64
	// bold and italic: all of it
	bold, italic bool
	// leftward: it runs from right to left
	leftward bool
}

// buildLines joins the runs of a region that stand on one baseline.
func buildLines(runs []run) []line {
	var out []line
	for _, r := range runs {
		if n := len(out); n > 0 && math.Abs(out[n-1].base-r.base) < sameLine*min(out[n-1].size, r.size) {
			out[n-1] = newLine(append(out[n-1].words, r.words...))
			continue
		}
		out = append(out, newLine(slices.Clone(r.words)))
	}
	return out
}

func newLine(words []word) line {
	readingOrder(words)
	r := newRun(words)
	l := line{words: words, box: r.box, base: r.base, size: r.size, bold: true, italic: true, leftward: runsLeft(words)}
	for _, w := range words {
		l.bold = l.bold && (w.style.bold || !strings.ContainsFunc(w.text, unicode.IsLetter))
		l.italic = l.italic && w.style.italic
	}
	l.bold = l.bold && slices.ContainsFunc(words, func(w word) bool { return strings.ContainsFunc(w.text, unicode.IsLetter) })
	return l
}

func (l line) text() string {
	var s strings.Builder
	for i, w := range l.words {
		if i > 0 && !w.glued {
			s.WriteByte(' ')
		}
		s.WriteString(w.text)
	}
	return s.String()
}

// spans turns lines into styled text: joined by spaces, words that a line's end cut put together again.
func spans(lines []line) []page.Span {
	var b spanBuilder
	for i, l := range lines {
		for j, w := range l.words {
			space := i+j > 0 && (j == 0 || !w.glued)
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
func unspaced(before line, next word) bool {
	last, _ := utf8.DecodeLastRuneInString(before.words[len(before.words)-1].text)
	first, _ := utf8.DecodeRuneInString(next.text)
	return ideographic(last) && ideographic(first)
}

// ideographic reports a character of a script that is written without spaces. Hangul stands among them and has spaces.
func ideographic(r rune) bool {
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
func (b *spanBuilder) joinsWord(before line, next word) bool {
	last := before.words[len(before.words)-1]
	if last.kept {
		return true
	}
	stem, found := strings.CutSuffix(last.text, "-")
	if !found || len(b.spans) == 0 {
		stem, found = strings.CutSuffix(last.text, "\u00ad")
		if !found {
			return false
		}
	}
	r, _ := utf8.DecodeLastRuneInString(stem)
	first, _ := utf8.DecodeRuneInString(next.text)
	if !unicode.IsLetter(r) || !unicode.IsLower(first) {
		return unicode.IsLetter(r) && unicode.IsLetter(first)
	}
	b.last = bytes.TrimSuffix(bytes.TrimSuffix(b.last, []byte("-")), []byte("\u00ad"))
	return true
}

func (b *spanBuilder) add(w word, space bool) {
	s := page.Span{
		Text: w.text, Bold: w.style.bold, Italic: w.style.italic, Code: w.style.mono, Sup: w.style.sup,
		Sub: w.style.sub, Math: w.style.math, Link: w.style.link,
	}
	if n := len(b.spans); n > 0 {
		if space {
			b.last = append(b.last, ' ')
		}
		if sameStyle(b.spans[n-1], s) {
			b.last = append(b.last, w.text...)
			return
		}
		b.finish()
	}
	b.spans = append(b.spans, s)
	b.last = append(b.last[:0], w.text...)
}

func sameStyle(a, b page.Span) bool {
	a.Text, b.Text = "", ""
	return a == b
}

// appendWords adds the words of lines to out, pieces of one word joined.
func appendWords(out []page.Word, lines []line) []page.Word {
	for _, l := range lines {
		for _, w := range l.words {
			if n := len(out); w.glued && n > 0 {
				out[n-1].Text += w.text
				out[n-1].Box = ink.Union(out[n-1].Box, w.box)
				continue
			}
			out = append(out, page.Word{Text: w.text, Box: w.box, Confidence: w.confidence})
		}
	}
	return out
}
