package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/extract/definition"
	"quire/internal/extract/proof"
	"quire/internal/extract/rules"
)

const (
	windowPages  = 10     // pages shown to the model at once
	windowChars  = 48_000 // and their total text, reduced further by the model's own limit
	overlapPages = 1
)

// window is a few consecutive pages.
type window struct {
	pages    []proof.Page
	texts    []string
	overlaps bool // the first page was also in the previous window
}

func (w window) size() int {
	n := 0
	for _, t := range w.texts {
		n += len(t)
	}
	return n
}

// prompt returns the text of the given pages, or of all if pages is nil.
func (w window) prompt(pages map[int]bool) string {
	var b strings.Builder
	b.WriteString("Document:\n\n")
	for i, text := range w.texts {
		if len(pages) == 0 || pages[w.pages[i].Number] {
			fmt.Fprintf(&b, "[page %d]\n%s\n\n", w.pages[i].Number, text)
		}
	}
	return b.String()
}

// halves splits a window between pages, or a page between lines.
func (w window) halves() (a, b window, ok bool) {
	if n := len(w.pages) / 2; n > 0 {
		return window{w.pages[:n], w.texts[:n], w.overlaps}, window{pages: w.pages[n:], texts: w.texts[n:]}, true
	}
	lines := strings.Split(w.texts[0], "\n")
	n := len(lines) / 2
	if n < 2 {
		return w, w, false
	}
	return window{w.pages, []string{strings.Join(lines[:n], "\n")}, w.overlaps}, window{pages: w.pages, texts: []string{strings.Join(lines[n:], "\n")}}, true
}

// fill asks the model for what the rules left open, window by window. If a model that is meant to find everything finds
// nothing, it reads a second time.
func (r *run) fill(ctx context.Context) error {
	gaps := r.gaps()
	if len(gaps) == 0 {
		return nil
	}
	want := part(r.def.Schema, gaps)
	if err := r.readAll(ctx, want); err != nil {
		return err
	}
	if r.def.Engine == definition.Model && r.blind() && !r.doubt {
		r.note = lookAgain
		if err := r.readAll(ctx, want); err != nil {
			return err
		}
	}
	if r.def.Engine == definition.Model && r.blind() {
		r.warn("the model found no value in the document")
		r.doubt = true
	}
	return r.choose(ctx)
}

// readAll asks for the wanted values, window by window.
func (r *run) readAll(ctx context.Context, want *definition.Schema) error {
	limit := min(windowChars, max(2000, r.llm.Window()))
	var w window
	fresh := false
	err := r.each(ctx, func(p *page.Page) error {
		lines := rules.Lines(p)
		text := strings.Join(lines, "\n")
		if len(w.pages) > 0 && fresh && (len(w.pages) >= windowPages || w.size()+len(text) > limit) {
			if err := r.ask(ctx, want, w); err != nil {
				return err
			}
			keep := len(w.pages) - overlapPages
			w = window{slices.Clone(w.pages[keep:]), slices.Clone(w.texts[keep:]), true}
			if w.size()+len(text) > limit {
				w = window{}
			}
		}
		w.pages, w.texts, fresh = append(w.pages, proof.Of(p, lines)), append(w.texts, text), true
		return nil
	})
	if err != nil || !fresh {
		return err
	}
	return r.ask(ctx, want, w)
}

// gaps returns the top-level properties in which something is missing or wrong or, with engine "model", all of them.
func (r *run) gaps() map[string]bool {
	out := map[string]bool{}
	for _, p := range r.def.Schema.Properties {
		if r.def.Engine == definition.Model || open(r.value[p.Name], p.Schema) || r.unsound(p.Name) {
			out[p.Name] = true
		}
	}
	return out
}

// open reports whether a value is null or has a null part; in items, only the required parts count.
func open(v any, s *definition.Schema) bool {
	switch node := v.(type) {
	case nil:
		return true
	case []any:
		return len(node) == 0 || slices.ContainsFunc(node, func(item any) bool { return lacks(item, s.Items) })
	case map[string]any:
		for _, p := range s.Properties {
			if open(node[p.Name], p.Schema) {
				return true
			}
		}
	}
	return false
}

// lacks reports whether an item is missing a required property.
func lacks(item any, s *definition.Schema) bool {
	object, ok := item.(map[string]any)
	return ok && s != nil && slices.ContainsFunc(s.Properties, func(p definition.Property) bool {
		return p.Required && object[p.Name] == nil
	})
}

// unsound reports whether a constraint that involves the array called name is violated.
func (r *run) unsound(name string) bool {
	for _, c := range r.def.Constraints {
		of := slices.ContainsFunc(c.Sum, func(path string) bool {
			return strings.HasPrefix(path, name+".") && r.def.Schema.Property(name).Items != nil
		})
		if of && r.broken(c) != "" {
			return true
		}
	}
	return false
}

// ask gets the values of a window and merges them. If there is no usable answer, it asks about the two halves of the
// window.
func (r *run) ask(ctx context.Context, want *definition.Schema, w window) error {
	if r.deaf() {
		r.warn("page %d: the model was not asked any more, for it gave no answer of use; values may be missing", w.pages[0].Number)
		r.doubt = true
		return nil
	}
	a, err := r.answer(ctx, want, w)
	if !unusable(err) {
		if err == nil {
			r.merge(a, w)
		}
		return err
	}
	first, second, ok := w.halves()
	if !ok {
		r.warn("page %d: the model's answer was cut off even for a few lines, or made no sense; values may be missing", w.pages[0].Number)
		r.doubt = true
		return nil
	}
	if err := r.ask(ctx, want, first); err != nil {
		return err
	}
	return r.ask(ctx, want, second)
}

// warn adds a warning for people, once.
func (r *run) warn(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(r.result.Warnings, text) {
		r.result.Warnings = append(r.result.Warnings, text)
	}
}
