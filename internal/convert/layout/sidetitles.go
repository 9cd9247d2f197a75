package layout

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"quire/internal/convert/layout/text"
)

// sideTitles splits running text with titles in its left margin into parts, each title followed by the paragraphs that
// begin next to it. Read line by line, the two would run into each other. strict requires all titles to begin level
// with a paragraph, because other text may be a column.
func sideTitles(items []item, body float64, strict bool) ([][]item, bool) {
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.top(), b.top()) })
	edge, ok := textEdge(items)
	if !ok {
		return nil, false
	}
	var out [][]item
	found, start := false, 0
	for i := 0; i <= len(items); i++ {
		if i < len(items) && !crosses(items[i], edge) {
			continue
		}
		parts, ok := splitSide(items[start:i], edge, body, strict)
		if !ok {
			parts = nil
			if i > start {
				parts = [][]item{items[start:i]}
			}
		}
		out, found = append(out, parts...), found || ok
		if i < len(items) {
			out = append(out, items[i:i+1])
		}
		start = i + 1
	}
	return out, found
}

// textEdge returns the left edge that most lines of running text share.
func textEdge(items []item) (float64, bool) {
	counts := map[int]int{}
	best, most, prose := 0, 0, 0
	for _, it := range items {
		if it.run == nil || len(it.run.Words) < text.ProseLine {
			continue
		}
		prose++
		at := int(math.Round(it.box.X0))
		counts[at]++
		if n := counts[at]; n > most || (n == most && at < best) {
			best, most = at, n
		}
	}
	return float64(best) - 1, most >= columnRows && float64(most) >= edgeShare*float64(prose)
}

func crosses(it item, edge float64) bool { return it.box.X0 < edge && it.box.X1 > edge }

// splitSide splits items if none of them crosses edge.
func splitSide(items []item, edge, body float64, strict bool) ([][]item, bool) {
	var titles, text []item
	left, reach, right := math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, it := range items {
		if it.box.X1 > edge {
			text = append(text, it)
			right = max(right, it.box.X1)
			continue
		}
		if it.run == nil {
			return nil, false
		}
		titles = append(titles, it)
		left, reach = min(left, it.box.X0), max(reach, it.box.X1)
	}
	lines := textLines(text)
	gap := edge - reach
	if len(titles) == 0 || len(lines) < 2 || gap < max(columnGap, columnGapEm*body) || reach-left > sideShare*(right-left) {
		return nil, false
	}
	groups, starts := lineGroups(titles, sideStep), paragraphStarts(lines, right)
	if float64(len(lines)) < sideRows*float64(len(titles)) || !areTitles(groups, lines) || (strict && !beginLevel(groups, starts)) {
		return nil, false
	}
	return sideRecords(groups, text, starts), true
}

// textLines returns the first runs of the text's lines, with boxes as wide as their lines: wide spaces split a
// justified line into several runs.
func textLines(items []item) []*text.Run {
	var lines []*text.Run
	for _, it := range items {
		switch {
		case it.run == nil:
		case len(lines) == 0 || it.run.Base > lines[len(lines)-1].Base+newLine*it.run.Size:
			line := *it.run
			lines = append(lines, &line)
		default:
			box := &lines[len(lines)-1].Box
			box.X1 = max(box.X1, it.run.Box.X1)
		}
	}
	return lines
}

// lineGroups groups lines that are below each other, at most leading ems apart.
func lineGroups(lines []item, leading float64) [][]item {
	start := 0
	var out [][]item
	for i := 1; i <= len(lines); i++ {
		if i < len(lines) && lines[i].run.Base-lines[i-1].run.Base <= leading*lines[i].run.Size {
			continue
		}
		out = append(out, lines[start:i])
		start = i
	}
	return out
}

// areTitles reports whether the groups are words in the margin next to running text, rather than numbers or
// list markers, which belong to the line they are on.
func areTitles(groups [][]item, lines []*text.Run) bool {
	beside := 0
	first, last := lines[0].Base-lines[0].Size, lines[len(lines)-1].Base
	for _, g := range groups {
		if g[0].top() > last || g[len(g)-1].box.Y1 < first {
			continue // above or below the text
		}
		letters := 0
		for _, it := range g {
			letters += countLetters(it.run.Words)
		}
		if letters < sideLetters {
			return false
		}
		if !besideText(g, lines) {
			return false
		}
		beside++
	}
	return beside > 0 && mostlyProse(lines)
}

func mostlyProse(lines []*text.Run) bool {
	prose := 0
	for _, l := range lines {
		if len(l.Words) >= text.ProseLine {
			prose++
		}
	}
	return float64(prose) >= sideProse*float64(len(lines))
}

func countLetters(words []text.Word) int {
	n := 0
	for _, w := range words {
		for _, r := range w.Text {
			if unicode.IsLetter(r) {
				n++
			}
		}
	}
	return n
}

// besideText reports whether the text has lines at the height of a title.
func besideText(title []item, lines []*text.Run) bool {
	top, bottom := title[0].top(), title[len(title)-1].box.Y1
	return slices.ContainsFunc(lines, func(l *text.Run) bool { return l.Base > top && l.Base-ascent*l.Size < bottom })
}

// beginLevel reports whether there are several titles and all begin level with a paragraph.
func beginLevel(groups [][]item, starts []*text.Run) bool {
	for _, g := range groups {
		first := g[0]
		if math.Abs(paragraphTop(starts, first.top())-first.top()) > sideLevel*first.run.Size {
			return false
		}
	}
	return len(groups) > 1
}

// sideRecords puts each title before the paragraph that begins next to it or that it extends into.
func sideRecords(groups [][]item, text []item, starts []*text.Run) [][]item {
	var out [][]item
	for i := len(groups) - 1; i >= 0; i-- {
		y := paragraphTop(starts, groups[i][0].top())
		at := slices.IndexFunc(text, func(it item) bool { return it.top() >= y-samePlace })
		if at < 0 {
			at = len(text)
		}
		if at < len(text) {
			out = append(out, text[at:])
		}
		out = append(out, groups[i])
		text = text[:at]
	}
	if len(text) > 0 {
		out = append(out, text)
	}
	slices.Reverse(out)
	return out
}

// paragraphStarts returns the lines that begin a paragraph, where the text extends to right.
func paragraphStarts(lines []*text.Run, right float64) []*text.Run {
	leading := math.Inf(1)
	if len(lines) > 1 {
		leading = medianLeading(lines)
	}
	starts := lines[:1:1]
	for i := 1; i < len(lines); i++ {
		prev, cur := lines[i-1], lines[i]
		short := right-prev.Box.X1 > max(text.ShortLine*(right-prev.Box.X0), cur.Words[0].Box.X1-cur.Words[0].Box.X0+wordSpace*cur.Size)
		if cur.Base-prev.Base > text.ParagraphGap*leading || short || cur.Box.X0-prev.Box.X0 > text.FirstIndent*cur.Size {
			starts = append(starts, cur)
		}
	}
	return starts
}

// paragraphTop returns the top of the paragraph at height y.
func paragraphTop(starts []*text.Run, y float64) float64 {
	at := 0
	for i, l := range starts {
		if l.Base-ascent*l.Size <= y+sideLevel*l.Size {
			at = i
		}
	}
	return item{run: starts[at]}.top()
}

// medianLeading returns the usual distance between the baselines of lines, in points.
func medianLeading(lines []*text.Run) float64 {
	steps := make([]float64, 0, len(lines))
	for i := 1; i < len(lines); i++ {
		steps = append(steps, lines[i].Base-lines[i-1].Base)
	}
	slices.Sort(steps)
	return steps[len(steps)/leadingRank]
}
