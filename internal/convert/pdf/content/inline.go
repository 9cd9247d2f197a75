package content

import (
	"bytes"

	"quire/internal/convert/pdf/object"
)

const (
	// maxInline is the maximum number of unpacked bytes of the inline pictures of a page.
	maxInline = 16 << 20
	// maxPixels is the maximum width or height of such a picture, in pixels. Larger ones have their own objects.
	maxPixels = 1 << 12
)

// inlineKeys maps the short keys of inline pictures to the long ones.
var inlineKeys = map[string]string{
	"W": "Width", "H": "Height", "BPC": "BitsPerComponent", "CS": "ColorSpace", "F": "Filter", "DP": "DecodeParms", "D": "Decode", "IM": "ImageMask", "I": "Interpolate",
}

// inline draws an inline picture, whose entries the lexer has reached. The picture must end where its data do.
func (r *runner) inline() error {
	d, err := r.inlineEntries()
	if err != nil {
		return err
	}
	width, height := d["Width"].Int(), d["Height"].Int()
	if width < 1 || height < 1 || max(width, height) > maxPixels {
		return ErrUnknown
	}
	rest := r.lexer.Rest()
	if len(rest) == 0 || !object.IsSpace(rest[0]) {
		return ErrUnknown
	}
	rest = rest[1:]
	size, err := r.inlineSize(d, rest)
	if err != nil || size > len(rest) {
		return ErrUnknown
	}
	r.lexer.Skip(1 + size)
	end, err := r.lexer.Next()
	if err != nil || end.Kind != object.Keyword || string(end.Bytes) != "EI" {
		return ErrUnknown
	}
	return r.image(d)
}

// inlineEntries reads the entries and expands their keys.
func (r *runner) inlineEntries() (object.Dict, error) {
	d := object.Dict{}
	for {
		key, err := r.lexer.Next()
		if err != nil {
			return nil, err
		}
		if key.Kind == object.Keyword && string(key.Bytes) == "ID" {
			return d, nil
		}
		value, err := r.lexer.Next()
		if err != nil || key.Kind != object.Name || value.Kind == object.Keyword || value.Kind == object.End {
			return nil, ErrUnknown
		}
		name := string(key.Bytes)
		if long, ok := inlineKeys[name]; ok {
			name = long
		}
		if _, twice := d[name]; twice {
			return nil, ErrUnknown
		}
		d[name] = value
	}
}

// inlineSize returns how many of the bytes belong to the picture.
func (r *runner) inlineSize(d object.Dict, data []byte) (int, error) {
	filter := d["Filter"]
	if filter.Kind == object.Array {
		if len(filter.Items) == 0 {
			return 0, ErrUnknown
		}
		filter = filter.Items[0]
	}
	switch {
	case filter.Kind == object.Null:
		return plainSize(d)
	case filter.Is("Fl"), filter.Is("FlateDecode"):
		packed, unpacked, err := object.Inflated(data, maxInline-r.unpacked)
		r.unpacked += unpacked
		return packed, err
	case filter.Is("A85"), filter.Is("ASCII85Decode"):
		if end := bytes.Index(data, []byte("~>")); end >= 0 {
			return end + len("~>"), nil
		}
	}
	return 0, ErrUnknown
}

// plainSize returns the size of an uncompressed picture. Without a colour space, it is assumed to have one bit per
// pixel.
func plainSize(d object.Dict) (int, error) {
	bits, components := 1, 1
	if space := d["ColorSpace"]; space.Kind != object.Null {
		switch {
		case space.Is("G"), space.Is(deviceGray):
		case space.Is("RGB"), space.Is(deviceRGB):
			components = 3
		case space.Is("CMYK"), space.Is(deviceCMYK):
			components = 4
		default:
			return 0, ErrUnknown
		}
		if bits = d["BitsPerComponent"].Int(); bits < 1 || bits > 8 {
			return 0, ErrUnknown
		}
	}
	return (bits*components*d["Width"].Int() + 7) / 8 * d["Height"].Int(), nil
}
