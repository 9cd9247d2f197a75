package docx

import (
	"strconv"

	"quire/internal/convert/office/form"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// readFormField reads the current w:ffData: a form field of Word before 2007 (17.16.17).
func readFormField(c *opc.Cursor) (*formField, error) {
	f := &formField{}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:name":
			f.Name = form.Text(e.Attr("val"))
		case "w:textInput":
			f.Kind = page.TextField
			return c.Each(func(e opc.Element) error {
				if e.Name == "w:type" && e.Attr("val") == "date" {
					f.Kind = page.DateField
				}
				return nil
			})
		case "w:checkBox":
			f.Kind = page.CheckField
			return c.Each(func(e opc.Element) error {
				if e.Name == "w:checked" || e.Name == "w:default" {
					f.Ticked = e.On()
				}
				return nil
			})
		case "w:ddList":
			f.Kind = page.ChoiceField
			return f.readList(c)
		}
		return nil
	})
	return f, err
}

// readList reads the current w:ddList.
func (f *formField) readList(c *opc.Cursor) error {
	result, usual := -1, 0
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:result":
			result, _ = strconv.Atoi(e.Attr("val"))
		case "w:default":
			usual, _ = strconv.Atoi(e.Attr("val"))
		case "w:listEntry":
			form.AddOption(&f.Field, page.Option{Value: e.Attr("val")})
		}
		return nil
	})
	if result < 0 {
		result = usual
	}
	if result >= 0 && result < len(f.Options) {
		f.Options[result].Chosen = true
	}
	return err
}

// shown returns what the field shows if that is not document text.
func (f *formField) shown() string {
	switch {
	case f.Kind == page.ChoiceField:
		return f.Field.Shown()
	case f.Kind != page.CheckField:
		return ""
	}
	return form.Sign(f.Ticked)
}
