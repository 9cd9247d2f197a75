package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"quire/internal/index/bm25"
)

// question holds the question's words and their weights: a word that few of the found passages contain weighs more.
type question struct {
	words   []uint32 // of the question as it was asked
	weights map[uint32]float64
	total   float64
	latest  []uint32             // of the latest question, if it depends on earlier ones
	full    map[uint32]bool      // … with a fragment substituted into the previous question
	more    bool                 // the latest question asks for more about the same
	decided bool                 // the answer is yes or no
	whole   bool                 // the answer is the sum of everything listed
	rest    []uint32             // of the question, without years and the words that say what kind of thing it asks for
	columns map[columnKey]column // how it refers to column names
	kind    kind
	forms   synonyms
	pairs   pairs
	running map[running]bool // text beside the page number on each page
}

// ask weighs the words of a question by how many of the found passages have them in their text or in the name of their
// file. Headings do not count: one that is above every passage of a chapter does not make its words common.
func ask(q Question, found []examinedPassage, forms synonyms) question {
	words := q.words(strings.Join(Queries(q), " "))
	out := question{words: words, weights: make(map[uint32]float64, len(words)), kind: kindAsked(q), forms: forms, columns: map[columnKey]column{}}
	if out.kind.asks != nil {
		out.rest = q.words(out.kind.without(gist(q.Text)))
	}
	for _, id := range words {
		if !slices.ContainsFunc(found, func(p examinedPassage) bool { return p.has(id) }) {
			continue // a word that no passage contains cannot distinguish sentences
		}
		have := 0
		for _, p := range found {
			if p.text[id] || p.named[id] {
				have++
			}
		}
		n := float64(len(found))
		w := math.Sqrt(math.Log(1 + (n-float64(have)+.5)/(float64(have)+.5)))
		out.weights[id] = w
		out.total += w
	}
	out.pairs = pairsOf(q, out.weights, forms)
	out.running = runningIn(found)
	out.whole = inTotal.MatchString(gist(q.Text))
	out.decided = yesOrNo.MatchString(gist(q.Text))
	out.more = len(q.History) > 0 && asksMore(q.Text)
	if len(q.History) > 0 && leans(q.Text) && !out.more {
		out.latest = q.words(parted(gist(q.Text)))
		t := threadOf(q)
		out.full = set(q.words(t.inFull(t.latest())))
	}
	return out
}

// examinedPassage is a passage with its set of words.
type examinedPassage struct {
	Passage
	text, header map[uint32]bool
	named        map[uint32]bool // words of the header without those of the headings
	within       float64         // less than 1 outside the files and places that the question is about
	share        float64         // of the best passage's score
	relative     float64         // that share, raised to the power above: 1 for the best
}

func examine(passages []Passage, forms synonyms) []examinedPassage {
	out := make([]examinedPassage, 0, min(len(passages), examined))
	best, outweighs := 0.0, power
	for _, p := range passages {
		best = max(best, p.Score)
		if p.Cosine > 0 {
			outweighs = fusedPower
		}
	}
	for _, p := range passages[:min(len(passages), examined)] {
		terms := bm25.Document(p.Language, p.Text, p.Header, p.Columns)
		e := examinedPassage{Passage: p, text: forms.spanned(p.Text, forms.complete(p.Language, set(terms.IDs))), header: forms.stems.all(p.Language, set(terms.Header)), within: cmp.Or(p.within, 1), share: 1, relative: 1}
		name := p.Header[:max(strings.LastIndexByte(p.Header, '\n'), 0)]
		e.named = forms.stems.all(p.Language, set(bm25.Document(p.Language, cmp.Or(name, p.Header)).IDs))
		if best > 0 {
			e.share = p.Score / best
			e.relative = math.Pow(e.share, float64(outweighs))
		}
		out = append(out, e)
	}
	return out
}
