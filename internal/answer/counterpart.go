package answer

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// A follow-up that is only a name or a thing, such as "And the footwear?", replaces its counterpart in the previous
// question: the phrase that ends in the same word, or else the phrase that is nearest to it in meaning.
const (
	mostBefore = 40  // words at the end of the previous question that are searched for a counterpart
	longestOne = 4   // words of a counterpart
	kinship    = .1  // added to the cosine if both are names, and if both have the same article
	leastAlike = .42 // least cosine plus kinship of a counterpart; of 32 pairs it places 20 correctly and one wrongly
	leastAhead = .05 // lead over the best candidate that does not overlap
)

var article = pattern.New(`(?i)^(?:the|an?|der|die|das|den|dem|des|ein|eine[mnrs]?)$`)

// counterpart is a run of words in a question that a follow-up may replace.
type counterpart struct {
	from, to int // words
	text     string
	score    float64
}

// thingInPlace puts a thing in the place of its counterpart in the previous question.
func thingInPlace(before, piece string, meaning Meaning) (string, bool) {
	if _, ok := pieceOf(before); ok || year.MatchString(piece) || relativeYear.MatchString(piece) {
		return "", false
	}
	words, thing := strings.Fields(before), strings.Fields(piece)
	first := 0
	if article.MatchString(thing[0]) {
		first = 1
	}
	if len(thing) == first || slices.ContainsFunc(thing[first:], func(w string) bool { return preposition.MatchString(w) || asksItself(w) }) {
		return "", false
	}
	from := max(len(words)-mostBefore, 0)
	at, ok := sameHead(words, from, thing[first:])
	if !ok {
		at, ok = nearestThing(words, from, thing, first, meaning)
	}
	if !ok {
		at, ok = onlyPronoun(words, from, thing)
		first = 0
	}
	if !ok {
		return "", false
	}
	last := words[at.to-1]
	mark := last[len(strings.TrimRight(last, ".,;:?!")):]
	return strings.Join(slices.Concat(words[:at.from], []string{strings.Join(thing[first:], " ") + mark}, words[at.to:]), " "), true
}

// personal matches the pronouns that a thing can replace unchanged.
var personal = pattern.New(`(?i)^(?:it|he|she|they|him|them)$`)

// onlyPronoun returns the pronoun of a question that has just one, as the counterpart of a name or of something with an
// article: the question is no longer about what the pronoun stood for.
func onlyPronoun(words []string, from int, thing []string) (at counterpart, ok bool) {
	if !isName(thing[0]) && !article.MatchString(thing[0]) {
		return at, false
	}
	for i := from; i < len(words); i++ {
		bare := strings.TrimRight(words[i], ".,;:?!")
		if !pronouns.MatchString(bare) {
			continue
		}
		if ok || !personal.MatchString(bare) {
			return at, false
		}
		at, ok = counterpart{from: i, to: i + 1}, true
	}
	return at, ok
}

// asksItself reports whether a word turns the phrase that contains it into a question of its own.
func asksItself(word string) bool { return questioning.MatchString(word) || pronouns.MatchString(word) }

var questioning = pattern.New(`(?i)^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|` +
	`wer|wen|wem|wessen|was|welche[mnrs]?|wann|wo|warum|wie|ist|sind|war|waren|hat|hatte|kann|wird)$`)

// sameHead returns the phrase in a question that ends in the same word as a thing of two words or more: "the acceptance
// rate" replaces "the resignation rate".
func sameHead(words []string, from int, thing []string) (at counterpart, ok bool) {
	head := bm25.Query(thing[len(thing)-1], bm25.English)
	if len(thing) < 2 || head.Empty() {
		return at, false
	}
	for i := len(words) - 1; i > from; i-- {
		if !slices.Equal(bm25.Query(words[i], bm25.English).Indices, head.Indices) {
			continue
		}
		start := i
		for start > from && i-start < longestOne && describes(words[start-1]) {
			start--
		}
		return counterpart{from: start, to: i + 1}, start < i
	}
	return at, false
}

// describes reports whether a word can be part of the noun phrase that the following words name.
func describes(word string) bool {
	return !bm25.Query(word, bm25.English).Empty() && !strings.ContainsAny(word[len(word)-1:], ",.;:?!") && !questioning.MatchString(word)
}

// nearestThing returns the phrase that is nearest in meaning to a thing, if it is near enough and clearly ahead of the
// others.
func nearestThing(words []string, from int, thing []string, first int, meaning Meaning) (best counterpart, ok bool) {
	all := things(words, from)
	if meaning == nil || len(all) == 0 {
		return best, false
	}
	texts := make([]string, 0, len(all))
	for _, c := range all {
		texts = append(texts, c.text)
	}
	near := meaning([]string{strings.Join(thing[first:], " ")}, texts)
	if len(near) != 1 || len(near[0]) != len(all) {
		return best, false
	}
	named := isName(thing[first])
	for i := range all {
		c := &all[i]
		c.score = near[0][i]
		if first == 1 && c.from > 0 && article.MatchString(words[c.from-1]) {
			c.score += kinship
		}
		switch theirs := isName(words[c.from]); {
		case theirs && named:
			c.score += kinship
		case theirs:
			c.score = 0 // the person or subject that a question is about stays
		}
		if c.score > best.score {
			best = *c
		}
	}
	others := func(c counterpart) bool {
		return c.score > best.score-leastAhead && (c.to <= best.from || best.to <= c.from)
	}
	return best, best.score >= leastAlike && !slices.ContainsFunc(all, others)
}

// things returns the runs of words in a question that may name a thing: whole names, and parts of the phrases between
// function words.
func things(words []string, from int) (all []counterpart) {
	for i := from; i < len(words); i++ {
		if strings.HasSuffix(words[i], "'s") || strings.HasSuffix(words[i], "’s") {
			continue
		}
		named := i > 0 && isName(words[i])
		if named && i > from && isName(words[i-1]) {
			continue // within a name
		}
		for j := i; j < len(words) && j < i+longestOne; j++ {
			if bm25.Query(words[j], bm25.English).Empty() || questioning.MatchString(words[j]) || isName(words[j]) != named {
				break
			}
			ends := strings.ContainsAny(words[j][len(words[j])-1:], ",.;:?!")
			if named && !ends && j+1 < len(words) && isName(words[j+1]) {
				continue
			}
			all = append(all, counterpart{from: i, to: j + 1, text: strings.TrimRight(strings.Join(words[i:j+1], " "), ".,;:?!")})
			if ends {
				break
			}
		}
	}
	return all
}

// isName reports whether a word is written like a name, or is a number.
func isName(word string) bool {
	r := runeAt(strings.TrimLeft(word, `'"“„«(`), 0)
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}
