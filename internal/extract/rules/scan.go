package rules

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// Scan looks for the fields of one document, page by page. It keeps the best candidates and the rows of tables, but no
// pages.
type Scan struct {
	hints  typed.Hints
	last   int
	pages  definition.Pages
	fields []*field
	words  vocabulary
	sums   []definition.Constraint
}

// field is a value or an array to be found.
type field struct {
	path   string
	rule   *definition.Rule
	labels []label
	hits   []candidate // for a single value, in the order found
	all    []Cell
	lines  *table // the readings of an array of rows, of which the best is taken
	grid   *grid
	print  *printed
	dump   bool
}

type candidate struct {
	Cell
	rank, line int
}

// NewScan looks for the fields of d in a document with last pages that writes numbers and dates as described by h.
func NewScan(d *definition.Definition, last int, h typed.Hints) *Scan {
	s := &Scan{hints: h, last: last, pages: d.Pages, words: vocabulary{}, sums: d.Constraints}
	s.add(d, d.Schema, "")
	for _, f := range s.fields {
		s.learn(f.labels)
		if f.print != nil {
			s.learn(f.print.start)
			s.learn(f.print.stop)
		}
	}
	s.learn(labelsOf(d.Labels))
	return s
}

func (s *Scan) learn(labels []label) {
	for _, l := range labels {
		s.words[l] = true
	}
}

// saysNowhere reports whether a rule does not say where its value is, so that the field's name has to.
func saysNowhere(r *definition.Rule) bool {
	if len(r.Labels) > 0 || r.Pattern != "" || r.Between != nil {
		return false
	}
	return r.Table == nil && !r.Prominent && !r.Address
}

func (s *Scan) add(d *definition.Definition, schema *definition.Schema, prefix string) {
	for _, p := range schema.Properties {
		path := prefix + p.Name
		r := d.Rules[path]
		if p.Schema.Is("object") && r == nil {
			s.add(d, p.Schema, path+".")
			continue
		}
		if r == nil {
			r = &definition.Rule{Parser: p.Schema.Parser}
		}
		f := &field{path: path, rule: r, labels: labelsOf(r.Labels)}
		if saysNowhere(r) {
			f.labels = labelsOf(derived(p.Name, p.Schema.Title))
		}
		if p.Schema.Items != nil && r.Take != "all" && !f.asTable(p.Schema.Items) {
			continue
		}
		s.fields = append(s.fields, f)
	}
}

// asTable makes the field an array of rows. It returns false if its items have no properties to serve as columns.
func (f *field) asTable(items *definition.Schema) bool {
	t := f.rule.Table
	if t != nil && t.Any {
		f.dump = true
		return true
	}
	if !items.Is("object") {
		return false
	}
	if t == nil {
		t = &definition.Table{Columns: map[string][]string{}}
		for _, p := range items.Properties {
			t.Columns[p.Name] = derived(p.Name, p.Schema.Title)
		}
	}
	h := newHeader(t, items)
	f.lines, f.grid, f.print = newTable(t, h), newGrid(t, h), newPrinted(t, h)
	return true
}

// derived returns the labels that a property's name and title suggest.
func derived(name, title string) []string {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(name)
	out := []string{words}
	if title != "" {
		out = append(out, title)
	}
	if base, ok := strings.CutSuffix(words, " number"); ok {
		out = append(out, base+" no", base+" nr", base+" #", base+" id")
	}
	return out
}

// Page scans the next page.
func (s *Scan) Page(p *page.Page) {
	if !s.pages.Has(p.Number, s.last) {
		return
	}
	lines := linesOf(p)
	text := section{lines: lines}.text()
	lines = s.words.parted(lines)
	heads := s.heads(lines)
	for _, f := range s.fields {
		if f.rule.Pages.Has(p.Number, s.last) {
			s.field(f, p, lines, heads, text)
		}
	}
}

// heads returns the lines that are headers of tables.
func (s *Scan) heads(lines []line) map[int]bool {
	out := map[int]bool{}
	for _, f := range s.fields {
		if f.lines == nil {
			continue
		}
		for i := range lines {
			if _, n := f.lines.head(lines, i, s.hints); n > 0 {
				out[i] = true
			}
		}
	}
	return out
}

func (s *Scan) field(f *field, p *page.Page, lines []line, heads map[int]bool, text string) {
	switch {
	case f.lines != nil:
		f.lines.page(lines, p.Number, s.hints)
		f.grid.page(p, s.hints)
		f.print.page(lines, s.words, p.Number, s.hints)
		return
	case f.dump:
		f.dumpTables(p)
		return
	}
	a := search{lines, heads, f.rule, s.hints, s.words, func(c hit) { f.keep(c, p.Number) }, map[int]bool{}}
	if f.rule.Value == "section" {
		a.sections(f.labels)
	}
	a.declared(f.labels, p.Fields)
	a.anchored(f.labels)
	if f.rule.Regexp != nil {
		a.matched(text, 0)
		a.matched(p.Text(), elsewhere)
	}
	if f.rule.Between != nil {
		a.between(text, 0)
		a.between(p.Text(), elsewhere)
	}
	if f.rule.Address {
		a.addresses()
	}
	if f.rule.Prominent {
		a.prominent(p)
	}
}

// maxHits bounds the candidates kept for a field; the worst are dropped.
const maxHits = 32

// keep adds a candidate.
func (f *field) keep(c hit, number int) {
	cell := Cell{Value: c.value, Quote: c.quote, Page: number}
	if f.rule.Take == "all" {
		same := func(o Cell) bool { return o.Value == cell.Value }
		if len(f.all) < maxRows && c.rank < patternRank+elsewhere && !slices.ContainsFunc(f.all, same) {
			f.all = append(f.all, cell)
		}
		return
	}
	f.hits = append(f.hits, candidate{cell, c.rank, c.line})
	if len(f.hits) > 2*maxHits {
		f.hits = f.ordered()
		f.hits = f.hits[:min(maxHits, len(f.hits))]
		if f.rule.Take == "last" {
			slices.Reverse(f.hits)
		}
	}
}

// ordered returns the candidates, best first and without duplicate values.
func (f *field) ordered() []candidate {
	hits := slices.Clone(f.hits)
	if f.rule.Take == "last" {
		slices.Reverse(hits)
	}
	slices.SortStableFunc(hits, func(a, b candidate) int {
		if f.rule.Take == "max" && a.Value != b.Value {
			if greater(a.Value, b.Value) {
				return -1
			}
			return 1
		}
		return a.rank - b.rank
	})
	seen := map[any]bool{}
	return slices.DeleteFunc(hits, func(c candidate) bool {
		was := seen[c.Value]
		seen[c.Value] = true
		return was
	})
}

func greater(a, b any) bool {
	x, y := rational(a), rational(b)
	if x == nil || y == nil {
		s, _ := a.(string)
		t, _ := b.(string)
		return s > t // dates
	}
	return x.Cmp(y) > 0
}

// rational returns a number in the form in which it is added, or nil.
func rational(v any) *big.Rat {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	x, _ := typed.Rational(n)
	return x
}

// dumpTables keeps every table of the page as {page, header, rows}.
func (f *field) dumpTables(p *page.Page) {
	for _, b := range p.Blocks {
		if b.Table == nil || len(f.all) >= maxRows {
			continue
		}
		header, rows := []any{}, []any{}
		for i, r := range b.Table.Rows {
			cells := make([]any, 0, len(r.Cells))
			for _, c := range r.Cells {
				for len(cells) < c.Column {
					cells = append(cells, nil)
				}
				cells = append(cells, c.Text())
			}
			if i == 0 && b.Table.HeaderRows > 0 {
				header = cells
			} else {
				rows = append(rows, cells)
			}
		}
		f.all = append(f.all, Cell{map[string]any{"page": json.Number(itoa(p.Number)), "header": header, "rows": rows}, "", p.Number, ""})
	}
}

// Values returns the values found, by path including the indexes of arrays, such as "total", "seller.name" and
// "lines.3.amount".
func (s *Scan) Values() map[string]Cell {
	out := map[string]Cell{}
	chosen := s.solve()
	for _, f := range s.fields {
		switch {
		case f.lines != nil:
			for i, row := range chosen[f.path].rows {
				for name, c := range row {
					out[f.path+"."+itoa(i)+"."+name] = c
				}
			}
		case f.dump, f.rule.Take == "all":
			for i, c := range f.all {
				out[f.path+"."+itoa(i)] = c
			}
		case chosen[f.path].cell != nil:
			out[f.path] = *chosen[f.path].cell
		}
	}
	s.differ(out)
	return out
}

// differ replaces values that must differ from those of other fields with the next best. Of two fields, the one whose
// value no label led to gives way, else the one that has an alternative, else the one that is less sure.
func (s *Scan) differ(out map[string]Cell) {
	byPath := map[string]*field{}
	for _, f := range s.fields {
		byPath[f.path] = f
	}
	for _, f := range s.fields {
		for _, path := range f.rule.Differs {
			g := byPath[path]
			if g == nil || !alike(out[f.path], out[path]) {
				continue
			}
			if f.firmer(out[f.path], g) {
				f, g = g, f
			}
			f.yield(out, g.path)
			break
		}
	}
}

// firmer reports whether a field should keep a value that another field has too.
func (f *field) firmer(c Cell, g *field) bool {
	mine, other := f.rank(c), g.rank(c)
	if labelled := mine < patternRank; labelled != (other < patternRank) {
		return labelled
	}
	another := func(h candidate) bool { return !alike(h.Cell, c) }
	if has := slices.ContainsFunc(f.hits, another); has != slices.ContainsFunc(g.hits, another) {
		return !has
	}
	return mine < other
}

// yield gives a field its best value that differs from that of another field.
func (f *field) yield(out map[string]Cell, other string) {
	delete(out, f.path)
	for _, c := range f.ordered() {
		if !alike(c.Cell, out[other]) {
			out[f.path] = c.Cell
			return
		}
	}
}

// rank returns how sure a field is of a value; lower is surer.
func (f *field) rank(c Cell) int {
	for _, h := range f.ordered() {
		if alike(h.Cell, c) {
			return h.rank
		}
	}
	return 0
}

// alike reports whether one of two texts begins with the other.
func alike(a, b Cell) bool {
	mine, _ := a.Value.(string)
	other, _ := b.Value.(string)
	x, y := normal(mine), normal(other)
	return x != "" && y != "" && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x))
}

func itoa(n int) string { return strconv.Itoa(n) }
