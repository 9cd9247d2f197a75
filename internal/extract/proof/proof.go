// Package proof checks values against the text of the pages they are said to come from.
package proof

import (
	"encoding/json"
	"math/big"
	"slices"
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
	// Verified reports that the quote is on the page and that the value can be read from it.
	Verified bool `json:"verified"`
}

// Page is the text of a page in the form in which quotes are compared.
type Page struct {
	Number int
	lines  []string // as printed
	bare   []string // letters and digits of the lines, in lower case
	text   text
}

// Of returns the text of a page: its words by line, and its blocks.
func Of(p *page.Page, lines []string) Page {
	out := Page{Number: p.Number, lines: lines, text: textOf(strings.Join(lines, "\n") + "\n" + p.Text())}
	for _, l := range lines {
		out.bare = append(out.bare, bare(l))
	}
	return out
}

func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// text is text without white space, in lower case, with the positions at which words begin.
type text struct {
	letters string
	begins  map[int]bool // byte offsets of letters that begin a word
}

func textOf(s string) text {
	t := text{begins: map[int]bool{}}
	var b strings.Builder
	for w := range strings.FieldsSeq(s) {
		t.begins[b.Len()] = true
		b.WriteString(strings.ToLower(w))
	}
	t.begins[b.Len()] = true
	t.letters = b.String()
	return t
}

// has reports whether the text contains quote as whole words: "10" and "A1" do not contain "1".
func (t text) has(quote string) bool {
	q := textOf(quote).letters
	if q == "" {
		return false
	}
	for from := 0; ; {
		at := strings.Index(t.letters[from:], q)
		if at < 0 {
			return false
		}
		at += from
		if t.cut(at) && t.cut(at+len(q)) {
			return true
		}
		from = at + 1
	}
}

// cut reports whether at is a boundary of words, or next to a sign.
func (t text) cut(at int) bool {
	if t.begins[at] || at == 0 || at >= len(t.letters) {
		return true
	}
	return sign(t.letters[at-1]) || sign(t.letters[at])
}

func sign(b byte) bool {
	return b < 0x80 && !unicode.IsLetter(rune(b)) && !unicode.IsDigit(rune(b)) && b != '.' && b != ','
}

// Has reports whether every piece of a quote (separated by "…" and line breaks) is on the page word for word.
func (p Page) Has(quote string) bool {
	some := false
	for piece := range strings.SplitSeq(strings.ReplaceAll(quote, "…", "\n"), "\n") {
		if strings.TrimSpace(piece) == "" {
			continue
		}
		if some = true; !p.text.has(piece) {
			return false
		}
	}
	return some
}

// enough is the number of letters and digits that distinguish a value from others on a page.
const enough = 4

// Distinctive reports whether a text is long enough to be found by itself: every page contains a "1".
func Distinctive(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n >= enough
}

// Find returns the line from which a distinctive value can be read, and reports whether there is one.
func (p Page) Find(value any, kind typed.Kind, h typed.Hints) (quote string, ok bool) {
	s, isText := value.(string)
	if n, ok := value.(json.Number); ok {
		s = string(n)
	}
	if !Distinctive(s) {
		return "", false
	}
	for _, l := range p.lines {
		if Reads(l, value, kind, h) {
			return strings.Join(strings.Fields(l), " "), true
		}
	}
	return s, isText && p.text.has(s)
}

// LinesLike returns the lines of the page that may contain one of texts, judging by their letters and digits.
func (p Page) LinesLike(texts []string) []string {
	var out []string
	for i, l := range p.bare {
		if slices.ContainsFunc(texts, func(t string) bool { return t != "" && strings.Contains(l, bare(t)) }) {
			out = append(out, p.lines[i])
		}
	}
	return out
}

// Reads reports whether the parser for kind reads value from quote, or whether value is the sum of the numbers at the
// ends of its lines.
func Reads(quote string, value any, kind typed.Kind, h typed.Hints) bool {
	if b, ok := value.(bool); ok {
		return b && quote != ""
	}
	if s, ok := value.(string); ok {
		if textOf(quote).has(s) {
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
		}) || sums(quote, n, h)
	}
	return typed.Has(kind, quote, h, func(v any) bool { return v == value })
}

// sums reports whether a number is the sum of the last amounts of a quote's lines: taxes of several rates.
func sums(quote string, want json.Number, h typed.Hints) bool {
	lines := strings.Split(quote, "\n")
	if len(lines) < 2 {
		return false
	}
	total := new(big.Rat)
	for _, l := range lines {
		v, _, ok := typed.Find(typed.Amount, l, h)
		n, isNumber := v.(json.Number)
		x, valid := new(big.Rat).SetString(string(n))
		if !ok || !isNumber || !valid {
			return false
		}
		total.Add(total, x)
	}
	return typed.Equal(json.Number(total.FloatString(4)), want, 0)
}
