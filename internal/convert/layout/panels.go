package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/figure"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/table"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// panels returns the drawn boxes, filled or framed, that hold text of their own beside other text, such as cards,
// sidebars, and the boxes of posters and dashboards. Each is read as a unit. White space on all sides distinguishes
// them from table cells.
func panels(in *ink.Input, words []text.Word, body float64) []page.Box {
	boxes := panelBoxes(in, body)
	if len(boxes) == 0 || len(boxes) > maxShapes {
		return nil
	}
	boxes = withoutSingles(boxes, words, body)
	boxes = slices.DeleteFunc(boxes, func(b page.Box) bool { return ruledThrough(b, in.Rules) })
	boxes = withTextBeside(boxes, words)
	out := slices.DeleteFunc(slices.Clone(boxes), func(b page.Box) bool { return touched(b, boxes, body) || inRow(b, in.Fills) })
	_, loose := divide(words, func(w text.Word) bool {
		return slices.ContainsFunc(out, func(b page.Box) bool { return inBox(w.Box, b) })
	})
	return slices.DeleteFunc(slices.Clone(out), func(b page.Box) bool { return striped(b, out, loose) || shaded(b, words, loose) })
}

// panelBoxes returns the drawn boxes that are as large as panels, each once. More than maxShapes of them mean that
// there are too many to examine.
func panelBoxes(in *ink.Input, body float64) []page.Box {
	large := func(b page.Box) bool { return b.X1-b.X0 >= panelWidth*body && b.Y1-b.Y0 >= boxLines*body }
	boxes := table.PlainBoxes(ink.NewRulings(&ink.Input{Rules: in.Rules}))
	colored := slices.DeleteFunc(slices.Clone(in.Fills), func(f ink.Fill) bool { return f.Color == ink.White })
	looks := panelLooks
	for _, f := range in.Fills {
		if f.Color == ink.White {
			looks -= len(colored)
		}
		if large(f.Box) && (looks < 0 || !blank(f, colored)) {
			boxes = append(boxes, f.Box)
		}
	}
	var out []page.Box
	for _, b := range boxes {
		if !large(b) || slices.ContainsFunc(out, func(o page.Box) bool { return sameBox(o, b) }) {
			continue
		}
		if out = append(out, b); len(out) > maxShapes {
			break
		}
	}
	return out
}

// withoutPanels returns the filled rectangles that are not panels.
func withoutPanels(fills []ink.Fill, panels []page.Box) []ink.Fill {
	return slices.DeleteFunc(slices.Clone(fills), func(f ink.Fill) bool {
		return slices.ContainsFunc(panels, func(b page.Box) bool { return sameBox(b, f.Box) })
	})
}

// blank reports whether a fill is white on white paper.
func blank(f ink.Fill, colored []ink.Fill) bool {
	return f.Color == ink.White && !slices.ContainsFunc(colored, func(o ink.Fill) bool { return inBox(f.Box, o.Box) })
}

func sameBox(a, b page.Box) bool {
	return max(math.Abs(a.X0-b.X0), math.Abs(a.X1-b.X1), math.Abs(a.Y0-b.Y0), math.Abs(a.Y1-b.Y1)) <= ink.Touch
}

// withoutSingles returns the boxes with several lines of text, and those with a single line that are as large as one of them
// and level with it, like the cards of a row.
func withoutSingles(boxes []page.Box, words []text.Word, body float64) []page.Box {
	var several, out []page.Box
	lines := make([]int, len(boxes))
	for i, b := range boxes {
		if lines[i] = linesIn(b, words, body); lines[i] >= panelRows {
			several = append(several, b)
		}
	}
	for i, b := range boxes {
		if lines[i] >= panelRows || (lines[i] == 1 && slices.ContainsFunc(several, func(o page.Box) bool { return besideAlike(b, o) })) {
			out = append(out, b)
		}
	}
	return out
}

// besideAlike reports whether a box is as large as another one that is level with it.
func besideAlike(a, b page.Box) bool {
	level := math.Abs(a.Y0-b.Y0) <= ink.Touch && math.Abs(a.Y1-b.Y1) <= ink.Touch
	return level && math.Abs((a.X1-a.X0)-(b.X1-b.X0)) <= ink.Touch
}

// linesIn returns the number of lines of text that a box holds, or 0 if it does not keep its distance from all other words, or
// the lines are a title.
func linesIn(b page.Box, words []text.Word, body float64) int {
	var inside []text.Word
	near := ink.Grown(b, panelGap*body)
	for _, w := range words {
		switch {
		case inBox(w.Box, b):
			if w.Box.X0 < b.X0-ink.Touch || w.Box.X1 > b.X1+ink.Touch {
				return 0
			}
			inside = append(inside, w)
		case overlap(near, w.Box):
			return 0
		}
	}
	lines := text.Baselines(inside)
	if len(lines) == 0 || isTitle(lines, body) {
		return 0
	}
	return len(lines)
}

// withTextBeside returns the boxes that have text beside them, or that are in one column with such a box.
func withTextBeside(boxes []page.Box, words []text.Word) []page.Box {
	beside := slices.DeleteFunc(slices.Clone(boxes), func(b page.Box) bool {
		return !slices.ContainsFunc(words, func(w text.Word) bool {
			y := (w.Box.Y0 + w.Box.Y1) / 2
			return y > b.Y0 && y < b.Y1 && !inBox(w.Box, b)
		})
	})
	return slices.DeleteFunc(boxes, func(b page.Box) bool {
		return !slices.ContainsFunc(beside, func(o page.Box) bool {
			return math.Abs(o.X0-b.X0) <= ink.Touch && math.Abs(o.X1-b.X1) <= ink.Touch
		})
	})
}

// isTitle reports whether all lines are set like a title, which may have a background of its own.
func isTitle(lines [][]text.Word, body float64) bool {
	first := lines[0][0]
	large := first.Size >= document.HeadingSize*body || first.Style.Bold
	return large && !slices.ContainsFunc(lines, func(l []text.Word) bool {
		return l[0].Style.Bold != first.Style.Bold || math.Abs(l[0].Size-first.Size) > sameType*first.Size
	})
}

// inBox reports whether the middle of a is inside b.
func inBox(a, b page.Box) bool {
	x, y := (a.X0+a.X1)/2, (a.Y0+a.Y1)/2
	return x > b.X0 && x < b.X1 && y > b.Y0 && y < b.Y1
}

func overlap(a, b page.Box) bool { return a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1 }

// ruledThrough reports whether a line runs along an edge of a box and continues beyond or into it, like the lines
// around table cells.
func ruledThrough(b page.Box, rules []ink.Rule) bool {
	edge := ink.Grown(b, ink.Touch)
	return slices.ContainsFunc(rules, func(r ink.Rule) bool {
		if !overlap(edge, r.Box) {
			return false
		}
		return r.Box.X0 < edge.X0 || r.Box.X1 > edge.X1 || r.Box.Y0 < edge.Y0 || r.Box.Y1 > edge.Y1
	})
}

// touched reports whether another box is too close for two panels, without containing the box or being inside it.
func touched(b page.Box, boxes []page.Box, body float64) bool {
	near := ink.Grown(b, max(panelGap*body, ink.Touch))
	return slices.ContainsFunc(boxes, func(o page.Box) bool {
		return o != b && overlap(near, o) && ink.Union(o, b) != o && ink.Union(o, b) != b
	})
}

// inRow reports whether another fill is right beside a box, like the cells of a row.
func inRow(b page.Box, fills []ink.Fill) bool {
	return slices.ContainsFunc(fills, func(f ink.Fill) bool {
		gap := max(b.X0-f.Box.X1, f.Box.X0-b.X1)
		high := min(b.Y1, f.Box.Y1) - max(b.Y0, f.Box.Y0)
		return f.Color != ink.White && math.Abs(gap) <= ink.Touch && 2*high > b.Y1-b.Y0
	})
}

// striped reports whether another box is equally wide and has text between itself and this one, like the fills behind
// every other row of a table.
func striped(b page.Box, boxes []page.Box, loose []text.Word) bool {
	return slices.ContainsFunc(boxes, func(o page.Box) bool {
		if o == b || math.Abs(o.X0-b.X0) > ink.Touch || math.Abs(o.X1-b.X1) > ink.Touch || ink.Union(o, b) == o || ink.Union(o, b) == b {
			return false
		}
		between := page.Box{X0: b.X0, X1: b.X1, Y0: min(o.Y1, b.Y1), Y1: max(o.Y0, b.Y0)}
		return between.Y1-between.Y0 < max(o.Y1-o.Y0, b.Y1-b.Y0) && slices.ContainsFunc(loose, func(w text.Word) bool { return inBox(w.Box, between) })
	})
}

// shaded reports whether the lines in a box are short and level with loose text, which is in no box: the box is then a
// shaded column of a table.
func shaded(b page.Box, words, loose []text.Word) bool {
	inside, _ := divide(words, func(w text.Word) bool { return inBox(w.Box, b) })
	level := make([]float64, 0, len(loose))
	for _, w := range loose {
		level = append(level, w.Base)
	}
	slices.Sort(level)
	lines, n, prose := text.Baselines(inside), 0, 0
	for _, l := range lines {
		if len(l) >= text.ProseLine {
			prose++
		}
		if i, _ := slices.BinarySearch(level, l[0].Base-lineLevel); i < len(level) && level[i] <= l[0].Base+lineLevel {
			n++
		}
	}
	return float64(n) >= levelShare*float64(len(lines)) && 2*prose < len(lines)
}

// framed is the contents of a panel, or everything outside of all panels.
type framed struct {
	words   []text.Word
	images  []ink.Image
	figures []figure.Figure
	lines   ink.Rulings
	bars    []page.Box
	panels  []page.Box
}

// split takes the contents of the outermost panels out of f.
func (f framed) split() (rest framed, panels []page.Box, parts []framed) {
	slices.SortStableFunc(f.panels, func(a, b page.Box) int { return cmp.Compare(ink.Area(b), ink.Area(a)) })
	for _, b := range f.panels {
		if !slices.ContainsFunc(panels, func(o page.Box) bool { return inBox(b, o) }) {
			panels = append(panels, b)
		}
	}
	all := f
	for _, b := range panels {
		var part framed
		part, f = f.within(b)
		part.panels = slices.DeleteFunc(slices.Clone(all.panels), func(o page.Box) bool { return o == b || !inBox(o, b) })
		parts = append(parts, part)
	}
	f.panels = nil
	return f, panels, parts
}

// within separates the contents of a box from the rest. The box's own edges are in neither.
func (f framed) within(b page.Box) (part, rest framed) {
	part.words, rest.words = divide(f.words, func(w text.Word) bool { return inBox(w.Box, b) })
	part.images, rest.images = divide(f.images, func(i ink.Image) bool { return inBox(i.Box, b) })
	part.figures, rest.figures = divide(f.figures, func(g figure.Figure) bool { return inBox(g.Box, b) })
	part.bars, rest.bars = divide(f.bars, func(r page.Box) bool { return inBox(r, b) })
	outer, inner := ink.Grown(b, ink.Snap), ink.Grown(b, -ink.Snap)
	for _, s := range f.lines.Across {
		line := page.Box{X0: s.From, X1: s.To, Y0: s.Pos, Y1: s.Pos}
		part.lines.Across, rest.lines.Across = place(s, line, inner, outer, part.lines.Across, rest.lines.Across)
	}
	if rowsFill(part.lines.Across, b) {
		part.lines.Across = withEdges(part.lines.Across, f.lines.Across, b)
	}
	for _, s := range f.lines.Down {
		line := page.Box{X0: s.Pos, X1: s.Pos, Y0: s.From, Y1: s.To}
		part.lines.Down, rest.lines.Down = place(s, line, inner, outer, part.lines.Down, rest.lines.Down)
	}
	return part, rest
}

// stripeLines is the least number of lines from side to side between the rows of a panel: two edges of a stripe, and one of
// the next.
const stripeLines = 3

// rowsFill reports whether lines across divide a whole box into rows, as the stripes of a table do.
func rowsFill(across []ink.Segment, b page.Box) bool {
	n := 0
	for _, s := range across {
		if s.Soft && s.From <= b.X0+ink.Snap && s.To >= b.X1-ink.Snap {
			n++
		}
	}
	return n >= stripeLines
}

// withEdges adds the upper and the lower edge of a box to the lines in it, from top to bottom.
func withEdges(inside, all []ink.Segment, b page.Box) []ink.Segment {
	var out []ink.Segment
	for _, s := range all {
		edge := math.Abs(s.Pos-b.Y0) <= ink.Snap || math.Abs(s.Pos-b.Y1) <= ink.Snap
		if edge && s.From >= b.X0-ink.Snap && s.To <= b.X1+ink.Snap {
			out = append(out, s)
		}
	}
	out = append(out, inside...)
	slices.SortStableFunc(out, func(s, t ink.Segment) int { return cmp.Compare(s.Pos, t.Pos) })
	return out
}

func place(s ink.Segment, line, inner, outer page.Box, in, out []ink.Segment) (inside, outside []ink.Segment) {
	switch {
	case inBox(line, inner):
		return append(in, s), out
	case inBox(line, outer):
		return in, out
	}
	return in, append(out, s)
}

func divide[T any](all []T, first func(T) bool) (in, out []T) {
	for _, v := range all {
		if first(v) {
			in = append(in, v)
		} else {
			out = append(out, v)
		}
	}
	return in, out
}

// rowOfPanels finds a height at which panels on both sides of a gutter begin level. If most of them do, as in rows of
// cards, the panels are read row by row. Texts above the first row are not part of the columns unless they are prose.
func rowOfPanels(left, right []item, body float64) (float64, bool) {
	a, b := panelTops(left), panelTops(right)
	if len(a) > len(b) {
		a, b = b, a
	}
	items := slices.Concat(left, right)
	level, at := 0, math.Inf(1)
	for _, y := range a {
		if !slices.ContainsFunc(b, func(z float64) bool { return math.Abs(y-z) <= levelTop*body }) {
			continue
		}
		level++
		if y > a[0]+levelTop*body || loose(items, y) {
			at = min(at, y)
		}
	}
	if math.IsInf(at, 1) || float64(level) < rowShare*float64(len(a)) {
		return 0, false
	}
	y := at - levelTop*body
	crossed := slices.ContainsFunc(items, func(it item) bool { return it.box.Y0 < y && it.box.Y1 > at+levelTop*body })
	return y, !crossed
}

// loose reports whether there are texts above y most of which are not prose.
func loose(items []item, y float64) bool {
	short, prose := 0, 0
	for _, it := range items {
		switch {
		case it.run == nil || it.box.Y1 > y:
		case len(it.run.Words) >= text.ProseLine:
			prose++
		default:
			short++
		}
	}
	return short > prose
}

// panelTops returns the upper edges of panels, sorted.
func panelTops(items []item) []float64 {
	var out []float64
	for _, it := range items {
		if it.panel != nil {
			out = append(out, it.box.Y0)
		}
	}
	slices.Sort(out)
	return out
}
