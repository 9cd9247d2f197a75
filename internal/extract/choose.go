package extract

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/extract/rules"
)

// choose chooses among the values proposed by the rules and the windows.
func (r *run) choose(ctx context.Context) error {
	tied := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(r.votes)) {
		if c, ok := r.found[path]; ok {
			r.votes[path] = cast(r.votes[path], vote{c, true, true, 1})
		}
		votes := r.votes[path]
		slices.SortStableFunc(votes, better)
		r.elect(path, votes[0])
		if conflict(votes) {
			r.warn("%s: %s; the first was taken", path, contenders(votes))
			tied[path] = !votes[0].ruled && votes[0].times == votes[1].times
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.lists)) {
		r.combine(path, r.lists[path])
	}
	maps.DeleteFunc(tied, func(_ string, t bool) bool { return !t })
	if len(tied) == 0 {
		return nil
	}
	return r.reconcile(ctx, tied)
}

// better orders votes: proven ones first, then by how many agree, then those of the rules, then by page.
func better(a, b vote) int {
	rank := func(yes bool) int {
		if yes {
			return 0
		}
		return 1
	}
	return cmp.Or(rank(a.proven)-rank(b.proven), b.times-a.times, rank(a.ruled)-rank(b.ruled), a.Page-b.Page)
}

// conflict reports whether two different values are proven.
func conflict(votes []vote) bool { return len(votes) > 1 && votes[1].proven }

func contenders(votes []vote) string {
	var out []string
	for _, v := range votes {
		if v.proven {
			out = append(out, fmt.Sprintf("page %d says %v", v.Page, v.Value))
		}
	}
	return strings.Join(out, ", ")
}

// elect makes a vote the value at its path.
func (r *run) elect(path string, v vote) {
	put(r.value, r.def.Schema, strings.Split(path, "."), v.Value)
	r.found[path] = v.Cell
}

// reconcile asks the model once which of several proven values is meant. Any other answer changes nothing.
func (r *run) reconcile(ctx context.Context, tied map[string]bool) error {
	var b strings.Builder
	b.WriteString("The document states different values. Say for each which one is meant; give one of the values listed.\n")
	for _, path := range slices.Sorted(maps.Keys(tied)) {
		for _, v := range r.votes[path] {
			if v.proven {
				fmt.Fprintf(&b, "- %s: %v, on page %d: %q\n", path, v.Value, v.Page, v.Quote)
			}
		}
	}
	a, err := r.complete(ctx, only(r.def.Schema, "", tied), b.String())
	if unusable(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for path := range tied {
		said := valueAt(a.value, strings.Split(path, "."))
		for _, v := range r.votes[path] {
			if v.proven && said != nil && same(v.Value, said) {
				r.elect(path, v)
			}
		}
	}
	return nil
}

// only returns the part of a schema that contains the single values at paths.
func only(s *definition.Schema, prefix string, paths map[string]bool) *definition.Schema {
	out := &definition.Schema{Types: s.Types, Title: s.Title, Description: s.Description}
	for _, p := range s.Properties {
		if paths[prefix+p.Name] {
			out.Properties = append(out.Properties, p)
		} else if inner := only(p.Schema, prefix+p.Name+".", paths); len(inner.Properties) > 0 {
			out.Properties = append(out.Properties, definition.Property{Name: p.Name, Schema: inner, Required: p.Required})
		}
	}
	return out
}

// combine compares the model's reading of an array with that of the rules. It replaces the rules' reading if the sums
// only add up with the model's. Otherwise it completes the items that both have and, if something is known to be
// missing, adds those that are proven.
func (r *run) combine(path string, l *list) {
	steps := strings.Split(path, ".")
	ruled, _ := valueAt(r.value, steps).([]any)
	if len(ruled) == 0 {
		r.place(path, l)
		return
	}
	mine := &list{schema: l.schema, items: ruled, cells: r.cellsOf(path, len(ruled))}
	before := r.faultsOf(path)
	if before > 0 && len(l.items) > 0 {
		r.place(path, l)
		if r.faultsOf(path) < before {
			r.warn("%s: the model's rows were taken, for with them the sums come out", path)
			return
		}
	}
	differ := mine.absorb(l, before > 0 || open(ruled, l.schema))
	r.place(path, mine)
	if differ > 0 {
		r.warn("%s: the model reads %d values otherwise; those of the rules were kept", path, differ)
	}
}

// absorb completes a list from another reading of it. If more is set, it also adds the items that it lacks.
func (l *list) absorb(other *list, more bool) (differ int) {
	at := -1
	taken := map[int]bool{}
	for i, item := range other.items {
		if match := l.like(item, taken); match >= 0 {
			differ += l.complete(match, item, other.cells[i])
			taken[match], at = true, match
			continue
		}
		if !more || !slices.ContainsFunc(slices.Collect(maps.Values(other.cells[i])), func(c rules.Cell) bool { return c.Page > 0 }) {
			continue
		}
		at++
		l.items, l.cells = slices.Insert(l.items, at, item), slices.Insert(l.cells, at, other.cells[i])
		moved := map[int]bool{at: true}
		for n := range taken {
			if n >= at {
				n++
			}
			moved[n] = true
		}
		taken = moved
	}
	return differ
}

// like returns the index of the item that has most in common with item, and more than it differs in, or -1.
func (l *list) like(item any, taken map[int]bool) int {
	best, at := 0, -1
	for i, o := range l.items {
		if taken[i] {
			continue
		}
		score := 0
		leaves(item, l.schema.Items, nil, func(f leaf) {
			old := valueAt(o, f.path)
			switch {
			case old == nil || f.value == nil:
			case same(old, f.value):
				score += 2
			default:
				score--
			}
		})
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// cellsOf returns the cells of an array's items.
func (r *run) cellsOf(path string, n int) []map[string]rules.Cell {
	out := make([]map[string]rules.Cell, n)
	for i := range out {
		out[i] = map[string]rules.Cell{}
		prefix := path + "." + itoa(i) + "."
		for name, c := range r.found {
			if rest, ok := strings.CutPrefix(name, prefix); ok {
				out[i][rest] = c
			}
		}
	}
	return out
}

// place makes a list the value at its path.
func (r *run) place(path string, l *list) {
	maps.DeleteFunc(r.found, func(name string, _ rules.Cell) bool { return strings.HasPrefix(name, path+".") })
	steps := strings.Split(path, ".")
	parent := any(r.value)
	for _, name := range steps[:len(steps)-1] {
		parent = step(parent, name)
	}
	replace(parent, steps[len(steps)-1], l.items)
	for i, cells := range l.cells {
		for rest, c := range cells {
			r.found[strings.TrimSuffix(path+"."+itoa(i)+"."+rest, ".")] = c
		}
	}
}

// faultsOf counts the violated constraints on an array.
func (r *run) faultsOf(path string) int {
	n := 0
	for _, c := range r.def.Constraints {
		if slices.ContainsFunc(c.Sum, func(p string) bool { return strings.HasPrefix(p, path+".") }) && r.broken(c) != "" {
			n++
		}
	}
	return n
}

// valueAt returns the value at a path that includes the indexes of arrays.
func valueAt(v any, path []string) any {
	for _, name := range path {
		v = step(v, name)
	}
	return v
}
