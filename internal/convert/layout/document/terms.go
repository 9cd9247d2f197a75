package document

import (
	"math"
	"strings"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// isTerm reports whether block i is a term above an indented paragraph that explains it. It must begin where running
// text does or be one of several, because the titles of a manual with indented text are to the left of all text.
func (s *Survey) isTerm(blocks []page.Block, i int) bool {
	if !explained(blocks, i) {
		return false
	}
	return hasFellows(blocks, i) || (!inCapitals(blocks[i]) && s.beginsAsText(blocks[i], blocks[i+1]))
}

// hasFellows reports whether block i is one of several terms at the same edge, each above a single paragraph. If all of them are
// in capitals, they are the titles of a manual, whose text is indented as well.
func hasFellows(blocks []page.Block, i int) bool {
	n, capitals := 1, inCapitals(blocks[i])
	isAnother := func(k int) bool {
		return explained(blocks, k) && math.Abs(blocks[k].Box.X0-blocks[i].Box.X0) < text.FirstIndent*blocks[i].Font.Size
	}
	for _, step := range []int{-2, 2} {
		for k := i + step; k >= 0 && isAnother(k) && (n < leastTerms || (capitals && n < mostTerms)); k += step {
			n, capitals = n+1, capitals && inCapitals(blocks[k])
		}
	}
	return n >= leastTerms && !capitals
}

// countLefts counts the running text of a page by its left edge. Paragraphs of one line are left out, because they may have no more
// than the indent of a first line.
func (s *Survey) countLefts(p *page.Page) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Kind != page.Paragraph || b.Font == nil || b.Font.Bold || inMargin(p, b) || isOneLine(*b) {
			continue
		}
		if left := leftOf(*b); len(s.lefts) < maxEdges || s.lefts[left] > 0 {
			s.lefts[left] += len(b.Text())
		}
	}
}

func leftOf(b page.Block) int { return int(math.Round(b.Box.X0 / leftStep)) }

// beginsAsText reports whether more than a chance amount of running text begins at the term's edge, compared with the
// text at the explanation's edge. A one-line explanation must itself begin where enough text begins, because it may be
// the indented first line of a paragraph below a title.
func (s *Survey) beginsAsText(term, explanation page.Block) bool {
	at, within := 0, 0
	for d := -leftSteps; d <= leftSteps; d++ {
		at, within = at+s.lefts[leftOf(term)+d], within+s.lefts[leftOf(explanation)+d]
	}
	if at == 0 || within == 0 || (isOneLine(explanation) && float64(within) < leftShare*float64(at)) {
		return false
	}
	return float64(at) >= chanceShare*float64(within)
}

// explained reports whether block i is a line right above an indented paragraph in type of the same size that is not a
// numbered clause of it.
func explained(blocks []page.Block, i int) bool {
	if i+1 >= len(blocks) {
		return false
	}
	b, next := blocks[i], blocks[i+1]
	if b.Kind != page.Paragraph || next.Kind != page.Paragraph || b.Font == nil || next.Font == nil || isClause(b.Text(), next.Text()) {
		return false
	}
	size, gap := next.Font.Size, next.Box.Y0-b.Box.Y1
	line := b.Font.Size < HeadingSize*size && isOneLine(b)
	return line && gap > -slantedOverlap*size && gap < slantedGap*size && next.Box.X0-b.Box.X0 >= text.FirstIndent*size
}

// isClause reports whether a text begins with a number within that of a title, such as 2.1 below 2.
func isClause(title, below string) bool {
	number, _, _ := strings.Cut(title, " ")
	after, within := strings.CutPrefix(below, strings.TrimSuffix(number, ".")+".")
	return within && startsWithDigit(number) && startsWithDigit(after)
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func inCapitals(b page.Block) bool { return strings.ToUpper(b.Text()) == b.Text() }
