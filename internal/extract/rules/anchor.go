package rules

import (
	"math"
	"slices"
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// hit is a candidate for a value. The lower rank is the better.
type hit struct {
	value any
	quote string
	rank  int
}

// label is a synonym in the form in which it is compared.
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

// endAt is the end of the label in words that begins at i, or 0.
func (l label) endAt(words []token, i int) int {
	rest := string(l)
	for j := i; j < len(words); j++ {
		n := words[j].norm
		if n == "" {
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

// anchored looks for labels on the lines and for a value beside or below each.
func anchored(lines []line, labels []label, r *definition.Rule, h typed.Hints, emit func(hit)) {
	for i := range lines {
		for s, seg := range lines[i].segs {
			for w := range seg.words {
				if w > 0 && !strings.HasSuffix(seg.words[w-1].text, ":") && !inner(seg, w, labels) {
					continue
				}
				for rank, l := range labels {
					if end := l.endAt(seg.words, w); end > 0 {
						if v, ok := beside(lines, i, s, w, end, r, h); ok {
							v.rank = 4 * rank
							if w > 0 {
								v.rank += 2
							}
							emit(v)
						}
					}
				}
			}
		}
	}
}

// inner tells whether a label inside a segment may count: behind the value of another, or closed by a colon.
func inner(seg segment, w int, labels []label) bool {
	before := seg.words[w-1].text
	if strings.ContainsAny(before, "0123456789|·•") || before == "-" {
		return true
	}
	for _, l := range labels {
		if end := l.endAt(seg.words, w); end > 0 && strings.HasSuffix(seg.words[end-1].text, ":") && len(l) > 6 {
			return true
		}
	}
	return false
}

// beside finds the value of the label seg.words[from:to] of line i, segment s.
func beside(lines []line, i, s, from, to int, r *definition.Rule, h typed.Hints) (hit, bool) {
	seg := lines[i].segs[s]
	if r.Value != "below" {
		rest, open := remainder(seg.words, to)
		if text, ok := value(rest, r.Parser, h); ok {
			text.quote = joined(seg.words[from:])
			return text, true
		}
		if !open {
			return hit{}, false
		}
		for _, next := range lines[i].segs[s+1 : min(s+4, len(lines[i].segs))] {
			if v, ok := value(next.words, r.Parser, h); ok {
				v.quote = joined(seg.words[from:]) + " … " + v.quote
				return v, true
			}
			if strings.HasSuffix(next.text(), ":") || r.Parser == typed.Text {
				break
			}
		}
	} else if _, open := remainder(seg.words, to); !open {
		return hit{}, false
	}
	if r.Value == "right" {
		return hit{}, false
	}
	return below(lines, i, newSegment(seg.words[from:to]), r, h)
}

// remainder is what follows a label in its segment. open tells that the value may stand elsewhere: nothing
// but currencies, rates and remarks in parentheses follows.
func remainder(words []token, to int) (rest []token, open bool) {
	closed := strings.ContainsAny(words[to-1].text, ":#")
	rest = words[to:]
	for len(rest) > 0 && (rest[0].norm == "" || rest[0].norm == "#") && !strings.ContainsAny(rest[0].text, "€$£(") {
		closed = closed || strings.Contains(rest[0].text, ":")
		rest = rest[1:]
	}
	open, depth := true, 0
	for i, w := range rest {
		if i+1 < len(rest) && strings.HasPrefix(rest[i+1].text, "%") {
			continue
		}
		depth += strings.Count(w.text, "(") - strings.Count(w.text, ")")
		aside := depth > 0 || strings.HasSuffix(w.text, ")") || strings.HasSuffix(w.text, "):")
		_, _, currency := typed.Find(typed.Currency, strings.Trim(w.text, ":"), typed.Hints{})
		if !aside && !currency && !strings.HasSuffix(w.text, "%") && !strings.HasSuffix(w.text, "%:") && w.norm != "" && !strings.HasSuffix(w.text, ":") {
			open = false
		}
	}
	return rest, open || closed && len(rest) == 0
}

func below(lines []line, i int, anchor segment, r *definition.Rule, h typed.Hints) (hit, bool) {
	within := r.Within
	if within == 0 {
		within = 3
	}
	slack := anchor.box.Y1 - anchor.box.Y0
	for _, l := range lines[i+1 : min(i+1+within, len(lines))] {
		if l.box.Y0-anchor.box.Y1 > float64(2*within)*slack {
			break
		}
		segs := slices.Clone(l.segs)
		slices.SortStableFunc(segs, func(a, b segment) int {
			return sign(distance(a, anchor) - distance(b, anchor))
		})
		for _, s := range segs {
			if s.box.X0 > anchor.box.X1+slack || s.box.X1 < anchor.box.X0-slack {
				continue
			}
			v, ok := value(s.words, r.Parser, h)
			if ok {
				v.rank++
				return v, true
			}
			if strings.HasSuffix(s.text(), ":") {
				return hit{}, false
			}
		}
	}
	return hit{}, false
}

// distance is how far the nearer edges of two segments are from being aligned.
func distance(a, b segment) float64 {
	return min(math.Abs(a.box.X0-b.box.X0), math.Abs(a.box.X1-b.box.X1))
}

// value reads words as a value. A number of an invoice must be the first word: what follows is something else.
func value(words []token, kind typed.Kind, h typed.Hints) (hit, bool) {
	if len(words) == 0 {
		return hit{}, false
	}
	text := joined(words)
	if kind == typed.Code {
		text = words[0].text
		if _, raw, ok := typed.Find(typed.Date, text, h); ok && len(raw) == len(text) {
			return hit{}, false
		}
	}
	v, _, ok := typed.Find(kind, text, h)
	if kind == typed.Text && strings.HasSuffix(text, ":") {
		return hit{}, false
	}
	return hit{value: v, quote: joined(words)}, ok
}
