package main

import "slices"

const (
	// shortGram is the number of consecutive words that tell where a figure, a table or a note is printed. Captions are short.
	shortGram = 3
	// minVotes is the minimum share of these runs that must be printed at one place.
	minVotes = 0.3
	// loose is the number of words by which the places of the runs of one figure may differ: words of the picture and
	// formulas stand between them.
	loose = 24
)

// asPrinted returns blocks with figures, tables and notes moved from where they are written to where they are printed.
func asPrinted(printed []string, blocks []block) []block {
	var body []block
	var moved [][]block
	var before []int // for each moved run, the number of blocks of the body before it
	for i := 0; i < len(blocks); {
		j := i + 1
		for j < len(blocks) && blocks[j].apart == blocks[i].apart {
			j++
		}
		if blocks[i].apart == 0 {
			body = append(body, blocks[i:j]...)
		} else {
			moved, before = append(moved, blocks[i:j]), append(before, len(body))
		}
		i = j
	}
	if len(moved) == 0 {
		return blocks
	}
	flow := &webPage{body}
	said, places := flow.words()
	at := align(printed, said)
	where := positions(grams(printed, shortGram))
	type insertion struct{ after, place int }
	inserted := map[int][]int{} // the moved runs after a number of blocks
	order := make([]insertion, len(moved))
	for i, run := range moved {
		order[i] = insertion{before[i], 0}
		if place, ok := printedAt(run, where); ok {
			order[i] = insertion{blocksBefore(at, places, place), place}
		}
		inserted[order[i].after] = append(inserted[order[i].after], i)
	}
	var out []block
	for i := range len(body) + 1 {
		slices.SortStableFunc(inserted[i], func(a, b int) int { return order[a].place - order[b].place })
		for _, run := range inserted[i] {
			out = append(out, moved[run]...)
		}
		if i < len(body) {
			out = append(out, body[i])
		}
	}
	return out
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
