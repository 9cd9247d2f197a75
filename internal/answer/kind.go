package answer

import (
	"regexp"
	"slices"

	"quire/internal/index/bm25"
)

// kind is what a question asks for, judging by its words, and the form that it has.
type kind struct {
	asks, wanted *regexp.Regexp
	figures      bool // stand in tables more often than in sentences
}

var kinds = []kind{
	{
		figures: true,
		asks:    regexp.MustCompile(`(?i)\b(how (much|many|large|high|long|old|far)|what (is|was|were|are) the (number|amount|total|rate|ratio|percentage|share|price|cost)|percentage|ratio|wie ?viele?|wie (hoch|groß|lang))\b`),
		wanted:  regexp.MustCompile(`\d`),
	},
	{
		asks:   regexp.MustCompile(`(?i)\b(when|what (date|year|month|day)|which (year|month|day)|wann)\b`),
		wanted: regexp.MustCompile(`(?i)\b(1[5-9]|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b`),
	},
	{asks: regexp.MustCompile(`(?i)\b(e-?mail)\b`), wanted: regexp.MustCompile(`\S@\S+\.\w`)},
	{asks: regexp.MustCompile(`(?i)\b(tele)?(phone|fax)\b`), wanted: regexp.MustCompile(`\d[\d ()/.-]{5,}\d`)},
	{asks: regexp.MustCompile(`(?i)\b(web ?sites?|url|internet address)\b`), wanted: regexp.MustCompile(`(?i)https?://|www\.|\.(com|org|gov|net)\b`)},
	{asks: regexp.MustCompile(`(?i)^\W*(who|whose|whom|wer|wessen)\b|\bname of\b`), wanted: regexp.MustCompile(`\p{Lu}\S+ (\p{Lu}\S* )*\p{Lu}\S+`)},
}

func kindOf(text string) kind {
	for _, k := range kinds {
		if k.asks.MatchString(text) {
			return k
		}
	}
	return kind{}
}

// unfitting is the factor applied to the score of a text that lacks what the question asks for.
const unfitting = .75

func (k kind) factor(text string) float64 {
	if k.wanted == nil || k.wanted.MatchString(text) {
		return 1
	}
	return unfitting
}

// words returns the question's words that say what form the answer has ("e-mail address"), if a passage has something
// of that form: texts give an address without calling it one.
func (k kind) words(q Question, found []examinedPassage) map[uint32]bool {
	if k.asks == nil || !slices.ContainsFunc(found, func(p examinedPassage) bool { return k.wanted.MatchString(p.Text) }) {
		return map[uint32]bool{}
	}
	return set(bm25.Query(k.asks.FindString(q.Text), q.Languages...).Indices)
}
