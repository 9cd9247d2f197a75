package text

import (
	"math"
	"strings"

	"quire/internal/convert/layout/ink"
)

// Leaders whose dots are far apart, measured on tables of contents of html2ps, which prints dots at 1.8 ems all over a line.
const (
	// leaderDots is the minimum number of dots, leaderStep the least distance between two, in ems, and leaderSlack how
	// much the distances may differ.
	leaderDots  = 4
	leaderStep  = 1.0
	leaderSlack = .15
)

// place identifies a word of a page.
type place struct {
	order int
	x     float64
}

func placeOf(w Word) place { return place{w.Order, w.Box.X0} }

// JoinLeaders makes one word of the dots between an entry and its page number where they are so far apart that each
// would be a column of its own. It drops dots that are printed over the page number or beyond it.
func JoinLeaders(words []Word) []Word {
	dots := 0
	for _, w := range words {
		if isDot(w) {
			dots++
		}
	}
	if dots < leaderDots {
		return words
	}
	joined, gone := map[place]Word{}, map[place]bool{}
	for _, row := range Baselines(words) {
		for i := 0; i < len(row); i++ {
			end := dotsEnd(row, i)
			if end-i < leaderDots {
				continue
			}
			leader := row[i]
			leader.Text = strings.Repeat(".", end-i)
			for _, w := range row[i+1 : end] {
				leader.Box = ink.Union(leader.Box, w.Box)
				gone[placeOf(w)] = true
			}
			joined[placeOf(leader)] = leader
			i = pastNumber(row, end, joined, gone)
		}
	}
	if len(joined) == 0 {
		return words
	}
	out := make([]Word, 0, len(words))
	for _, w := range words {
		at := placeOf(w)
		if gone[at] {
			continue
		}
		if j, ok := joined[at]; ok {
			w = j
		}
		out = append(out, w)
	}
	return out
}

func isDot(w Word) bool { return w.Text == "." || w.Text == "·" }

// dotsEnd returns the end of the dots from word i of a row onwards that are at equal distances far from each other.
func dotsEnd(row []Word, i int) int {
	end, step := i, 0.0
	for ; end < len(row) && isDot(row[end]); end++ {
		if end == i {
			continue
		}
		d := row[end].Box.X0 - row[end-1].Box.X0
		if d < leaderStep*row[end].Size || (step > 0 && math.Abs(d-step) > leaderSlack*row[end].Size) {
			break
		}
		step = d
	}
	return end
}

// pastNumber frees the page number behind a leader from a dot and drops the dots beyond it. It returns the last word
// that it has looked at.
func pastNumber(row []Word, at int, joined map[place]Word, gone map[place]bool) int {
	if at == len(row) {
		return at
	}
	number := row[at]
	digits := strings.TrimSuffix(number.Text, ".")
	if _, ok := PageNumber(digits); !ok {
		return at - 1
	}
	if digits != number.Text {
		number.Text = digits
		joined[placeOf(number)] = number
	}
	for ; at+1 < len(row) && isDot(row[at+1]); at++ {
		gone[placeOf(row[at+1])] = true
	}
	return at
}
