package answer

import (
	"slices"
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

var (
	leadingArticle = pattern.New(`^(?:(?:the|an?|der|die|das|eine?|les?|la|une?|los|las|el|una?|il|lo|gli|os?|as|uma?|de|het|een|ett?|en) |l['’])`)
	// defining matches what separates a term from what it means: "Ballast: weight …", "Ballast (stones) – weight …".
	defining = pattern.New(`^[\s"'“”„»«*]*(?:\([^)]{1,40}\)\s*)?(?::|[–—-]\s)\s*\S`)
)

// linked matches a link after a term.
var linked = pattern.New(`^\W{1,4}(?:https?:|www\.)\S+\s*$`)

// longestTerm is the greatest length in bytes of a term whose definition is searched for.
const longestTerm = 80

// mostInTerm is the maximum number of words in a term, besides an article.
const mostInTerm = 3

// isTerm reports whether the part of a question after "what is" can be a term: if it has an article, it has no preposition.
func isTerm(text string) bool {
	words := strings.Fields(text)
	if len(words) <= mostInTerm {
		return true
	}
	return leadingArticle.MatchString(strings.ToLower(text)) && !slices.ContainsFunc(words, preposition.MatchString)
}

// termIn returns the term in the part of a question that names it, in lower case.
func termIn(text string) string {
	if len(text) > longestTerm {
		return ""
	}
	return leadingArticle.ReplaceAllString(strings.ToLower(strings.Trim(text, " \"'“”„»«")), "")
}

// sectionNumber matches the number of a paragraph in front of a term that it defines: `1.7. "Larger Work" means …`.
var sectionNumber = pattern.New(`^\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z])[.)]*\s+`)

// predicate matches the beginning of a predicate that says what the subject is.
var predicate = pattern.New(`^["'”»]*\s(?:is|are|ist|sind|est|sont|es|son|[eè]|é|são|är|er) (?:an?|the|any|one|eine?|der|die|das|une?|les?|la|el|los|las|una?|uma?|os?|il|lo|een|en|ett?)\b|` +
	`^["'”»]*\s(?:(?:shall |will )?mean|means|refers? to|denotes?|stands? for|bedeutet|bezeichnet|désigne|signifie|significa|designa)\b`)

// isEntry reports whether a text is an entry on the term that the question asks for: the term, and what it means after a colon
// or a dash, or after the verb.
func (k kind) isEntry(text string) bool {
	if !k.defines || k.term == "" {
		return false
	}
	if bullet.MatchString(text) {
		text = strings.TrimLeft(text, "•▪◦‣·●○■□➢✓*–—- ")
	}
	text = sectionNumber.ReplaceAllString(text, "")
	rest, ok := strings.CutPrefix(leadingArticle.ReplaceAllString(strings.ToLower(strings.TrimLeft(text, "\"'“„»«")), ""), k.term)
	return ok && !linked.MatchString(rest) && (defining.MatchString(rest) || predicate.MatchString(rest))
}

// entries returns 1 for a quote that is an entry on the term that the question asks for, and 0 for others.
func (k kind) entries(c quote) int {
	if k.isEntry(c.text) {
		return 1
	}
	return 0
}

// isNamed reports whether a heading names the term that the question asks for: it has no other words, and at least half
// of the term's words.
func (k kind) isNamed(language bm25.Language, heading string) bool {
	if !k.defines || k.term == "" {
		return false
	}
	term, words := set(bm25.Document(language, k.term).IDs), bm25.Document(language, heading).IDs
	return len(words) > 0 && hasAll(term, words) && 2*len(words) >= len(term)
}
