package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"quire/internal/abbreviation"
)

// Meaning returns the semantic similarity of texts to questions: for each question a list with the cosine of each text.
// It returns nil if vectors are not available.
type Meaning func(questions, texts []string) [][]float64

// mostCompared is how many bytes of text are compared with a question semantically: what the local encoder reads in
// about .45 s on one processor, the text of sixteen passages or more.
const mostCompared = 16_000

// forWords is how many of these bytes are reserved for quotes with the question's words, whatever the rank of their
// passage.
const forWords = 4_000

// Fit is the evidence that a sentence or row answers a question, where texts are compared semantically.
type Fit [7]float64

// These are the indices of a Fit.
const (
	ofWords   = iota // the share of the question's words that occur in the text, above it and around it
	ofSense          // semantic similarity to the question
	ofForm           // whether the text is complete and has what the question asks for: a logarithm, at best 0
	ofLatest         // the share of the latest question's words, if that depends on earlier ones
	ofRecent         // semantic similarity to the latest question, if that depends on earlier ones
	ofInOrder        // the share of word pairs that follow each other in the question and also in the text
	ofBeside         // how well a neighbour quoted by the last answer fits the questions so far, if the question depends on it
)

// FitWeights say how much each number of a Fit adds to the log odds that a quote is right.
type FitWeights Fit

// fitWeights were learned by "make train-answers": see docs/decisions/0045-quotes-by-meaning.md and
// 0047-quotes-beside-quotes.md.
var fitWeights = FitWeights{ofWords: 3.8, ofSense: 5.1, ofForm: 1.7, ofLatest: 3.1, ofRecent: 1.8, ofInOrder: 1.9, ofBeside: 1.3}

func (w FitWeights) odds(f Fit) float64 {
	sum := 0.0
	for kind, value := range f {
		sum += w[kind] * value
	}
	return sum
}

// compare measures the semantic similarity between the question and the quotes, in the order of their passages up to
// mostCompared bytes, and drops the rest. Without Meaning it drops the quotes that have no word of the question.
func (q question) compare(asked Question, all []quote) (quotes []quote, compared bool) {
	if asked.Meaning != nil {
		some, texts, numbers := comparable(worthReading(asked, all))
		whole, latest := q.inBothForms(standalone(asked)), []string(nil)
		if len(q.latest) > 0 {
			latest = q.inBothForms(spoken(asked))
		}
		near := asked.Meaning(slices.Concat(whole, latest), texts)
		if len(near) == len(whole)+len(latest) && !slices.ContainsFunc(near, func(list []float64) bool { return len(list) != len(texts) }) {
			for i, c := range some {
				some[i].sense = nearest(near[:len(whole)], numbers[c.compared()])
				some[i].recent = nearest(near[len(whole):], numbers[c.compared()])
			}
			return some, true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(c quote) bool { return c.bare }), false
}

// heard marks the quotes that the last answer contains, if the question depends on it. A request for more is answered
// with sentences that are new.
func heard(quotes []quote, asked Question) []quote {
	if len(asked.History) == 0 || !leans(asked.Text) {
		return quotes
	}
	said := quotedIn(asked.History[len(asked.History)-1].Answer)
	for i, c := range quotes {
		quotes[i].said = said[shown(c.text)]
	}
	known := func(c quote) bool { return c.said || c.form < leastWhole }
	if asksMore(asked.Text) && slices.ContainsFunc(quotes, func(c quote) bool { return !known(c) }) {
		return slices.DeleteFunc(quotes, known)
	}
	return quotes
}

// fitAll sets the fit of all quotes. For neighbours of what the last answer quoted, that quote's fit to the questions
// so far also counts, relative to the best-fitting quote: the next answer is often next to the last, unless the last
// one was wrong.
func (q question) fitAll(quotes []quote) {
	best := math.Inf(-1)
	for i, c := range quotes {
		quotes[i].fit = q.fitOf(c)
		if i > 0 && q.leads(quotes[i-1], c) {
			quotes[i].fit = quotes[i].fit.borrowing(quotes[i-1].fit)
		}
		best = max(best, quotes[i].fit.soFar())
	}
	for i, c := range quotes {
		for _, next := range []int{i - 1, i + 1} {
			if c.said && next >= 0 && next < len(quotes) && quotes[next].from.is(c.from) {
				beside := &quotes[next].fit[ofBeside]
				*beside = max(*beside, math.Exp(quotes[i].fit.soFar()-best))
			}
		}
	}
}

// borrowing returns the evidence for a quote combined with that for the one that introduces it.
func (f Fit) borrowing(before Fit) Fit {
	for _, kind := range []int{ofWords, ofSense, ofLatest, ofRecent, ofInOrder} {
		f[kind] = max(f[kind], before[kind])
	}
	return f
}

// soFar returns the log odds of a quote without the share of the latest question.
func (f Fit) soFar() float64 {
	f[ofLatest], f[ofRecent], f[ofBeside] = 0, 0, 0
	return fitWeights.odds(f)
}

// quotedIn returns the lines that an answer without a model quotes.
func quotedIn(answer string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(answer) {
		if line, quoted := strings.CutPrefix(line, "> "); quoted {
			out[strings.TrimSpace(markers.ReplaceAllString(line, ""))] = true
		}
	}
	return out
}

// is reports whether two passages are the same one.
func (p Passage) is(o Passage) bool { return p.File == o.File && p.Number == o.Number }

// inBothForms returns a question and, if the passages define an abbreviation for some of its words or vice versa, also
// the question in the other form, because the vector of one form is far from sentences with the other.
func (q question) inBothForms(text string) []string {
	if other := abbreviation.Complete(text, q.forms.definitions()); other != text {
		return []string{text, other}
	}
	return []string{text}
}

// compared returns the text that is compared with the question in place of a quote.
func (c quote) compared() string { return cmp.Or(c.as, c.text) }

// nearest returns the similarity of a text to the nearest of the questions; 0 if there are none.
func nearest(near [][]float64, text int) float64 {
	best := 0.0
	for i, list := range near {
		if i == 0 || list[text] > best {
			best = list[text]
		}
	}
	return best
}

// comparable returns the quotes that are compared, up to mostCompared bytes, with their distinct texts and the index of
// each text. It takes the first quotes, and of the others those with most of the question's words.
func comparable(all []quote) (some []quote, texts []string, numbers map[string]int) {
	numbers = map[string]int{}
	size, first := 0, 0
	add := func(c quote, most int) bool {
		if _, known := numbers[c.compared()]; known {
			return true
		}
		if size+len(c.compared()) > most {
			return false
		}
		size += len(c.compared())
		numbers[c.compared()] = len(texts)
		texts = append(texts, c.compared())
		return true
	}
	for first < len(all) && add(all[first], mostCompared-forWords) {
		first++
	}
	rest := slices.DeleteFunc(slices.Clone(all[first:]), func(c quote) bool { return c.bare })
	slices.SortStableFunc(rest, func(a, b quote) int { return cmp.Compare(b.own, a.own) })
	for _, c := range rest {
		if !add(c, mostCompared) {
			break
		}
	}
	for _, c := range all {
		if _, known := numbers[c.compared()]; known {
			some = append(some, c)
		}
	}
	return some, texts, numbers
}

// worthReading returns the quotes that are compared semantically. Of those in a language that the encoder does not
// know, in which every sentence seems similar, it returns only the ones with a word of the question.
func worthReading(asked Question, all []quote) []quote {
	return slices.DeleteFunc(slices.Clone(all), func(c quote) bool { return c.bare && !asked.understood(c.from.Language) })
}

// fitOf returns the evidence for a quote. Outside the files and places that the question names, semantic similarity is
// discounted as much as words are.
func (q question) fitOf(c quote) Fit {
	return Fit{ofWords: c.cover + c.lift, ofSense: c.sense * c.within, ofForm: math.Log(c.form), ofLatest: q.answersLatest(c), ofRecent: c.recent, ofInOrder: q.pairs.inOrder(c.from.Language, c.text)}
}
