package extract

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// gleanRows is the number of rows needed to tell what the rows of an array look like.
const gleanRows = 3

// glean asks once for rows that the model omitted: lines that look like those of the rows it returned.
func (r *run) glean(ctx context.Context, want *definition.Schema, w window, a *reply) error {
	for _, p := range want.Properties {
		items, _ := a.value[p.Name].([]any)
		if p.Schema.Items == nil || len(p.Schema.Items.Properties) == 0 || len(items) < gleanRows {
			continue
		}
		lines := strings.Split(strings.Join(w.texts, "\n"), "\n")
		places := r.places(p, items, a, w, lines)
		missed := r.missed(lines, places)
		if len(missed) == 0 || len(missed) > len(items) {
			continue
		}
		var b strings.Builder
		b.WriteString("These lines may be rows of " + p.Name + " that were left out. Give those that are, and nothing else.\n\n")
		for _, i := range missed {
			b.WriteString(lines[i] + "\n")
		}
		more, err := r.complete(ctx, part(want, map[string]bool{p.Name: true}), b.String())
		if unusable(err) {
			r.warn("%s: rows may be missing, for the model's answer about them was of no use", p.Name)
			continue
		}
		if err != nil {
			return err
		}
		if found, _ := more.value[p.Name].([]any); len(found) > 0 && len(r.invalid(more.value, part(want, map[string]bool{p.Name: true}))) == 0 {
			a.insert(p.Name, places, found, r.places(p, found, &more, w, lines), more)
		}
	}
	return nil
}

// places returns the lines that items are on, or -1 for unknown ones.
func (r *run) places(p definition.Property, items []any, a *reply, w window, lines []string) []int {
	out := make([]int, len(items))
	next := 0
	for i, item := range items {
		quote := a.quote([]string{p.Name, strconv.Itoa(i)})
		if w.pageOf(quote) == 0 {
			quote = r.lineOf(item, p.Schema.Items, w)
		}
		out[i] = lineAt(lines, quote, next)
		if out[i] >= 0 {
			next = out[i] + 1
		}
	}
	return out
}

// lineAt returns the first line that contains a quote, from next on if possible and otherwise anywhere.
func lineAt(lines []string, quote string, next int) int {
	quote, _, _ = strings.Cut(quote, "\n")
	want := strings.Join(strings.Fields(quote), "")
	if want == "" {
		return -1
	}
	has := func(l string) bool { return strings.Contains(strings.Join(strings.Fields(l), ""), want) }
	if i := slices.IndexFunc(lines[next:], has); i >= 0 {
		return next + i
	}
	return slices.IndexFunc(lines, has)
}

// missed returns the lines, from the first row on, that look like most rows but belong to none.
func (r *run) missed(lines []string, places []int) []int {
	looks, taken := map[string]int{}, map[int]bool{}
	for _, at := range places {
		if at >= 0 {
			taken[at] = true
			looks[r.look(lines[at])]++
		}
	}
	var out []int
	for i, l := range lines {
		if !taken[i] && looks[r.look(l)] >= gleanRows {
			out = append(out, i)
		}
	}
	return out
}

// look returns what a line consists of: dates, amounts and text.
func (r *run) look(line string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(line) {
		kind := byte('t')
		if strings.ContainsFunc(w, unicode.IsDigit) {
			if _, raw, ok := typed.Find(typed.Date, w, r.hints); ok && len(raw) == len(w) {
				kind = 'd'
			} else if n, raw, ok := typed.Find(typed.Amount, w, r.hints); ok && len(raw)+2 > len(w) && strings.Contains(cellText(n), ".") {
				kind = 'a'
			}
		}
		if s := b.String(); kind != 't' || !strings.HasSuffix(s, "t") {
			b.WriteByte(kind)
		}
	}
	return b.String()
}

// insert inserts the items found into an array, in the order of their lines.
func (a *reply) insert(name string, places []int, found []any, at []int, more reply) {
	type row struct {
		item  any
		line  int
		quote string
	}
	var rows []row
	items, _ := a.value[name].([]any)
	last := -1
	for i, item := range items {
		if places[i] >= 0 {
			last = places[i]
		}
		rows = append(rows, row{item, last, a.quotes[name+"."+strconv.Itoa(i)]})
	}
	for i, item := range found {
		line := at[i]
		if line < 0 || slices.Contains(places, line) {
			continue // a row that already exists, or is not on the page
		}
		rows = append(rows, row{item, line, more.quotes[name+"."+strconv.Itoa(i)]})
	}
	slices.SortStableFunc(rows, func(x, y row) int { return cmp.Compare(x.line, y.line) })
	out := make([]any, len(rows))
	maps.DeleteFunc(a.quotes, func(path, _ string) bool { return strings.HasPrefix(path, name+".") })
	for i, x := range rows {
		out[i] = x.item
		a.quotes[name+"."+strconv.Itoa(i)] = x.quote
	}
	a.value[name] = out
}
