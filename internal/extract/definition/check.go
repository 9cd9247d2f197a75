package definition

import (
	"math"
	"slices"
	"strings"

	"quire/internal/extract/typed"
)

// output checks the format and determines the array of rows.
func (p *parser) output(d *Definition) {
	if !slices.Contains([]Format{JSON, CSV, XML, Markdown}, d.Output.Format) {
		p.fault(at("output", "format"), "%q is unknown: want json, csv, xml or markdown", d.Output.Format)
	}
	if d.Output.Rows == "" {
		for _, prop := range d.Schema.Properties {
			if prop.Schema.Items != nil {
				d.Output.Rows = prop.Name
				break
			}
		}
		return
	}
	if s := d.Schema.At(d.Output.Rows); s == nil || s.Items == nil {
		p.fault(at("output", "rows"), "%q is no array of the schema", d.Output.Rows)
	}
}

func (p *parser) rule(d *Definition, path string) {
	r := d.Rules[path]
	s := d.Schema.At(path)
	switch {
	case s == nil:
		p.fault(at("rules", path), "the schema has no property %q", path)
		return
	case r == nil:
		p.fault(at("rules", path), "the rule is empty")
		return
	}
	if r.Parser == "" {
		r.Parser = s.Parser
		if s.Items != nil && r.Take == "all" {
			r.Parser = s.Items.Parser
		}
	}
	p.place(d, path, s, r)
	if !slices.Contains(typed.Kinds, r.Parser) {
		p.unknownParser(at("rules", path, "parser"), r.Parser)
	}
	if !slices.Contains([]string{"", "right", "below", "any", "section"}, r.Value) {
		p.fault(at("rules", path, "value"), "%q is unknown: want right, below, any or section", r.Value)
	}
	if !slices.Contains([]string{"", "first", "last", "max", "all"}, r.Take) {
		p.fault(at("rules", path, "take"), "%q is unknown: want first, last, max or all", r.Take)
	}
	if r.Take == "all" && s.Items == nil {
		p.fault(at("rules", path, "take"), "all values need an array in the schema")
	}
	if r.Within < 0 || r.Within > 50 {
		p.fault(at("rules", path, "within"), "must be between 0 and 50 lines")
	}
	if r.Pattern != "" {
		re, err := p.compile(r.Pattern)
		if err != nil {
			p.fault(at("rules", path, "pattern"), "%v", err)
		}
		r.Regexp = re
	}
	if r.Between != nil && r.Between.From == "" {
		p.fault(at("rules", path, "between"), "from is missing")
	}
	for i, other := range r.Differs {
		if d.Schema.At(other) == nil {
			p.fault(at("rules", path, "differs", index(i)), "the schema has no property %q", other)
		}
	}
	if r.Table != nil {
		p.table(s, path, r.Table)
	}
}

// place checks that a rule can produce the type of its property.
func (p *parser) place(d *Definition, path string, s *Schema, r *Rule) {
	for i := range len(path) {
		if path[i] != '.' {
			continue
		}
		if outer := d.Schema.At(path[:i]); outer != nil && outer.Items != nil {
			p.fault(at("rules", path), "%q is an array: its columns are in the table of its own rule", path[:i])
			return
		}
	}
	switch {
	case s.Items == nil:
		p.fits(at("rules", path, "parser"), s, r.Parser)
	case r.Table == nil && r.Take != "all":
		p.fault(at("rules", path), "an array needs a table, or take: all")
	case r.Take == "all" && len(s.Items.Properties) > 0:
		p.fault(at("rules", path, "take"), "all gives single values, but the items are objects: use a table")
	case r.Take == "all":
		p.fits(at("rules", path, "parser"), s.Items, r.Parser)
	}
}

// fits checks that a parser produces values of the property's type.
func (p *parser) fits(path []string, s *Schema, k typed.Kind) {
	number := slices.Contains([]typed.Kind{typed.Number, typed.Amount, typed.Integer, typed.Percent}, k)
	switch {
	case len(s.Types) == 0 || !slices.Contains(typed.Kinds, k):
	case number && !s.Is("number") && !s.Is("integer"):
		p.fault(path, "%s gives numbers, but the schema wants %s", k, strings.Join(s.Types, " or "))
	case !number && !s.Is("string"):
		p.fault(path, "%s gives text, but the schema wants %s", k, strings.Join(s.Types, " or "))
	}
}

func (p *parser) table(s *Schema, path string, t *Table) {
	if s.Items == nil {
		p.fault(at("rules", path, "table"), "a table needs an array in the schema")
		return
	}
	if t.Any {
		return
	}
	if len(t.Columns) == 0 && len(t.Row) == 0 {
		p.fault(at("rules", path, "table"), "columns or rows are missing")
	}
	p.product(s, path, t)
	p.rows(s, path, t)
	for name := range t.Columns {
		if s.Items.Property(name) == nil {
			p.fault(at("rules", path, "table", "columns", name), "the items have no property %q", name)
		}
	}
	for _, name := range t.Key {
		if s.Items.Property(name) == nil {
			p.fault(at("rules", path, "table", "key"), "the items have no property %q", name)
		}
	}
}

func (p *parser) product(s *Schema, path string, t *Table) {
	if len(t.Product) != 0 && len(t.Product) != 3 {
		p.fault(at("rules", path, "table", "product"), "needs three properties, of which the first two multiply to the third")
		return
	}
	for i, name := range t.Product {
		if c := s.Items.Property(name); c == nil || (!c.Is("number") && !c.Is("integer")) {
			p.fault(at("rules", path, "table", "product", index(i)), "the items have no number %q", name)
		}
	}
}

// rows compiles the patterns of rows. Their groups must name properties.
func (p *parser) rows(s *Schema, path string, t *Table) {
	for i, pattern := range t.Row {
		here := at("rules", path, "table", "row", index(i))
		re, err := p.compile(pattern)
		if err != nil {
			p.fault(here, "%v", err)
		}
		if re == nil {
			continue
		}
		for _, name := range re.SubexpNames() {
			if name != "" && s.Items.Property(name) == nil {
				p.fault(here, "the items have no property %q", name)
			}
		}
		t.RowRegexps = append(t.RowRegexps, re)
	}
}

// references checks the paths of constraints and required fields.
func (p *parser) references(d *Definition) {
	for i, c := range d.Constraints {
		if len(c.Sum) == 0 || c.Equals == "" {
			p.fault(at("constraints", index(i)), "needs sum, a list of paths, and equals, a path")
			continue
		}
		for _, path := range append(slices.Clone(c.Sum), c.Equals) {
			if s := d.Schema.At(path); s == nil || !(s.Is("number") || s.Is("integer")) {
				p.fault(at("constraints", index(i)), "%q is no number of the schema", path)
			}
		}
		if c.Tolerance < 0 || math.IsNaN(c.Tolerance) || math.IsInf(c.Tolerance, 1) {
			p.fault(at("constraints", index(i), "tolerance"), "must be a number that is not negative")
		}
	}
	for i, path := range d.Required {
		if d.Schema.At(path) == nil {
			p.fault(at("required", index(i)), "the schema has no property %q", strings.TrimSpace(path))
		}
	}
}
