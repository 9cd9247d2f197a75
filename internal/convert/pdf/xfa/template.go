package xfa

import (
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// part is an element of a form's template: a group of parts, a field, or text.
type part struct {
	kind string // of the elements below
	name string
	// caption is a field's own label; text is its content unless the data says otherwise, or the text of a draw
	// element.
	caption, text string
	field         page.FieldKind // "" for a button or a picture
	secret        bool
	// shown holds the entries of a list, or the values of a ticked and an unticked box; saved holds their values in the
	// data.
	shown, saved []string
	// reference is the position of the part's data, if it is not under its name.
	reference string
	unbound   bool // it has no data
	repeats   bool // as many times as the data has it
	optional  bool
	hidden    bool
	parts     []*part
}

// The elements of a template that are parts.
const (
	subform   = "subform"
	exclusive = "exclGroup"
	field     = "field"
	draw      = "draw"
)

// part reads the current element of the template.
func (r *reader) part(c *opc.Cursor, e opc.Element) (*part, error) {
	if r.nodes++; r.nodes > maxNodes {
		return nil, errTooMany
	}
	p := &part{kind: e.Name, name: e.Attr("name")}
	switch e.Attr("presence") {
	case "hidden", "invisible", "inactive":
		p.hidden = true
	}
	if p.kind == "subformSet" || p.kind == "area" || p.kind == "template" {
		p.kind, p.name = subform, ""
	}
	err := c.Each(func(e opc.Element) error { return r.property(c, e, p) })
	return p, err
}

func (r *reader) property(c *opc.Cursor, e opc.Element, p *part) (err error) {
	switch e.Name {
	case subform, exclusive, field, draw, "subformSet", "area":
		child, err := r.part(c, e)
		p.parts = append(p.parts, child)
		return err
	case "caption":
		return c.Each(func(e opc.Element) (err error) {
			if e.Name == "value" {
				p.caption, err = content(c)
				p.caption = labelled(p.caption)
			}
			return err
		})
	case "value":
		p.text, err = content(c)
		return err
	case "ui":
		return c.Each(func(e opc.Element) error {
			p.control(e.Name)
			return nil
		})
	case "items":
		return p.items(c, e)
	case "bind":
		p.unbound, p.reference = e.Attr("match") == "none", e.Attr("ref")
	case "occur":
		least, most := e.Attr("min"), e.Attr("max")
		p.optional, p.repeats = least == "0", most != "" && most != "1"
	}
	return nil
}

// control sets the kind of entry by the name of the field's control.
func (p *part) control(name string) {
	switch name {
	case "textEdit", "numericEdit", "barcode", "defaultUi":
		p.field = page.TextField
	case "passwordEdit":
		p.field, p.secret = page.TextField, true
	case "dateTimeEdit":
		p.field = page.DateField
	case "checkButton":
		p.field = page.CheckField
	case "choiceList":
		p.field = page.ChoiceField
	case "signature":
		p.field = page.SignatureField
	}
}

// items reads the current list of entries, or of their values in the data.
func (p *part) items(c *opc.Cursor, e opc.Element) error {
	list := &p.shown
	if e.Attr("save") == "1" && len(p.shown) > 0 {
		list = &p.saved
	}
	return c.Each(func(opc.Element) error {
		s, err := c.Text()
		if len(*list) < maxOptions {
			*list = append(*list, clean(s))
		}
		return err
	})
}

// maxOptions is the maximum number of entries that are read of a list.
const maxOptions = 500

// content returns the text of the current value.
func content(c *opc.Cursor) (string, error) {
	var s strings.Builder
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "image", "line", "rectangle", "arc":
			return nil
		}
		return rich(c, &s)
	})
	return clean(s.String()), err
}
