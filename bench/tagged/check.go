package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode"
)

// Conditions under which a structure tree is trusted.
const (
	// minText is the minimum number of visible characters of a document.
	minText = 50
	// minPageText is the least number of visible characters of a page that is checked.
	minPageText = 200
	// minCovered is the minimum share of a document's visible characters, except artifacts, that the tree contains, and
	// minPageCovered that of a page's.
	minCovered     = 0.9
	minPageCovered = 0.8
	// maxDecorated is the maximum share of a document's visible characters that are artifacts.
	maxDecorated = 0.25
	// maxHeading is the maximum share of the text that is in headings.
	maxHeading = 0.4
	// maxUntitled is the maximum share of titles, which are headings and paragraphs in type larger than any heading, that
	// the tree calls paragraphs. titleSize is the size of such paragraphs, in sizes of the text.
	maxUntitled = 0.2
	titleSize   = 1.15
	// maxCells is the maximum number of cells of all tables: more take minutes to score.
	maxCells = 1000
	// maxUpward is the maximum share of steps from block to block that lead up the page.
	maxUpward = 0.1
	// maxBeside is the maximum share of steps from paragraph to paragraph that stay on a line.
	maxBeside = 0.2
	// maxRagged is the maximum share of a document's blocks and rows that are rows of a different width from most of
	// their table.
	maxRagged = 0.1
	// sameColumn is the least overlap of two blocks in one column, as a share of the narrower block's width.
	sameColumn = 0.5
)

// check returns the reason why a tree is not trusted, or nil.
func (c *composer) check() error {
	total, decorated, held := 0, 0, 0
	for i, page := range c.pages {
		inTree, all := c.covered(i)
		if all >= minPageText && float64(inTree) < minPageCovered*float64(all) {
			return fmt.Errorf("page %d: the tree holds %d of %d characters", i+1, inTree, all)
		}
		total, held, decorated = total+all, held+inTree, decorated+page.decorated
	}
	switch {
	case held < minText:
		return fmt.Errorf("%d characters are too few", held)
	case float64(held) < minCovered*float64(total):
		return fmt.Errorf("the tree holds %d of %d characters", held, total)
	case float64(decorated) > maxDecorated*float64(total+decorated):
		return fmt.Errorf("%d of %d characters are artifacts", decorated, total+decorated)
	}
	if err := c.checkRoles(held); err != nil {
		return err
	}
	return errors.Join(c.checkTitles(), c.checkTables(), c.checkOrder())
}

// covered counts the visible characters of a page in the tree, and all except artifacts.
func (c *composer) covered(page int) (inTree, all int) {
	for number, l := range c.pages[page].leaves {
		visible := 0
		for _, g := range l.glyphs {
			if !unicode.IsSpace(g.char) {
				visible++
			}
		}
		all += visible
		if c.used[content{page, number}] {
			inTree += visible
		}
	}
	return inTree, all + c.pages[page].loose
}

// checkRoles requires tables, lists, or headings that do not make up most of the text.
func (c *composer) checkRoles(characters int) error {
	counts, titled := map[part]int{}, 0
	for _, b := range c.blocks {
		counts[b.part]++
		if b.part == heading {
			titled += len(b.glyphs)
		}
	}
	switch {
	case counts[heading] == len(c.blocks) || float64(titled) > maxHeading*float64(characters):
		return errors.New("mostly headings")
	case counts[heading]+counts[table]+counts[item] == 0:
		return errors.New("nothing but paragraphs")
	}
	return nil
}

// checkTitles requires that the titles of a document with headings are headings. Word's style for the title of a document
// makes it a paragraph of the tree.
func (c *composer) checkTitles() error {
	headings, largest := 0, 0.0
	for _, b := range c.blocks {
		if b.part == heading {
			headings++
			largest = math.Max(largest, b.size())
		}
	}
	if headings == 0 {
		return nil
	}
	largest = math.Max(largest, titleSize*c.textSize())
	untitled := 0
	for _, b := range c.blocks {
		if b.part == paragraph && b.size() >= largest {
			untitled++
		}
	}
	if float64(untitled) > maxUntitled*float64(headings+untitled) {
		return fmt.Errorf("%d of %d titles are paragraphs", untitled, headings+untitled)
	}
	return nil
}

// textSize returns the size of most characters of paragraphs and items.
func (c *composer) textSize() float64 {
	var sizes []float64
	for _, b := range c.blocks {
		if b.part == paragraph || b.part == item {
			for range b.glyphs {
				sizes = append(sizes, b.size())
			}
		}
	}
	return median(sizes)
}

// size returns the usual size of a block's characters.
func (b block) size() float64 {
	sizes := make([]float64, len(b.glyphs))
	for i, g := range b.glyphs {
		sizes[i] = g.size
	}
	return median(sizes)
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// checkTables requires that most rows of a table have the same width, and that scoring the tables does not take long.
func (c *composer) checkTables() error {
	ragged, all, cells := 0, len(c.blocks), 0
	for _, widths := range c.widths {
		counts := map[int]int{}
		for _, w := range widths {
			counts[w]++
			cells += w
		}
		usual := 0
		for _, n := range counts {
			usual = max(usual, n)
		}
		all += len(widths)
		ragged += len(widths) - usual
	}
	switch {
	case cells > maxCells:
		return fmt.Errorf("%d cells", cells)
	case float64(ragged) > maxRagged*float64(all):
		return fmt.Errorf("%d of %d blocks and rows are ragged", ragged, all)
	}
	return nil
}

// checkOrder requires that the reading order leads down the columns, and does not split lines.
func (c *composer) checkOrder() error {
	upward, beside, steps := 0, 0, 0
	for i := 1; i < len(c.blocks); i++ {
		before, next := c.blocks[i-1], c.blocks[i]
		if before.part == note || before.part == figure || next.part == figure {
			continue
		}
		page := next.glyphs[0].page
		a, b := before.box(page), next.box(page)
		if a.empty() || b.empty() {
			continue
		}
		steps++
		if b.bottom >= a.top-1 && overlap(a.left, a.right, b.left, b.right) > sameColumn*math.Min(a.width(), b.width()) {
			upward++
		}
		lines := math.Min(a.top-a.bottom, b.top-b.bottom)
		if before.part == paragraph && next.part == paragraph && overlap(a.bottom, a.top, b.bottom, b.top) > lineStep*lines {
			beside++
		}
	}
	switch {
	case float64(upward) > maxUpward*float64(steps):
		return fmt.Errorf("%d of %d steps lead up the page", upward, steps)
	case float64(beside) > maxBeside*float64(steps):
		return fmt.Errorf("%d of %d steps stay on a line", beside, steps)
	}
	return nil
}

func overlap(a, b, c, d float64) float64 { return math.Min(b, d) - math.Max(a, c) }

// box is an area of a page, in points from the lower left corner.
type box struct{ left, right, bottom, top float64 }

func (b box) empty() bool    { return b.left >= b.right }
func (b box) width() float64 { return b.right - b.left }

// box returns the area of a block on a page.
func (b block) box(page int) box {
	out := box{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, g := range b.glyphs {
		if g.page == page && !unicode.IsSpace(g.char) {
			out.left, out.right = math.Min(out.left, g.left), math.Max(out.right, g.right)
			out.bottom, out.top = math.Min(out.bottom, g.bottom), math.Max(out.top, g.top)
		}
	}
	return out
}
