package content

import (
	"fmt"
	"strings"

	"quire/internal/convert/pdf/object"
)

// state is what the operators of a content stream change, and what q and Q save and restore.
type state struct {
	ctm Matrix
	// text is the text matrix, x and y are the position of the next character in it, and lineX and lineY that of the
	// line.
	text           Matrix
	x, y           float32
	lineX, lineY   float32
	leading, rise  float32
	scale          float32
	font           *Font
	size           float32
	spacing, words float32
	mode           int
	// shown is the matrix for text, without the position. It is recomputed only when an operator changes one of the
	// other matrices.
	shown        Matrix
	width        float32
	fill, stroke colorState
	// clipped is set once a path restricts what is painted in this stream, and clip is the box of all such paths, those
	// of the enclosing streams included, on the page. It is nil if nothing restricts what is painted.
	clipped bool
	clip    *Rect
}

// colorState is a colour and the space of the next one.
type colorState struct {
	space string
	Paint
	shared *Color
}

// share returns the colour, the same one until it changes.
func (c *colorState) share() *Color {
	if c.shared == nil {
		color := c.Color
		c.shared = &color
	}
	return c.shared
}

const (
	deviceGray = "DeviceGray"
	deviceRGB  = "DeviceRGB"
	deviceCMYK = "DeviceCMYK"
)

func newState() state {
	black := colorState{space: deviceGray, Paint: Paint{Color: Color{Space: deviceGray, N: 1}, Alpha: 1}}
	return state{
		ctm: identity, text: identity, shown: identity, scale: 1, size: 1, width: 1, fill: black, stroke: black,
	}
}

// forForm returns the initial state of a form that is drawn in state s.
func (s state) forForm() state {
	out := newState()
	out.font, out.size, out.spacing, out.words, out.mode = s.font, s.size, s.spacing, s.words, s.mode
	out.shown, out.width, out.fill, out.stroke, out.clip = s.shown, s.width, s.fill, s.stroke, s.clip
	return out
}

// reset recomputes the matrix for text after an operator has changed another one.
func (s *state) reset() {
	m := Matrix{A: s.scale, D: 1}.then(s.text).then(s.ctm)
	m.E, m.F = 0, 0
	s.shown = m
}

func (s *state) place(x, y float32) {
	s.x, s.y, s.lineX, s.lineY = x, y, x, y
}

// set sets a colour in the current space by its components.
func (c *colorState) set(values []object.Object) error {
	return c.paint(c.space, values)
}

// paint sets a colour.
func (c *colorState) paint(space string, values []object.Object) error {
	out := Color{Space: space, N: len(values)}
	if len(values) > len(out.Values) {
		return ErrUnknown
	}
	for i, v := range values {
		if !v.Numeric() {
			return ErrUnknown
		}
		out.Values[i] = v.Float()
	}
	c.space, c.Color, c.shared = space, out, nil
	return nil
}

// paintPattern sets a pattern as the colour. The space becomes that of patterns.
func (r *runner) paintPattern(c *colorState, operands []object.Object) error {
	last := len(operands) - 1
	patterns, err := r.category("Pattern")
	if err != nil {
		return err
	}
	entry := patterns[string(operands[last].Bytes)]
	if entry.Kind != object.Reference {
		return ErrUnknown
	}
	name := fmt.Sprintf("%s%d of %s", PatternPrefix, int(entry.Number), c.space)
	r.doc.named[name] = entry
	return c.paint(name, operands[:last])
}

// PatternPrefix is the beginning of the names of patterns, and of no space.
const PatternPrefix = "Pattern "

// space returns a name for a colour space of the resources that is unique within the document.
func (r *runner) space(name string) (string, error) {
	spaces, err := r.category("ColorSpace")
	if err != nil {
		return "", err
	}
	switch name {
	case "Pattern":
		return name, nil
	case deviceGray, deviceRGB, deviceCMYK:
		if standard, ok := spaces["Default"+strings.TrimPrefix(name, "Device")]; ok {
			return r.identify(standard)
		}
		return name, nil
	}
	entry, ok := spaces[name]
	if !ok {
		return "", ErrUnknown
	}
	return r.identify(entry)
}

// identify returns a name for a colour space, and records which space it stands for.
func (r *runner) identify(entry object.Object) (string, error) {
	name, err := identify(entry, 0)
	if err == nil {
		r.doc.named[name] = entry
	}
	return name, err
}

// maxIdentified is the maximum number of parts of a colour space without its own object.
const maxIdentified = 4

// identify returns a name for a colour space: the number of its object, or its parts.
func identify(o object.Object, depth int) (string, error) {
	switch o.Kind {
	case object.Reference:
		return fmt.Sprint("object ", int(o.Number)), nil
	case object.Name:
		return string(o.Bytes), nil
	case object.Integer:
		return fmt.Sprint(int(o.Number)), nil
	case object.Array:
		if len(o.Items) > maxIdentified || depth > 1 {
			return "", ErrUnknown
		}
		parts := make([]string, len(o.Items))
		for i, item := range o.Items {
			var err error
			if parts[i], err = identify(item, depth+1); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(parts, " ") + "]", nil
	}
	return "", ErrUnknown
}

// settings applies an entry of the resources that sets several things at once.
func (r *runner) settings(name string) error {
	states, err := r.category("ExtGState")
	if err != nil {
		return err
	}
	o, err := r.doc.file.Resolve(states[name])
	if err != nil || o.Kind != object.Dictionary {
		return ErrUnknown
	}
	for key, value := range o.Dict {
		switch key {
		case "Font":
			return ErrUnknown
		case "LW", "ca", "CA":
			if value, err = r.doc.file.Resolve(value); err != nil || !value.Numeric() {
				return ErrUnknown
			}
		}
		switch key {
		case "LW":
			r.width = value.Float()
		case "ca":
			r.fill.Alpha = min(max(value.Float(), 0), 1)
		case "CA":
			r.stroke.Alpha = min(max(value.Float(), 0), 1)
		}
	}
	return nil
}
