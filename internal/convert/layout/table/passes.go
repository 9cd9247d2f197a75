package table

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// finder is a set of the finders of tables.
type finder uint8

const (
	ruled      finder = 1 << iota // Ruled: a grid along drawn lines
	banded                        // Banded: rows from text between horizontal rules
	borderless                    // Borderless: text in columns
)

// draft is a grid that a finder proposes, with what stands around it.
type draft struct {
	*grid
	by finder
	// rules are the page's horizontal rules, and drawn the heights of those among them that bound the grid's bands. Only
	// Banded sets them: the lines of Ruled are in its grid already.
	rules []ink.Segment
	drawn []float64
	// around are the runs outside the grid; a pass that moves one into the grid takes it out here. Borderless sets none.
	around []text.Run
	// openBelow reports whether the grid ends with the edge of a fill, below which a row without a fill may follow.
	openBelow bool
}

// pass is one rule about tables. It improves a draft in place and never refuses it: whether something is a table at all
// is for its finder to decide.
type pass struct {
	name  string
	of    finder // the finders whose drafts it applies to
	apply func(*draft)
}

// passes are all rules that are applied to drafts, in their order. A rule sees the draft as the rules before it left it.
var passes = []pass{
	{"part joined cells that each have a text", ruled, (*draft).release},
	{"span header cells over a rule", banded, (*draft).spanByRules},
	{"span headers over the columns they are centred on", banded | borderless, (*draft).spanHeaders},
	{"stretch lone headers over all rows of the header", banded, (*draft).stretchHeader},
	{"span rows beside rules that leave them free", banded, (*draft).spanRows},
	{"drop empty rows and columns", ruled | banded, (*draft).dropEmpty},
	{"take rows at the edges that stand in the columns", ruled | banded, (*draft).takeEdges},
}

// finish applies the rules to a draft, in their order.
func (d *draft) finish(rules []pass) text.Piece {
	for _, p := range rules {
		if p.of&d.by != 0 {
			p.apply(d)
		}
	}
	return text.Piece{Block: d.block(), Words: d.words()}
}
