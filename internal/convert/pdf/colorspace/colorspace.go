// Package colorspace converts the colours of a document to what a screen shows, red, green and blue, as PDFium does.
//
// It supports device spaces, spaces with a profile of curves and a matrix, and spot inks mixed from one of these.
// Everything else is left to PDFium.
package colorspace

import (
	"errors"

	"quire/internal/convert/pdf/object"
)

// ErrUnknown is the error of colour spaces that only PDFium understands.
var ErrUnknown = errors.New("unknown colour space")

// Space is a colour space.
type Space struct {
	// Components is the number of components of a colour.
	Components int

	mix mixer
}

// mixer returns red, green and blue from 0 to 1, or false if PDFium shows nothing.
type mixer func(components []float32) (rgb [3]float32, ok bool)

// Color returns a colour as 0xRRGGBB, or false if only PDFium can tell.
func (s *Space) Color(components []float32) (uint32, bool) {
	if len(components) != s.Components {
		return 0, false
	}
	rgb, ok := s.mix(components)
	out := uint32(0)
	for _, v := range rgb {
		out = out<<8 | uint32(unit(v)*255+.5)
	}
	return out, ok
}

// unit clamps a number to the range from 0 to 1.
func unit(v float32) float32 { return min(max(v, 0), 1) }

// Inks returns the colour of cyan, magenta, yellow and black ink as 0xRRGGBB.
type Inks func(inks [4]float32) uint32

// Open reads a colour space of a file.
func Open(file *object.File, o object.Object, inks Inks) (*Space, error) {
	r := reader{file: file, inks: inks}
	return r.space(o)
}

type reader struct {
	file *object.File
	inks Inks
	// within is set while reading the space that another one is based on.
	within bool
}

func (r *reader) space(o object.Object) (*Space, error) {
	o, err := r.file.Resolve(o)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Is("DeviceGray"):
		return &Space{Components: 1, mix: gray}, nil
	case o.Is("DeviceRGB"):
		return &Space{Components: 3, mix: screen}, nil
	case o.Is("DeviceCMYK"):
		return &Space{Components: 4, mix: r.inked}, nil
	case o.Kind != object.Array || len(o.Items) < 2:
		return nil, ErrUnknown
	}
	family, err := r.file.Resolve(o.Items[0])
	if err != nil {
		return nil, err
	}
	switch {
	case family.Is("ICCBased"):
		return r.profiled(o.Items[1])
	case len(o.Items) < 4 || r.within:
		return nil, ErrUnknown
	case family.Is("Separation"):
		return r.tinted(o.Items, 1)
	case family.Is("DeviceN"):
		names, err := r.file.Resolve(o.Items[1])
		if err != nil || names.Kind != object.Array {
			return nil, ErrUnknown
		}
		return r.tinted(o.Items, len(names.Items))
	}
	return nil, ErrUnknown
}

func gray(c []float32) ([3]float32, bool) { return [3]float32{c[0], c[0], c[0]}, true }

func screen(c []float32) ([3]float32, bool) { return [3]float32{c[0], c[1], c[2]}, true }

func (r *reader) inked(c []float32) ([3]float32, bool) {
	v := r.inks([4]float32(c))
	return levels(byte(v>>16), byte(v>>8), byte(v)), true
}

func levels(red, green, blue byte) [3]float32 {
	return [3]float32{float32(red) / 255, float32(green) / 255, float32(blue) / 255}
}

// tinted reads a space of spot inks, for which a function computes a colour in another space.
func (r *reader) tinted(items []object.Object, components int) (*Space, error) {
	name, err := r.file.Resolve(items[1])
	if err != nil || name.Is("None") || components == 0 {
		return nil, ErrUnknown
	}
	r.within = true
	base, err := r.space(items[2])
	if err != nil {
		return nil, err
	}
	tint, outputs, err := r.function(items[3], components)
	if err != nil || outputs < base.Components {
		return nil, ErrUnknown
	}
	return &Space{Components: components, mix: func(c []float32) ([3]float32, bool) {
		return base.mix(tint(c)[:base.Components])
	}}, nil
}
