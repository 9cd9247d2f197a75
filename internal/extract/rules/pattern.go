package rules

import (
	"slices"
	"strings"

	"quire/internal/extract/typed"
)

// The ranks of values that no label led to.
const (
	patternRank   = 1000
	betweenRank   = 2000
	addressRank   = 3000
	prominentRank = 4000
	elsewhere     = 100 // added if the text was found only in another reading order
)

// matched looks for the rule's pattern in text.
func (a search) matched(text string, rank int) {
	value := a.rule.Regexp.SubexpIndex("value")
	for m := range matches(a.rule.Regexp, text) {
		part := m[0]
		if value > 0 && m[value] != "" {
			part = m[value]
		} else if i := slices.IndexFunc(m[1:], func(s string) bool { return s != "" }); i >= 0 {
			part = m[i+1]
		}
		if v, _, ok := typed.Find(a.rule.Parser, part, a.hints); ok && !a.excluded(part) {
			a.emit(hit{value: v, quote: quoteOf(m[0]), rank: patternRank + rank})
		}
	}
}

// excluded reports whether text begins or ends with something that the rule excludes.
func (a search) excluded(text string) bool {
	n := normal(text)
	for _, e := range a.rule.Except {
		if x := normal(e); strings.HasPrefix(n, x) || (strings.HasSuffix(n, x) && len(x) > 6) {
			return true
		}
	}
	return false
}

// quoteOf returns text with its line breaks, and with other white space normalized as for comparisons.
func quoteOf(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.Join(lines, "\n")
}

func (a search) between(text string, rank int) {
	at := strings.Index(text, a.rule.Between.From)
	if at < 0 {
		return
	}
	rest := text[at+len(a.rule.Between.From):]
	if a.rule.Between.To != "" {
		var ok bool
		if rest, _, ok = strings.Cut(rest, a.rule.Between.To); !ok {
			return
		}
	}
	if v, _, ok := typed.Find(a.rule.Parser, rest, a.hints); ok {
		a.emit(hit{value: v, quote: quoteOf(rest), rank: betweenRank + rank})
	}
}
