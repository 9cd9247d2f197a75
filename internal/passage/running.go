package passage

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

// maxRunning bounds the memory for a document in which every page has a different head.
const maxRunning = 4096

// runningTexts remembers the heads and feet of the pages so far. A new one may be real text and is kept. One that
// recurs, even with other numbers, is dropped, because it would only dilute every page.
type runningTexts struct{ seen map[string]bool }

// dropped marks a block without moving the others: spans refer to blocks by their position in the page.
const dropped page.Kind = "dropped"

// body marks as dropped the repeated heads and feet, as well as the converter's own notes, which are not part of the
// document's text. The page itself is not changed.
func (r *runningTexts) body(blocks []page.Block) []page.Block {
	if r.seen == nil {
		r.seen = make(map[string]bool)
	}
	out := make([]page.Block, len(blocks))
	copy(out, blocks)
	for i, b := range blocks {
		if b.Kind == page.Note {
			out[i].Kind = dropped
		}
		if !isRunning(b) {
			continue
		}
		key := withoutNumbers(b.Text())
		if r.seen[key] {
			out[i].Kind = dropped
		} else if len(r.seen) < maxRunning {
			r.seen[key] = true
		}
	}
	return out
}

func withoutNumbers(s string) string {
	return oneLine(strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)))
}

func isRunning(b page.Block) bool { return b.Kind == page.PageHead || b.Kind == page.PageFoot }

// firstBody returns the index of the first block of the page's own text, or -1.
func firstBody(blocks []page.Block) int {
	return slices.IndexFunc(blocks, func(b page.Block) bool { return b.Kind != dropped && !isRunning(b) })
}

// readingOrder returns the order of a page's blocks in its passages: any remaining heads and feet come first, so that
// the last thing on a page is its last sentence.
func readingOrder(blocks []page.Block) []int {
	var first, rest []int
	for i, b := range blocks {
		switch {
		case b.Kind == dropped:
		case isRunning(b):
			first = append(first, i)
		default:
			rest = append(rest, i)
		}
	}
	return append(first, rest...)
}
