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

// Scan looks for the fields of one document, page after page. It keeps the best candidates and the rows of
// tables, never pages.
type Scan struct {
	hints  typed.Hints
	last   int
	pages  definition.Pages
	fields []*field
}

// field is a value or an array that is looked for.
type field struct {
	path   string
	rule   *definition.Rule
	labels []label
	best   *candidate
	all    []Cell
	table  *table
	dump   bool
}

type candidate struct {
	Cell
	rank int
}

// NewScan looks for the fields of d in a document of last pages that writes numbers and dates as h says.
func NewScan(d *definition.Definition, last int, h typed.Hints) *Scan {
	s := &Scan{hints: h, last: last, pages: d.Pages}
	s.add(d, d.Schema, "")
	return s
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
		if len(r.Labels) == 0 && r.Pattern == "" && r.Between == nil && r.Table == nil {
			f.labels = labelsOf(derived(p.Name, p.Schema.Title))
		}
		if p.Schema.Items != nil && r.Take != "all" && !f.asTable(p.Schema.Items) {
			continue
		}
		s.fields = append(s.fields, f)
	}
}

// asTable makes the field an array of rows; false when its items have no properties to be columns.
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
	f.table = newTable(t, items)
	return true
}

// derived are the labels that a property's name and title suggest.
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

// Page looks at the next page.
func (s *Scan) Page(p *page.Page) {
	if !s.pages.Has(p.Number, s.last) {
		return
	}
	lines := linesOf(p)
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text()
	}
	text := strings.Join(texts, "\n")
	for _, f := range s.fields {
		if f.rule.Pages.Has(p.Number, s.last) {
			f.page(p, lines, text, s.hints)
		}
	}
}

func (f *field) page(p *page.Page, lines []line, text string, h typed.Hints) {
	if f.table != nil {
		f.table.page(lines, p.Number, h)
		return
	}
	if f.dump {
		f.dumpTables(p)
		return
	}
	emit := func(c hit) { f.keep(c, p.Number) }
	if len(f.labels) > 0 {
		anchored(lines, f.labels, f.rule, h, emit)
	}
	if f.rule.Regexp != nil {
		matched(text, f.rule, h, emit)
	}
	if f.rule.Between != nil {
		between(text, f.rule, h, emit)
	}
}

// keep remembers a candidate when it is better than what there is.
func (f *field) keep(c hit, number int) {
	cell := Cell{c.value, c.quote, number}
	if f.rule.Take == "all" {
		if len(f.all) < maxRows && !slices.ContainsFunc(f.all, func(o Cell) bool { return o.Value == cell.Value }) {
			f.all = append(f.all, cell)
		}
		return
	}
	better := f.best == nil || c.rank < f.best.rank
	switch f.rule.Take {
	case "last":
		better = better || c.rank == f.best.rank
	case "max":
		better = f.best == nil || greater(c.value, f.best.Value)
	}
	if better {
		f.best = &candidate{cell, c.rank}
	}
}

func greater(a, b any) bool {
	x, ok := a.(json.Number)
	y, ok2 := b.(json.Number)
	if !ok || !ok2 {
		s, _ := a.(string)
		t, _ := b.(string)
		return s > t // dates
	}
	m, _ := new(big.Rat).SetString(string(x))
	n, _ := new(big.Rat).SetString(string(y))
	return m != nil && n != nil && m.Cmp(n) > 0
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
		f.all = append(f.all, Cell{map[string]any{"page": json.Number(itoa(p.Number)), "header": header, "rows": rows}, "", p.Number})
	}
}

// Values are what was found, by path with the indexes of arrays in it: "total", "seller.name", "lines.3.amount".
func (s *Scan) Values() map[string]Cell {
	out := map[string]Cell{}
	for _, f := range s.fields {
		switch {
		case f.table != nil:
			for i, row := range f.table.rows {
				for name, c := range row {
					out[f.path+"."+itoa(i)+"."+name] = c
				}
			}
		case f.dump, f.rule.Take == "all":
			for i, c := range f.all {
				out[f.path+"."+itoa(i)] = c
			}
		case f.best != nil:
			out[f.path] = f.best.Cell
		}
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }
