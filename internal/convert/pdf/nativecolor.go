package pdf

import (
	"strings"

	"quire/internal/convert/pdf/colorspace"
	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
)

// PDFium does not look into patterns: it reports grey for coloured tiles and white for shadings.
const (
	tiled  = 0xBFBFBF
	shaded = White
)

// paint returns a colour as 0xRRGGBB, or 0 for nil. It returns false if the colour is not known.
func (n *native) paint(p *content.Paint) (uint32, bool) {
	if p == nil {
		return 0, true
	}
	return n.color(p.Color)
}

// color returns a colour as 0xRRGGBB. It returns false if the colour is not known.
func (n *native) color(c content.Color) (uint32, bool) {
	level := func(v float32) uint32 { return uint32(min(max(v, 0), 1)*255 + .5) }
	v := c.Values
	switch {
	case c.Space == "DeviceGray" && c.N == 1:
		return level(v[0]) * 0x010101, true
	case c.Space == "DeviceCMYK" && c.N == 4:
		return inked(v), true
	case c.Space == "DeviceRGB" && c.N == 3:
		return level(v[0])<<16 | level(v[1])<<8 | level(v[2]), true
	}
	if known, ok := n.colors[c]; ok {
		return known, true
	}
	if strings.HasPrefix(c.Space, content.PatternPrefix) {
		return n.pattern(c)
	}
	if space := n.space(c.Space); space != nil {
		return space.Color(v[:c.N])
	}
	return 0, false
}

// paintable reports whether a colour is known.
func (n *native) paintable(c content.Color) bool {
	_, ok := n.color(c)
	return ok
}

// space returns a colour space, or nil if only PDFium understands it.
func (n *native) space(name string) *colorspace.Space {
	space, asked := n.spaces[name]
	if !asked {
		space, _ = colorspace.Open(n.file, n.doc.Named(name), inked)
		n.spaces[name] = space
	}
	return space
}

// pattern returns the colour of a pattern with its own colours.
func (n *native) pattern(c content.Color) (uint32, bool) {
	_, base, _ := strings.Cut(c.Space, " of ")
	if c.N != 0 || !n.plainPattern(base) {
		return 0, false
	}
	o, err := n.file.Resolve(n.doc.Named(c.Space))
	if err != nil {
		return 0, false
	}
	kind, err := n.file.Get(o.Dict, "PatternType")
	if err != nil {
		return 0, false
	}
	paint, err := n.file.Get(o.Dict, "PaintType")
	switch {
	case err != nil:
		return 0, false
	case o.Kind == object.Dictionary && kind.Int() == 2:
		return shaded, true
	case o.Kind == object.Stream && kind.Int() == 1 && paint.Int() == 1:
		return tiled, true
	}
	return 0, false
}

// plainPattern reports whether a space is that of patterns, without an underlying space for their colours.
func (n *native) plainPattern(name string) bool {
	if name == "Pattern" {
		return true
	}
	o, err := n.file.Resolve(n.doc.Named(name))
	return err == nil && o.Kind == object.Array && len(o.Items) == 1 && o.Items[0].Is("Pattern")
}
