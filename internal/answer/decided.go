package answer

import "quire/internal/pattern"

var (
	// yesOrNo matches a yes-or-no question.
	yesOrNo = pattern.New(`(?i)^\W*(?:and |und )?(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|must|ist|sind|war(?:en)?|hat|haben|kann|können|wird|werden|darf|dürfen|muss|müssen|` +
		`est-(?:ce|il|elle)|sont-(?:ils|elles)|a-t-(?:il|elle)|peut-on|es|son|puede|hay|è|sono|può)\b`)
	negation = pattern.New(`(?i)\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|kein(?:e[nmrs]?)?|nicht|nie|niemals|ohne|pas|jamais|aucune?|sans|nunca|non|niet|geen)\b|n['’]t\b`)
)

// decides reports whether a sentence after a quote may decide a yes-or-no question, because it denies something.
func (q question) decides(sentence string) bool {
	return q.decided && !isLabel(sentence) && negation.MatchString(sentence)
}
