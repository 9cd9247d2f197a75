// Package proof checks values against the text of the pages that they are said to stand on.
package proof

import (
	"encoding/json"
	"strings"
	"unicode"

	"quire/internal/convert/page"
	"quire/internal/extract/typed"
)

// Evidence says where a leaf of the output comes from.
type Evidence struct {
	Path  string `json:"path"` // RFC 6901: "/line_items/0/amount"
	Value any    `json:"value"`
	Page  int    `json:"page"` // from 1; 0: unknown
	Quote string `json:"quote"`
	// Verified tells that the quote stands on the page and that the value can be read from it.
	Verified bool `json:"verified"`
}

// Page is a page's text in the form in which quotes are compared.
type Page struct {
	Number int
	lines  []string // as printed
	text   string   // all of it, normal
}

// Of takes the text of a page: its words by line, and its blocks.
func Of(p *page.Page, lines []string) Page {
	return Page{p.Number, lines, normal(strings.Join(lines, "\n") + "\n" + p.Text())}
}

// normal keeps letters and digits in lower case, and signs without the space around them.
func normal(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// Has tells whether every piece of a quote (parted by "…" and line breaks) stands on the page word for word.
func (p Page) Has(quote string) bool {
	if strings.TrimSpace(quote) == "" {
		return false
	}
	for piece := range strings.SplitSeq(strings.ReplaceAll(quote, "…", "\n"), "\n") {
		if n := normal(piece); n != "" && !strings.Contains(p.text, n) {
			return false
		}
	}
	return true
}

// Find gives the line that a value can be read from.
func (p Page) Find(value any, kind typed.Kind, h typed.Hints) (quote string, ok bool) {
	for _, l := range p.lines {
		if Reads(l, value, kind, h) {
			return strings.Join(strings.Fields(l), " "), true
		}
	}
	if s, isText := value.(string); isText && len(normal(s)) > 2 && strings.Contains(p.text, normal(s)) {
		return s, true
	}
	return "", false
}

// Reads tells whether value can be read from quote by the parser of its kind.
func Reads(quote string, value any, kind typed.Kind, h typed.Hints) bool {
	if b, ok := value.(bool); ok {
		return b && quote != ""
	}
	if s, ok := value.(string); ok {
		n := normal(s)
		if n != "" && strings.Contains(normal(strings.ReplaceAll(quote, "\n", " ")), n) {
			return true
		}
		if kind == typed.Text || kind == typed.Code {
			return false
		}
	}
	if n, ok := value.(json.Number); ok {
		if kind != typed.Percent {
			kind = typed.Number
		}
		return typed.Has(kind, quote, h, func(v any) bool {
			m, ok := v.(json.Number)
			return ok && typed.Equal(n, m, 0)
		})
	}
	return typed.Has(kind, quote, h, func(v any) bool { return v == value })
}
