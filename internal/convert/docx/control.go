package docx

import (
	"quire/internal/convert/office/form"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// control reads the current w:sdt (17.5.2), whose content visit reads. If the control is a form field, its content
// becomes the field's value.
func (d *document) control(c *opc.Cursor, visit func(opc.Element) error) error {
	var f *formField
	err := c.Each(func(e opc.Element) (err error) {
		switch e.Name {
		case "w:sdtPr":
			if f == nil {
				f, err = readControl(c)
				d.beginFormField(f)
			}
			return err
		case "w:sdtContent":
			return c.Content(visit)
		}
		return c.Through(e, visit)
	})
	d.endFormField(f)
	return err
}

// controlProps holds the contents of w:sdtPr other than the kind of control.
type controlProps struct {
	tag, title  string
	placeholder bool
	other       bool // it does not hold an entry: a gallery, a picture, a group
}

// readControl reads the current w:sdtPr. It returns nil for a control that is not a field.
func readControl(c *opc.Cursor) (*formField, error) {
	var props controlProps
	f := &formField{}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:alias":
			props.title = form.Text(e.Attr("val"))
		case "w:tag":
			props.tag = form.Text(e.Attr("val"))
		case "w:placeholder":
			props.placeholder = true
		case "w:showingPlcHdr":
			f.prompt = e.On()
		case "w:docPartObj", "w:docPartList", "w:picture", "w:group", "w:citation", "w:bibliography", "w:equation",
			"repeatingSection", "repeatingSectionItem":
			props.other = true
		default:
			return f.readKind(c, e)
		}
		return nil
	})
	// A control without a kind holds text of any style. Programs also put such controls around text that nobody fills
	// in, but those have neither a title nor a prompt.
	if f.Kind == "" && (props.title != "" || props.placeholder || f.prompt) {
		f.Kind = page.TextField
	}
	if f.Kind == "" || props.other {
		return nil, err
	}
	f.title = props.title
	if f.Name = props.tag; f.Name == "" {
		f.Name = props.title
	}
	return f, err
}

// readKind reads the current element of w:sdtPr if it says what kind of entry the control holds.
func (f *formField) readKind(c *opc.Cursor, e opc.Element) error {
	switch e.Name {
	case "w:text":
		f.Kind = page.TextField
	case "w:date":
		f.Kind = page.DateField
	case "w:dropDownList", "w:comboBox":
		f.Kind = page.ChoiceField
		return c.Each(func(e opc.Element) error {
			if e.Name == "w:listItem" {
				form.AddOption(&f.Field, page.Option{Value: e.Attr("value"), Label: e.Attr("displayText")})
			}
			return nil
		})
	case "w14:checkbox":
		f.Kind = page.CheckField
		return c.Each(func(e opc.Element) error {
			if e.Name == "w14:checked" {
				f.Ticked = e.On()
			}
			return nil
		})
	}
	return nil
}
