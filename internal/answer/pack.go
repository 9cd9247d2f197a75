package answer

import "strings"

const (
	// sibling is the value of a passage that was not itself found, relative to the best one found on its page.
	sibling = .5
	// again is the value of another passage of a page, relative to the first: the page with the answer is often not the
	// best one.
	again = .5
	// maxPacked is the number of passages considered, the best first.
	maxPacked = 500
)

// pack selects passages for the room in a prompt.
type pack struct {
	passages []Passage
	tokens   []int     // of the passages' texts
	worth    []float64 // of the passages alone
	taken    []bool
	at       map[spot]int // passages by their position
	files    map[string]int
	pages    map[place]int // passages taken of a page
	room     int
	half     int // of the room, unless there is one file only
}

// spot is the position of a passage in its file.
type spot struct {
	file   string
	number int
}

// packed chooses passages for a number of tokens, at each step the one with the most value for its length. Text that is
// already shown costs nothing, and identical texts are taken once. No file gets more than half of the room while others
// are waiting.
func packed(passages []Passage, room int) []Passage {
	k := newPack(passages, room)
	for {
		i := k.best(k.half)
		if i < 0 {
			i = k.best(room)
		}
		if i < 0 {
			return k.chosen()
		}
		k.take(i)
	}
}

// chosen returns the passages taken, the best first.
func (k *pack) chosen() []Passage {
	var out []Passage
	for i, p := range k.passages {
		if k.taken[i] {
			out = append(out, p)
		}
	}
	return out
}

func newPack(passages []Passage, room int) *pack {
	ps := distinct(passages)
	ps = ps[:min(len(ps), maxPacked)]
	k := &pack{passages: ps, worth: worths(ps), taken: make([]bool, len(ps)), at: map[spot]int{}, files: map[string]int{}, pages: map[place]int{}, room: room, half: room}
	for i, p := range ps {
		k.tokens = append(k.tokens, tokens(p.Text))
		k.at[spot{p.File, p.Number}] = i
		if p.File != ps[0].File {
			k.half = room / 2
		}
	}
	return k
}

// distinct leaves out passages whose text a better passage has.
func distinct(passages []Passage) []Passage {
	seen := map[string]bool{}
	out := make([]Passage, 0, len(passages))
	for _, p := range passages {
		text := strings.Join(strings.Fields(p.Text), " ")
		if !seen[text] {
			seen[text] = true
			out = append(out, p)
		}
	}
	return out
}

// worths returns the value of each passage by itself: its score relative to the best. Without scores, all are equal.
func worths(passages []Passage) []float64 {
	best := 0.0
	onPage := map[place]float64{}
	for _, p := range passages {
		best = max(best, p.Score)
		onPage[pageOf(p)] = max(onPage[pageOf(p)], p.Score)
	}
	out := make([]float64, len(passages))
	for i, p := range passages {
		if out[i] = 1; best > 0 {
			out[i] = max(p.Score, sibling*onPage[pageOf(p)]) / best
		}
	}
	return out
}

func pageOf(p Passage) place { return place{p.File, p.PageStart, p.PageStart} }

// best returns the passage with the most value for its length among those that fit, in files that have fewer than most
// tokens so far; -1 if there is none.
func (k *pack) best(most int) int {
	best, gained := -1, -1.0
	for i, p := range k.passages {
		cost := k.cost(i)
		if k.taken[i] || cost > k.room || k.files[p.File]+cost > most {
			continue
		}
		worth := k.worth[i]
		for range min(k.pages[pageOf(p)], maxPasses) {
			worth *= again
		}
		if gain := worth / float64(cost); gain > gained {
			best, gained = i, gain
		}
	}
	return best
}

// cost returns the tokens that a passage adds to the prompt.
func (k *pack) cost(i int) int {
	p := k.passages[i]
	cost := k.tokens[i] + passageTokens
	if k.files[p.File] == 0 {
		cost += tokens(p.Header) + passageTokens
	}
	if before, ok := k.at[spot{p.File, p.Number - 1}]; ok && k.taken[before] {
		cost -= tokens(p.Text[:overlap(k.passages[before].Passage, p.Passage)])
	}
	if after, ok := k.at[spot{p.File, p.Number + 1}]; ok && k.taken[after] {
		next := k.passages[after]
		cost -= tokens(next.Text[:overlap(p.Passage, next.Passage)])
	}
	return max(cost, 1)
}

func (k *pack) take(i int) {
	p, cost := k.passages[i], k.cost(i)
	k.taken[i] = true
	k.room -= cost
	k.files[p.File] += cost
	k.pages[pageOf(p)]++
}
