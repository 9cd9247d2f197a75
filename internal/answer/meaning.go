package answer

import (
	"math"
	"slices"
	"strings"

	"quire/internal/abbreviation"
)

// Meaning says how near each of some texts is to each of some questions by what they mean, in whatever words: the cosines
// of their vectors, a list for each question. It returns nil if it cannot tell.
type Meaning func(questions, texts []string) [][]float64

// mostCompared is how much text, in bytes, is compared with a question by meaning: what the encoder of this machine
// reads in about .45 s of one processor. It is the text of sixteen passages or more.
const mostCompared = 16_000

// Fit is what says that a sentence or row answers a question, where texts are compared by meaning.
type Fit [7]float64

// What the numbers of a Fit are.
const (
	ofWords   = iota // the share of the question's words that stand in it, above it and around it
	ofSense          // how near it is by meaning
	ofForm           // whether it is whole, and has what the question asks for: a logarithm, 0 at best
	ofLatest         // the share of the latest question's words, if that leans on earlier ones
	ofRecent         // how near it is to the latest question by meaning, if that leans on earlier ones
	ofInOrder        // the share of the words that follow each other in the question and also in it
	ofBeside         // how well what the last answer quoted beside it fits the questions so far, if the question leans on that
)

// FitWeights say how much each number of a Fit adds to the logarithm of the odds that a quote is right.
type FitWeights Fit

// fitWeights were learnt by "make train-answers": see docs/decisions/0045-quotes-by-meaning.md and
// 0047-quotes-beside-quotes.md.
var fitWeights = FitWeights{ofWords: 3.8, ofSense: 5.1, ofForm: 1.7, ofLatest: 3.1, ofRecent: 1.8, ofInOrder: 1.9, ofBeside: 1.3}

func (w FitWeights) odds(f Fit) float64 {
	sum := 0.0
	for kind, value := range f {
		sum += w[kind] * value
	}
	return sum
}

// compare measures how near quotes are to the question by meaning, in the order of their passages up to mostCompared, and
// leaves out the others. Without a measure it leaves out those that have no word of the question.
func (q question) compare(asked Question, all []quote) (quotes []quote, compared bool) {
	if asked.Meaning != nil {
		some, texts, numbers := comparable(all)
		whole, latest := q.inBothForms(standalone(asked)), []string(nil)
		if len(q.latest) > 0 {
			latest = q.inBothForms(spoken(asked))
		}
		near := asked.Meaning(slices.Concat(whole, latest), texts)
		if len(near) == len(whole)+len(latest) && !slices.ContainsFunc(near, func(list []float64) bool { return len(list) != len(texts) }) {
			for i, c := range some {
				some[i].sense = nearest(near[:len(whole)], numbers[c.text])
				some[i].recent = nearest(near[len(whole):], numbers[c.text])
			}
			return some, true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(c quote) bool { return c.bare }), false
}

// heard marks the quotes that the last answer has, if the question leans on it. A question for more is answered with sentences
// that it does not have.
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

// fitAll says of all quotes what speaks for them. Those before and after what the last answer quoted are also judged by how well
// that fits the questions so far, beside the quote that fits them best: what is asked next often stands next, unless the answer
// was wrong.
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

// borrowing returns what speaks for a quote with what speaks for the one that leads to it.
func (f Fit) borrowing(before Fit) Fit {
	for _, kind := range []int{ofWords, ofSense, ofLatest, ofRecent, ofInOrder} {
		f[kind] = max(f[kind], before[kind])
	}
	return f
}

// soFar returns the odds of a quote without what the latest question adds.
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

// is reports whether a passage is another one's.
func (p Passage) is(o Passage) bool { return p.File == o.File && p.Number == o.Number }

// inBothForms returns a question and, if it has abbreviations that the passages define or what these stand for, the same in the
// other form: its vector does not have what a sentence with that form says.
func (q question) inBothForms(text string) []string {
	if other := abbreviation.Complete(text, q.forms.definitions()); other != text {
		return []string{text, other}
	}
	return []string{text}
}

// nearest returns how near a text is to the nearest of some questions; 0 if there are none.
func nearest(near [][]float64, text int) float64 {
	best := 0.0
	for i, list := range near {
		if i == 0 || list[text] > best {
			best = list[text]
		}
	}
	return best
}

// comparable returns the first quotes, as long as there is room, their different texts, and the numbers of these.
func comparable(all []quote) (some []quote, texts []string, numbers map[string]int) {
	numbers = map[string]int{}
	size := 0
	for _, c := range all {
		if _, known := numbers[c.text]; !known {
			if size += len(c.text); size > mostCompared {
				break
			}
			numbers[c.text] = len(texts)
			texts = append(texts, c.text)
		}
		some = append(some, c)
	}
	return some, texts, numbers
}

// fitOf returns what speaks for a quote.
func (q question) fitOf(c quote) Fit {
	return Fit{ofWords: c.cover, ofSense: c.sense, ofForm: math.Log(c.form), ofLatest: q.answersLatest(c), ofRecent: c.recent, ofInOrder: q.pairs.inOrder(c.from.Language, c.text)}
}
