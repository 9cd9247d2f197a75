package extract

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/extract/rules"
	"quire/internal/extract/typed"
)

// merge puts a window's answer beside what there is. Values stay when they are there; a proven value takes the place
// of one that is not; rows that the overlap shows twice count once.
func (r *run) merge(value map[string]any, w window) {
	for _, p := range r.def.Schema.Properties {
		if v, ok := value[p.Name]; ok {
			r.value[p.Name] = r.merged(r.value[p.Name], v, p.Schema, []string{p.Name}, w)
		}
	}
}

func (r *run) merged(old, v any, s *definition.Schema, path []string, w window) any {
	switch node := v.(type) {
	case nil:
		return old
	case map[string]any:
		into, ok := old.(map[string]any)
		if !ok {
			into = map[string]any{}
		}
		for _, p := range s.Properties {
			into[p.Name] = r.merged(into[p.Name], node[p.Name], p.Schema, append(path[:len(path):len(path)], p.Name), w)
		}
		return into
	case []any:
		list, _ := old.([]any)
		return r.appendItems(list, node, s, path, w)
	}
	key := strings.Join(path, ".")
	cell := r.prove(v, s, path, w)
	if old != nil && (r.found[key].Quote != "" || cell.Quote == "") {
		return old
	}
	r.found[key] = cell
	return v
}

// appendItems adds the items that are new. Only those of the pages shown twice can be the same, unless a key says so.
func (r *run) appendItems(list, items []any, s *definition.Schema, path []string, w window) []any {
	if s.Items == nil || r.ruled[strings.Join(path, ".")] {
		return list
	}
	before := list
	twice := 0
	if w.again {
		twice = shared(before, items, s.Items)
	}
	for i, item := range items {
		if i < twice || item == nil || s.Items.Key != "" && keyed(before, item, s.Items.Key) {
			continue
		}
		at := append(path[:len(path):len(path)], strconv.Itoa(len(list)))
		list = append(list, r.merged(nil, item, s.Items, at, w))
	}
	return list
}

// shared is how many of the first items are the last of list: those of the page that two windows overlap in.
func shared(list, items []any, s *definition.Schema) int {
	for n := min(len(list), len(items)); n > 0; n-- {
		same := true
		for i := range n {
			if !reflect.DeepEqual(prune(list[len(list)-n+i]), prune(known(items[i], s))) {
				same = false
				break
			}
		}
		if same {
			return n
		}
	}
	return 0
}

// known is an item with only the properties of its schema.
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

func keyed(list []any, item any, key string) bool {
	v := step(item, key)
	for _, o := range list {
		if v != nil && step(o, key) == v {
			return true
		}
	}
	return false
}

// prove looks for the value on the window's pages. Models' quotes are not asked for: what the page says is.
func (r *run) prove(v any, s *definition.Schema, path []string, w window) rules.Cell {
	kind := r.kind(leaf{path: path, schema: s})
	if _, ok := v.(json.Number); ok && kind == typed.Text {
		kind = typed.Number
	}
	for _, p := range w.pages {
		if quote, ok := p.Find(v, kind, r.hints); ok {
			return rules.Cell{Value: v, Quote: quote, Page: p.Number}
		}
	}
	return rules.Cell{Value: v}
}
