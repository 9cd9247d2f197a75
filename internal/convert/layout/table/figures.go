package table

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Figures makes tables from lines that consist of a label and figures, as in a financial statement. Such tables may be
// as wide as a page, so they must be found before columns of text. The runs outside the tables are returned in rest.
func Figures(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rows := text.Rows(runs)
	loose := text.Loosen(rows)
	drafts, start := make([]*draft, 0), 0 // start is the first row after the last table
	for i := 0; i < len(rows); {
		end := figureLines(loose, i)
		d := figureTable(loose[i:end])
		if d == nil && i > start && end > i && aboveText(loose, end-1) && headsAll(loose[i-1], loose[i:end]) {
			if d = headedTable(loose[i-1 : end]); d != nil {
				rest = rest[:len(rest)-len(rows[i-1].Runs)]
			}
		}
		if d == nil {
			end = max(end, i+1)
			for _, r := range rows[i:end] {
				rest = append(rest, r.Runs...)
			}
		} else {
			drafts = append(drafts, d)
			start = end
		}
		i = end
	}
	for _, d := range drafts {
		d.around = rest
		tables = append(tables, d.finish(passes))
		rest = d.around
	}
	return tables, rest
}

// figureLine reports whether a line is a label followed by figures alone.
func figureLine(r text.Row) bool {
	if len(r.Runs) < 2 || !isLabel(r.Runs[0]) {
		return false
	}
	plain := 0
	for _, u := range r.Runs[1:] {
		if !text.IsNumeric(u.Text()) && strings.ContainsFunc(u.Text(), unicode.IsLetter) {
			return false
		}
		if isAmount(u.Text()) {
			plain++
		}
	}
	return plain > 0
}

func isLabel(u text.Run) bool {
	t := u.Text()
	return !text.IsNumeric(t) && strings.ContainsFunc(t, unicode.IsLetter) && !text.IsBullet(u.Words[0].Text)
}

// figureLines returns the end of the lines from i onwards that could be one table of figures. It begins and ends with a
// line of a label and figures; between two of these there may be a few labels without figures, or figures without a
// label. The result is i if line i is not such a line. A single text in larger type is the title of what follows.
func figureLines(rows []text.Row, i int) int {
	if !figureLine(rows[i]) {
		return i
	}
	end, right := i+1, rows[i].Runs[1].Box.X0
	for j := i + 1; j < len(rows) && j-end < figureGap; j++ {
		r := rows[j]
		if r.Base-rows[j-1].Base > looseStep*max(r.Size, rows[j-1].Size) || r.BeginsCaption() {
			break
		}
		first := r.Runs[0]
		switch {
		case len(r.Runs) == 1 && entitles(r, rows[i:end]):
			return end
		case figureLine(r):
			right = min(right, r.Runs[1].Box.X0)
			end = j + 1
		case len(r.Runs) > 1 && first.Box.X0 < right && isLabel(first), len(r.Runs) == 1 && first.Box.X1 > right && len(first.Words) > spanWords:
			return end
		}
	}
	return end
}

// figureTable proposes a grid from lines of labels and figures, or nil if the figures do not form columns.
func figureTable(rows []text.Row) *draft {
	var lines []text.Row
	for _, r := range rows {
		if figureLine(r) {
			lines = append(lines, r)
		}
	}
	if len(lines) < looseRows || scattered(rows) || listsContents(rows) || !inFigureColumns(lines) {
		return nil
	}
	box := bounds(rows)
	seps := pastLabels(textColumns(lines, box.X0-1, box.X1+1), rows)
	if len(seps) < 2 {
		return nil
	}
	last := seps[len(seps)-1]
	room := firstEdge(lines, last) - last // a header may be wider than its figures, on both sides
	xs := append(append([]float64{box.X0 - 1}, seps...), box.X1+max(room, 1))
	ys := append(append([]float64{box.Y0 - 1}, records(rows, xs, nil, false, 1)...), box.Y1+1)
	g := newGrid(xs, ys)
	g.header = 0
	g.findStarts(rows)
	for _, r := range rows {
		g.place(r.Runs)
	}
	if !g.populated(2) || g.prose() {
		return nil
	}
	return &draft{grid: g, by: figured}
}

// aboveText reports whether row i is followed closely by a line of running text, or by nothing. White space also ends a
// table if it is larger than the space above the row.
func aboveText(rows []text.Row, i int) bool {
	if i+1 == len(rows) {
		return true
	}
	step := rows[i+1].Base - rows[i].Base
	if step > looseStep*rows[i].Size || (i > 0 && step > text.ParagraphGap*(rows[i].Base-rows[i-1].Base)) {
		return true
	}
	next := rows[i+1].Runs
	return len(next) == 1 && len(next[0].Words) > text.ProseLine
}

// headsAll reports whether a line right above one or two lines of figures names the figures of each. On a single line,
// two figures could mean anything.
func headsAll(head text.Row, lines []text.Row) bool {
	if len(lines) >= looseRows || len(lines[0].Runs) <= headedFigures+1-len(lines) || lines[0].Base-head.Base > looseStep*lines[0].Size {
		return false
	}
	columns := slices.Clone(lines[0].Runs)
	for _, l := range lines {
		if !figureLine(l) || len(l.Runs) != len(columns) {
			return false
		}
		for i, u := range l.Runs {
			columns[i].Box = ink.Union(columns[i].Box, u.Box)
		}
	}
	return headsFigures(head, columns)
}

// headsFigures reports whether a line above a label and columns of figures has one text over each column of figures,
// and otherwise at most one, over the label.
func headsFigures(head text.Row, columns []text.Run) bool {
	n := len(columns)
	extra := len(head.Runs) - n + 1
	if extra < 0 || extra > 1 {
		return false
	}
	for i, u := range head.Runs[extra:] {
		f, next := columns[i+1].Box, math.Inf(1)
		if i+2 < n {
			next = columns[i+2].Box.X0
		}
		if u.Box.X0 > f.X1 || u.Box.X1 < f.X0 || u.Box.X0 < columns[i].Box.X1 || u.Box.X1 > next {
			return false
		}
	}
	return true
}

// headedTable proposes a grid from a header and the lines of figures below it, or nil.
func headedTable(rows []text.Row) *draft {
	box, ys := rows[0].Box, []float64{rows[0].Box.Y0 - 1}
	for i := 1; i < len(rows); i++ {
		box = ink.Union(box, rows[i].Box)
		ys = append(ys, (rows[i-1].Box.Y1+rows[i].Box.Y0)/2)
	}
	seps := textColumns(rows[1:], box.X0-1, box.X1+1)
	if len(seps) != len(rows[1].Runs)-1 {
		return nil
	}
	g := newGrid(append(append([]float64{box.X0 - 1}, seps...), box.X1+1), append(ys, box.Y1+1))
	g.findStarts(rows)
	for _, r := range rows {
		g.place(r.Runs)
	}
	if g.filled(0) < g.columns()-1 || g.filled(1) != g.columns() || g.filled(len(rows)-1) != g.columns() {
		return nil
	}
	return &draft{grid: g, by: figured}
}

// inFigureColumns reports whether most figures end where several others do, as numbers in columns do.
func inFigureColumns(lines []text.Row) bool {
	var boxes []page.Box
	size := 0.0
	for _, r := range lines {
		for _, u := range r.Runs[1:] {
			boxes, size = append(boxes, u.Box), max(size, u.Size)
		}
	}
	slices.SortFunc(boxes, func(a, b page.Box) int { return int(math.Copysign(1, a.X1-b.X1)) })
	aligned := 0
	for i := 0; i < len(boxes); {
		j := i + 1
		for j < len(boxes) && boxes[j].X1-boxes[j-1].X1 <= alignSlack*size {
			j++
		}
		if j-i > 1 {
			aligned += j - i
		}
		i = j
	}
	return float64(aligned) >= alignedShare*float64(len(boxes))
}

// firstEdge returns the left edge of the figures to the right of x, in points.
func firstEdge(lines []text.Row, x float64) float64 {
	edge := math.Inf(1)
	for _, r := range lines {
		for _, u := range r.Runs {
			if u.Box.X0 >= x {
				edge = min(edge, u.Box.X0)
			}
		}
	}
	if math.IsInf(edge, 1) {
		return x
	}
	return edge
}

// labelsBeside reports whether most rows of figures between the rules, and at least two, have a label to the left of
// the rules, as where totals are underlined only in the columns of figures. Rows between the rules that begin with a
// label, such as a header, do not count.
func labelsBeside(outside []text.Run, rows []text.Row, box page.Box) bool {
	left := text.Inside(outside, page.Box{X0: math.Inf(-1), Y0: box.Y0, X1: box.X0, Y1: box.Y1})
	left = slices.DeleteFunc(left, func(u text.Run) bool { return !isLabel(u) })
	if len(left) == 0 {
		return false
	}
	labels := text.Rows(left)
	n, k, figures := 0, 0, 0
	for _, r := range rows {
		if isLabel(r.Runs[0]) {
			continue
		}
		figures++
		for k < len(labels) && labels[k].Base < r.Base-text.SameLine*r.Size {
			k++
		}
		if k < len(labels) && labels[k].Base <= r.Base+text.SameLine*r.Size {
			n++
		}
	}
	return n >= 2 && float64(n) > besideShare*float64(figures)
}
