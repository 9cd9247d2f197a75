package odf

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/office/form"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// formField is a field of a form at its place in the text.
type formField struct {
	*control
	// from and to bound the spans of its paragraph that it shows.
	from, to int
	// over is the text of the paragraph above a field that is on its own line.
	over string
	// prompt marks a field that shows a prompt rather than an entry.
	prompt bool
}

// Start returns the field's first span.
func (f *formField) Start() int { return f.from }

type placedField = form.Placed[*formField]

// place puts the control with an id at the paragraph's current position. A control has only one place: otherwise a form
// in which every list is referenced a thousand times would grow by the product of both.
func (p *paragraph) place(id string) {
	ctl := p.doc.controls[id]
	if ctl == nil || ctl.placed {
		return
	}
	ctl.placed = true
	if !p.spaced && len(p.spans) > 0 {
		p.write(" ", textProps{})
	}
	p.end()
	f := &formField{control: ctl, from: len(p.spans)}
	if text := ctl.shown(); text != "" {
		p.write(text, textProps{})
		p.write(" ", textProps{})
		p.spaced = true
	}
	p.end()
	f.to = len(p.spans)
	if ctl.Kind != "" {
		p.fields = append(p.fields, f)
	}
}

// begin begins a field whose entry is the text that follows.
func (p *paragraph) begin(ctl *control) *formField {
	p.end()
	f := &formField{control: ctl, from: len(p.spans), to: -1}
	p.fields = append(p.fields, f)
	return f
}

// complete ends a field and takes its value from the text.
func (p *paragraph) complete(f *formField) {
	p.end()
	f.to = len(p.spans)
	text := form.Text(form.Between(p.spans, f.from, f.to))
	switch {
	case f.Kind == page.CheckField || f.prompt:
	case f.Kind == page.ChoiceField && slices.ContainsFunc(f.Options, func(o page.Option) bool { return o.Chosen }):
	default:
		f.Value = text
	}
	settleChoice(&f.Field)
}

// contentControl reads the current loext:content-control, which encloses an entry.
func (p *paragraph) contentControl(c *opc.Cursor, e opc.Element, props textProps) error {
	is := func(name string) bool { return e.Attr(name) == "true" }
	ctl := &control{title: form.Text(e.Attr("alias"))}
	ctl.Name = cmp.Or(form.Text(e.Attr("tag")), ctl.title)
	switch {
	case is("checkbox"):
		ctl.Kind, ctl.Ticked = page.CheckField, is("checked")
	case is("picture"):
		return p.inline(c, props)
	case is("dropdown") || is("combobox"):
		ctl.Kind = page.ChoiceField
	case is("date"):
		ctl.Kind = page.DateField
	default:
		ctl.Kind = page.TextField
	}
	f := p.begin(ctl)
	f.prompt = is("showing-place-holder")
	err := c.Mixed(func(s string) { p.text(s, props) }, func(e opc.Element) error {
		if e.Name == "loext:list-item" {
			form.AddOption(&ctl.Field, page.Option{Value: e.Attr("value"), Label: e.Attr("display-text")})
			return nil
		}
		return p.element(c, e, props)
	})
	p.complete(f)
	return err
}

// inputField reads the current text:text-input or text:drop-down.
func (p *paragraph) inputField(c *opc.Cursor, e opc.Element, props textProps) error {
	ctl := &control{title: form.Text(cmp.Or(e.Attr("description"), e.Attr("name")))}
	ctl.Kind, ctl.Name = page.TextField, form.Text(e.Attr("name"))
	if e.Name == "text:drop-down" {
		ctl.Kind = page.ChoiceField
	}
	f := p.begin(ctl)
	err := c.Mixed(func(s string) { p.text(s, props) }, func(e opc.Element) error {
		if e.Name == "text:label" {
			form.AddOption(&ctl.Field, page.Option{Value: e.Attr("value"), Chosen: e.Attr("current-selected") == "true"})
			return nil
		}
		return p.element(c, e, props)
	})
	p.complete(f)
	if f.Kind == page.TextField && f.Value == ctl.title {
		f.Value = ""
	}
	return err
}

// fieldMark reads the current field:fieldmark or field:fieldmark-start, a field of Word's older forms.
func (p *paragraph) fieldMark(c *opc.Cursor, e opc.Element) error {
	ctl := &control{title: form.Text(e.Of("text:name"))}
	ctl.Name = ctl.title
	switch kind := e.Of("field:type"); {
	case strings.HasSuffix(kind, ".FORMTEXT"):
		ctl.Kind = page.TextField
	case strings.HasSuffix(kind, ".FORMCHECKBOX"):
		ctl.Kind = page.CheckField
	case strings.HasSuffix(kind, ".FORMDROPDOWN"):
		ctl.Kind = page.ChoiceField
	default:
		return nil
	}
	chosen := -1
	err := c.Each(func(e opc.Element) error {
		switch value := e.Of("field:value"); e.Of("field:name") {
		case "Checkbox_Checked":
			ctl.Ticked = value == "true"
		case "Dropdown_ListEntry":
			form.AddOption(&ctl.Field, page.Option{Value: value})
		case "Dropdown_Selected":
			chosen, _ = strconv.Atoi(value)
		}
		return nil
	})
	if chosen >= 0 && chosen < len(ctl.Options) {
		ctl.Options[chosen].Chosen = true
	}
	p.endFieldMark()
	f := p.begin(ctl)
	if e.Name == "field:fieldmark-start" {
		p.marked = f
		return err
	}
	settleChoice(&ctl.Field)
	p.write(ctl.shown(), textProps{})
	p.complete(f)
	return err
}

// endFieldMark ends the field in progress, if there is one: at its end mark, at the next field or at the end of the
// paragraph.
func (p *paragraph) endFieldMark() {
	if p.marked != nil {
		p.complete(p.marked)
		p.marked = nil
	}
}

// labelFields determines the labels of the fields in a complete paragraph from the text beside them.
func (p *paragraph) labelFields(f *Flow) {
	p.endFieldMark()
	at := 0
	for i, field := range p.fields {
		next := len(p.spans)
		if i+1 < len(p.fields) {
			next = max(p.fields[i+1].from, field.to)
		}
		before, after := form.Between(p.spans, at, field.from), form.Between(p.spans, field.to, next)
		at = max(at, field.to)
		field.name(form.Beside(field.Kind, before, after, field.title))
		if strings.TrimSpace(before) == "" && i == 0 {
			field.over = form.Above(f.Blocks)
		}
	}
}

// name gives a field, or a button of a group, its label: the text on it, or else the text beside it.
func (f *formField) name(beside string) {
	label := cmp.Or(f.caption, beside)
	if f.Kind == page.RadioField {
		f.Options[0].Label = label
		return
	}
	f.Label = label
}

// take appends the blocks of a flow, and the fields in them.
func (f *Flow) take(part *Flow) {
	f.fields = append(f.fields, form.Place(len(f.Blocks), nil, part.fields)...)
	f.Blocks = append(f.Blocks, part.Blocks...)
}

// cellField is a field with the index of its cell in the row, and with its column.
type cellField struct {
	field        *formField
	cell, column int
}

// addFields adds a row's fields. A field without a label in its own cell gets that of an adjacent cell or one above: a
// check box from the cell after or before it, any other field from the one before it.
func (g *grid) addFields(r *rowReader) {
	filled := map[int]bool{}
	for _, f := range r.fields {
		filled[f.cell] = true
	}
	text := func(i int) string {
		if i < 0 || i >= len(r.cells) || filled[i] {
			return ""
		}
		return form.ShortLabel(r.cells[i].Blocks)
	}
	for _, f := range r.fields {
		label := cmp.Or(f.field.Label, f.field.over)
		if f.field.Kind == page.CheckField {
			label = cmp.Or(label, text(f.cell+1))
		}
		f.field.Label = cmp.Or(label, text(f.cell-1), g.heading(f.column))
		g.fields = append(g.fields, placedField{Field: f.field, Mark: paging.Mark{At: len(g.table.Rows)}})
	}
}

// heading returns the label of a column in the first row, unless that row has fields itself.
func (g *grid) heading(column int) string {
	if len(g.table.Rows) == 0 || (len(g.fields) > 0 && g.fields[0].At == 0) {
		return ""
	}
	cells := g.table.Rows[0].Cells
	i, ok := slices.BinarySearchFunc(cells, column, func(c page.Cell, column int) int { return cmp.Compare(c.Column, column) })
	if !ok {
		return ""
	}
	return form.ShortLabel(cells[i].Blocks)
}

// putFields assigns form fields to the pages on which they begin; breaks are in order. The buttons of a group are one
// field, on the page of the first button.
func putFields(pages []page.Page, breaks []paging.Mark, fields []placedField) {
	type place struct{ page, field int }
	groups := map[string]place{}
	for _, placed := range fields {
		f := placed.Field
		if g, ok := groups[f.group]; ok && f.Kind == page.RadioField {
			group := &pages[g.page].Fields[g.field]
			form.AddOption(group, f.Options[0])
			choose(group, f.Options[0])
			continue
		}
		at := paging.PageOf(breaks, placed.Mark)
		f.Label = cmp.Or(f.Label, f.title, f.over)
		if f.Kind == page.RadioField {
			f.Label = cmp.Or(f.over, f.title)
			choose(&f.Field, f.Options[0])
			groups[f.group] = place{at, len(pages[at].Fields)}
		}
		pages[at].Fields = append(pages[at].Fields, f.Field)
	}
}

// choose sets a group's value to that of a button if the button is the chosen one.
func choose(f *page.Field, o page.Option) {
	if o.Chosen {
		f.Ticked, f.Value = true, o.Value
	}
}
