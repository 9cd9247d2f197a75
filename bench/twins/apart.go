package main

import (
	"cmp"
	"slices"
)

const (
	// shortGram is the number of consecutive words that tell where a figure, a table or a note is printed. Captions are short.
	shortGram = 3
	// minVotes is the minimum share of these runs that must be printed at one place.
	minVotes = 0.3
	// loose is the number of words by which the places of the runs of one figure may differ: words of the picture and
	// formulas are between them.
	loose = 24
)

// insertion is blocks that are printed elsewhere than where they are written: after a number of blocks of the running text, at a
// place among the printed words.
type insertion struct {
	blocks       []block
	after, place int
}

// asPrinted returns blocks with figures, tables and notes moved from where they are written to where they are printed.
func asPrinted(printed []string, blocks []block) []block {
	body, moved := withoutFigures(blocks)
	if len(moved) == 0 {
		return blocks
	}
	said, places := (&webPage{body}).words()
	at, where := align(printed, said), positions(grams(printed, shortGram))
	for i := range moved {
		if place, ok := printedAt(moved[i].blocks, where); ok {
			moved[i].after, moved[i].place = blocksBefore(at, places, place), place
		}
	}
	slices.SortStableFunc(moved, func(a, b insertion) int { return cmp.Or(cmp.Compare(a.after, b.after), cmp.Compare(a.place, b.place)) })
	var out []block
	done := 0
	for _, m := range moved {
		out = append(append(out, body[done:m.after]...), m.blocks...)
		done = m.after
	}
	return append(out, body[done:]...)
}

// withoutFigures returns the running text, and the figures and notes at the places where they are written.
func withoutFigures(blocks []block) (body []block, moved []insertion) {
	for i := 0; i < len(blocks); {
		j := i + 1
		for j < len(blocks) && blocks[j].apart == blocks[i].apart {
			j++
		}
		if blocks[i].apart == 0 {
			body = append(body, blocks[i:j]...)
		} else {
			moved = append(moved, insertion{blocks: blocks[i:j], after: len(body)})
		}
		i = j
	}
	return body, moved
}

// positions returns where each number is.
func positions(numbers []uint64) map[uint64][]int {
	out := make(map[uint64][]int, len(numbers))
	for i, n := range numbers {
		out[n] = append(out[n], i)
	}
	return out
}

// printedAt returns where most of the words of blocks are printed, given where runs of words are.
func printedAt(run []block, where map[uint64][]int) (place int, ok bool) {
	said, _ := (&webPage{run}).words()
	own := grams(said, shortGram)
	votes := map[int]int{}
	best, most := 0, 0
	for i, g := range own {
		for _, at := range where[g] {
			start := (at - i) / loose
			votes[start]++
			if votes[start] > most {
				best, most = start, votes[start]
			}
		}
	}
	return best * loose, most > 0 && float64(most) >= minVotes*float64(len(own))
}

// blocksBefore returns the number of blocks that begin before a place of the printed words, given which word each of them is.
func blocksBefore(at []int, places []place, printed int) int {
	for i := min(printed, len(at)-1); i >= 0; i-- {
		if at[i] >= 0 {
			return places[at[i]].block + 1
		}
	}
	return 0
}
