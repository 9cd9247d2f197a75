package rules

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// hit is a candidate for a value. A lower rank is better.
type hit struct {
	value any
	quote string
	rank  int
	line  int // of the label, if one led to it
}

// weak is added to the rank of hits that are preferred only if a sum adds up with them.
const weak = 10_000

// label is a synonym in the form in which labels are compared.
type label string

func labelsOf(texts []string) []label {
	out := make([]label, 0, len(texts))
	for _, t := range texts {
		if n := normal(t); n != "" {
			out = append(out, label(n))
		}
	}
	return out
}

// endAt returns the end of the label that begins at words[i], or 0 if there is none.
func (l label) endAt(words []token, i int) int {
	rest := string(l)
	for j := i; j < len(words); j++ {
		n := words[j].norm
		if n == "" {
			if j == i {
				return 0
			}
			continue
		}
		var ok bool
		if rest, ok = strings.CutPrefix(rest, n); !ok {
			return 0
		}
		if rest == "" {
			return j + 1
		}
	}
	return 0
}

// search looks for the value of one rule on the lines of a page.
type search struct {
	lines []line
	heads map[int]bool // lines that are headers of tables
	rule  *definition.Rule
	hints typed.Hints
	words vocabulary
	emit  func(hit)
	rows  map[int]bool // lines known to be, or not to be, rows of labels
}

// restWords is how many words after a label are considered, because a line may be a whole file.
const restWords = 500

// upTo returns the beginning of a segment, up to restWords words after word w.
func (s segment) upTo(w int) segment {
	s.words = s.words[:min(len(s.words), w+restWords)]
	return s
}

// row reports whether line i is a row of labels.
func (a search) row(i int) bool {
	is, known := a.rows[i]
	if !known {
		is = a.words.row(a.lines[i])
		a.rows[i] = is
	}
	return is
}

// anchored looks for labels, and for a value beside or below each.
func (a search) anchored(labels []label) {
	for i := range a.lines {
		if a.heads[i] {
			continue // the names of a table's columns
		}
		for s, seg := range a.lines[i].segs {
			for w := range seg.words {
				if w > 0 && !strings.HasSuffix(seg.words[w-1].text, ":") && !a.inner(seg.upTo(w), w, labels) {
					continue
				}
				for rank, l := range labels {
					if end := l.endAt(seg.words, w); end > 0 && (w == 0 || len(l) > 3 || strings.ContainsAny(seg.words[w-1].text, ":%")) {
						rank *= 4
						if w > 0 {
							rank += 2
						}
						a.at(i, s, w, end, rank)
					}
				}
			}
		}
	}
}

// inner reports whether a label inside a segment may count: after the value of another label, followed by a colon, or
// consisting of several words before a number in the next segment ("WA sales tax").
func (a search) inner(seg segment, w int, labels []label) bool {
	before := seg.words[w-1].text
	if strings.ContainsAny(before, "0123456789|·•,;%") || before == "-" {
		return true
	}
	for _, l := range labels {
		end := l.endAt(seg.words, w)
		if end > 0 && strings.HasSuffix(seg.words[end-1].text, ":") && len(l) > 6 {
			return true
		}
		if !numeric(a.rule.Parser) || end <= w+1 {
			continue
		}
		if _, open := remainder(seg.words, end); open {
			return true
		}
	}
	return false
}

// at emits the values of the label seg.words[from:to] of line i, segment s. Of numbers, it also emits those farther
// away as weak hits, because sums may tell which one is right.
func (a search) at(i, s, from, to, rank int) {
	seg := a.lines[i].segs[s].upTo(from)
	rest, open := remainder(seg.words, to)
	var heads []segment
	if a.row(i) {
		heads = a.lines[i].segs
	}
	if len(rest) > 0 && slices.Contains(ordinals, rest[0].norm) {
		return // a different label: "VAT No"
	}
	emit := a.emit
	a.emit = func(h hit) {
		h.line = i + 1
		emit(h)
	}
	found := false
	if a.rule.Value != "below" && heads == nil {
		found = a.right(i, s, from, rest, open, rank)
	}
	if !open || (found && !numeric(a.rule.Parser)) {
		return
	}
	down := rank + 1
	if found || a.rule.Value == "right" {
		if !numeric(a.rule.Parser) && heads == nil {
			return
		}
		down += weak
	}
	a.below(i, newSegment(seg.words[from:to]), heads, s, down)
}

func numeric(k typed.Kind) bool { return k == typed.Number || k == typed.Amount }

// right emits what follows a label in its segment, or else in the segments next to it.
func (a search) right(i, s, from int, rest []token, open bool, rank int) bool {
	seg := a.lines[i].segs[s].upTo(from)
	if v, ok := value(rest, a.rule.Parser, a.hints); ok && a.follows(seg.words, rest) {
		v.quote, v.rank = joined(seg.words[from:]), rank
		a.emit(v)
		return true
	}
	if !open {
		return false
	}
	found := false
	segs := a.lines[i].segs
	for _, next := range segs[s+1 : min(s+5, len(segs))] {
		if a.words.has(next) || (a.rule.Parser == typed.Text && a.words.pair(next)) {
			break
		}
		if v, ok := value(next.words, a.rule.Parser, a.hints); ok {
			v.quote, v.rank = joined(seg.words[from:])+" … "+v.quote, rank
			if found {
				v.rank += weak
			}
			a.emit(v)
			found = true
			if !numeric(a.rule.Parser) {
				break
			}
		}
		if a.rule.Parser == typed.Text {
			break
		}
	}
	return found
}

// follows reports whether rest, the end of words, may be the value of the label before it: a number directly after the
// label, or text that looks like a name.
func (a search) follows(words, rest []token) bool {
	switch {
	case numeric(a.rule.Parser):
		n := fillers(rest)
		return n < len(rest) && strings.ContainsFunc(rest[n].text, unicode.IsDigit)
	case a.rule.Parser == typed.Text:
		return states(words, len(words)-len(rest))
	}
	return true
}

// states reports whether the text words[at:] is the value of the label before it: it follows a colon, or begins like a
// name.
func states(words []token, at int) bool {
	if strings.HasSuffix(words[at-1].text, ":") {
		return true
	}
	if strings.HasSuffix(words[at-1].text, ".") {
		return false // the heading of a clause
	}
	first, _ := utf8.DecodeRuneInString(words[at].text)
	return unicode.IsUpper(first) || unicode.IsDigit(first)
}

// ordinals turn the label before them into a different one: "Customer No".
var ordinals = []string{"no", "nr", "number", "nummer", "id", "idnr", "ref", "reference", "code", "num"}

// remainder returns what follows a label in its segment. open reports whether the value may be elsewhere, because only
// currencies, rates and remarks in parentheses follow.
func remainder(words []token, to int) (rest []token, open bool) {
	closed := strings.ContainsAny(words[to-1].text, ":#")
	rest = words[to:]
	for len(rest) > 0 && (rest[0].norm == "" || rest[0].norm == "#") && !strings.ContainsAny(rest[0].text, "€$£(") {
		closed = closed || strings.Contains(rest[0].text, ":")
		rest = rest[1:]
	}
	open = fillers(rest) == len(rest)
	return rest, open || (closed && len(rest) == 0)
}

// prepositions precede rates and currencies.
var prepositions = []string{"in", "at", "bei", "à", "en"}

// fillers returns the number of leading words that may be between a label and its number: currencies, rates, signs and
// remarks in parentheses.
func fillers(words []token) int {
	depth := 0
	for i, w := range words {
		depth += strings.Count(w.text, "(") - strings.Count(w.text, ")")
		aside := depth > 0 || strings.HasSuffix(w.text, ")") || strings.HasSuffix(w.text, "):")
		if !aside && w.norm != "" && !slices.Contains(prepositions, w.norm) && !strings.HasSuffix(w.text, ":") && !typed.IsCurrency(strings.Trim(w.text, ":")) {
			return i
		}
	}
	return len(words)
}

// total emits the sum of a column, for taxes that a table lists by rate.
func (a search) total(column []hit) {
	if len(column) < 2 || !numeric(a.rule.Parser) {
		return
	}
	var cells []Cell
	for _, h := range column {
		cells = append(cells, Cell{Value: h.value, Quote: h.quote})
	}
	if sum := added(cells); sum != nil {
		a.emit(hit{value: sum.Value, quote: sum.Quote, rank: column[0].rank + weak})
	}
}

// cell returns what is below the label heads[s]: the segment with its number if there is one for each label, and
// otherwise the words up to the next label.
func cell(l line, heads []segment, s int, slack float64) []segment {
	if len(l.segs) == len(heads) {
		return l.segs[s : s+1]
	}
	from, to := heads[s].box.X0-slack/2, math.Inf(1)
	if s+1 < len(heads) {
		to = heads[s+1].box.X0 - slack/2
	}
	var words []token
	for _, seg := range l.segs {
		for _, w := range seg.words {
			if x := (w.box.X0 + w.box.X1) / 2; x >= from && x < to {
				words = append(words, w)
			}
		}
	}
	if len(words) == 0 {
		return nil
	}
	return []segment{newSegment(words)}
}

// distance returns how far the nearer edges of two segments are from being aligned.
func distance(a, b segment) float64 {
	return min(math.Abs(a.box.X0-b.box.X0), math.Abs(a.box.X1-b.box.X1))
}

// codeOf returns the word that may be a code or, if the code is printed in groups after letters ("RG 4410 8821"), all
// of its words.
func codeOf(words []token) string {
	text := words[0].text
	if strings.ContainsFunc(text, unicode.IsDigit) || strings.ContainsFunc(text, unicode.IsLower) || len(words) > 4 || len(text) > 4 {
		return text
	}
	for _, w := range words[1:] {
		if strings.Trim(w.text, "0123456789-/") != "" {
			return text
		}
		text += " " + w.text
	}
	return text
}

// value parses words as a value. A number of an invoice must be the first word, because something else follows it.
func value(words []token, kind typed.Kind, h typed.Hints) (hit, bool) {
	for len(words) > 0 && strings.Trim(words[0].text, ":–—-") == "" {
		words = words[1:]
	}
	if len(words) == 0 {
		return hit{}, false
	}
	text := joined(words)
	if kind == typed.Code {
		text = codeOf(words)
		if _, raw, ok := typed.Find(typed.Date, text, h); ok && len(raw) == len(text) {
			return hit{}, false
		}
	}
	v, _, ok := typed.Find(kind, text, h)
	if kind == typed.Code && ok && strings.Contains(text, " ") {
		v = text
	}
	if kind == typed.Text && strings.HasSuffix(text, ":") {
		return hit{}, false
	}
	return hit{value: v, quote: joined(words)}, ok
}
