package page

import "slices"

// FieldKind is the kind of entry of a form field.
type FieldKind string

// The kinds of fields.
const (
	TextField      FieldKind = "text"
	DateField      FieldKind = "date"
	CheckField     FieldKind = "checkbox"
	RadioField     FieldKind = "radio"  // one of its Options, each of which has a button
	ChoiceField    FieldKind = "choice" // one or several of its Options
	SignatureField FieldKind = "signature"
)

// Field is a field of a form, filled in or not.
type Field struct {
	// Name is the field's full name in the document; a box that is only drawn has none.
	Name string `json:"name,omitempty"`
	// Label is the label given by the document, or else the text beside or above the field.
	Label string    `json:"label,omitempty"`
	Kind  FieldKind `json:"kind"`
	// Value is what is filled in: text, the value of the chosen option, or the value of a ticked box.
	Value string `json:"value,omitempty"`
	// Ticked reports whether a box is ticked, a button of a group is chosen, or a signature is present.
	Ticked  bool     `json:"ticked,omitempty"`
	Options []Option `json:"options,omitempty"`
	Box     Box      `json:"box"`
}

// Option is one of the values that a field can have.
type Option struct {
	Value  string `json:"value,omitempty"`
	Label  string `json:"label,omitempty"`
	Chosen bool   `json:"chosen,omitempty"`
	// Box is the box of a radio button; entries of lists have none.
	Box Box `json:"box"`
}

// Placed returns the field with its boxes mapped by place. Zero boxes are kept.
func (f Field) Placed(place func(Box) Box) Field {
	if f.Box != (Box{}) {
		f.Box = place(f.Box)
	}
	f.Options = slices.Clone(f.Options)
	for i := range f.Options {
		if o := &f.Options[i]; o.Box != (Box{}) {
			o.Box = place(o.Box)
		}
	}
	return f
}

// Shown returns the value as a reader sees it: the labels of the chosen options, if they have any.
func (f Field) Shown() string {
	text := ""
	for _, o := range f.Options {
		if o.Chosen && f.Kind == ChoiceField {
			if text != "" {
				text += ", "
			}
			text += o.Name()
		}
	}
	if text != "" {
		return text
	}
	return f.Value
}

// Name returns the option's label, or its value if it has none.
func (o Option) Name() string {
	if o.Label != "" {
		return o.Label
	}
	return o.Value
}
