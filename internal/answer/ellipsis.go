package answer

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// A follow-up may be elliptical: just a fragment of a question that replaces something in the previous one, such as
// "And in America?", "What about the second quarter?" or "No, I meant how much water." The words below are grammar, in
// the languages that most questions come in.
var (
	// correction matches the beginning of a question that takes back the previous one.
	correction = pattern.New(`(?i)^\W*(?:(?:no|sorry|actually|nein)\b\W+)*(?:i (?:mean|meant)|ich mein(?:t)?e)\b\W*`)
	// opening matches the beginning of such a fragment.
	opening = pattern.New(`(?i)^\W*(?:(?:and |but )?(?:what|how) about|and|or|but|(?:und )?was ist mit|(?:und )?wie (?:ist|steht) es mit|und|oder|aber|et|mais|ou|qu['’]en est-il d[eu]|y|pero|e|ed|ma|mas|och|og)\b\W*`)
	// period matches a part of a year.
	period = pattern.New(`(?i)\b(?:first|second|third|fourth|last|1st|2nd|3rd|4th|erste[ns]?|zweite[ns]?|dritte[ns]?|vierte[ns]?)[ -]` +
		`(?:quarter|half|halves|(?:three|six|nine) months|quartal|halbjahr)\b|\b[qh][1-4]\b`)
	preposition = pattern.New(`(?i)^(?:in|at|on|for|from|of|to|by|with|under|near|im|am|für|von|bei|nach|aus|mit|zu|zum|zur|unter|à|aux?|de|du|des|dans|en|pour|par|sur|chez|avec|con|para|por|per|di|del|della|nel|nella|em)$`)
	// counted matches the words that ask for a number or a kind, as in "how many" or "which".
	counted = pattern.New(`(?i)\b(how (?:much|many)|which|wie ?viele?|welche[rnms]?) `)
	// furthering matches a request for more about the same, and furthers the words that may accompany it.
	furthering = pattern.New(`(?i)\b(?:more|further|elaborate|go on|in (?:greater )?detail|mehr|näheres|genaueres|genauer|ausführlicher)\b`)
	furthers   = pattern.New(`(?i)\b(?:more|further|else|elaborate|go|on|in|greater|details?|information|explain|know|learn|hear|want|would|like|i|about|say|there|` +
		`mehr|näheres|genaueres|genauer|ausführlicher|details|dazu|davon|darüber|wissen|erzähl(?:e|en)?|erklär(?:e|en)?|will|möchte|ich)\b`)
)

const (
	longestPiece  = 6 // words of a fragment after its opening
	longestPhrase = 4 // words after a preposition that a fragment may replace
)

// pieceOf returns a question without its opening if the rest is such a fragment.
func pieceOf(text string) (piece string, ok bool) {
	rest := correction.ReplaceAllString(text, "")
	rest = opening.ReplaceAllString(rest, "")
	piece = strings.TrimRight(rest, " ?!.")
	n := len(strings.Fields(piece))
	return piece, rest != text && n > 0 && n <= longestPiece
}

// inPlace returns the previous question with a fragment substituted for its counterpart: the words after the same
// preposition, the part of the year, or what is counted.
func inPlace(before, piece string) (string, bool) {
	words, what := strings.Fields(piece), counted.FindString(piece)
	if whole, ok := numberedInPlace(before, words); ok {
		return whole, true
	}
	switch {
	case period.MatchString(piece):
		return periodInPlace(before, piece)
	case what != "" && strings.HasPrefix(piece, what):
		return countedInPlace(before, what, piece[len(what):])
	case len(words) > 1 && preposition.MatchString(words[0]) && !year.MatchString(piece):
		return phraseInPlace(before, words)
	}
	return "", false
}

// periodInPlace replaces a part of a year by another.
func periodInPlace(before, piece string) (string, bool) {
	at := period.FindStringIndex(before)
	rest := year.ReplaceAllString(period.ReplaceAllString(piece, ""), "")
	if at == nil || len(bm25.Query(rest, bm25.English).Indices) > 1 {
		return "", false
	}
	whole := before[:at[0]] + period.FindString(piece) + before[at[1]:]
	if named := year.FindString(piece); named != "" {
		whole = withYear(whole, named)
	}
	return whole, true
}

// withYear replaces the last year that a text names.
func withYear(text, named string) string {
	all := year.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	last := all[len(all)-1]
	return text[:last[0]] + named + text[last[1]:]
}

// numberedInPlace replaces a thing that only its number distinguishes from others, such as "Table 3" or "Release 2.0",
// by the same thing with another number, wherever the previous question has it.
func numberedInPlace(before string, piece []string) (string, bool) {
	words, last := strings.Fields(before), len(piece)-1
	if last < 1 || !unicode.IsDigit(runeAt(piece[last], 0)) || year.MatchString(piece[last]) {
		return "", false
	}
	found := false
	for i := range words {
		if i+last >= len(words) || !slices.EqualFunc(words[i:i+last], piece[:last], strings.EqualFold) {
			continue
		}
		if number := words[i+last]; unicode.IsDigit(runeAt(number, 0)) {
			mark := number[len(strings.TrimRight(number, ".,;:?!")):]
			words[i+last], found = piece[last]+mark, true
		}
	}
	return strings.Join(words, " "), found
}

// countedInPlace replaces what the previous question counts with the same words, such as "how many ".
func countedInPlace(before, what, things string) (string, bool) {
	all := counted.FindAllStringIndex(before, -1)
	i := slices.IndexFunc(all, func(at []int) bool { return strings.EqualFold(before[at[0]:at[1]], what) })
	if i < 0 || len(strings.Fields(things)) > 2 || bm25.Query(things, bm25.English).Empty() {
		return "", false
	}
	from := all[i][1]
	to := strings.IndexAny(before[from:], " ?!.,;:")
	if to < 0 {
		to = len(before) - from
	}
	return before[:from] + things + before[from+to:], true
}

// phraseInPlace replaces the last phrase in the previous question that has the same preposition and is not about time.
func phraseInPlace(before string, phrase []string) (string, bool) {
	words := strings.Fields(before)
	for i := len(words) - 1; i >= 0; i-- {
		if !strings.EqualFold(words[i], phrase[0]) {
			continue
		}
		end := phraseEnd(words, i+1)
		old := strings.Join(words[i:end], " ")
		if end == i+1 || end-i-1 > longestPhrase || year.MatchString(old) || period.MatchString(old) {
			continue
		}
		mark := old[len(strings.TrimRight(old, ".,;:?!")):]
		return strings.Join(words[:i], " ") + " " + strings.Join(phrase, " ") + mark + " " + strings.Join(words[end:], " "), true
	}
	return "", false
}

// phraseEnd returns the end of the phrase that begins with the given word: after a name, before the next preposition,
// or at a punctuation mark.
func phraseEnd(words []string, from int) int {
	named := false
	for i := from; i < len(words); i++ {
		capital := unicode.IsUpper(runeAt(words[i], 0))
		if preposition.MatchString(words[i]) || (named && !capital) {
			return i
		}
		named = capital
		if strings.ContainsAny(words[i][len(words[i])-1:], ".,;:?!") {
			return i + 1
		}
	}
	return len(words)
}

// asksMore reports whether a question asks for more about the same and names nothing new: "Can you tell me more about
// that?"
func asksMore(text string) bool {
	if !furthering.MatchString(text) {
		return false
	}
	for _, words := range []*pattern.Pattern{furthers, polite, pronouns, works} {
		text = words.ReplaceAllString(text, " ")
	}
	return bm25.Query(text, bm25.English).Empty()
}
