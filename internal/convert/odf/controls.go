package odf

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/convert/office/form"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// control is a control of a form (ISO/IEC 26300-1, 13), to which the text refers by its id.
type control struct {
	page.Field
	// caption is the text on the control, and title the author's description of it.
	caption, title string
	// group names a set of radio buttons, one of which can be chosen.
	group  string
	placed bool
}

// controlKinds maps the types of controls that are filled in to kinds of fields.
var controlKinds = map[string]page.FieldKind{
	"form:text": page.TextField, "form:textarea": page.TextField, "form:formatted-text": page.TextField, "form:number": page.TextField,
	"form:time": page.TextField, "form:file": page.TextField, "form:password": page.TextField, "form:date": page.DateField,
	"form:checkbox": page.CheckField, "form:radio": page.RadioField, "form:listbox": page.ChoiceField, "form:combobox": page.ChoiceField,
}

// readForms reads the controls in the current office:forms, or in a form in it.
func (d *Document) readForms(c *opc.Cursor) error {
	return c.Each(func(e opc.Element) error {
		if e.Name == "form:form" {
			return d.readForms(c)
		}
		kind := controlKinds[e.Name]
		if kind == "" && e.Name != "form:fixed-text" {
			return nil
		}
		ctl := newControl(e, kind)
		for _, id := range []string{e.Attr("id"), e.Of("form:id")} {
			if id != "" {
				d.controls[id] = ctl
			}
		}
		return ctl.readEntries(c)
	})
}

func newControl(e opc.Element, kind page.FieldKind) *control {
	first := func(names ...string) string {
		for _, name := range names {
			if v := e.Of("form:" + name); v != "" {
				return form.Text(v)
			}
		}
		return ""
	}
	ctl := &control{caption: first("label"), title: first("title")}
	ctl.Kind, ctl.Name = kind, first("name")
	switch kind {
	case page.CheckField:
		ctl.Ticked = first("current-state", "state") == "checked"
	case page.RadioField:
		ctl.group = first("group-name", "name")
		chosen := first("current-selected", "selected") == "true"
		ctl.Options = []page.Option{{Value: cmp.Or(first("value"), ctl.caption), Label: ctl.caption, Chosen: chosen}}
	default:
		if e.Name != "form:password" {
			ctl.Value = first("current-value", "value")
		}
	}
	return ctl
}

// readEntries reads the entries of the current list.
func (ctl *control) readEntries(c *opc.Cursor) error {
	err := c.Each(func(e opc.Element) error {
		if e.Name == "form:option" || e.Name == "form:item" {
			chosen := cmp.Or(e.Of("form:current-selected"), e.Of("form:selected")) == "true"
			form.AddOption(&ctl.Field, page.Option{Value: e.Of("form:value"), Label: e.Of("form:label"), Chosen: chosen})
		}
		return nil
	})
	settleChoice(&ctl.Field)
	return err
}

// settleChoice makes the chosen entry of a list and its value consistent.
func settleChoice(f *page.Field) {
	if f.Kind != page.ChoiceField {
		return
	}
	chosen := func(o page.Option) bool {
		return o.Chosen || (f.Value != "" && (o.Name() == f.Value || o.Value == f.Value))
	}
	if i := slices.IndexFunc(f.Options, chosen); i >= 0 {
		o := &f.Options[i]
		o.Chosen = true
		f.Value = cmp.Or(o.Value, o.Label)
	}
}

// shown returns what the control shows in a line of text.
func (ctl *control) shown() string {
	switch ctl.Kind {
	case "":
		return ctl.caption
	case page.CheckField:
		return strings.TrimSpace(form.Sign(ctl.Ticked) + " " + ctl.caption)
	case page.RadioField:
		return strings.TrimSpace(form.Sign(ctl.Options[0].Chosen) + " " + ctl.caption)
	}
	return ctl.Shown()
}
