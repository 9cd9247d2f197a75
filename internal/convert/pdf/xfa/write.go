package xfa

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// The caps on what is written of a form. A group of the template is visited for each of its rows in the data, so that
// both together may ask for far more than either has.
const (
	// maxEntries is the maximum number of entries, and maxSteps that of the parts of the template that are visited for
	// them.
	maxEntries = 50_000
	maxSteps   = 500_000
	// maxBytes is the maximum size of the text of entries, and maxChoices the maximum number of entries of lists.
	maxBytes   = 8 << 20
	maxChoices = 100_000
	// longestChoice is the maximum length of a value that is compared with the entries of a list, in bytes.
	longestChoice = 1 << 10
)

// writer lists the entries of a form.
type writer struct {
	form *Form
	// data is all of the data; record is the group that it consists of.
	data, record *node
	steps        int
	bytes        int
	choices      int
	hidden       int // number of hidden parts around the current one
}

// part lists a part of the template for the data of the group around it.
func (w *writer) part(p *part, scope *node, path string) {
	if w.steps++; w.steps > maxSteps {
		return
	}
	if p.hidden {
		w.hidden++
		defer func() { w.hidden-- }()
	}
	switch p.kind {
	case subform:
		w.group(p, scope, path)
	case exclusive, field:
		w.field(p, scope, path)
	case draw:
		w.add(Entry{Text: p.text})
	}
}

func (w *writer) add(e Entry) {
	if w.hidden > 0 || (e.Text == "" && e.Field.Kind == "") {
		return
	}
	w.bytes += len(e.Text) + len(e.Field.Label) + len(e.Field.Value)
	w.choices += len(e.Field.Options)
	if w.bytes <= maxBytes && len(w.form.Entries) < maxEntries {
		w.form.Entries = append(w.form.Entries, e)
	}
}

// group lists a group of parts, as many times as the data has it.
func (w *writer) group(p *part, scope *node, path string) {
	if p.name == "" || p.unbound {
		w.parts(p, scope, path)
		return
	}
	path = under(path, p.name)
	n := w.bound(p, scope)
	if n == nil && p.optional {
		return
	}
	w.parts(p, n, path)
	for p.repeats && n != nil && w.steps < maxSteps {
		if n = w.bound(p, scope); n != nil {
			w.parts(p, n, path)
		}
	}
}

func (w *writer) parts(p *part, scope *node, path string) {
	for _, child := range p.parts {
		w.part(child, scope, path)
	}
}

// bound returns the next data of a part, or nil.
func (w *writer) bound(p *part, scope *node) *node {
	if p.reference == "" {
		return scope.take(p.name)
	}
	names := strings.Split(strings.TrimPrefix(p.reference, "$."), ".")
	if len(names) > maxDepth {
		return nil
	}
	for i, name := range names {
		name, _, _ = strings.Cut(name, "[")
		switch {
		case name == "$record" || name == "!":
			scope = w.record
		case name == "$data":
			scope = w.data
		case i < len(names)-1:
			scope = scope.first(name)
		case p.repeats:
			return scope.take(name)
		default: // several fields may show one value
			return cmp.Or(scope.take(name), scope.first(name))
		}
	}
	return nil
}

// field lists a field, or a group of buttons of which one can be chosen.
func (w *writer) field(p *part, scope *node, path string) {
	f := page.Field{Name: under(path, p.name), Label: p.caption, Kind: p.field, Value: p.text}
	if p.kind == exclusive {
		f.Kind = page.RadioField
	}
	if f.Kind == "" {
		return
	}
	if !p.unbound && (p.name != "" || p.reference != "") {
		if n := w.bound(p, scope); n != nil {
			n.used = true
			f.Value = n.text
		}
	}
	if p.secret {
		f.Value = ""
	}
	switch f.Kind {
	case page.RadioField:
		for _, button := range p.parts[:min(len(p.parts), maxOptions)] {
			w.button(&f, button, scope)
		}
	case page.CheckField:
		f.Ticked = p.ticks(f.Value)
	case page.ChoiceField:
		if w.choices < maxChoices {
			f.Options = p.options(f.Value)
		}
	}
	w.add(Entry{Field: f})
}

// button adds a button of a group.
func (w *writer) button(f *page.Field, p *part, scope *node) {
	if w.steps++; w.steps > maxSteps || p.kind != field {
		return
	}
	value := f.Value
	if n := scope.take(p.name); n != nil && p.name != "" { // some forms store the buttons one by one
		n.used = true
		value = cmp.Or(value, n.text)
	}
	o := page.Option{Label: p.caption, Chosen: p.ticks(value)}
	if len(p.shown) > 0 {
		o.Value = p.shown[0]
	}
	if o.Chosen {
		f.Value, f.Ticked = o.Value, true
	}
	f.Options = append(f.Options, o)
}

// ticks reports whether a value is that of a ticked box: the first of its own values or, if it has none, 1.
func (p *part) ticks(value string) bool {
	on := "1"
	if len(p.shown) > 0 {
		on = p.shown[0]
	}
	return value != "" && value == on
}

// options returns the chosen entries of a list, of which the data may have several, one per line.
func (p *part) options(value string) []page.Option {
	var values []string
	if len(value) <= longestChoice {
		values = strings.Split(value, "\n")
	}
	var out []page.Option
	for i, s := range p.shown {
		o := page.Option{Value: s}
		if i < len(p.saved) {
			o.Value, o.Label = p.saved[i], s
		}
		o.Chosen = value != "" && slices.Contains(values[:min(len(values), maxDepth)], o.Value)
		out = append(out, o)
	}
	return out
}

// rest lists the values below n for which the template has no part. What the template hides stays hidden.
func (w *writer) rest(n *node, path string) {
	for _, c := range n.children {
		at := under(path, c.name)
		switch {
		case len(c.children) > 0:
			w.rest(c, at)
		case !c.used && c.text != "":
			w.add(Entry{Field: page.Field{Name: at, Label: labelled(strings.ReplaceAll(c.name, "_", " ")), Kind: page.TextField, Value: c.text}})
		}
	}
}

// labelled returns a caption as a label.
func labelled(s string) string {
	return strings.Trim(strings.Join(strings.Fields(s), " "), " :.…_*")
}
