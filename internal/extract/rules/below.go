package rules

import (
	"slices"

	"quire/internal/extract/typed"
)

// belowLimit is how many lines below a label are considered, including those next to its column.
const belowLimit = 400

// below emits the first value below a label, which may be the s-th in a row of labels.
func (a search) below(i int, anchor segment, heads []segment, s, rank int) {
	within := a.rule.Within
	if within == 0 {
		within = 3
	}
	slack := anchor.box.Y1 - anchor.box.Y0
	var column []hit
	defer func() { a.total(column) }()
	for _, l := range a.lines[i+1 : min(i+1+belowLimit, len(a.lines))] {
		if within == 0 || l.box.Y0-anchor.box.Y1 > float64(2*within)*slack {
			return
		}
		near := aligned(l, anchor, slack)
		if heads != nil {
			near = cell(l, heads, s, slack)
		}
		if len(near) == 0 {
			continue
		}
		within--
		for _, s := range near {
			v, ok := value(s.words, a.rule.Parser, a.hints)
			if a.words.has(s) && (!ok || a.rule.Parser == typed.Text) {
				return
			}
			if !ok {
				continue
			}
			v.rank += rank
			a.emit(v)
			if heads != nil {
				column = append(column, v)
			}
			if !numeric(a.rule.Parser) {
				return
			}
			rank += weak
			break
		}
	}
}

// aligned returns the segments of a line that are below an anchor, the best aligned first.
func aligned(l line, anchor segment, slack float64) []segment {
	var out []segment
	for _, s := range l.segs {
		if s.box.X0 <= anchor.box.X1+slack && s.box.X1 >= anchor.box.X0-slack {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b segment) int { return sign(distance(a, anchor) - distance(b, anchor)) })
	return out
}
