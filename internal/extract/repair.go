package extract

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quire/internal/extract/definition"
)

// repair asks again for what does not fit the schema: the single properties, and of arrays the items that are wrong. Only
// the pages on which those stand are sent.
func (r *run) repair(ctx context.Context, want *definition.Schema, w window, a *reply, bad []fault) error {
	names, items := map[string]bool{}, map[string][]int{}
	pages := map[int]bool{}
	var b strings.Builder
	b.WriteString("These values do not fit the schema. Give the right ones and nothing else.\n")
	everywhere := false
	for _, f := range bad {
		fmt.Fprintf(&b, "- %s\n", f.text)
		names[f.path[0]] = true
		if i, ok := itemOf(f, a.value); ok && !slices.Contains(items[f.path[0]], i) {
			items[f.path[0]] = append(items[f.path[0]], i)
		}
		if n := w.pageOf(a.quote(f.path)); n > 0 {
			pages[n] = true
		} else {
			everywhere = true
		}
	}
	if everywhere {
		pages = nil
	}
	for _, name := range slices.Sorted(maps.Keys(items)) {
		fmt.Fprintf(&b, "Of %s give only these %d items, corrected, in this order:\n", name, len(items[name]))
		for _, i := range items[name] {
			raw, err := json.Marshal(step(a.value[name], strconv.Itoa(i)))
			if err != nil {
				return err
			}
			b.Write(append(raw, '\n'))
		}
	}
	again, err := r.complete(ctx, part(want, names), b.String()+"\n"+w.prompt(pages))
	if err != nil {
		return err
	}
	for name := range names {
		a.correct(name, items[name], again)
	}
	return nil
}

// itemOf is the number of the item that a fault is in, of an array at the top.
func itemOf(f fault, value map[string]any) (int, bool) {
	if _, isArray := value[f.path[0]].([]any); !isArray || len(f.path) < 2 {
		return 0, false
	}
	i, err := strconv.Atoi(f.path[1])
	return i, err == nil
}

// pageOf is the number of the page that a quote stands on, or 0.
func (w window) pageOf(quote string) int {
	for _, p := range w.pages {
		if p.Has(quote) {
			return p.Number
		}
	}
	return 0
}

// correct puts what was repaired in its place.
func (a *reply) correct(name string, items []int, again reply) {
	fixed, isArray := again.value[name].([]any)
	if len(items) == 0 || !isArray {
		if len(items) == 0 {
			a.value[name] = again.value[name]
			a.adopt(name, name, again)
		}
		return
	}
	for n, i := range items[:min(len(items), len(fixed))] {
		replace(a.value[name], strconv.Itoa(i), fixed[n])
		a.adopt(name+"."+strconv.Itoa(i), name+"."+strconv.Itoa(n), again)
	}
}

// adopt takes over the quotes below a path of another reply.
func (a *reply) adopt(to, from string, other reply) {
	maps.DeleteFunc(a.quotes, func(path, _ string) bool { return path == to || strings.HasPrefix(path, to+".") })
	for path, q := range other.quotes {
		if rest, ok := strings.CutPrefix(path, from); ok && (rest == "" || rest[0] == '.') {
			a.quotes[to+rest] = q
		}
	}
}
