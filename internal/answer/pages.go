package answer

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// Evidence is what suggests that a page answers a question.
type Evidence [5]float64

// These are the indices of an Evidence. Each number is that of the page's best passage or quote.
const (
	ofSearch   = iota // the passage's score in relation to the best passage's, on a logarithmic scale
	ofPairs           // the share of word pairs of the question that also occur together in the passage
	ofQuote           // the score of a sentence or row, relative to the best
	ofSentence        // … without the score of the passage around it
	ofFit             // fit of a sentence or row, where compared semantically; ofQuote and ofSentence are then 0
)

// Weights say how much each kind of evidence adds to the log odds that a page is right.
type Weights Evidence

// These are the weights for pages whose quotes were compared lexically only, and for pages whose quotes were also
// compared semantically. They were learned from questions about documents by "make train-answers", which also measures
// them on documents left out: see docs/decisions/0043-learning-which-pages-to-cite.md, 0045-quotes-by-meaning.md and
// 0047-quotes-beside-quotes.md.
var (
	pageWeights     = Weights{ofSearch: 1.6, ofPairs: 2.2, ofQuote: 1.5, ofSentence: 2.5}
	comparedWeights = Weights{ofSearch: 1.5, ofPairs: .3, ofFit: 1}
)

const (
	rightPages = 1.4 // average number of pages that answer a question, among those that the weights were learned from
	// The beta of the F-measure: how many times as important as precision recall is. With lexical comparison only, the
	// right page is more often only the third.
	recallByWords, recallByMeaning = 2.0, 1.75
)

// Candidate is a page that may be quoted.
type Candidate struct {
	File     string
	Page     int
	Evidence Evidence
	quotes   []quote
	compared bool // semantically
}

// meant reports whether a quote is semantically close enough to the question, whatever its words.
func (c Candidate) meant(asked Question) bool {
	return slices.ContainsFunc(c.quotes, func(q quote) bool { return q.sense >= leastSense && asked.understood(q.from.Language) })
}

// Fits returns the texts that may be quoted from a page and the evidence for each, if they were compared semantically.
func (c Candidate) Fits() iter.Seq2[string, Fit] {
	return func(yield func(string, Fit) bool) {
		for _, q := range c.quotes {
			if c.compared && !yield(q.text, q.fit) {
				return
			}
		}
	}
}

// Candidates returns the pages that may be quoted for a question, with the evidence for each.
func Candidates(q Question, passages []Passage) []Candidate {
	q = q.inItsLanguage()
	forms := synonymsOf(q, passages)
	found := examine(reweighed(q, passages), forms)
	return ask(q, found, forms).candidatesAmong(q, found)
}

// candidatesAmong groups the quotes of passages by page.
func (q question) candidatesAmong(asked Question, found []examinedPassage) []Candidate {
	all := q.all(asked, found)
	all, compared := q.compare(asked, heard(all, asked))
	if compared {
		q.fitAll(all)
	}
	var best, own float64
	for _, c := range all {
		best, own = max(best, c.score), max(own, c.own)
	}
	at := map[place]int{}
	var out []Candidate
	for _, c := range all {
		says := Evidence{ofSearch: nearness(c.share), ofPairs: c.near}
		if compared {
			c.score = math.Exp(fitWeights.odds(c.fit))
			says = c.evidence(c.forPage())
		} else {
			says[ofQuote], says[ofSentence] = share(c.score, best), share(c.own, own)
			c.likely = pageWeights.odds(says)
		}
		i, known := at[c.at]
		if !known {
			i = len(out)
			at[c.at] = i
			out = append(out, Candidate{File: c.at.file, Page: c.at.start, Evidence: says, compared: compared})
		}
		out[i].add(c, says)
	}
	return out
}

func (c *Candidate) add(q quote, says Evidence) {
	c.quotes = append(c.quotes, q)
	for kind, value := range says {
		c.Evidence[kind] = max(c.Evidence[kind], value)
	}
}

// leastShare is the share of the best passage's score below which all passages count as equally poor.
const leastShare = .02

// nearness is the logarithm of a share, shifted so that leastShare is 0.
func nearness(share float64) float64 { return math.Log(max(share, leastShare) / leastShare) }

func share(of, best float64) float64 {
	if best == 0 {
		return 0
	}
	return of / best
}

// odds returns the log odds of a page, up to a constant that is the same for all pages of a question.
func (w Weights) odds(e Evidence) float64 {
	sum := 0.0
	for kind, value := range e {
		sum += w[kind] * value
	}
	return sum
}

// Choose returns the pages to cite, the most likely first: as many as maximise the expected F-measure, at most
// maxPlaces. A page is cited only if it is likely enough to be worth its cost in precision.
func (w Weights) Choose(pages []Candidate) []Candidate {
	pages = slices.Clone(pages)
	slices.SortStableFunc(pages, func(a, b Candidate) int { return cmp.Compare(w.odds(b.Evidence), w.odds(a.Evidence)) })
	total := 0.0
	for _, p := range pages {
		total += math.Exp(w.odds(p.Evidence))
	}
	recall := recallByWords
	if len(pages) > 0 && pages[0].compared {
		recall = recallByMeaning
	}
	right, most, best := 0.0, 0, 0.0
	for n, p := range pages[:min(len(pages), maxPlaces)] {
		right += math.Exp(w.odds(p.Evidence)) / total
		if f := right / (float64(n+1) + recall*recall*rightPages); f > best {
			most, best = n+1, f
		}
	}
	return pages[:most]
}

// choose takes the best quote of each of the likeliest pages, and then others by what they add (maximal marginal
// relevance, Carbonell and Goldstein 1998), as long as they score close to the best.
func choose(q question, pages []Candidate) []quote {
	chosen, rest := q.bestOfEach(pages)
	best := 0.0
	for _, c := range chosen {
		best = max(best, c.score)
	}
	chosen = append(chosen, unsaid(chosen, rest)...)
	if q.kind.defines {
		slices.SortStableFunc(chosen, func(a, b quote) int { return cmp.Compare(q.kind.entries(b), q.kind.entries(a)) })
	}
	most, least := perPlace, closeEnough
	if q.more {
		most, least = maxQuotes, 0
	}
	places, covered := map[place]int{}, map[uint32]bool{}
	for _, c := range chosen {
		places[c.at]++
		cover(covered, c.terms)
	}
	for len(chosen) < maxQuotes {
		rest = slices.DeleteFunc(rest, func(c quote) bool {
			return places[c.at] >= most || slices.ContainsFunc(chosen, func(o quote) bool { return same(o, c) })
		})
		if len(rest) == 0 {
			break
		}
		next := slices.MaxFunc(rest, func(a, b quote) int { return cmp.Compare(q.gain(a, covered), q.gain(b, covered)) })
		if q.gain(next, covered) < least*best {
			break
		}
		places[next.at]++
		cover(covered, next.terms)
		chosen = append(chosen, next)
	}
	return chosen
}

// bestOfEach returns the best quote of each of the likeliest pages, and the other quotes of these pages. If quotes were
// compared semantically, the likeliest one comes first, because a page that ranks first for its title need not have the
// best answer.
func (q question) bestOfEach(pages []Candidate) (chosen, rest []quote) {
	weights, compared := pageWeights, len(pages) > 0 && pages[0].compared
	if compared {
		weights = comparedWeights
	}
	for _, p := range q.adding(weights.Choose(pages)) {
		for i := range p.quotes {
			if !compared { // otherwise the score includes it
				p.quotes[i].score *= 1 + q.answersLatest(p.quotes[i])
			}
		}
		slices.SortStableFunc(p.quotes, func(a, b quote) int { return cmp.Compare(b.score, a.score) })
		telling := p.telling()
		chosen = append(chosen, telling[0])
		rest = append(rest, telling[1:]...)
	}
	if compared {
		slices.SortStableFunc(chosen, func(a, b quote) int {
			return cmp.Compare(weights.odds(b.evidence(b.fit)), weights.odds(a.evidence(a.fit)))
		})
	} else if len(q.latest) == 0 {
		slices.SortStableFunc(chosen, func(a, b quote) int { return cmp.Compare(b.likely, a.likely) })
	}
	return chosen, rest
}

// adding returns the pages without those after the first that have nothing of the kind asked for, if another one does: a
// page without any date adds nothing to one that says when.
func (q question) adding(pages []Candidate) []Candidate {
	states := func(p Candidate) bool { return slices.ContainsFunc(p.telling(), q.kind.stated) }
	if len(pages) < 2 || !slices.ContainsFunc(pages, states) {
		return pages
	}
	return append(pages[:1:1], slices.DeleteFunc(slices.Clone(pages[1:]), func(p Candidate) bool { return !states(p) })...)
}

// evidence returns the evidence for a quote that was compared semantically and has the given fit.
func (c quote) evidence(fit Fit) Evidence {
	return Evidence{ofSearch: nearness(c.share), ofPairs: c.near, ofFit: fitWeights.odds(fit)}
}

// telling returns the quotes of a page that can answer the question, or all of them if none can.
func (c Candidate) telling() []quote {
	if out := slices.DeleteFunc(slices.Clone(c.quotes), quote.points); len(out) > 0 {
		return out
	}
	return c.quotes
}

// unsaid returns the best quote that the last answer does not contain, if it contains all the chosen ones, because
// whoever asks again has read those.
func unsaid(chosen, rest []quote) []quote {
	heard := func(c quote) bool { return c.said }
	fresh := slices.DeleteFunc(slices.Clone(rest), heard)
	if len(fresh) == 0 || slices.ContainsFunc(chosen, func(c quote) bool { return !c.said }) {
		return nil
	}
	return []quote{slices.MaxFunc(fresh, func(a, b quote) int { return cmp.Compare(a.score, b.score) })}
}

// answersLatest returns the share of the latest question's words that a quote has. Pages are chosen by all the
// questions that it depends on, but within a page, the words of the earlier ones do not show where the answer is.
func (q question) answersLatest(c quote) float64 {
	have, total := 0.0, 0.0
	for _, id := range q.latest {
		total += q.weights[id]
		if c.terms[id] {
			have += q.weights[id]
		}
	}
	return share(have, total)
}

// gain returns the worth of a quote in addition to quotes that cover some of the question's words.
func (q question) gain(c quote, covered map[uint32]bool) float64 {
	fresh := 0.0
	for id := range c.terms {
		if !covered[id] {
			fresh += q.weights[id]
		}
	}
	return c.score * (.8 + .2*fresh/q.total)
}

func cover(covered, terms map[uint32]bool) {
	for id := range terms {
		covered[id] = true
	}
}
