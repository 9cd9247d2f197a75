package figure

import (
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// area is what is drawn in one place.
type area struct {
	// box is around everything, core around everything but frames.
	box, core page.Box
	strokes   int
	// drawn is set if a single line is as large as a figure.
	drawn bool
	axis  bool
}

// piece is something drawn, or a number of an axis.
type piece struct {
	box          page.Box
	stroke, axis bool
	rule, image  bool
}

// areas returns the parts of a page that have drawings like those of a figure.
func areas(in *ink.Input, words []text.Word) []area {
	marks := append(axes(in.Rules, words), bars(in.Fills, words)...)
	items := len(in.Strokes) + len(in.Rules) + len(in.Fills)
	if (len(in.Strokes) == 0 && len(marks) == 0) || items > mostItems {
		return nil
	}
	lines := slices.Clone(in.Strokes)
	free := newGrid(in.Width, in.Height)
	free.tally(lines)
	for _, m := range marks {
		lines = append(lines, m.rule)
	}
	shown := newGrid(in.Width, in.Height)
	shown.tally(lines)
	pieces := collect(in, marks, shown)
	places := newGrid(in.Width, in.Height)
	for _, p := range pieces {
		places.enter(ink.Grown(p.box, reach))
	}
	of, count := places.parts()
	var out []area
	for _, a := range gather(pieces, of, count, places) {
		if a.isFigure(in, free) && len(out) < mostFigures {
			out = append(out, a)
		}
	}
	return out
}

// collect returns everything drawn except backgrounds: an area behind the lines of a figure may also hold its title.
func collect(in *ink.Input, marks []mark, shown *grid) []piece {
	var out []piece
	for _, b := range in.Strokes {
		out = append(out, piece{box: b, stroke: true})
	}
	for _, r := range in.Rules {
		out = append(out, piece{box: r.Box, rule: true})
	}
	for _, f := range in.Fills {
		if taken, _ := shown.within(f.Box); taken == 0 && f.Color != ink.White && ink.Area(f.Box) < pageShare*in.Width*in.Height {
			out = append(out, piece{box: f.Box})
		}
	}
	for _, i := range in.Images {
		if ink.Area(i.Box) < pageShare*in.Width*in.Height {
			out = append(out, piece{box: i.Box, image: true})
		}
	}
	for _, m := range marks {
		out = append(out, piece{box: m.rule, axis: true}, piece{box: m.label, axis: true})
	}
	return out
}

// gather collects the pieces of each part into an area.
func gather(pieces []piece, of []int32, count int, g *grid) []area {
	all := make([]area, count+1)
	for _, p := range pieces {
		all[of[g.at(p.box)]].meet(p)
	}
	frames := make([][]page.Box, count+1)
	for _, p := range pieces {
		i := of[g.at(p.box)]
		switch a := &all[i]; {
		case p.rule && a.framedBy(p.box):
			frames[i] = append(frames[i], p.box)
		case !p.image || a.axis:
			a.core = joined(a.core, p.box)
		}
	}
	for i := range all {
		all[i].frame(frames[i])
	}
	return all[1:]
}

func (a *area) meet(p piece) {
	a.box = joined(a.box, p.box)
	a.axis = a.axis || p.axis
	if p.stroke {
		a.strokes++
		a.drawn = a.drawn || shortSide(p.box) >= leastPlain
	}
}

// joined returns the union of two boxes, the first of which may be empty.
func joined(all, b page.Box) page.Box {
	if all == (page.Box{}) {
		return b
	}
	return ink.Union(all, b)
}

// framedBy reports whether a line is as long as an area, like the lines of a frame.
func (a *area) framedBy(line page.Box) bool {
	return line.X1-line.X0 >= frameShare*(a.box.X1-a.box.X0) || line.Y1-line.Y0 >= frameShare*(a.box.Y1-a.box.Y0)
}

// frame widens the core to nearby lines around it. A frame farther away also holds titles and notes.
func (a *area) frame(lines []page.Box) {
	core := a.core
	for _, l := range lines {
		if l.X1-l.X0 > l.Y1-l.Y0 {
			if y := (l.Y0 + l.Y1) / 2; max(core.Y0-y, y-core.Y1) <= frameReach {
				a.core.Y0, a.core.Y1 = min(a.core.Y0, y), max(a.core.Y1, y)
			}
		} else if x := (l.X0 + l.X1) / 2; max(core.X0-x, x-core.X1) <= frameReach {
			a.core.X0, a.core.X1 = min(a.core.X0, x), max(a.core.X1, x)
		}
	}
}

// isFigure reports whether an area is drawn like a figure.
func (a *area) isFigure(in *ink.Input, free *grid) bool {
	side := shortSide(a.core)
	if side < leastPlain || a.axis {
		return a.axis && side >= leastSide
	}
	taken, all := free.within(a.core)
	return (a.strokes >= leastStrokes || a.drawn) && float64(taken) >= strokeShare*float64(all) && ink.Area(a.core) <= mostShare*in.Width*in.Height
}

func shortSide(b page.Box) float64 { return min(b.X1-b.X0, b.Y1-b.Y0) }
