package document

import (
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/page"
)

// countPages records the numbers at the edges of a page: those that increase by one from page to page are page numbers,
// whatever is next to them.
func (s *Survey) countPages(p page.Page, band float64) {
	var found []int
	lowest := lowestLine(&p)
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b == lowest || edgeKey(p, *b, band) != "" {
			found = append(found, outerNumbers(b)...)
		}
	}
	slices.Sort(found)
	for _, n := range slices.Compact(found) {
		if len(s.counted) < maxEdges || s.counted[n-p.Number] > 0 {
			s.counted[n-p.Number]++
		}
	}
}

// outerNumbers returns the numbers at the beginning and the end of a line.
func outerNumbers(b *page.Block) []int {
	fields := strings.Fields(furnitureText(b))
	if len(fields) == 0 {
		return nil
	}
	var out []int
	for _, f := range []string{fields[0], fields[len(fields)-1]} {
		if n, err := strconv.Atoi(f); err == nil && n > 0 && len(f) <= maxFolio {
			out = append(out, n)
		}
	}
	return out
}

// lowestLine returns the lowest block of a page if it is a short paragraph below other text, or nil. If a document was
// printed on taller pages, its page numbers are there instead of at the edge.
func lowestLine(p *page.Page) *page.Block {
	var lowest *page.Block
	blocks := 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if aside(b) {
			continue
		}
		if blocks++; lowest == nil || b.Box.Y1 > lowest.Box.Y1 {
			lowest = b
		}
	}
	if blocks < 2 || lowest.Kind != page.Paragraph || len(lowest.Text()) > maxEdgeText {
		return nil
	}
	return lowest
}

// countedFoot returns the lowest line of a page if it counts the pages, or nil. Such a line is a running foot wherever
// it is.
func (s *Survey) countedFoot(p *page.Page, kind page.Kind) *page.Block {
	if kind != page.PageFoot {
		return nil
	}
	if b := lowestLine(p); b != nil && s.countsPages(p, b) {
		return b
	}
	return nil
}

// counts reports whether a row has a number that goes up by one from page to page.
func (s *Survey) counts(p *page.Page, r edgeRow) bool {
	return slices.ContainsFunc(r.blocks, func(b *page.Block) bool { return s.countsPages(p, b) })
}

// countsPages reports whether a block has a number that goes up by one from page to page.
func (s *Survey) countsPages(p *page.Page, b *page.Block) bool {
	need := max(leastCounted, s.pages/repeatPages)
	return slices.ContainsFunc(outerNumbers(b), func(n int) bool { return s.counted[n-p.Number] >= need })
}
