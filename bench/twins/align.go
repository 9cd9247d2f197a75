package main

import (
	"cmp"
	"hash/maphash"
	"slices"
)

const (
	// gramLength is the number of consecutive words that are compared to find matching parts of two texts.
	gramLength = 5
	// smallGap is the product of the numbers of words in a gap between two anchors above which the gap is no longer
	// compared word by word.
	smallGap = 250_000
)

var seed = maphash.MakeSeed()

// grams returns a hash for each run of n words.
func grams(words []string, n int) []uint64 {
	var out []uint64
	for i := range max(len(words)-n+1, 0) {
		var h maphash.Hash
		h.SetSeed(seed)
		for _, w := range words[i : i+n] {
			h.WriteString(w)
			h.WriteByte(0)
		}
		out = append(out, h.Sum64())
	}
	return out
}

// pairing finds the words of a in b, in the same order.
type pairing struct {
	a, b []string
	// at is the position in b of every word of a, or -1.
	at []int
}

// align returns the position in b of every word of a, or -1. Runs of words that are unique in both texts are the
// anchors. The gaps are filled using shorter runs and, if small, the longest common subsequence.
func align(a, b []string) []int {
	p := pairing{a, b, make([]int, len(a))}
	for i := range p.at {
		p.at[i] = -1
	}
	p.between(0, len(a), 0, len(b), gramLength)
	return p.at
}

func (p *pairing) between(a0, a1, b0, b1, n int) {
	for a0 < a1 && b0 < b1 && p.a[a0] == p.b[b0] {
		p.at[a0] = b0
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && p.a[a1-1] == p.b[b1-1] {
		a1, b1 = a1-1, b1-1
		p.at[a1] = b1
	}
	switch {
	case a0 == a1 || b0 == b1 || n < 1:
		return
	case (a1-a0)*(b1-b0) <= smallGap:
		p.subsequence(a0, a1, b0, b1)
		return
	}
	lastA, lastB := a0, b0
	for _, x := range append(anchors(p.a[a0:a1], p.b[b0:b1], n), [2]int{a1 - a0, b1 - b0}) {
		if a, b := a0+x[0], b0+x[1]; a >= lastA && b >= lastB {
			p.between(lastA, a, lastB, b, n-2)
			lastA, lastB = a, b
		}
	}
}

// anchors returns the positions of runs of n words that are unique in both texts: as many of them as are in the same
// order.
func anchors(a, b []string, n int) [][2]int {
	inB := once(grams(b, n))
	var found [][2]int
	for gram, i := range once(grams(a, n)) {
		if j, ok := inB[gram]; ok && i >= 0 && j >= 0 {
			found = append(found, [2]int{i, j})
		}
	}
	slices.SortFunc(found, func(x, y [2]int) int { return cmp.Compare(x[0], y[0]) })
	return ascending(found)
}

// once returns the positions of numbers, or -1 for those that occur more than once.
func once(numbers []uint64) map[uint64]int {
	at := make(map[uint64]int, len(numbers))
	for i, n := range numbers {
		if _, again := at[n]; again {
			i = -1
		}
		at[n] = i
	}
	return at
}

// ascending returns the longest subsequence of pairs whose second numbers ascend.
func ascending(pairs [][2]int) [][2]int {
	var ends []int // the last pair of the best subsequence of every length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		k, _ := slices.BinarySearchFunc(ends, p[1], func(e, second int) int { return cmp.Compare(pairs[e][1], second) })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	var out [][2]int
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			out = append(out, pairs[i])
		}
	}
	slices.Reverse(out)
	return out
}

// subsequence pairs the words of the longest common subsequence.
func (p *pairing) subsequence(a0, a1, b0, b1 int) {
	width := b1 - b0 + 1
	best := make([]int32, (a1-a0+1)*width)
	for i := a1 - a0 - 1; i >= 0; i-- {
		for j := b1 - b0 - 1; j >= 0; j-- {
			if p.a[a0+i] == p.b[b0+j] {
				best[i*width+j] = best[(i+1)*width+j+1] + 1
			} else {
				best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < a1-a0 && j < b1-b0; {
		switch {
		case p.a[a0+i] == p.b[b0+j]:
			p.at[a0+i] = b0 + j
			i, j = i+1, j+1
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}
