package table

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// finder is a set of table finders.
type finder uint8

const (
	ruled      finder = 1 << iota // Ruled: a grid along drawn lines
	banded                        // Banded: rows from text between horizontal rules
	borderless                    // Borderless: text in columns
	figured                       // Figures: labels with figures
	spaced                        // Spaced: records between white space
)

// draft is a grid proposed by a finder, with its surroundings.
type draft struct {
	*grid
	by finder
	// rules are the page's horizontal rules, and drawn the heights of those that bound the grid's bands. Only
	// Banded sets them, because the lines found by Ruled are in its grid already.
	rules []ink.Segment
	drawn []float64
	// around are the runs outside the grid. A pass that moves one into the grid removes it here. Borderless
	// sets none, Spaced and Stacked those right above.
	around []text.Run
	// openBelow is set if the grid ends with the edge of a fill, below which a row without a fill may follow.
	openBelow bool
	// ceiling is the height above which headers belong to another table. Only Ruled and HeadRuled set it.
	ceiling float64
}

// pass is one rule about tables. It improves a draft in place and never rejects it: whether something is a table at all
// is for its finder to decide.
type pass struct {
	name  string
	of    finder // the finders whose drafts it applies to
	apply func(*draft)
}

// passes are all rules applied to drafts, in order. Each rule sees the draft as the rules before it left it.
var passes = []pass{
	{"part joined cells that each have a text", ruled, (*draft).release},
	{"part texts that stand level with figures below lines", ruled, (*draft).partLevel},
	{"join columns of signs to the figures next to them", ruled | banded | borderless | figured | spaced, (*draft).joinSigns},
	{"join lines that go on below the items of an invoice", banded | borderless, (*draft).joinItemLines},
	{"join rows of a header that overlap", banded, (*draft).foldHeader},
	{"span header cells over a rule", banded, (*draft).spanByRules},
	{"drop columns that have only parts of headers", banded | borderless | figured | spaced, (*draft).dropEmpty},
	{"span headers over the columns they are centred on", banded | borderless | figured, (*draft).spanHeaders},
	{"span headers alone between lines over the columns there", ruled, (*draft).spanBetweenLines},
	{"span headers with a background over the columns they are centred on", ruled, (*draft).spanFilledHeader},
	{"stretch lone headers over all rows of the header", banded, (*draft).stretchHeader},
	{"span rows beside rules that leave them free", banded, (*draft).spanRows},
	{"span the names of groups between two rows", banded, (*draft).spanGroups},
	{"span the labels of totals over the columns before them", ruled | banded | borderless | figured, (*draft).spanTotals},
	{"drop empty rows and columns", ruled | banded, (*draft).dropEmpty},
	{"take rows at the edges that stand in the columns", ruled | banded | figured | spaced, (*draft).takeEdges},
	{"leave out notes at the foot", ruled | banded | figured, (*draft).leaveNotes},
	{"part the first column before a name at its end", banded | borderless | figured, (*draft).partNotes},
	{"span the names of groups of rows", ruled | banded | borderless | figured, (*draft).spanSections},
}

// finish applies the rules to a draft, in order.
func (d *draft) finish(rules []pass) text.Piece {
	for _, p := range rules {
		if p.of&d.by != 0 {
			p.apply(d)
		}
	}
	return text.Piece{Block: d.block(), Words: d.words()}
}
