package docx

import (
	"slices"
	"strings"

	"quire/internal/convert/office/field"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// complexField is a complex field (17.16.18) that has begun but not ended. It can span paragraphs.
type complexField struct {
	instr  []byte
	result bool // the separator has passed, so what follows is the result
	hide   bool // the result is not document text (a page number)
	older  bool // it began in an earlier paragraph
	link   string
	value  string     // what a check box or list shows
	form   *formField // what is filled in, if it is a form field
}

// fieldDepth bounds nesting of fields.
const fieldDepth = 64

func (d *document) beginField() {
	d.fields = append(d.fields, complexField{})
}

// instruct adds to the instruction of the innermost field.
func (d *document) instruct(s string) {
	if n := len(d.fields); n > 0 && !d.fields[n-1].result && len(d.fields[n-1].instr) < 1<<16 {
		d.fields[n-1].instr = append(d.fields[n-1].instr, s...)
	}
}

// separateField begins the result of the innermost field.
func (d *document) separateField() {
	n := len(d.fields)
	if n == 0 {
		return
	}
	f := &d.fields[n-1]
	f.result = true
	words := field.Words(string(f.instr))
	if len(words) == 0 {
		return
	}
	switch strings.ToUpper(words[0]) {
	case "HYPERLINK":
		f.link = field.Target(words[1:])
	case "PAGEREF", "PAGE", "NUMPAGES", "SECTIONPAGES":
		f.hide = !d.furniture
	}
}

// endField leaves the innermost field. A field without a result may stand for a character.
func (p *paragraph) endField() {
	d := p.doc
	n := len(d.fields)
	if n == 0 {
		return
	}
	f := &d.fields[n-1]
	words, value, result, form := field.Words(string(f.instr)), f.value, f.result, f.form
	d.fields = d.fields[:n-1]
	if value == "" && !result && len(words) > 1 {
		switch strings.ToUpper(words[0]) {
		case "SYMBOL":
			value = field.Symbol(words[1:])
		case "MACROBUTTON", "GOTOBUTTON":
			value = strings.Join(words[2:], " ")
		}
	}
	p.writeText(value, page.Span{})
	d.endFormField(form)
}

// leaveParagraph notes that the fields that are still open go on in the next paragraph. Page numbers never do: such a
// field has lost its end, and must not hide the rest of the document.
func (d *document) leaveParagraph() {
	for i := range d.fields {
		d.fields[i].older, d.fields[i].hide = true, false
	}
}

// endInstructions leaves the innermost fields that are still in an instruction from an earlier paragraph. Instructions
// have an element of their own, so text shows that such a field has lost its end.
func (p *paragraph) endInstructions() {
	d := p.doc
	for n := len(d.fields); n > 0 && d.fields[n-1].older && !d.fields[n-1].result; n-- {
		form := d.fields[n-1].form
		d.fields = d.fields[:n-1]
		d.endFormField(form)
	}
}

func (p *paragraph) fieldChar(c *opc.Cursor, e opc.Element, st page.Span) error {
	d := p.doc
	switch e.Attr("fldCharType") {
	case "begin":
		if len(d.fields) >= fieldDepth {
			return nil
		}
		d.beginField()
		return c.Each(func(e opc.Element) error {
			if e.Name != "w:ffData" {
				return nil
			}
			form, err := readFormField(c)
			begun := &d.fields[len(d.fields)-1]
			if begun.value = form.shown(); begun.form == nil && form.Kind != "" && !d.furniture {
				begun.form = form
				d.beginFormField(form)
			}
			return err
		})
	case "separate":
		d.separateField()
	case "end":
		p.endField()
	}
	return nil
}

// fieldHides reports whether text here is an instruction, or a result that is not document text.
func (d *document) fieldHides() bool {
	for i := range d.fields {
		if !d.fields[i].result || d.fields[i].hide {
			return true
		}
	}
	return false
}

// fieldLink returns the target of the innermost hyperlink field, or "".
func (d *document) fieldLink() string {
	for _, v := range slices.Backward(d.fields) {
		if v.link != "" {
			return v.link
		}
	}
	return ""
}
