package rules

import (
	"maps"
	"math"
	"slices"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// maxRows is the number of rows that a table may have.
const maxRows = 100_000

// Cell is a value with the text that it was read from and its page.
type Cell struct {
	Value any
	Quote string
	Page  int
}

// column is a column of a table by its header; one without a name is not asked for.
type column struct {
	name string
	box  page.Box
}

// table reads the rows of one array, page after page.
type table struct {
	labels  map[string][]label
	stop    []label
	key     []string
	items   *definition.Schema
	columns []column // of the table that is open, else empty
	rows    []map[string]Cell
}

func newTable(t *definition.Table, items *definition.Schema) *table {
	out := &table{labels: map[string][]label{}, stop: labelsOf(t.Stop), key: t.Key, items: items}
	for name, synonyms := range t.Columns {
		out.labels[name] = labelsOf(synonyms)
	}
	if len(out.key) == 0 {
		for _, p := range items.Properties {
			if p.Required && len(out.labels[p.Name]) > 0 {
				out.key = append(out.key, p.Name)
			}
		}
	}
	return out
}

// page reads the rows on a page. A table that is open goes on at the top unless its header is repeated.
func (t *table) page(lines []line, number int, h typed.Hints) {
	from := 0
	if len(t.columns) > 0 {
		for i := range lines {
			if c, n := t.header(lines, i); n > 0 {
				t.columns, from = c, i+n
				break
			}
		}
	}
	last := -1 // the line of the last row's end on this page
	for i := from; i < len(lines); i++ {
		if c, n := t.header(lines, i); n > 0 {
			t.columns, last = c, -1
			i += n - 1
			continue
		}
		if len(t.columns) == 0 || len(t.rows) >= maxRows {
			continue
		}
		if t.stops(lines[i]) {
			t.columns, last = nil, -1
			continue
		}
		near := last >= 0 && lines[i].box.Y0-lines[last].box.Y1 < 1.1*lines[last].height()
		if t.row(lines[i], number, near, h) {
			last = i
		}
	}
}

func (t *table) stops(l line) bool {
	for _, s := range t.stop {
		for _, seg := range l.segs[:min(2, len(l.segs))] {
			if end := s.endAt(seg.words, 0); end > 0 {
				if _, open := remainder(seg.words, end); open || len(l.segs) > 1 && seg.words[0].box == l.segs[0].words[0].box && end == len(seg.words) {
					return true
				}
				if strings.ContainsAny(seg.text(), "0123456789") || strings.HasSuffix(seg.words[end-1].text, ":") {
					return true
				}
			}
		}
	}
	return false
}

// header reads line i, or lines i and i+1 together, as the header. n is the number of lines that it takes.
func (t *table) header(lines []line, i int) ([]column, int) {
	if c := t.match(lines[i].segs); c != nil {
		return c, 1
	}
	if i+1 < len(lines) && lines[i+1].box.Y0-lines[i].box.Y1 < lines[i].height() && t.match(lines[i+1].segs) == nil {
		if c := t.match(stacked(lines[i], lines[i+1])); c != nil {
			return c, 2
		}
	}
	return nil, 0
}

// stacked joins segments that stand above one another.
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

// match finds the columns in a header: every key, and at least two.
func (t *table) match(segs []segment) []column {
	var out []column
	named := map[string]bool{}
	for _, s := range segs {
		for w := 0; w < len(s.words); {
			name, end := t.label(s.words, w, named)
			if end == 0 {
				out = append(out, column{"", newSegment(s.words[w:]).box})
				break
			}
			named[name] = true
			out = append(out, column{name, newSegment(s.words[w:end]).box})
			for w = end; w < len(s.words) && strings.HasPrefix(s.words[w].text, "("); w++ {
				continue
			}
		}
	}
	if len(named) < 2 || 2*len(named) < len(out) {
		return nil
	}
	for _, k := range t.key {
		if !named[k] {
			return nil
		}
	}
	return out
}

// label is the longest name of a column that begins at w.
func (t *table) label(words []token, w int, taken map[string]bool) (string, int) {
	best, end := "", 0
	for _, name := range slices.Sorted(maps.Keys(t.labels)) {
		if taken[name] {
			continue
		}
		for _, l := range t.labels[name] {
			if e := l.endAt(words, w); e > end {
				best, end = name, e
			}
		}
	}
	return best, end
}

// row reads a line as a row, or as the rest of the row before. It tells whether it was either.
func (t *table) row(l line, number int, near bool, h typed.Hints) bool {
	row := map[string]Cell{}
	parts := t.cells(l)
	for name, words := range parts {
		p := t.items.Property(name)
		if p == nil {
			continue
		}
		v, _, ok := typed.Find(p.Parser, joined(words), h)
		if ok {
			row[name] = Cell{v, joined(words), number}
		}
	}
	if t.complete(row) {
		t.rows = append(t.rows, row)
		return true
	}
	if !near || len(t.rows) == 0 {
		return false
	}
	return t.extend(row)
}

func (t *table) complete(row map[string]Cell) bool {
	for _, k := range t.key {
		if _, ok := row[k]; !ok {
			return false
		}
	}
	return len(row) >= 2
}

// extend adds text that goes on below a row.
func (t *table) extend(row map[string]Cell) bool {
	before := t.rows[len(t.rows)-1]
	for name := range row {
		if t.items.Property(name).Parser != typed.Text {
			return false
		}
	}
	for name, c := range row {
		old, ok := before[name]
		text, isText := old.Value.(string)
		if !ok || !isText {
			return false
		}
		before[name] = Cell{text + " " + c.Quote, old.Quote + "\n" + c.Quote, old.Page}
	}
	return len(row) > 0
}

// cells sorts the words of a line into the named columns.
func (t *table) cells(l line) map[string][]token {
	out := map[string][]token{}
	for _, s := range l.segs {
		if covered := t.covers(s.box); covered > 1 {
			for _, w := range s.words {
				c := t.columns[t.nearest(w.box)]
				out[c.name] = append(out[c.name], w)
			}
			continue
		}
		c := t.columns[t.nearest(s.box)]
		out[c.name] = append(out[c.name], s.words...)
	}
	delete(out, "")
	return out
}

// covers counts the headers above a box.
func (t *table) covers(b page.Box) int {
	n := 0
	for _, c := range t.columns {
		if overlap(b, c.box) > 0 {
			n++
		}
	}
	return n
}

func overlap(a, b page.Box) float64 { return min(a.X1, b.X1) - max(a.X0, b.X0) }

// nearest is the column under whose header a box stands, else whose edge or middle is nearest to the box's.
func (t *table) nearest(b page.Box) int {
	best, at := math.Inf(1), 0
	for i, c := range t.columns {
		d := min(math.Abs(b.X0-c.box.X0), math.Abs(b.X1-c.box.X1), math.Abs(b.X0+b.X1-c.box.X0-c.box.X1)/2)
		if o := overlap(b, c.box); o > 0 {
			d = -o
		}
		if d < best {
			best, at = d, i
		}
	}
	return at
}
