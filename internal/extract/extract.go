// Package extract extracts structured data from the pages of a document according to a definition, and proves where
// each value comes from. Rules find values next to labels and in tables; a model, if there is one, fills the gaps.
package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/extract/definition"
	"quire/internal/extract/proof"
	"quire/internal/extract/rules"
	"quire/internal/extract/typed"
	"quire/internal/model"
)

// Source yields the pages of a document in order. It is called several times and must yield the same pages each time.
type Source func(yield func(*page.Page) error) error

// Result is what was extracted.
type Result struct {
	Value    json.RawMessage // in the order of the schema; null for what was not found
	Evidence []proof.Evidence
	Warnings []string // for people: violated constraints, truncated answers
	// MissingRequired lists the paths that the definition requires but that have no value. If there are any, the run
	// has failed.
	MissingRequired []string
	// Doubtful reports that the model gave no usable answer for part of the document, so values in that part may be
	// missing. The warnings say where.
	Doubtful bool
	Pages    int
	Usage    model.Usage
}

// run is one extraction.
type run struct {
	def     *definition.Definition
	pages   Source
	llm     *model.Client
	hints   typed.Hints
	last    int
	value   map[string]any
	found   map[string]rules.Cell
	result  Result
	checked map[string]bool   // paths whose quote is on its page
	votes   map[string][]vote // by the model, by path of single values
	lists   map[string]*list  // by the model, by path of arrays

	note     string // precedes every question about a window
	unusable int    // unusable answers in a row
	doubt    bool   // see Result.Doubtful
}

// Run extracts what d asks for. If llm is nil, only the rules are used. An error comes from pages, ctx or the model
// (*model.Error); the document was then not extracted, and another try may help.
func Run(ctx context.Context, d *definition.Definition, pages Source, llm *model.Client) (Result, error) {
	if d.Engine == definition.Rules {
		llm = nil
	}
	r := &run{def: d, pages: pages, llm: llm, found: map[string]rules.Cell{}, checked: map[string]bool{}, votes: map[string][]vote{}, lists: map[string]*list{}}
	if err := r.learn(ctx); err != nil {
		return Result{}, err
	}
	r.last = r.result.Pages
	if llm == nil || d.Engine != definition.Model {
		found, err := r.rules(ctx)
		if err != nil {
			return Result{}, err
		}
		r.found = found
	}
	r.value = assemble(d.Schema, r.found)
	if llm != nil {
		if err := r.fill(ctx); err != nil {
			return Result{}, err
		}
	}
	if r.doubt && d.Engine == definition.Model {
		if err := r.fallBack(ctx); err != nil {
			return Result{}, err
		}
	}
	r.result.Doubtful = r.doubt
	if err := r.verify(ctx); err != nil {
		return Result{}, err
	}
	return r.finish()
}

// each returns the selected pages.
func (r *run) each(ctx context.Context, yield func(*page.Page) error) error {
	return r.pages(func(p *page.Page) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.last > 0 && !r.def.Pages.Has(p.Number, r.last) {
			return nil
		}
		return yield(p)
	})
}

// learn counts the pages and determines how the document writes numbers and dates.
func (r *run) learn(ctx context.Context) error {
	return r.each(ctx, func(p *page.Page) error {
		r.result.Pages++
		r.hints.Learn(strings.Join(rules.Lines(p), "\n"))
		return nil
	})
}

func (r *run) rules(ctx context.Context) (map[string]rules.Cell, error) {
	scan := rules.NewScan(r.def, r.last, r.hints)
	err := r.each(ctx, func(p *page.Page) error { scan.Page(p); return nil })
	return scan.Values(), err
}

// verify checks every quote against its page, in one pass.
func (r *run) verify(ctx context.Context) error {
	byPage := map[int][]leaf{}
	leaves(r.value, r.def.Schema, nil, func(l leaf) {
		if c, ok := r.found[strings.Join(l.path, ".")]; ok && l.value != nil {
			byPage[c.Page] = append(byPage[c.Page], l)
		}
	})
	return r.each(ctx, func(p *page.Page) error {
		if len(byPage[p.Number]) == 0 {
			return nil
		}
		text := proof.Of(p, rules.Lines(p))
		for _, l := range byPage[p.Number] {
			path := strings.Join(l.path, ".")
			c := r.found[path]
			r.checked[path] = text.Has(c.Proof()) && proof.Reads(c.Quote, l.value, r.kindOf(l.value, l.schema, l.path), r.hints)
		}
		return nil
	})
}

// kindOf returns the parser for the value at a path.
func (r *run) kindOf(v any, s *definition.Schema, path []string) typed.Kind {
	kind := s.Parser
	if rule := r.def.Rules[strings.Join(path, ".")]; rule != nil {
		kind = rule.Parser
	}
	if _, ok := v.(json.Number); ok && (kind == "" || kind == typed.Text) {
		return typed.Number
	}
	if kind == "" {
		return typed.Text
	}
	return kind
}

func (r *run) finish() (Result, error) {
	leaves(r.value, r.def.Schema, nil, func(l leaf) {
		if l.value == nil {
			return
		}
		path := strings.Join(l.path, ".")
		c := r.found[path]
		r.result.Evidence = append(r.result.Evidence, proof.Evidence{
			Path: pointer(l.path), Value: l.value, Page: c.Page, Quote: c.Proof(), Verified: r.checked[path],
		})
	})
	for _, path := range r.def.Required {
		if missing(at(r.value, strings.Split(path, "."))) {
			r.result.MissingRequired = append(r.result.MissingRequired, path)
		}
	}
	r.constraints()
	r.validate()
	var b bytes.Buffer
	err := ordered(&b, r.value, r.def.Schema)
	r.result.Value = b.Bytes()
	return r.result, err
}

// missing reports whether there is no value, or an item lacks one.
func missing(values []any) bool {
	for _, v := range values {
		if list, ok := v.([]any); v == nil || (ok && len(list) == 0) {
			return true
		}
	}
	return len(values) == 0
}

// constraints warns about sums that do not add up.
func (r *run) constraints() {
	for _, c := range r.def.Constraints {
		if text := r.broken(c); text != "" {
			r.warn("%s", text)
		}
	}
}

// broken describes how a constraint is violated. It returns "" if the constraint holds or a value is missing.
func (r *run) broken(c definition.Constraint) string {
	total := new(big.Rat)
	for _, path := range c.Sum {
		values := at(r.value, strings.Split(path, "."))
		if len(values) == 0 {
			return ""
		}
		for _, v := range values {
			n, ok := v.(json.Number)
			x, ok2 := typed.Rational(n)
			if !ok || !ok2 {
				return ""
			}
			total.Add(total, x)
		}
	}
	want := at(r.value, strings.Split(c.Equals, "."))
	if len(want) != 1 {
		return ""
	}
	n, ok := want[0].(json.Number)
	if got := json.Number(total.FloatString(4)); !ok || typed.Equal(got, n, max(c.Tolerance, 0.005)) {
		return ""
	}
	return fmt.Sprintf("%s add up to %s, but %s is %s", strings.Join(c.Sum, " and "), total.FloatString(2), c.Equals, n)
}

// validate warns about values that the schema does not allow. Nulls stand for values that were not found and are not
// faults.
func (r *run) validate() {
	if err := r.def.Validator.Validate(prune(r.value)); err != nil {
		for _, f := range faults(err) {
			if f.missing {
				continue
			}
			r.warn("the schema does not allow %s", f.text)
		}
	}
}
