package rules

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/page"
	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
	"quire/internal/pattern"
)

// column is a column of a table, identified by its header. A column without a name is not extracted.
type column struct {
	name string
	box  page.Box
}

// other is the name of columns that the definition excludes.
const other = "\x00"

// header knows the columns of an array by the synonyms of their headers.
type header struct {
	labels map[string][]label
	key    []string
	items  *definition.Schema
}

func newHeader(t *definition.Table, items *definition.Schema) *header {
	out := &header{labels: map[string][]label{}, key: t.Key, items: items}
	for name, synonyms := range t.Columns {
		out.labels[name] = labelsOf(synonyms)
	}
	out.labels[other] = labelsOf(t.Ignore)
	if len(out.key) == 0 {
		for _, p := range items.Properties {
			if p.Required && len(out.labels[p.Name]) > 0 {
				out.key = append(out.key, p.Name)
			}
		}
	}
	return out
}

// splitGap is the gap, as a fraction of a line's height, after which the name of another column may begin within a
// segment.
const splitGap = .4

// match finds the columns in a header: at least two by their names, and at least half of all. below returns the cells
// of the rows under a segment. If no header names a key, it is the column that looks like one.
func (t *header) match(segs []segment, below func(column) []string) []column {
	var parts []segment
	for _, s := range segs {
		if figure(outside(s.text())) {
			return nil
		}
		parts = append(parts, t.split(s)...)
	}
	out, named, ignored := t.assign(parts)
	all := len(out) - ignored
	if named < 2 || 2*named < all-1 || (named < 3 && 2*named < all) {
		return nil
	}
	for _, k := range t.key {
		has := func(c column) bool { return c.name == k }
		if !slices.ContainsFunc(out, has) && !t.guess(k, out, below) {
			return nil
		}
	}
	return out
}

// amounts matches numbers with decimals, which headers do not contain.
var amounts = pattern.New(`\d[.,]\d`)

// figure reports whether text is a value rather than a header.
func figure(text string) bool {
	return strings.ContainsFunc(text, unicode.IsDigit) && (!strings.ContainsFunc(text, unicode.IsLetter) || amounts.MatchString(text))
}

// assign gives each part the name that fits best. If several parts fit the same name, it goes to the one whose synonym
// comes first in the definition; the others get another of their names, or none.
func (t *header) assign(parts []segment) (out []column, named, ignored int) {
	best := make([]called, len(parts))
	denied := make([]map[string]bool, len(parts))
	owner := map[string]int{}
	for i := 0; i < len(parts); i++ {
		best[i] = t.first(parts[i].words, denied[i])
		name := best[i].name
		if name == "" || name == other {
			continue
		}
		j, taken := owner[name]
		if !taken {
			owner[name] = i
			continue
		}
		if j == i {
			continue
		}
		loser := i
		if best[i].order < best[j].order {
			owner[name], loser = i, j
		}
		if denied[loser] == nil {
			denied[loser] = map[string]bool{}
		}
		denied[loser][name] = true
		best[loser] = called{}
		i = min(i, loser) - 1
	}
	for i, p := range parts {
		out = append(out, column{best[i].name, p.box})
		switch best[i].name {
		case "":
		case other:
			ignored++
		default:
			named++
		}
	}
	return out, named, ignored
}

// outside returns text without anything in parentheses.
func outside(text string) string {
	before, rest, ok := strings.Cut(text, "(")
	if !ok {
		return text
	}
	_, after, _ := strings.Cut(rest, ")")
	return before + after
}

// split splits a segment before every name that follows a gap, because headers of narrow columns may be close together.
func (t *header) split(s segment) []segment {
	var out []segment
	from, w := 0, 0
	for w < len(s.words) {
		c := t.at(s.words, w, nil)
		if c.name == "" {
			w++
			continue
		}
		apart := w > from && s.words[w].box.X0-s.words[w-1].box.X1 > splitGap*(s.box.Y1-s.box.Y0)
		if apart && t.first(s.words[from:w], nil).name != "" {
			out = append(out, newSegment(s.words[from:w]))
			from = w
		}
		w = c.end
	}
	return append(out, newSegment(s.words[from:]))
}

// called is a name that matches words: the index of the matching synonym, and its length.
type called struct {
	name               string
	order, length, end int
}

// first returns the name at the beginning of words, or else the first one inside.
func (t *header) first(words []token, denied map[string]bool) called {
	for w := range words {
		if c := t.at(words, w, denied); c.name != "" {
			return c
		}
	}
	return called{}
}

// at returns the longest name that begins at word w.
func (t *header) at(words []token, w int, denied map[string]bool) called {
	var best called
	for _, name := range slices.Sorted(maps.Keys(t.labels)) {
		if denied[name] {
			continue
		}
		for i, l := range t.labels[name] {
			if end := l.endAt(words, w); end > 0 && len(l) > best.length {
				best = called{name, i, len(l), end}
			}
		}
	}
	return best
}

// guess gives the name of a key to the unnamed column whose cells look like it: for text, the column with the most
// letters; for numbers, the last one that holds nothing else.
func (t *header) guess(key string, columns []column, below func(column) []string) bool {
	p := t.items.Property(key)
	if p == nil || below == nil {
		return false
	}
	best, at := 0, -1
	for i, c := range columns {
		if c.name != "" {
			continue
		}
		if n := fits(below(c), p.Parser); n > 0 && (n > best || p.Parser != typed.Text) {
			best, at = n, i
		}
	}
	if at < 0 {
		return false
	}
	columns[at].name = key
	return true
}

// fits returns how well cells match values of kind, or 0 if most of them do not.
func fits(cells []string, kind typed.Kind) int {
	good, letters := 0, 0
	for _, c := range cells {
		n := len(strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return 'x'
			}
			return -1
		}, c))
		_, _, ok := typed.Find(kind, c, typed.Hints{})
		if kind == typed.Text {
			ok = n > 3
		} else {
			ok = ok && n < 4
		}
		if ok {
			good++
			letters += n
		}
	}
	switch {
	case 2*good <= len(cells):
		return 0
	case kind == typed.Text:
		return letters
	}
	return good
}

// stacked joins segments that are above one another.
func stacked(a, b line) []segment {
	out := slices.Clone(a.segs)
	for _, s := range b.segs {
		i := slices.IndexFunc(out, func(o segment) bool { return o.box.X0 < s.box.X1 && s.box.X0 < o.box.X1 })
		if i < 0 {
			out = append(out, s)
			continue
		}
		out[i] = newSegment(append(slices.Clone(out[i].words), s.words...))
	}
	return out
}
