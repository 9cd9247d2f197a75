package document

import (
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// hierarchicalNumber matches the number of a section, such as 2, 2.3, A.1 or IV.2.
var hierarchicalNumber = pattern.New(`^((?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2}){0,4})\.?\s+\S`)

// outline holds the headings under which the next heading may be placed.
type outline struct {
	open     []opened
	sections []section // indexed by the depth of their numbers
}

// opened is a heading with the rank of its type and its level, which is less than the rank if ranks were skipped.
type opened struct{ rank, level int }

// section is a numbered heading.
type section struct {
	number string
	level  int
	size   float64
}

// couldHead reports whether a block could be a heading, whatever its type. Only the type sizes of such blocks are
// ranked.
func couldHead(b page.Block) bool {
	if b.Font == nil || (b.Kind != page.Paragraph && b.Kind != page.ListItem) || b.Font.Gap > widestSpace*b.Font.Size {
		return false
	}
	heading := strings.TrimSpace(b.Text())
	if heading == "" || len(heading) > ink.MaxHeading || !(hasWord(heading) || isVersion(heading)) {
		return false
	}
	return !text.CaptionStart.MatchString(heading) && !text.EndsInLeaders(heading) && !isAside(heading)
}

// place returns the level of a heading whose type has a rank. If the heading is numbered and its parent section is
// known, the number decides. Otherwise the level is the rank, but at most one below the heading above it in the
// outline.
func (o *outline) place(heading string, size float64, rank int) int {
	for len(o.open) > 0 && o.open[len(o.open)-1].rank >= rank {
		o.open = o.open[:len(o.open)-1]
	}
	level := rank
	if n := len(o.open); n > 0 {
		level = min(rank, o.open[n-1].level+1)
	}
	if m := hierarchicalNumber.FindStringSubmatch(heading); m != nil {
		level = o.byNumber(m[1], size, level)
	}
	o.open = append(o.open, opened{rank, level})
	return level
}

// byNumber returns the level of a numbered heading: one below its parent section, or the given level if that is not
// known.
func (o *outline) byNumber(number string, size float64, level int) int {
	depth := strings.Count(number, ".")
	if depth > 0 && depth <= len(o.sections) {
		above := o.sections[depth-1]
		if strings.HasPrefix(number, above.number+".") && size <= above.size {
			level = min(above.level+1, maxLevel)
		}
	}
	if depth <= len(o.sections) {
		o.sections = append(o.sections[:depth], section{number, level, size})
	}
	return level
}
