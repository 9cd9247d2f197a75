package text

import "math"

// hang is the role of a line in text with hanging indents.
type hang int

const (
	noHang     hang = iota // anything else, such as a line at the outer edge that may begin no entry
	hangBegins             // the first line of an entry
	hangsOn                // a line below it
)

// markHanging marks the lines of entries with hanging indents, as in glossaries, bibliographies and lists of names, in
// place. If lines begin at two edges, entries end before lines at the outer edge, whereas paragraphs with indented
// first lines end before lines at the inner edge. A sentence may end anywhere, so more than one sign is needed.
func markHanging(lines []Line) {
	start := 0
	for i := 1; i <= len(lines); i++ {
		if i < len(lines) && !setApart(lines[i-1], lines[i]) {
			continue
		}
		markEntries(lines[start:i])
		start = i
	}
}

// setApart reports whether white space or a change of size separates two lines.
func setApart(prev, cur Line) bool {
	step, leading := cur.Base-prev.Base, min(prev.leading, cur.leading)
	return step < 0 || step > ParagraphGap*leading*min(prev.size, cur.size) || math.Abs(prev.size-cur.size) > sizeChange*max(prev.size, cur.size)
}

// markEntries marks lines that follow each other closely if each begins at one of two edges and they form entries.
func markEntries(lines []Line) {
	outer, inner := edges(lines)
	_, right := margins(lines)
	if len(lines) < hangingLines || !isIndent(inner-outer, lines[0].size) {
		return
	}
	pro, contra := 0, 0
	for i, l := range lines {
		if at := l.box.X0 - outer; l.leftward || (at > sameEdge*l.size && math.Abs(l.box.X0-inner) > sameEdge*l.size) {
			return
		}
		if i == 0 || isOuter(l, outer) == isOuter(lines[i-1], outer) {
			continue
		}
		full, ended := fitsNoMore(lines[i-1], l, right), sentenceEnd(lines[i-1])
		switch out := isOuter(l, outer); {
		case out && (ended || !full), !out && full && !ended:
			pro++
		case out, ended: // a term above its text
			contra++
		}
	}
	if pro < hangingSigns || pro < hangingRatio*contra {
		return
	}
	for i := 1; i < len(lines); i++ {
		switch out, before := isOuter(lines[i], outer), isOuter(lines[i-1], outer); {
		case out && !before:
			lines[i].hang = hangBegins
		case !out && (!before || fitsNoMore(lines[i-1], lines[i], right)):
			lines[i].hang = hangsOn
		}
	}
}

// edges returns the left edge of the outermost line, and the outermost left edge clearly inside it.
func edges(lines []Line) (outer, inner float64) {
	outer, inner = math.Inf(1), math.Inf(1)
	for _, l := range lines {
		outer = min(outer, l.box.X0)
	}
	for _, l := range lines {
		if l.box.X0 > outer+sameEdge*l.size {
			inner = min(inner, l.box.X0)
		}
	}
	return outer, inner
}

func isOuter(l Line, outer float64) bool { return l.box.X0 <= outer+sameEdge*l.size }
