package content

import (
	"slices"

	"quire/internal/convert/pdf/object"
)

// maxHeld is the maximum number of bytes of unpacked forms that are kept.
const maxHeld = 8 << 20

// form is a form, unpacked.
type form struct {
	code      []byte
	matrix    Matrix
	bounds    Rect
	resources object.Dict
	group     bool
}

// external draws a form or a picture from the resources.
func (r *runner) external() error {
	name, err := r.name()
	if err != nil {
		return err
	}
	all, err := r.category("XObject")
	if err != nil {
		return err
	}
	entry := all[name]
	o, err := r.doc.file.Resolve(entry)
	if err != nil || o.Kind != object.Stream || entry.Kind != object.Reference {
		return ErrUnknown
	}
	subtype, err := r.doc.file.Get(o.Dict, "Subtype")
	switch {
	case err != nil:
		return err
	case subtype.Is("Image"):
		return r.image(o.Dict)
	case subtype.Is("Form"):
		return r.nested(int(entry.Number), o)
	}
	return nil
}

func (r *runner) image(d object.Dict) error {
	width, err := r.doc.file.Get(d, "Width")
	if err != nil {
		return err
	}
	height, err := r.doc.file.Get(d, "Height")
	if err != nil || width.Kind != object.Integer || height.Kind != object.Integer {
		return ErrUnknown
	}
	return r.draw(Drawn{Image: &Image{Box: r.ctm.rect(Rect{Right: 1, Top: 1}), Width: width.Int(), Height: height.Int()}})
}

// shading fills a form. The extent of a shading that is clipped is not known.
func (r *runner) shading() error {
	if len(r.forms) == 0 || r.clipped {
		return nil
	}
	bounds := r.bounds
	return r.draw(Drawn{Shading: &bounds})
}

// nested runs a form within the stream.
func (r *runner) nested(number int, o object.Object) error {
	if len(r.forms) >= maxForms {
		return ErrUnknown
	}
	f, err := r.doc.form(number, o)
	if err != nil {
		return err
	}
	resources := f.resources
	if resources == nil {
		resources = r.resources
	}
	inner := newRunner(r.doc, r.budget, resources, r.general)
	inner.state = r.forForm()
	if f.group {
		inner.fill.Alpha, inner.stroke.Alpha = 1, 1
	}
	inner.ctm = f.matrix
	inner.forms = append(slices.Clip(r.forms), r.ctm)
	inner.whole = r.ctm.then(r.whole)
	inner.bounds = f.matrix.rect(f.bounds)
	if f.bounds != (Rect{}) {
		inner.within(inner.whole.rect(inner.bounds))
	}
	return inner.run(f.code)
}

// form unpacks a form. Forms that are used again are kept.
func (d *Document) form(number int, o object.Object) (*form, error) {
	if f, ok := d.forms[number]; ok {
		return f, nil
	}
	code, err := d.file.Data(o)
	if err != nil {
		return nil, err
	}
	f := &form{code: code, matrix: identity}
	matrix, err := d.file.Get(o.Dict, "Matrix")
	if err != nil {
		return nil, err
	}
	if len(matrix.Items) == 6 {
		var v [6]float32
		for i, item := range matrix.Items {
			v[i] = item.Float()
		}
		f.matrix = Matrix{v[0], v[1], v[2], v[3], v[4], v[5]}
	}
	bounds, err := d.file.Get(o.Dict, "BBox")
	if err != nil {
		return nil, err
	}
	if v := bounds.Items; len(v) == 4 {
		f.bounds = Rect{Left: v[0].Float(), Bottom: v[1].Float(), Right: v[2].Float(), Top: v[3].Float()}
	}
	resources, err := d.file.Get(o.Dict, "Resources")
	if err != nil {
		return nil, err
	}
	group, err := d.file.Get(o.Dict, "Group")
	if err != nil {
		return nil, err
	}
	f.resources, f.group = resources.Dict, group.Dict["S"].Is("Transparency")
	if d.held += len(code); d.held > maxHeld {
		clear(d.forms)
		d.held = len(code)
	}
	d.forms[number] = f
	return f, nil
}
