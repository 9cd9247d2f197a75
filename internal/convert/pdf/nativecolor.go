package pdf

import (
	"bytes"
	"strconv"
	"strings"

	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
)

// paint returns a colour as 0xRRGGBB, and none as 0. It returns false if it is not known.
func (n *native) paint(p *content.Paint) (uint32, bool) {
	if p == nil {
		return 0, true
	}
	return n.color(p.Color)
}

// color returns a colour as 0xRRGGBB. It returns false if it is not known.
func (n *native) color(c content.Color) (uint32, bool) {
	level := func(v float32) uint32 { return uint32(min(max(v, 0), 1)*255 + .5) }
	v := c.Values
	switch {
	case c.Space == "DeviceGray" && c.N == 1:
		return level(v[0]) * 0x010101, true
	case c.Space == "DeviceCMYK" && c.N == 4:
		return inked(v), true
	case c.N == 3 && (c.Space == "DeviceRGB" || n.usual(c.Space)):
		return level(v[0])<<16 | level(v[1])<<8 | level(v[2]), true
	}
	known, ok := n.colors[c]
	return known, ok
}

// paintable reports whether a colour is known.
func (n *native) paintable(c content.Color) bool {
	_, ok := n.color(c)
	return ok
}

// usual reports whether a colour space of the file is the one that screens have, whose profile everybody uses. It is
// recognised as PDFium does.
func (n *native) usual(space string) bool {
	is, asked := n.spaces[space]
	if !asked {
		is = n.hasUsualProfile(space)
		n.spaces[space] = is
	}
	return is
}

func (n *native) hasUsualProfile(space string) bool {
	const size, at, name = 3144, 0x190, "sRGB IEC61966-2.1"
	text, ok := strings.CutPrefix(space, "object ")
	number, err := strconv.Atoi(text)
	if !ok || err != nil {
		return false
	}
	o, err := n.file.Resolve(object.Object{Kind: object.Reference, Number: float64(number)})
	if err != nil || len(o.Items) != 2 || !o.Items[0].Is("ICCBased") {
		return false
	}
	profile, err := n.file.Resolve(o.Items[1])
	if err != nil || profile.Kind != object.Stream {
		return false
	}
	components, err := n.file.Get(profile.Dict, "N")
	if err != nil || components.Int() != 3 {
		return false
	}
	data, err := n.file.Data(profile)
	return err == nil && len(data) == size && bytes.HasPrefix(data[at:], []byte(name))
}
