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
	rows := text.Rows(inside)
	k := headerOver(rows, r)
	if k < 0 {
		return nil
	}
	top := r
	top.Pos = rows[k].Box.Y0 - ink.Snap
	return below(across, top, r, rows[k:], runs)
}

// below tries to make a table of a header between two lines and the rows below it, as far as they have the same
// columns. rows begin with the last line of the header.
func below(across []ink.Segment, top, r ink.Segment, rows []text.Row, runs []text.Run) *draft {
	end := corridorRows(rows)
	if end <= headRuledRows || !beginLevel(rows[:end]) {
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
