package rules

import (
	"strings"
	"unicode"

	"quire/internal/convert/page"
	"quire/internal/extract/typed"
	"quire/internal/pattern"
)

// section is the text below a heading, down to the next one.
type section struct {
	heading string
	lines   []line
}

// hyphen matches a word hyphenated at the end of a line.
var hyphen = pattern.New(`(\p{Ll}-)\n(\p{Ll})`)

func (s section) text() string {
	parts := make([]string, len(s.lines))
	for i, l := range s.lines {
		parts[i] = l.text()
	}
	return hyphen.ReplaceAllString(strings.Join(parts, "\n"), "$1$2")
}

// sectionLimit bounds the sections of a page, because sections in adjacent columns contain each other's lines.
const sectionLimit = 64

// sections returns the sections whose heading consists of one of labels. If column is set, a section holds only what
// begins at the heading's own left edge, for pages with columns side by side; otherwise it includes everything to the
// right of that edge.
func sections(lines []line, labels []label, words vocabulary, column bool) []section {
	var out []section
	for i, l := range lines {
		for _, seg := range l.segs {
			if len(out) == sectionLimit || !heading(seg, labels) {
				continue
			}
			if body := underneath(lines[i+1:], seg, words, column); len(body) > 0 {
				out = append(out, section{seg.text(), body})
			}
		}
	}
	return out
}

func heading(s segment, labels []label) bool {
	for _, l := range labels {
		if l.endAt(s.words, 0) == len(s.words) {
			return true
		}
	}
	return false
}

// sectionGap is the gap, in heights of a line, that ends a section.
const sectionGap = 4

func underneath(lines []line, head segment, words vocabulary, column bool) []line {
	var out []line
	slack := head.box.Y1 - head.box.Y0
	bottom := head.box.Y1
	for _, l := range lines {
		var segs []segment
		for _, s := range l.segs {
			if s.box.X0 < head.box.X0-slack || (column && s.box.X0 > head.box.X0+slack) {
				continue
			}
			if s.box.X0 < head.box.X0+slack && words[label(normal(s.text()))] {
				return out
			}
			segs = append(segs, s)
		}
		if len(segs) == 0 {
			continue
		}
		if segs[0].box.Y0-bottom > sectionGap*slack {
			return out
		}
		next := line{segs: segs, box: segs[0].box}
		bottom = next.box.Y1
		out = append(out, next)
	}
	return out
}

// sections emits the text of sections.
func (a search) sections(labels []label) {
	for _, s := range sections(a.lines, labels, a.words, true) {
		if v, _, ok := typed.Find(a.rule.Parser, s.text(), a.hints); ok {
			a.emit(hit{value: v, quote: quoteOf(s.text()), rank: -1})
		}
	}
}

// How much larger than most of the page its most prominent line must be. The boxes of words recognized in a picture fit
// their letters tightly: a word with a "Q" is taller than one without.
const (
	larger     = 1.2
	largerRead = 1.5
)

// prominent emits the segment with the largest letters in the upper part of a page and above its tables, or else its
// first segment.
func (a search) prominent(p *page.Page) {
	heights := []float64{}
	for _, l := range a.lines {
		heights = append(heights, l.height())
	}
	tallest := larger * median(heights)
	if p.Source != page.SourceText {
		tallest *= largerRead / larger
	}
	var best *segment
	for i := range a.lines {
		l := &a.lines[i]
		if (p.Height > 0 && l.box.Y0 > p.Height*.4) || a.heads[i] {
			break
		}
		for s := range l.segs {
			seg := &l.segs[s]
			size := seg.box.Y1 - seg.box.Y0
			if name(*seg) && !a.words.has(*seg) && !a.excluded(seg.text()) && (best == nil || size > 1.05*tallest) {
				best, tallest = seg, max(tallest, size)
			}
		}
	}
	if best != nil {
		a.emit(hit{value: best.text(), quote: best.text(), rank: prominentRank})
	}
}

// name reports whether a segment may be a name: it has letters and is not a date, address or number.
func name(s segment) bool {
	letters, digits := 0, 0
	for _, r := range s.text() {
		if unicode.IsLetter(r) {
			letters++
		} else if unicode.IsDigit(r) {
			digits++
		}
	}
	return letters > 2 && letters > 3*digits && !strings.ContainsAny(s.text(), "@:·")
}
