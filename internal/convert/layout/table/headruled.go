package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// HeadRuled makes tables whose only rule is the one below their header. They end where a line leaves their columns. The
// runs outside the tables are returned in rest.
func HeadRuled(across []ink.Segment, runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rules := slices.DeleteFunc(slices.Clone(across), func(r ink.Segment) bool { return r.Soft || r.Length() < minBandRule })
	return belowEach(rules, across, runs, underHeader)
}

// belowEach tries to make a table below each header of a kind that the page has, until its budget is used up.
func belowEach[T any](headers []T, across []ink.Segment, runs []text.Run, try func([]ink.Segment, T, []text.Run) *draft) (tables []text.Piece, rest []text.Run) {
	left := bandWork
	for _, h := range headers {
		if left -= len(across) + len(runs); left < 0 {
			break
		}
		if d := try(across, h, runs); d != nil {
			tables = append(tables, d.finish(passes))
			runs = d.around
		}
	}
	return tables, runs
}

// underHeader tries to make a table of the row above a rule and the rows below, as far as they have the same columns.
func underHeader(across []ink.Segment, r ink.Segment, runs []text.Run) *draft {
	along := page.Box{X0: r.From - sameExtent, Y0: math.Inf(-1), X1: r.To + sameExtent, Y1: math.Inf(1)}
	inside, _ := text.Within(runs, along)
	rows := text.Loosen(text.Rows(inside))
	k := headerOver(rows, r)
	if k < 0 {
		return nil
	}
	top := r
	top.Pos = rows[k].Box.Y0 - ink.Snap
	d := below(across, top, r, aboveCrossing(rows[k:], runs, along.X0), runs)
	if d != nil {
		d.ceiling = topOfHeader(rows, k)
	}
	return d
}

// aboveCrossing returns the rows below a header that are above the first run across x, where the table begins. That is a
// line of the text around it, such as the next term of a list.
func aboveCrossing(rows []text.Row, runs []text.Run, x float64) []text.Row {
	end := math.Inf(1)
	for _, u := range runs {
		if u.Box.X0 < x && u.Box.X1 > x && u.Base > rows[0].Base+text.SameLine*u.Size {
			end = min(end, u.Base-text.SameLine*u.Size)
		}
	}
	n, _ := slices.BinarySearchFunc(rows, end, func(r text.Row, y float64) int { return cmp.Compare(r.Base, y) })
	return rows[:n]
}

// below tries to make a table of a header between two lines and the rows below it, as far as they have the same
// columns. rows begin with the last line of the header.
func below(across []ink.Segment, top, r ink.Segment, rows []text.Row, runs []text.Run) *draft {
	end := corridorRows(rows)
	if lone := end == headRuledRows && isLoneRecord(rows[0], rows[1]); !lone && (end <= headRuledRows || !beginLevel(rows[:end])) {
		return nil
	}
	bottom := r
	bottom.Pos = rows[end-1].Box.Y1 + ink.Snap
	d := bandTableAbove(slices.Concat([]ink.Segment{top, r, bottom}, across), []int{0, 1, 2}, runs, runningOutside)
	if d == nil || d.drawn[len(d.drawn)-1] < bottom.Pos { // running text below a header in columns is not part of it
		return nil
	}
	return d
}

// topOfHeader returns the height above which lines do not belong to the header whose last line is row k, because they
// are farther above it than the record below. Such are the addresses above the items of an invoice.
func topOfHeader(rows []text.Row, k int) float64 {
	step := edgeStep * (rows[k+1].Base - rows[k].Base)
	for k > 0 && rows[k].Base-rows[k-1].Base <= step {
		k--
	}
	return rows[k].Box.Y0 - ink.Snap
}

// isLoneRecord reports whether a row is the only record below a header: it leaves out one of several labels at most, has
// a figure after its first text, and each of its texts is level with a label.
func isLoneRecord(head, r text.Row) bool {
	if len(r.Runs) < max(loneTexts, len(head.Runs)-1) || len(r.Runs) > len(head.Runs) || !slices.ContainsFunc(r.Runs[1:], isQuantity) {
		return false
	}
	labels := head.Runs
	for _, u := range r.Runs {
		i := slices.IndexFunc(labels, func(l text.Run) bool { return levelWith(u, l) })
		if i < 0 {
			return false
		}
		labels = labels[i+1:]
	}
	return true
}

// headerOver returns the index of the row of several labels right above a rule, or -1.
func headerOver(rows []text.Row, r ink.Segment) int {
	below, _ := slices.BinarySearchFunc(rows, r.Pos, func(row text.Row, y float64) int { return cmp.Compare(row.Base, y) })
	k := below - 1
	if k < 0 || r.Pos-rows[k].Base > headRuleReach*rows[k].Size || len(rows[k].Runs) < 2 {
		return -1
	}
	if slices.ContainsFunc(rows[k].Runs, func(u text.Run) bool { return !isLabel(u) }) {
		return -1
	}
	return k
}

// corridorRows returns the number of rows that have the columns of the first, up to a wide white space.
func corridorRows(rows []text.Row) int {
	end := corridorBelow(rows, tableGutter)
	limit := looseJump * text.MedianStep(rows[:end])
	for i := 2; i < end; i++ {
		if rows[i].Base-rows[i-1].Base > limit && len(rows[i].Runs) == 1 {
			return i
		}
	}
	return end
}

// beginLevel reports whether every text of the header begins, ends or is centred where a text below it does.
func beginLevel(rows []text.Row) bool {
	return !slices.ContainsFunc(rows[0].Runs, func(h text.Run) bool {
		return !slices.ContainsFunc(rows[1:], func(r text.Row) bool {
			return slices.ContainsFunc(r.Runs, func(u text.Run) bool {
				near := alignSlack * h.Size
				return math.Abs(u.Box.X0-h.Box.X0) <= near || math.Abs(u.Box.X1-h.Box.X1) <= near ||
					math.Abs(u.Box.X0+u.Box.X1-h.Box.X0-h.Box.X1) <= 2*near
			})
		})
	})
}
