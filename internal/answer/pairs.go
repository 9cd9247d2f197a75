package answer

import (
	"strings"

	"quire/internal/index/bm25"
)

// window is how many words apart, stop words not counted, two words that stand together in a question may be in a text.
const window = 3

// pairs are the words that stand together in a question. Where they also do in a text, it is more likely to be about the
// same thing than where they are scattered (the ordered features of Metzler and Croft's sequential dependence model, 2005, without
// regard to order).
type pairs struct {
	partners map[uint32]map[uint32]float64 // of each word, with the weight of the pair: that of its lighter word
	total    float64
}

// pairsOf reads the pairs of a question from the weights of its words.
func pairsOf(q Question, weights map[uint32]float64) pairs {
	out := pairs{partners: map[uint32]map[uint32]float64{}}
	languages := q.Languages
	if len(languages) == 0 {
		languages = []bm25.Language{bm25.English}
	}
	for _, l := range languages {
		words := bm25.Sequence(l, strings.Join(Queries(q), " "))
		for i := range max(len(words)-1, 0) {
			out.add(words[i], words[i+1], min(weights[words[i]], weights[words[i+1]]))
		}
	}
	return out
}

func (p *pairs) add(a, b uint32, weight float64) {
	if a == b || weight == 0 || p.partners[a][b] > 0 {
		return
	}
	for _, ends := range [][2]uint32{{a, b}, {b, a}} {
		if p.partners[ends[0]] == nil {
			p.partners[ends[0]] = map[uint32]float64{}
		}
		p.partners[ends[0]][ends[1]] = weight
	}
	p.total += weight
}

// near returns the share of the pairs' weight that stands together in a text.
func (p pairs) near(lang bm25.Language, text string) float64 {
	if p.total == 0 {
		return 0
	}
	type pair struct{ a, b uint32 }
	found, last, sum := map[pair]bool{}, map[uint32]int{}, 0.0
	for i, id := range bm25.Sequence(lang, text) {
		for other, weight := range p.partners[id] {
			at, seen := last[other]
			together := pair{min(id, other), max(id, other)}
			if seen && i-at <= window && !found[together] {
				found[together] = true
				sum += weight
			}
		}
		if p.partners[id] != nil {
			last[id] = i
		}
	}
	return sum / p.total
}
