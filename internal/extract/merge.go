package extract

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/extract/proof"
	"quire/internal/extract/rules"
	"quire/internal/extract/typed"
)

// vote is a value for a single field, supported by the rules or by windows.
type vote struct {
	rules.Cell
	proven bool
	ruled  bool
	times  int // number of windows, and the rules, that agree
}

// list is an array as the model reads it over all windows: its items, and the cells of their leaves by relative path.
type list struct {
	schema *definition.Schema
	items  []any
	cells  []map[string]rules.Cell
}

// merge adds a window's answer.
func (r *run) merge(a reply, w window) {
	for _, p := range r.def.Schema.Properties {
		if v, ok := a.value[p.Name]; ok {
			r.gather(v, p.Schema, []string{p.Name}, &a, w)
		}
	}
}

func (r *run) gather(v any, s *definition.Schema, path []string, a *reply, w window) {
	switch node := v.(type) {
	case nil:
	case map[string]any:
		for _, p := range s.Properties {
			r.gather(node[p.Name], p.Schema, append(path[:len(path):len(path)], p.Name), a, w)
		}
	case []any:
		if s.Items != nil {
			r.listAt(strings.Join(path, "."), s).add(r, node, path, a, w)
		}
	default:
		cell, proven := r.prove(v, s, path, a.quote(path), w)
		r.votes[strings.Join(path, ".")] = cast(r.votes[strings.Join(path, ".")], vote{cell, proven, false, 1})
	}
}

func (r *run) listAt(path string, s *definition.Schema) *list {
	if r.lists[path] == nil {
		r.lists[path] = &list{schema: s}
	}
	return r.lists[path]
}

// cast adds a vote to those for the same value.
func cast(votes []vote, v vote) []vote {
	for i := range votes {
		if o := &votes[i]; same(o.Value, v.Value) {
			o.times++
			if v.proven && !o.proven {
				o.Cell, o.proven = v.Cell, true
			}
			return votes
		}
	}
	return append(votes, v)
}

// same reports whether two values differ at most in their notation.
func same(a, b any) bool {
	x, ok := a.(json.Number)
	y, ok2 := b.(json.Number)
	if ok && ok2 {
		return typed.Equal(x, y, 0)
	}
	s, ok := a.(string)
	t, ok2 := b.(string)
	if ok && ok2 {
		return strings.EqualFold(strings.Join(strings.Fields(s), ""), strings.Join(strings.Fields(t), ""))
	}
	return reflect.DeepEqual(a, b)
}

// add appends the items that are new. On a page shared by two windows, items at the end of one window are the same as
// those at the beginning of the other. Items with the same key are the same wherever they are, and complete each other.
func (l *list) add(r *run, items []any, path []string, a *reply, w window) {
	twice := 0
	if w.overlaps {
		twice = shared(l.items, items, l.schema.Items)
	}
	for i, v := range items {
		if i < twice || v == nil {
			continue
		}
		here := append(path[:len(path):len(path)], itoa(i))
		item, cells := r.item(v, l.schema.Items, here, a, w)
		if at := l.keyed(item); at >= 0 {
			l.complete(at, item, cells)
			continue
		}
		l.items, l.cells = append(l.items, item), append(l.cells, cells)
	}
}

// keyed returns the index of the item with the same key, or -1.
func (l *list) keyed(item any) int {
	key := l.schema.Items.Key
	if key == "" {
		key = l.schema.Key
	}
	v := step(item, key)
	if key == "" || v == nil {
		return -1
	}
	return slices.IndexFunc(l.items, func(o any) bool { return same(step(o, key), v) })
}

// complete fills the nulls of item at with the values of another reading of it. It returns how many values differ.
func (l *list) complete(at int, item any, cells map[string]rules.Cell) int {
	differ := 0
	leaves(item, l.schema.Items, nil, func(f leaf) {
		if f.value == nil {
			return
		}
		path := strings.Join(f.path, ".")
		old := valueAt(l.items[at], f.path)
		switch {
		case old == nil:
			l.items[at] = put(l.items[at], l.schema.Items, f.path, f.value)
			l.cells[at][path] = cells[path]
		case !same(old, f.value):
			differ++
		}
	})
	return differ
}

// item returns an item with exactly the properties of its schema, and the cells of its leaves.
func (r *run) item(v any, s *definition.Schema, path []string, a *reply, w window) (any, map[string]rules.Cell) {
	out, cells := empty(s), map[string]rules.Cell{}
	quote := a.quote(path)
	if w.pageOf(quote) == 0 {
		quote = r.lineOf(v, s, w)
	}
	leaves(v, s, nil, func(f leaf) {
		if f.value == nil {
			return
		}
		out = put(out, s, f.path, f.value)
		claim := a.quotes[strings.Join(append(path[:len(path):len(path)], f.path...), ".")]
		if claim == "" {
			claim = quote
		}
		cell, _ := r.prove(f.value, f.schema, append(path[:len(path):len(path)], f.path...), claim, w)
		cells[strings.Join(f.path, ".")] = cell
	})
	return out, cells
}

// lineOf returns the line from which most values of an item can be read: at least two, one of them distinctive. It
// stands in for the quote if the model did not give one.
func (r *run) lineOf(v any, s *definition.Schema, w window) string {
	best, most := "", 1
	var parts []leaf
	var known []string
	leaves(v, s, nil, func(f leaf) {
		if f.value != nil {
			parts = append(parts, f)
		}
		if text := cellText(f.value); proof.Distinctive(text) {
			known = append(known, strings.TrimRight(text, "0"))
		}
	})
	for _, p := range w.pages {
		for _, l := range p.LinesLike(known) {
			n := 0
			for _, f := range parts {
				if proof.Reads(l, f.value, r.kindOf(f.value, f.schema, nil), r.hints) {
					n++
				}
			}
			if n > most {
				best, most = l, n
			}
		}
	}
	return best
}

func cellText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return string(v)
	}
	return ""
}

// prove checks the text that the model names as the source of a value. If there is none, or if it is not on the
// window's pages, it searches for the value itself, provided that the value is distinctive.
func (r *run) prove(v any, s *definition.Schema, path []string, claim string, w window) (rules.Cell, bool) {
	kind := r.kindOf(v, s, path)
	for _, p := range w.pages {
		if p.Has(claim) {
			return rules.Cell{Value: v, Quote: claim, Page: p.Number}, proof.Reads(claim, v, kind, r.hints)
		}
	}
	for _, p := range w.pages {
		if quote, ok := p.Find(v, kind, r.hints); ok {
			return rules.Cell{Value: v, Quote: quote, Page: p.Number}, true
		}
	}
	return rules.Cell{Value: v}, false
}

// shared returns how many of the first items equal the last items of list: those on the page that two windows share.
func shared(list, items []any, s *definition.Schema) int {
	for n := min(len(list), len(items)); n > 0; n-- {
		equal := true
		for i := range n {
			if !reflect.DeepEqual(prune(list[len(list)-n+i]), prune(known(items[i], s))) {
				equal = false
				break
			}
		}
		if equal {
			return n
		}
	}
	return 0
}

// known returns an item with only the properties of its schema.
func known(v any, s *definition.Schema) any {
	node, ok := v.(map[string]any)
	if !ok || len(s.Properties) == 0 {
		return v
	}
	out := map[string]any{}
	for _, p := range s.Properties {
		out[p.Name] = node[p.Name]
	}
	return out
}
