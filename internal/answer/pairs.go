package answer

import (
	"slices"
	"strings"

	"quire/internal/index/bm25"
)

// window is the greatest distance in a text, in words other than stop words, between two words that are adjacent in a
// question.
const window = 3

// pairs are the adjacent words of a question. A text in which they also occur together is more likely to be about the
// same thing than one in which they are scattered (the ordered features of Metzler and Croft's sequential dependence
// model, 2005, without regard to order).
type pairs struct {
	forms    map[bm25.Language]shortened
	stems    stems
	partners map[uint32]map[uint32]float64 // of each word, with the weight of the pair: that of the lighter word
	total    float64
	ordered  map[[2]uint32]float64 // the weight of each pair in the question's order
}

// shortened maps the first word of an abbreviation's expansion to the expansion and the abbreviation, as words of texts
// in one language.
type shortened map[uint32][]shortForm

type shortForm struct {
	long  []uint32
	short uint32
}

func (s synonyms) shortened(lang bm25.Language) shortened {
	out := shortened{}
	for _, one := range s.listed {
		short, long := s.stems.each(lang, bm25.Sequence(lang, one.defined.Short)), s.stems.each(lang, bm25.Sequence(lang, one.defined.Long))
		if len(short) == 1 && len(long) > 1 {
			out[long[0]] = append(out[long[0]], shortForm{long, short[0]})
		}
	}
	return out
}

// apply replaces expansions by their abbreviations, so that each is one word however it is written.
func (s shortened) apply(words []uint32) []uint32 {
	if len(s) == 0 {
		return words
	}
	out := make([]uint32, 0, len(words))
	for len(words) > 0 {
		word, n := words[0], 1
		for _, form := range s[word] {
			if len(words) >= len(form.long) && slices.Equal(words[:len(form.long)], form.long) {
				word, n = form.short, len(form.long)
				break
			}
		}
		out, words = append(out, word), words[n:]
	}
	return out
}

// pairsOf reads the pairs of a question from the weights of its words.
func pairsOf(q Question, weights map[uint32]float64, synonyms synonyms) pairs {
	out := pairs{forms: map[bm25.Language]shortened{}, stems: synonyms.stems, partners: map[uint32]map[uint32]float64{}, ordered: map[[2]uint32]float64{}}
	weights = synonyms.weigh(weights)
	languages := q.Languages
	if len(languages) == 0 {
		languages = []bm25.Language{bm25.English}
	}
	for _, l := range languages {
		out.forms[l] = synonyms.shortened(l)
		words := out.sequence(l, strings.Join(Queries(q), " "))
		for i := range max(len(words)-1, 0) {
			out.add(words[i], words[i+1], min(weights[words[i]], weights[words[i+1]]))
		}
	}
	return out
}

// sequence returns the words of a text in order, abbreviations as one word.
func (p pairs) sequence(lang bm25.Language, text string) []uint32 {
	return p.forms[lang].apply(p.stems.each(lang, bm25.Sequence(lang, text)))
}

func (p *pairs) add(a, b uint32, weight float64) {
	if a == b || weight == 0 {
		return
	}
	p.ordered[[2]uint32{a, b}] = weight
	if p.partners[a][b] > 0 {
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

// near returns the share of the pairs' weight that occurs together in a text.
func (p pairs) near(lang bm25.Language, text string) float64 {
	if p.total == 0 {
		return 0
	}
	type pair struct{ a, b uint32 }
	found, last, sum := map[pair]bool{}, map[uint32]int{}, 0.0
	for i, id := range p.sequence(lang, text) {
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

// inOrder returns the share of the pairs' weight that occurs in a text as in the question, one word right after the
// other. "Net income" is not in "income, net of taxes".
func (p pairs) inOrder(lang bm25.Language, text string) float64 {
	if p.total == 0 {
		return 0
	}
	words := p.sequence(lang, text)
	found, sum := map[[2]uint32]bool{}, 0.0
	for i := range max(len(words)-1, 0) {
		pair := [2]uint32{words[i], words[i+1]}
		if !found[pair] {
			found[pair] = true
			sum += p.ordered[pair]
		}
	}
	return min(sum/p.total, 1)
}
