package answer

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// A piece of a question that is only a name or a thing, such as "And the footwear?", takes the place of its counterpart in the
// question before: of what ends in the same word, or else of what is nearest to it by meaning.
const (
	mostBefore = 40  // words of the question before, from its end, among which a counterpart is looked for
	longestOne = 4   // words of a counterpart
	kinship    = .1  // what it counts that both are names, and that both have the same article
	leastAlike = .42 // of cosine and kinship, to be a counterpart: of 32 pairs, 20 take the right place with it and one a wrong one
	leastAhead = .05 // of the next one that is not part of the same words
)

var article = pattern.New(`(?i)^(?:the|an?|der|die|das|den|dem|des|ein|eine[mnrs]?)$`)

// counterpart is some words of a question that a piece of one may take the place of.
type counterpart struct {
	from, to int // words
	text     string
	score    float64
}

// thingInPlace puts a thing in the place of its counterpart in the question before.
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
		return "", false
	}
	last := words[at.to-1]
	mark := last[len(strings.TrimRight(last, ".,;:?!")):]
	return strings.Join(slices.Concat(words[:at.from], []string{strings.Join(thing[first:], " ") + mark}, words[at.to:]), " "), true
}

// asksItself reports whether a word makes a question of its own of what it stands in.
func asksItself(word string) bool { return questioning.MatchString(word) || pronouns.MatchString(word) }

var questioning = pattern.New(`(?i)^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|` +
	`wer|wen|wem|wessen|was|welche[mnrs]?|wann|wo|warum|wie|ist|sind|war|waren|hat|hatte|kann|wird)$`)

// sameHead returns the words before and with the last word that a question shares with a thing of two words or more: "the
// acceptance rate" is asked for in the place of "the resignation rate".
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

// describes reports whether a word can belong to the thing that the words after it name.
func describes(word string) bool {
	return !bm25.Query(word, bm25.English).Empty() && !strings.ContainsAny(word[len(word)-1:], ",.;:?!") && !questioning.MatchString(word)
}

// nearestThing returns the words that are nearest to a thing by meaning, if they are near and ahead of all others.
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
			c.score = 0 // who or what a question is about stays
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

// things returns the runs of words in a question that may name a thing: names as a whole, and parts of what stands between
// words that only hold sentences together.
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

// isName reports whether a word is written as a name, or is a number.
func isName(word string) bool {
	r := runeAt(strings.TrimLeft(word, `'"“„«(`), 0)
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}
