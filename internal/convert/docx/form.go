package docx

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/convert/office/form"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// formField is a field of a form: a content control, or a form field of Word before 2007.
type formField struct {
	page.Field
	// title is the author's name for the field, which is its label if there is none beside it.
	title string
	// over is the text of the paragraph above a field that is on its own line.
	over string
	// prompt marks a field that shows a prompt rather than an entry.
	prompt bool
	// encloses marks a control around tables or other fields, which are what is filled in.
	encloses bool
	text     strings.Builder
	// para is the paragraph in which the field begins, or nil before that; from and to bound the field's spans in it.
	para     *paragraph
	from, to int
	closed   bool
}

// Start returns the field's first span.
func (f *formField) Start() int { return f.from }

type placedField = form.Placed[*formField]

// cellField is a field and the index of its cell in the row.
type cellField struct {
	field *formField
	cell  int
}

// beginFormField begins a field in the current paragraph or, if there is none, in the next one. The field may be nil.
func (d *document) beginFormField(f *formField) {
	if f == nil {
		return
	}
	d.enclose()
	d.filling = append(d.filling, f)
	if d.reading != nil {
		d.reading.open(f)
	}
}

// endFormField ends a field.
func (d *document) endFormField(f *formField) {
	if f == nil {
		return
	}
	if at := slices.Index(d.filling, f); at >= 0 {
		d.filling = d.filling[:at] // along with those inside that the document does not end
	}
	if d.reading != nil && f.para == d.reading {
		f.close()
	}
	f.settle()
}

// enclose records that the innermost field contains something that an entry cannot contain.
func (d *document) enclose() {
	if n := len(d.filling); n > 0 {
		d.filling[n-1].encloses = true
	}
}

// fill adds document text to the innermost field.
func (d *document) fill(s string) {
	if n := len(d.filling); n > 0 && d.filling[n-1].text.Len() <= form.MaxText {
		d.filling[n-1].text.WriteString(s)
	}
}

// begin makes p the current paragraph and begins the fields around it.
func (p *paragraph) begin() {
	p.doc.reading = p
	at := len(p.doc.filling)
	for at > 0 && p.doc.filling[at-1].para == nil {
		at--
	}
	for _, f := range p.doc.filling[at:] {
		p.open(f)
	}
	if at > 0 {
		p.doc.fill("\n") // the entry continues in another paragraph
	}
}

func (p *paragraph) open(f *formField) {
	p.endSpan()
	f.para, f.from = p, len(p.spans)
	p.fields = append(p.fields, f)
}

// close ends the field's part of its paragraph. A check box is written in a uniform way, whatever character the
// document uses.
func (f *formField) close() {
	p := f.para
	p.endSpan()
	f.closed = true
	if s := strings.TrimSpace(f.text.String()); f.Kind == page.CheckField && !strings.ContainsAny(s, form.Boxes) && !p.doc.fieldHides() {
		p.spans = append(p.spans[:min(f.from, len(p.spans))], page.Span{Text: form.Sign(f.Ticked)})
	}
	f.to = len(p.spans)
}

// settle sets the field's value from the text that it shows.
func (f *formField) settle() {
	text := form.Text(f.text.String())
	switch f.Kind {
	case page.CheckField:
		if i := strings.IndexAny(text, form.Boxes); i >= 0 {
			f.Ticked = !strings.HasPrefix(text[i:], form.EmptyBox)
		}
		return
	case page.ChoiceField:
		chosen := func(o page.Option) bool { return o.Chosen || (o.Name() == text && text != "") }
		if i := slices.IndexFunc(f.Options, chosen); i >= 0 && !f.prompt {
			f.Options[i].Chosen = true
			text = cmp.Or(f.Options[i].Value, text)
		}
	}
	if !f.prompt {
		f.Value = text
	}
}

// labelFields determines the labels of the fields in a complete paragraph from the text beside them.
func (p *paragraph) labelFields(f *flow) {
	p.endSpan()
	for _, field := range p.fields {
		if !field.closed {
			field.close()
		}
	}
	fields := slices.DeleteFunc(slices.Clone(p.fields), func(f *formField) bool { return f.encloses })
	at := 0
	for i, field := range fields {
		next := len(p.spans)
		if i+1 < len(fields) {
			next = max(fields[i+1].from, field.to)
		}
		before, after := form.Between(p.spans, at, field.from), form.Between(p.spans, field.to, next)
		at = max(at, field.to)
		field.Label = form.Beside(field.Kind, before, after, field.title)
		if before == "" && i == 0 {
			field.over = form.Above(f.blocks)
		}
	}
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
		f.field.Label = cmp.Or(label, text(f.cell-1), g.above(r.cells[f.cell].Column))
		g.fields = append(g.fields, placedField{Field: f.field, Mark: paging.Mark{At: len(g.table.Rows)}})
	}
}

// above returns the label of a column in the row above or, failing that, in the first row.
func (g *grid) above(column int) string {
	n := len(g.table.Rows)
	if n == 0 {
		return ""
	}
	for _, row := range []int{n - 1, 0} {
		cells := g.table.Rows[row].Cells
		i, ok := slices.BinarySearchFunc(cells, column, func(c page.Cell, column int) int { return cmp.Compare(c.Column, column) })
		if _, fields := slices.BinarySearchFunc(g.fields, row, func(f placedField, row int) int { return cmp.Compare(f.At, row) }); ok && !fields {
			return form.ShortLabel(cells[i].Blocks)
		}
	}
	return ""
}

// putFields assigns form fields to the pages on which they begin; breaks are in order.
func putFields(pages []page.Page, breaks []paging.Mark, fields []placedField) {
	for _, placed := range fields {
		f := placed.Field
		if f.encloses {
			continue
		}
		at := paging.PageOf(breaks, placed.Mark)
		f.Label = cmp.Or(f.Label, f.title, f.over)
		pages[at].Fields = append(pages[at].Fields, f.Field)
	}
}
