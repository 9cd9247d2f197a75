package rules

import (
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// The ranks of values that no label led to.
const (
	patternRank = 1000
	betweenRank = 2000
)

// matched looks for the rule's pattern in the page's lines.
func matched(text string, r *definition.Rule, h typed.Hints, emit func(hit)) {
	group := 0
	if r.Regexp.NumSubexp() > 0 {
		group = max(1, r.Regexp.SubexpIndex("value"))
	}
	for _, m := range r.Regexp.FindAllStringSubmatch(text, 10_000) {
		if v, _, ok := typed.Find(r.Parser, m[group], h); ok {
			emit(hit{value: v, quote: quoteOf(m[0]), rank: patternRank})
		}
	}
}

// quoteOf is text with its line breaks kept and the rest of its space as it is compared.
func quoteOf(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.Join(lines, "\n")
}

func between(text string, r *definition.Rule, h typed.Hints, emit func(hit)) {
	at := strings.Index(text, r.Between.From)
	if at < 0 {
		return
	}
	rest := text[at+len(r.Between.From):]
	if r.Between.To != "" {
		var ok bool
		if rest, _, ok = strings.Cut(rest, r.Between.To); !ok {
			return
		}
	}
	if v, _, ok := typed.Find(r.Parser, rest, h); ok {
		emit(hit{value: v, quote: quoteOf(rest), rank: betweenRank})
	}
}
