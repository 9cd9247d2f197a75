package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// HeadFilled makes tables whose header is on one of the given bands, with nothing drawn below. They end where a line
// leaves their columns. The runs outside the tables are returned in rest.
func HeadFilled(bands []page.Box, across []ink.Segment, runs []text.Run) (tables []text.Piece, rest []text.Run) {
	wide := slices.DeleteFunc(slices.Clone(bands), func(b page.Box) bool { return b.X1-b.X0 < minBandRule })
	return belowEach(wide, across, runs, onBand)
}

// onBand tries to make a table of the rows on a band and those below it, as far as they have the same columns.
func onBand(across []ink.Segment, band page.Box, runs []text.Run) *draft {
	along := page.Box{X0: band.X0 - sameExtent, Y0: band.Y0, X1: band.X1 + sameExtent, Y1: math.Inf(1)}
	inside, _ := text.Within(runs, along)
	rows := text.Loosen(text.Rows(inside))
	k := slices.IndexFunc(rows, func(r text.Row) bool { return r.Middle() > band.Y1 }) - 1
	if k < 0 || len(rows[k].Runs) < 2 {
		return nil
	}
	for _, r := range rows[:k+1] {
		if slices.ContainsFunc(r.Runs, func(u text.Run) bool { return !isLabel(u) }) {
			return nil
		}
	}
	top := ink.Segment{Pos: band.Y0, From: band.X0, To: band.X1}
	r := top
	r.Pos = band.Y1
	return below(across, top, r, aboveCrossing(rows[k:], runs, along.X0), runs)
}
