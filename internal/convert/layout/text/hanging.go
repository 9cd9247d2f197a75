package text

import "math"

// hang is the place of a line in text whose entries begin farther out than they go on.
type hang int

const (
	noHang     hang = iota // anything else, such as a line at the outer edge that may begin no entry
	hangBegins             // the first line of an entry
	hangsOn                // a line below it
)

// markHanging marks the lines of entries that are outdented, as in glossaries, bibliographies and lists of names, in place.
// Where lines begin at two edges, texts end above the outer lines. Paragraphs with indented first lines end above
// the inner ones. A sentence may end anywhere, so that more than one sign is needed.
func markHanging(lines []Line, leading float64) {
	start := 0
	for i := 1; i <= len(lines); i++ {
		if i < len(lines) && !setApart(lines[i-1], lines[i], leading) {
			continue
		}
		markEntries(lines[start:i])
		start = i
	}
}

// setApart reports whether white space or a change of size parts two lines.
func setApart(prev, cur Line, leading float64) bool {
	step := cur.Base - prev.Base
	return step < 0 || step > ParagraphGap*leading*min(prev.size, cur.size) || math.Abs(prev.size-cur.size) > sizeChange*max(prev.size, cur.size)
}

// markEntries marks lines that follow each other closely if all of them begin at one of two edges, and they are entries.
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
		case out, ended: // otherwise a term stands above its text
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

// edges returns where the outermost line begins, and the outermost of those clearly inside of it.
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
