package rules

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
	"quire/internal/extract/definition"
	"quire/internal/extract/proof"
	"quire/internal/extract/typed"
)

// maxRows is the maximum number of rows in a table.
const maxRows = 100_000

// Cell is a value with its page and the text it was read from.
type Cell struct {
	Value any
	Quote string // parts that are not adjacent are separated by line breaks or "…"
	Page  int
	Line  string // of a table's cell: the whole row as printed
}

// Proof returns the text that shows where the value is. A short text, which may also appear elsewhere, comes with its
// row.
func (c Cell) Proof() string {
	if c.Line != "" && !proof.Distinctive(c.Quote) {
		return c.Line
	}
	return c.Quote
}

// row is an item by the names of its properties.
type row map[string]Cell

// table reads the rows of one array from lines of words, page by page.
type table struct {
	*header
	stop, skip []label
	product    []string // properties of which the first two multiply to the third
	columns    []column // of the open table; empty if there is none
	rows       []row
}

func newTable(t *definition.Table, h *header) *table {
	return &table{header: h, stop: labelsOf(t.Stop), skip: labelsOf(t.Skip), product: t.Product}
}

// page reads the rows on a page. An open table continues at the top, unless its header is repeated.
func (t *table) page(lines []line, number int, h typed.Hints) {
	w := walk{t: t, lines: lines, number: number, hints: h, last: -1}
	if len(t.columns) > 0 {
		for i := range lines {
			if c, n := t.head(lines, i, h); n > 0 {
				t.columns, w.at = c, i+n
				break
			}
		}
	}
	w.top = w.at
	for w.at < len(lines) {
		w.at += w.step()
	}
	w.close()
}

// head reads line i, or lines i and i+1 together, as the header. n is the number of lines in it.
func (t *table) head(lines []line, i int, h typed.Hints) ([]column, int) {
	named := t.match(lines[i].segs, under(lines[i+1:]))
	if c := t.agreed(named, t.byProduct(lines[i].segs, lines[i+1:], named == nil, h)); t.keyed(c) {
		return c, 1
	}
	if i+1 < len(lines) && lines[i+1].box.Y0-lines[i].box.Y1 < lines[i].height() && t.match(lines[i+1].segs, nil) == nil {
		if c := t.match(stacked(lines[i], lines[i+1]), under(lines[i+2:])); c != nil {
			return c, 2
		}
	}
	return nil, 0
}

// keyed reports whether every key has a column.
func (t *header) keyed(columns []column) bool {
	for _, k := range t.key {
		if !slices.ContainsFunc(columns, func(c column) bool { return c.name == k }) {
			return false
		}
	}
	return len(columns) > 0
}

// guessRows is the number of lines that are examined to guess the content of an unnamed column.
const guessRows = 8

// under returns a function that returns the cells below a column's header.
func under(lines []line) func(column) []string {
	return func(c column) []string {
		var out []string
		for _, l := range lines[:min(guessRows, len(lines))] {
			for _, s := range l.segs {
				if overlap(s.box, c.box) > 0 {
					out = append(out, s.text())
				}
			}
		}
		return out
	}
}

// stops reports whether a line begins or ends with one of labels and a value. Such a line ends the table or is not one
// of its rows.
func stops(l line, labels []label) bool {
	for _, s := range labels {
		for _, seg := range l.segs[:min(2, len(l.segs))] {
			if end := s.endAt(seg.words, 0); (end > 0 && closes(l, seg, end)) || (len(l.segs) > 1 && s.ends(seg.words)) {
				return true
			}
		}
	}
	return false
}

func closes(l line, seg segment, end int) bool {
	if _, open := remainder(seg.words, end); open || (len(l.segs) > 1 && seg.words[0].box == l.segs[0].words[0].box && end == len(seg.words)) {
		return true
	}
	return strings.ContainsAny(seg.text(), "0123456789") || strings.HasSuffix(seg.words[end-1].text, ":")
}

// ends reports whether words end with the label, optionally followed by a currency.
func (l label) ends(words []token) bool {
	for len(words) > 1 {
		if !typed.IsCurrency(strings.Trim(words[len(words)-1].text, "():")) {
			break
		}
		words = words[:len(words)-1]
	}
	for w := range words {
		if l.endAt(words, w) == len(words) {
			return true
		}
	}
	return false
}

// read reads a line's cells, as far as they can be read. Cells that are next to their headers rather than below them
// are assigned in order, if there is one for each column.
func (t *table) read(l line, number int, h typed.Hints) row {
	out := t.typed(t.cells(l), l.text(), number, h)
	if len(l.segs) != len(t.columns) || t.apart(l) {
		return out
	}
	inOrder := map[string][]token{}
	for i, s := range l.segs {
		inOrder[t.columns[i].name] = s.words
	}
	if other := t.typed(inOrder, l.text(), number, h); len(other) >= len(out) {
		return other
	}
	return out
}

// apart reports whether every segment of a line is in a different column.
func (t *table) apart(l line) bool {
	seen := map[int]bool{}
	for _, s := range l.segs {
		seen[t.nearest(s.box)] = true
	}
	return len(seen) == len(l.segs)
}

func (t *table) typed(cells map[string][]token, line string, number int, h typed.Hints) row {
	out := row{}
	for name, words := range cells {
		if p := t.items.Property(name); p != nil {
			if v, _, ok := typed.Find(p.Parser, joined(words), h); ok {
				out[name] = Cell{v, joined(words), number, line}
			}
		}
	}
	return out
}

func (t *header) complete(r row) bool {
	for _, k := range t.key {
		if _, ok := r[k]; !ok {
			return false
		}
	}
	return len(r) >= 2
}

// text reports whether a row holds nothing but text.
func (t *header) text(r row) bool {
	for name := range r {
		if t.items.Property(name).Parser != typed.Text {
			return false
		}
	}
	return len(r) > 0
}

// extend adds the text of a line to a row: before it if above is set, and otherwise after it. It extends only text that
// the row already has.
func (r row) extend(more row, above bool) bool {
	for name := range more {
		if _, isText := r[name].Value.(string); !isText {
			return false
		}
	}
	for name, c := range more {
		old := r[name]
		text, _ := old.Value.(string)
		if above {
			r[name] = Cell{c.Quote + " " + text, c.Quote + "\n" + old.Quote, old.Page, old.Line}
		} else {
			r[name] = Cell{text + " " + c.Quote, old.Quote + "\n" + c.Quote, old.Page, old.Line}
		}
	}
	return true
}

// goesOn reports whether the text of a row begins in lower case, so that it continues the text above.
func (t *header) goesOn(r row) bool {
	for _, k := range t.key {
		if text, ok := r[k].Value.(string); ok && t.items.Property(k).Parser == typed.Text {
			first, _ := utf8.DecodeRuneInString(text)
			return unicode.IsLower(first)
		}
	}
	return false
}

// join adds the cells of another line of the same row. It returns false if both have values that are not text.
func (r row) join(more row) bool {
	for name, c := range more {
		_, has := r[name]
		if _, isText := c.Value.(string); has && !isText {
			return false
		}
	}
	for name, c := range more {
		old, has := r[name]
		text, isText := old.Value.(string)
		switch {
		case !has:
			r[name] = c
		case isText:
			r[name] = Cell{text + " " + c.Quote, old.Quote + "\n" + c.Quote, c.Page, old.Line}
		}
	}
	return true
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

// nearest returns the column under whose header a box is, or else the one whose edge or middle is nearest to the box's.
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
