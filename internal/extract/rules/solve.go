package rules

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/pattern"
)

// option is a candidate for a field: a cell, or the rows of an array. A lower cost is better.
type option struct {
	cell *Cell
	rows []row
	cost int
}

const (
	violated     = 12 // cost of a sum that does not add up: as much as a candidate that far down the list
	unknown      = 9  // cost of a sum with a missing part
	maxOptions   = 8
	maxCombined  = 30_000
	dearerReader = 2
)

// solve chooses for every field the candidate that is best by itself, or a later one if it satisfies the constraints.
func (s *Scan) solve() map[string]option {
	out := map[string]option{}
	var open []*field
	options := map[string][]option{}
	for _, f := range s.fields {
		options[f.path] = f.options(s.sums)
		if len(options[f.path]) > 0 {
			out[f.path] = options[f.path][0]
		}
		if s.constrained(f) && len(options[f.path]) > 1 {
			open = append(open, f)
		}
	}
	combined := 1
	for _, f := range open {
		combined *= len(options[f.path])
		if combined > maxCombined {
			return out
		}
	}
	best := s.cost(out)
	s.vary(open, options, map[string]option{}, out, &best)
	return out
}

// vary tries every combination of options for the open fields and puts the cheapest into out.
func (s *Scan) vary(open []*field, options map[string][]option, chosen, out map[string]option, best *int) {
	if len(open) == 0 {
		trial := map[string]option{}
		for path, o := range out {
			trial[path] = o
		}
		for path, o := range chosen {
			trial[path] = o
		}
		if c := s.cost(trial); c < *best {
			*best = c
			for path, o := range chosen {
				out[path] = o
			}
		}
		return
	}
	for _, o := range options[open[0].path] {
		chosen[open[0].path] = o
		s.vary(open[1:], options, chosen, out, best)
	}
	delete(chosen, open[0].path)
}

// constrained reports whether a constraint mentions a field.
func (s *Scan) constrained(f *field) bool {
	return slices.ContainsFunc(s.sums, func(c definition.Constraint) bool {
		return slices.ContainsFunc(append(slices.Clone(c.Sum), c.Equals), func(path string) bool {
			return path == f.path || (f.lines != nil && strings.HasPrefix(path, f.path+"."))
		})
	})
}

// options returns the candidates of a field, best first.
func (f *field) options(sums []definition.Constraint) []option {
	if f.lines != nil {
		return f.readings()
	}
	var out []option
	if hits := f.ordered(); len(hits) > 0 && hits[0].rank >= weak && hits[0].line > 0 {
		out = append(out, option{}) // no value, unless a sum adds up with a value farther away
	}
	for _, c := range f.ordered() {
		if len(out) == maxOptions {
			break
		}
		out = append(out, option{cell: &c.Cell, cost: len(out)})
	}
	if total, rates := f.total(sums); total != nil {
		if rates {
			return append([]option{{cell: total}}, worse(out)...)
		}
		out = append(out, option{cell: total, cost: 1})
	}
	return out
}

func worse(options []option) []option {
	for i := range options {
		options[i].cost++
	}
	return options
}

// total returns the sum of the values next to labels, for a field that other fields are added to, such as taxes of
// several rates. rates reports that each value has a different rate, so that the sum is meant.
func (f *field) total(sums []definition.Constraint) (total *Cell, rates bool) {
	if !slices.ContainsFunc(sums, func(c definition.Constraint) bool { return len(c.Sum) > 1 && slices.Contains(c.Sum, f.path) }) {
		return nil, false
	}
	var cells []Cell
	lines, seen := map[int]bool{}, map[string]bool{}
	for _, c := range f.ordered() {
		if c.line == 0 || c.rank >= weak || lines[c.line] || (len(cells) > 0 && c.Page != cells[0].Page) {
			continue
		}
		lines[c.line] = true
		cells = append(cells, c.Cell)
		seen[percent.FindString(c.Quote)] = true
	}
	return added(cells), len(seen) == len(cells) && !seen[""]
}

var percent = pattern.New(`\d+(?:[.,]\d+)? ?%`)

// added returns the sum of cells, quoting each, or nil if there are fewer than two numbers.
func added(cells []Cell) *Cell {
	sum, decimals := new(big.Rat), 0
	var quotes []string
	for _, c := range cells {
		x := rational(c.Value)
		if x == nil {
			return nil
		}
		sum.Add(sum, x)
		n, _ := c.Value.(json.Number)
		_, fraction, _ := strings.Cut(string(n), ".")
		decimals = max(decimals, len(fraction))
		quotes = append(quotes, c.Quote)
	}
	if len(cells) < 2 {
		return nil
	}
	return &Cell{Value: json.Number(sum.FloatString(decimals)), Quote: strings.Join(quotes, "\n"), Page: cells[0].Page}
}

// readings returns the rows as read by each reader, those with the most values first.
func (f *field) readings() []option {
	all := append([][]row{f.lines.rows, f.grid.rows}, f.print.rows...)
	slices.SortStableFunc(all[:2], func(a, b []row) int { return filled(b) - filled(a) })
	slices.SortStableFunc(all[2:], func(a, b []row) int { return filled(b) - filled(a) })
	var out []option
	for _, rows := range all {
		if len(rows) > 0 {
			out = append(out, option{rows: rows, cost: dearerReader * len(out)})
		}
	}
	return out
}

// filled counts the values in rows.
func filled(rows []row) int {
	n := 0
	for _, r := range rows {
		n += len(r)
	}
	return n
}

// cost returns the cost of a choice itself plus that of the constraints it violates.
func (s *Scan) cost(chosen map[string]option) int {
	cost := 0
	for _, o := range chosen {
		cost += o.cost
	}
	for _, c := range s.sums {
		total := new(big.Rat)
		known := true
		for _, path := range c.Sum {
			x := s.sum(chosen, path)
			if known = known && x != nil; known {
				total.Add(total, x)
			}
		}
		want := s.sum(chosen, c.Equals)
		switch {
		case !known || want == nil:
			cost += unknown
		case !within(total, want, c.Tolerance):
			cost += violated
		}
	}
	return cost
}

func within(a, b *big.Rat, tolerance float64) bool {
	d := new(big.Rat).Sub(a, b)
	t := new(big.Rat).SetFloat64(max(tolerance, .005))
	return t != nil && d.Abs(d).Cmp(t) <= 0
}

// sum returns the number at a path, or the sum of a column, or nil if there is none.
func (s *Scan) sum(chosen map[string]option, path string) *big.Rat {
	if o, ok := chosen[path]; ok && o.cell != nil {
		return rational(o.cell.Value)
	}
	array, name, ok := cutLast(path)
	if !ok || len(chosen[array].rows) == 0 {
		return nil
	}
	total := new(big.Rat)
	for _, r := range chosen[array].rows {
		if x := rational(r[name].Value); x != nil {
			total.Add(total, x)
		}
	}
	return total
}

func cutLast(path string) (before, after string, ok bool) {
	at := strings.LastIndexByte(path, '.')
	if at < 0 {
		return path, "", false
	}
	return path[:at], path[at+1:], true
}
