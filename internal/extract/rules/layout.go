// Package rules finds values by what is next to, below and around them on the page. It needs no model.
package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
)

// token is a word with its position and the form in which labels are compared.
type token struct {
	text, norm string
	box        page.Box
}

// segment is a run of words without a wide gap: a label, a value, or a table's cell.
type segment struct {
	words []token
	box   page.Box
}

func (s segment) text() string { return joined(s.words) }

func joined(words []token) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.text
	}
	return strings.Join(parts, " ")
}

// line holds segments that are side by side.
type line struct {
	segs []segment
	box  page.Box
}

func (l line) text() string {
	parts := make([]string, len(l.segs))
	for i, s := range l.segs {
		parts[i] = s.text()
	}
	return strings.Join(parts, "  ")
}

func (l line) height() float64 { return l.box.Y1 - l.box.Y0 }

const (
	wideGap    = 0.6  // of a line's height: the gap that separates segments
	flatHeight = 16.0 // height of a line of a format without geometry
	cellWidth  = 1e5  // width of a column of such a format: more than the text of any cell
)

// normal keeps letters, digits and the signs that occur in labels.
func normal(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '#' {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// linesOf groups the words of a page into lines. A page without geometry gets a line for every block and table row.
func linesOf(p *page.Page) []line {
	if len(p.Words) == 0 {
		return flatLines(p)
	}
	var words []token
	for _, w := range p.Words {
		if p.Source != page.SourceText && strings.Trim(w.Text, "_|¦‗") == "" {
			continue // rules and frames that were recognized as letters
		}
		words = appendToken(words, w.Text, p.Level(w.Box))
	}
	if len(words) == 0 {
		return nil
	}
	straighten(words)
	slices.SortStableFunc(words, func(a, b token) int { return sign(middle(a.box) - middle(b.box)) })
	var out []line
	for from := 0; from < len(words); {
		to := from + 1
		box := words[from].box
		for to < len(words) && middle(words[to].box)-middle(box) < .5*min(box.Y1-box.Y0, words[to].box.Y1-words[to].box.Y0) {
			to++
		}
		out = append(out, newLine(words[from:to]))
		from = to
	}
	return out
}

func sign(f float64) int {
	switch {
	case f < 0:
		return -1
	case f > 0:
		return 1
	}
	return 0
}

func middle(b page.Box) float64 { return (b.Y0 + b.Y1) / 2 }

// appendToken splits "Date:2025" after the label.
func appendToken(dst []token, text string, box page.Box) []token {
	if at := strings.IndexByte(text, ':'); at > 1 && at < len(text)-1 && !strings.ContainsAny(text[:at], "0123456789") && text[at+1] != '/' {
		cut := box.X0 + (box.X1-box.X0)*float64(at+1)/float64(len(text))
		left, right := box, box
		left.X1, right.X0 = cut, cut
		return append(dst, token{text[:at+1], normal(text[:at]), left}, token{text[at+1:], normal(text[at+1:]), right})
	}
	t := token{text, normal(text), box}
	if rate(text) {
		t.norm = ""
	}
	return append(dst, t)
}

// rates joins "19" and "%".
func rates(words []token) []token {
	out := words[:0]
	for _, w := range words {
		if n := len(out); n > 0 && strings.HasPrefix(w.text, "%") && rate(out[n-1].text+"%") {
			out[n-1] = token{out[n-1].text + " " + w.text, "", union(out[n-1].box, w.box)}
			continue
		}
		out = append(out, w)
	}
	return out
}

// rate reports whether a word is a percentage. Percentages are ignored when labels are compared: "VAT 20%" is "VAT".
func rate(word string) bool {
	n, ok := strings.CutSuffix(strings.Trim(word, "():"), "%")
	return ok && n != "" && strings.Trim(n, "0123456789.,") == ""
}

// newLine sorts words from left to right and splits them at wide gaps.
func newLine(words []token) line {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b token) int { return sign(a.box.X0 - b.box.X0) })
	words = rates(words)
	l := line{box: words[0].box}
	heights := make([]float64, len(words))
	for i, w := range words {
		l.box = union(l.box, w.box)
		heights[i] = w.box.Y1 - w.box.Y0
	}
	gap := wideGap * median(heights)
	from := 0
	for i := 1; i <= len(words); i++ {
		if i == len(words) || words[i].box.X0-words[i-1].box.X1 > gap {
			l.segs = append(l.segs, newSegment(words[from:i]))
			from = i
		}
	}
	return l
}

func newSegment(words []token) segment {
	s := segment{words: words, box: words[0].box}
	for _, w := range words[1:] {
		s.box = union(s.box, w.box)
	}
	return s
}

func union(a, b page.Box) page.Box {
	return page.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}

// flatLines lays blocks out one below another.
func flatLines(p *page.Page) []line {
	var out []line
	add := func(l line) {
		if len(l.segs) > 0 {
			out = append(out, l)
		}
	}
	for _, b := range p.Blocks {
		if b.Table != nil {
			for _, r := range b.Table.Rows {
				l := flatRow(r)
				move(&l, float64(len(out)))
				add(l)
			}
			continue
		}
		for text := range strings.SplitSeq(b.Text(), "\n") {
			l := flatLine(columns(text), float64(len(out)))
			if strings.Contains(strings.TrimSpace(text), "  ") {
				l = spacedLine(text, float64(len(out)))
			}
			add(l)
		}
	}
	return out
}

// flatLine lays cells out in columns of equal width, on line n.
func flatLine(cells []string, n float64) line {
	var words []token
	for i, cell := range cells {
		x := float64(i) * cellWidth
		for w := range strings.FieldsSeq(cell) {
			end := x + 5*float64(len(w))
			words = appendToken(words, w, page.Box{X0: x, X1: end, Y1: flatHeight})
			x = end + 3
		}
	}
	if len(words) == 0 {
		return line{}
	}
	l := newLine(words)
	move(&l, n)
	return l
}

// pitch is the width of a character of text whose columns are separated by spaces.
const pitch = 6

// spacedLine lays out text whose columns are separated by spaces, on line n.
func spacedLine(text string, n float64) line {
	var words []token
	x := 0.0
	for part := range strings.SplitSeq(text, " ") {
		end := x + pitch*float64(utf8.RuneCountInString(part))
		if strings.TrimSpace(part) != "" {
			words = appendToken(words, strings.TrimSpace(part), page.Box{X0: x, X1: end, Y1: flatHeight})
		}
		x = end + pitch
	}
	if len(words) == 0 {
		return line{}
	}
	l := newLine(words)
	move(&l, n)
	return l
}

// move moves a line of a format without geometry to its position.
func move(l *line, n float64) {
	y := n * flatHeight * 1.2
	l.box.Y0, l.box.Y1 = y, y+flatHeight
	for i := range l.segs {
		l.segs[i].box.Y0, l.segs[i].box.Y1 = y, y+flatHeight
		for j := range l.segs[i].words {
			l.segs[i].words[j].box.Y0, l.segs[i].words[j].box.Y1 = y, y+flatHeight
		}
	}
}

// columns splits a line of text at tabs, or at the bars of a Markdown table.
func columns(text string) []string {
	if t := strings.TrimSpace(text); len(t) > 2 && t[0] == '|' && strings.Trim(t, "|-: ") != "" {
		return strings.Split(strings.Trim(t, "|"), "|")
	}
	return strings.Split(text, "\t")
}

// Lines returns the lines of a page from top to bottom, with their words as printed.
func Lines(p *page.Page) []string {
	var out []string
	for _, l := range linesOf(p) {
		out = append(out, l.text())
	}
	return out
}

// median returns the median of values, or 0 if there are none. It sorts them.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
