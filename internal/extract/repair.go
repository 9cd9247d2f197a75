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

// repair asks again for what does not fit the schema: single properties, and the invalid items of arrays. It sends only
// the pages they are on.
func (r *run) repair(ctx context.Context, want *definition.Schema, w window, a *reply, bad []fault) error {
	names, items := map[string]bool{}, map[string][]int{}
	listed := map[string]bool{} // items that are already listed
	pages := map[int]bool{}
	var b strings.Builder
	b.WriteString("These values do not fit the schema. Give the right ones and nothing else.\n")
	everywhere := false
	for _, f := range bad {
		fmt.Fprintf(&b, "- %s\n", f.text)
		names[f.path[0]] = true
		if i, ok := itemOf(f, a.value); ok && !listed[f.path[0]+"."+f.path[1]] {
			listed[f.path[0]+"."+f.path[1]] = true
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

// itemOf returns the index of the item in a top-level array that contains a fault.
func itemOf(f fault, value map[string]any) (int, bool) {
	if _, isArray := value[f.path[0]].([]any); !isArray || len(f.path) < 2 {
		return 0, false
	}
	i, err := strconv.Atoi(f.path[1])
	return i, err == nil
}

// pageOf returns the number of the page that a quote is on, or 0.
func (w window) pageOf(quote string) int {
	for _, p := range w.pages {
		if p.Has(quote) {
			return p.Number
		}
	}
	return 0
}

// correct replaces what was repaired.
func (a *reply) correct(name string, items []int, again reply) {
	fixed, isArray := again.value[name].([]any)
	if len(items) == 0 {
		a.value[name] = again.value[name]
		a.adopt(map[string]string{name: name}, again, func(path string) string { return below(path, name) })
	}
	if len(items) == 0 || !isArray {
		return
	}
	to := map[string]string{}
	for n, i := range items[:min(len(items), len(fixed))] {
		replace(a.value[name], strconv.Itoa(i), fixed[n])
		to[name+"."+strconv.Itoa(n)] = name + "." + strconv.Itoa(i)
	}
	a.adopt(to, again, func(path string) string { return itemAbove(path, name) })
}

// below returns to if a path leads to or through it, and otherwise "".
func below(path, to string) string {
	if rest, ok := strings.CutPrefix(path, to); ok && (rest == "" || rest[0] == '.') {
		return to
	}
	return ""
}

// itemAbove returns the path of the item of an array that a path leads to or through, or "".
func itemAbove(path, array string) string {
	rest, ok := strings.CutPrefix(path, array+".")
	if !ok {
		return ""
	}
	number, _, _ := strings.Cut(rest, ".")
	return array + "." + number
}

// adopt copies quotes from another reply: those for paths below the keys of to, stored below its values, where they
// replace the present ones. above returns the key of to that a path leads through. It looks at each quote only once,
// however many paths there are.
func (a *reply) adopt(to map[string]string, other reply, above func(path string) string) {
	replaced := map[string]bool{}
	for _, path := range to {
		replaced[path] = true
	}
	maps.DeleteFunc(a.quotes, func(path, _ string) bool { return replaced[above(path)] })
	for path, q := range other.quotes {
		from := above(path)
		if target, ok := to[from]; ok {
			a.quotes[target+path[len(from):]] = q
		}
	}
}
