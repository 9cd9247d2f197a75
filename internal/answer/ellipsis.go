package answer

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// A question that follows may be no more than a piece of one, which takes the place of something in the question before
// it: "And in America?", "What about the second quarter?", "No, I meant how much water." The words below are grammar, in the
// languages that most questions come in.
var (
	// correction matches how a question begins that takes back the one before it.
	correction = pattern.New(`(?i)^\W*(?:(?:no|sorry|actually|nein)\b\W+)*(?:i (?:mean|meant)|ich mein(?:t)?e)\b\W*`)
	// opening matches how a piece of a question begins.
	opening = pattern.New(`(?i)^\W*(?:(?:and |but )?(?:what|how) about|and|or|but|(?:und )?was ist mit|(?:und )?wie (?:ist|steht) es mit|und|oder|aber)\b\W*`)
	// period matches a part of a year.
	period = pattern.New(`(?i)\b(?:first|second|third|fourth|last|1st|2nd|3rd|4th|erste[ns]?|zweite[ns]?|dritte[ns]?|vierte[ns]?)[ -]` +
		`(?:quarter|half|halves|(?:three|six|nine) months|quartal|halbjahr)\b|\b[qh][1-4]\b`)
	preposition = pattern.New(`(?i)^(?:in|at|on|for|from|of|to|by|with|under|near|im|am|für|von|bei|nach|aus|mit|zu|zum|zur|unter)$`)
	// counted matches a question for the number or the kind of something, up to that.
	counted = pattern.New(`(?i)\b(how (?:much|many)|which|wie ?viele?|welche[rnms]?) `)
	// furthering matches what asks for more about the same, and furthers the words that may stand with it.
	furthering = pattern.New(`(?i)\b(?:more|further|elaborate|go on|in (?:greater )?detail|mehr|näheres|genaueres|genauer|ausführlicher)\b`)
	furthers   = pattern.New(`(?i)\b(?:more|further|else|elaborate|go|on|in|greater|details?|information|explain|know|learn|hear|want|would|like|i|about|say|there|` +
		`mehr|näheres|genaueres|genauer|ausführlicher|details|dazu|davon|darüber|wissen|erzähl(?:e|en)?|erklär(?:e|en)?|will|möchte|ich)\b`)
)

const (
	longestPiece  = 6 // words of a piece of a question, besides how it begins
	longestPhrase = 4 // words after a preposition that a piece takes the place of
)

// pieceOf returns a question without how it begins, if it is a piece of one.
func pieceOf(text string) (piece string, ok bool) {
	rest := correction.ReplaceAllString(text, "")
	rest = opening.ReplaceAllString(rest, "")
	piece = strings.TrimRight(rest, " ?!.")
	n := len(strings.Fields(piece))
	return piece, rest != text && n > 0 && n <= longestPiece
}

// inPlace returns the question before with a piece of a question in the place of what it stands for: the words after the
// same preposition, the part of the year, what is counted.
func inPlace(before, piece string) (string, bool) {
	words, what := strings.Fields(piece), counted.FindString(piece)
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

// periodInPlace puts a part of a year in the place of another.
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

// withYear puts a year in the place of the last one that a text names.
func withYear(text, named string) string {
	all := year.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	last := all[len(all)-1]
	return text[:last[0]] + named + text[last[1]:]
}

// countedInPlace puts things in the place of what the question before counts with the same words, such as "how many ".
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

// phraseInPlace puts a phrase in the place of the last one in the question before that has the same preposition and is
// not about time.
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

// phraseEnd returns where the phrase ends that begins with a word: after a name, before the next preposition, or at a
// punctuation mark.
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

// asksMore reports whether a question asks for more about the same and names nothing new: "Can you tell me more about that?"
func asksMore(text string) bool {
	if !furthering.MatchString(text) {
		return false
	}
	for _, words := range []*pattern.Pattern{furthers, polite, pronouns, works} {
		text = words.ReplaceAllString(text, " ")
	}
	return bm25.Query(text, bm25.English).Empty()
}
