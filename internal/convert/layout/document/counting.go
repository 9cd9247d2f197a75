package document

import (
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/page"
)

// countPages takes the numbers at the edges of a page into account: those that go up by one from page to page are page
// numbers, whatever stands next to them.
func (s *Survey) countPages(p page.Page) {
	var found []int
	for _, b := range p.Blocks {
		if edgeKey(p, b) != "" {
			found = append(found, outerNumbers(&b)...)
		}
	}
	slices.Sort(found)
	for _, n := range slices.Compact(found) {
		if len(s.counted) < maxEdges || s.counted[n-p.Number] > 0 {
			s.counted[n-p.Number]++
		}
	}
}

// outerNumbers returns the numbers that a line begins and ends with.
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

// counts reports whether a row has a number that goes up by one from page to page.
func (s *Survey) counts(p *page.Page, r edgeRow) bool {
	need := max(leastCounted, s.pages/repeatPages)
	return slices.ContainsFunc(r.blocks, func(b *page.Block) bool {
		return slices.ContainsFunc(outerNumbers(b), func(n int) bool { return s.counted[n-p.Number] >= need })
	})
}
