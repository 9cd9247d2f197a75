package answer

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// subject describes how far the passages are about the subject of a question.
type subject struct {
	form     bool    // the question is about the document as such: its pages, its tables
	coverage float64 // the share of the question's weight that the best passage has
	named    int     // names in the question
	known    int     // names that the passages have
	joint    float64 // the share of the weight of the other words that a passage with the names and years has
	cosine   float64 // the greatest similarity to the question; 0 if there are no vectors, or if they cannot be trusted
}

// These are the limits below which a question is refused. They were chosen on questions about documents and on the same
// questions put to other documents, leaving out each document in turn: see
// docs/decisions/0024-refusing-without-a-model.md.
const (
	leastOfForm   = .15 // coverage of a question about the document as such, whose words are everywhere or nowhere
	leastOfNamed  = .22 // … of a question whose names the passages all have
	leastOfOther  = .36 // … of any other question
	leastSumNamed = .5  // coverage plus cosine, if it is known, of a question whose names the passages all have
	leastSumOther = .7  // least words that passages have, but only away from the question's names and years, to refuse it
	fewestApart   = 2   // share of the other words near a name or year; no difference from .05 to .2
	leastJoint    = .1  // share of the other words near a name or year; no difference from .05 to .2
	// leastSense is the least cosine of a sentence that means what is asked, whatever its words; values from .54 to .60
	// make no difference.
	leastSense = .58
)

// elsewhere reports whether the passages are about something other than the question: they lack the names in it, or
// have them apart from what is asked about them.
func (s subject) elsewhere() bool {
	if s.form {
		return s.coverage < leastOfForm
	}
	return s.joint < leastJoint || (s.named > 0 && s.known == 0)
}

// faint reports whether the passages have too little of the question to be about the same thing. The caller lets them
// pass if one of their sentences means what the question asks.
func (s subject) faint() bool {
	least, sum := leastOfOther, leastSumOther
	switch {
	case s.form:
		return false
	case s.named > 0 && s.known == s.named:
		least, sum = leastOfNamed, leastSumNamed
	}
	if s.cosine > 0 {
		return s.coverage+s.cosine < sum
	}
	return s.coverage < least
}

// ofDocuments matches words for a document and its parts, in the languages that most questions come in.
var ofDocuments = pattern.New(`(?i)\b(documents?|files?|pages?|chapters?|sections?|appendix|tables?|columns?|figures?|charts?|` +
	`dokuments?|dateien?|seiten?|kapitels?|abschnitte?|anhang|tabellen?|spalten?|abbildung(en)?|diagramme?)\b`)

// subjectOf compares a question with the passages found for it: the question's own words, or these together with the
// words of the questions that it depends on, whichever the passages have more of. A word that none of them has weighs
// more than a word that one of them has, because a search puts passages with rare words first.
func subjectOf(q Question, asked question, found []examinedPassage) subject {
	n := float64(len(found))
	absent := math.Sqrt(math.Log(1 + (n+.5)/.5))
	form := asked.kind.words(q, found)
	for _, id := range q.words(placesIn(q)) {
		form[id] = true // pages are numbered without the word "page"
	}
	for _, id := range q.words(inTotal.FindString(q.Text)) {
		form[id] = true // the row for the sum uses another word
	}
	for _, w := range strings.Fields(q.Text) {
		if w = strings.Trim(w, "'\"(),.?!:;"); compound.MatchString(w) {
			for _, id := range q.words(w) {
				form[id] = true // its parts are named instead
			}
		}
	}
	s := subject{form: asked.kind.form, coverage: asked.coverage(asked.words, form, absent, found)}
	if own := q.words(parted(gist(q.Text))); asked.anyOf(own) {
		s.coverage = max(s.coverage, asked.coverage(own, form, absent, found))
	}
	for _, p := range found {
		if q.understood(p.Language) {
			s.cosine = max(s.cosine, p.Cosine)
		}
	}
	for _, name := range namesIn(q) {
		s.named++
		if anyHasAll(found, name) {
			s.known++
		}
	}
	s.joint = asked.joint(anchorsOf(q, found), found)
	return s
}

// understood reports whether semantic similarity to texts in a language can be trusted. The encoder on the machine
// knows English: texts in another language resemble any question in that language. A text without a known language,
// like a table, may be English. Other models, whose vectors do not come with Meaning, may know more languages.
func (q Question) understood(language bm25.Language) bool {
	return q.Meaning == nil || language == bm25.English || language == ""
}

// anchorsOf returns the words of each name and year of a question, near which the rest of the question must occur.
// Years count only if the passages have some: what holds for every year, like a rule, is stated without one.
func anchorsOf(q Question, found []examinedPassage) [][]uint32 {
	anchors := namesIn(q)
	years := year.FindAllString(gist(q.Text), maxPages)
	if !slices.ContainsFunc(found, func(p examinedPassage) bool { return year.MatchString(p.Header) || year.MatchString(p.Text) }) {
		years = nil
	}
	for _, y := range years {
		anchors = append(anchors, q.words(y))
	}
	return slices.DeleteFunc(anchors, func(words []uint32) bool { return len(words) == 0 })
}

// joint returns the share of the weight of the question's other words that the best passage with an anchor has, for the
// anchor with the lowest share. Words that no passage of the anchor's files has are ignored, because the files may use
// synonyms, and a single word may be absent by chance: then the result is 1, as without anchors. An anchor that no
// passage has counts only if it is the only one: a question may name the person who asks, or misspell one of two names.
func (asked question) joint(anchors [][]uint32, found []examinedPassage) float64 {
	anchored := map[uint32]bool{}
	for _, a := range anchors {
		add(anchored, a)
	}
	others := slices.DeleteFunc(slices.Clone(asked.words), func(id uint32) bool { return anchored[id] || asked.weights[id] == 0 })
	if len(others) < fewestApart {
		return 1
	}
	least := 1.0
	for _, a := range anchors {
		with, files := holding(a, found)
		known := others
		if len(with) > 0 {
			known = slices.DeleteFunc(slices.Clone(others), func(id uint32) bool {
				return !slices.ContainsFunc(found, func(p examinedPassage) bool { return files[p.File] && p.has(id) })
			})
		}
		if len(known) >= fewestApart && (len(with) > 0 || len(anchors) == 1) {
			least = min(least, asked.coverage(known, nil, 0, with))
		}
	}
	return least
}

// holding returns the passages that have all the given words, and their files.
func holding(words []uint32, found []examinedPassage) (with []examinedPassage, files map[string]bool) {
	files = map[string]bool{}
	for _, p := range found {
		if p.hasAll(words) {
			with, files[p.File] = append(with, p), true
		}
	}
	return with, files
}

// anyOf reports whether the passages have any of the given words.
func (asked question) anyOf(words []uint32) bool {
	return slices.ContainsFunc(words, func(id uint32) bool { return asked.weights[id] > 0 })
}

// coverage returns the share of the words' weight that the best passage has. Absent is the weight of a word that no
// passage has, unless form contains it.
func (asked question) coverage(words []uint32, form map[uint32]bool, absent float64, found []examinedPassage) float64 {
	total := 0.0
	for _, id := range words {
		if w, ok := asked.weights[id]; ok {
			total += w
		} else if !form[id] {
			total += absent
		}
	}
	if total == 0 {
		return 0
	}
	best := 0.0
	for _, p := range found {
		sum := 0.0
		for _, id := range words {
			if p.has(id) {
				sum += asked.weights[id]
			}
		}
		best = max(best, sum/total)
	}
	return best
}

func (p examinedPassage) has(id uint32) bool { return p.text[id] || p.header[id] }

func anyHasAll(found []examinedPassage, words []uint32) bool {
	return slices.ContainsFunc(found, func(p examinedPassage) bool { return p.hasAll(words) })
}

func (p examinedPassage) hasAll(words []uint32) bool {
	return !slices.ContainsFunc(words, func(id uint32) bool { return !p.has(id) })
}

// namesIn returns the words of each name in a question: each run of capitalised words after the first word. Words with
// digits are dates or model numbers rather than names, and a question in capitals shows no names.
func namesIn(q Question) [][]uint32 {
	text := gist(q.Text)
	if strings.ToUpper(text) == text {
		return nil
	}
	var names [][]uint32
	var run []uint32
	end := func() {
		if len(run) > 0 {
			names = append(names, run)
		}
		run = nil
	}
	for i, word := range strings.Fields(text) {
		first := runeAt(strings.TrimLeft(word, `'"“„«(`), 0)
		if i == 0 || !unicode.IsUpper(first) || strings.ContainsFunc(word, unicode.IsDigit) {
			end()
			continue
		}
		run = append(run, q.words(word)...)
		if strings.ContainsAny(word[len(word)-1:], ",;:?!)") {
			end()
		}
	}
	end()
	return names
}
