package content

import (
	"slices"

	"quire/internal/convert/pdf/object"
)

// Glyph is a viewer's knowledge about a code of a font.
type Glyph struct {
	// Text is what the code stands for. Mapped is set if the font says so; otherwise Text is the code itself.
	Text   []rune
	Mapped bool
	// Width is the advance in thousandths of the type size.
	Width int
	// Box is the extent of what is drawn, in the same unit.
	Box Rect
}

// Font is a font of a document, as far as it is known.
type Font struct {
	// ID is the number of the font's object.
	ID int
	// Wide is set if each code has two bytes.
	Wide bool
	// Ascent and Descent are in thousandths of the type size. They are valid once Known is set.
	Ascent, Descent int
	Known           bool
	// Unusable is set if the font has something that only PDFium understands.
	Unusable bool

	// glyphs holds the known codes, and narrow those below 256 a second time.
	glyphs map[uint32]*Glyph
	narrow [256]*Glyph
	asked  map[uint32]bool
	// ask returns what is known about a code; nil if nobody can be asked.
	ask func(code uint32) (Glyph, bool)
	// blank is the width of the font's space, or -1 if it is not known yet.
	blank int
}

// Add adds what is known about a code.
func (f *Font) Add(code uint32, g Glyph) {
	f.glyphs[code] = &g
	if code < uint32(len(f.narrow)) {
		f.narrow[code] = &g
	}
	f.blank = -1
}

// Missing returns the codes that were used although nothing is known about them.
func (f *Font) Missing() []uint32 {
	var out []uint32
	for code := range f.asked {
		out = append(out, code)
	}
	return out
}

// Some returns a few of the known codes.
func (f *Font) Some() []uint32 {
	var out []uint32
	for code := range f.glyphs {
		if out = append(out, code); len(out) == 2 {
			break
		}
	}
	return out
}

// Give resets the list of missing codes.
func (f *Font) Give() { clear(f.asked) }

// glyph returns what is known about a code, or nil. It records an unknown code as missing.
func (f *Font) glyph(code uint32) *Glyph {
	var g *Glyph
	if code < uint32(len(f.narrow)) {
		g = f.narrow[code]
	} else {
		g = f.glyphs[code]
	}
	if g != nil || len(f.asked) >= maxCodes {
		return g
	}
	f.asked[code] = true
	if f.ask == nil {
		return nil
	}
	answer, ok := f.ask(code)
	if !ok {
		return nil
	}
	delete(f.asked, code)
	f.Add(code, answer)
	return f.glyphs[code]
}

// Ask sets the function that is asked about unknown codes.
func (f *Font) Ask(ask func(code uint32) (Glyph, bool)) { f.ask = ask }

// maxCodes is the maximum number of known codes of a font.
const maxCodes = 4096

// advance returns a code's width, or the width of its box if it has none.
func (g *Glyph) advance() int {
	if g.Width > 0 {
		return g.Width
	}
	return max(int(g.Box.Right-g.Box.Left), 0)
}

// space returns the width of the font's space, according to the first code that stands for one; 0 if there is none.
func (f *Font) space() int {
	if f.blank >= 0 {
		return f.blank
	}
	first, found := uint32(0), false
	for code, g := range f.glyphs {
		if g.Mapped && len(g.Text) > 0 && g.Text[0] == ' ' && (!found || code < first) {
			first, found = code, true
		}
	}
	f.blank = 0
	if found {
		f.blank = max(f.glyphs[first].Width, 0)
	} else if f.Wide {
		f.blank = f.wideSpace()
	}
	return f.blank
}

// wideSpace returns the width that PDFium uses for the space of a wide font without one.
func (f *Font) wideSpace() int {
	if g := f.narrow[0]; g != nil {
		return max(g.Width, 0)
	}
	return 0
}

// count returns the number of codes in a string.
func (f *Font) count(s []byte) int {
	if f.Wide {
		return (len(s) + 1) / 2
	}
	return len(s)
}

// code returns the code with index k of a string.
func (f *Font) code(s []byte, k int) uint32 {
	if !f.Wide {
		return uint32(s[k])
	}
	code := uint32(s[2*k]) << 8
	if 2*k+1 < len(s) {
		code |= uint32(s[2*k+1])
	}
	return code
}

// NewFont returns a font about which nothing is known yet, except how its strings are split into codes.
func NewFont(file *object.File, id int, d object.Dict) *Font {
	f := &Font{ID: id, glyphs: map[uint32]*Glyph{}, asked: map[uint32]bool{}, blank: -1}
	switch kind := d["Subtype"]; {
	case kind.Is("Type1"), kind.Is("MMType1"):
	case kind.Is("TrueType"):
		// Viewers read fonts with Chinese names as if their codes were Chinese.
		for _, c := range d["BaseFont"].Bytes {
			f.Unusable = f.Unusable || c >= 0x80
		}
	case kind.Is("Type0"):
		encoding, err := file.Get(d, "Encoding")
		f.Wide, f.Unusable = true, err != nil || !encoding.Is("Identity-H") || collected(file, d)
	default:
		f.Unusable = true
	}
	return f
}

// collected reports whether a font uses one of the character collections whose meaning viewers know.
func collected(file *object.File, font object.Dict) bool {
	descendants, _ := file.Get(font, "DescendantFonts")
	if len(descendants.Items) != 1 {
		return true
	}
	descendant, _ := file.Resolve(descendants.Items[0])
	system, _ := file.Get(descendant.Dict, "CIDSystemInfo")
	ordering, _ := file.Get(system.Dict, "Ordering")
	switch string(ordering.Bytes) {
	case "Identity", "UCS", "":
		return string(ordering.Bytes) == "UCS"
	}
	return true
}

// Offered returns the codes that a font is likely to use: those whose widths it states.
func (d *Document) Offered(f *Font) []uint32 {
	o, err := d.file.Resolve(object.Object{Kind: object.Reference, Number: float64(f.ID)})
	if err != nil {
		return nil
	}
	if f.Wide {
		return d.offeredWide(o.Dict)
	}
	var out []uint32
	first, _ := d.file.Get(o.Dict, "FirstChar")
	widths, _ := d.file.Get(o.Dict, "Widths")
	for i, w := range widths.Items {
		if code := first.Int() + i; code >= 0 && code < 256 && w.Number != 0 {
			out = append(out, uint32(code))
		}
	}
	if len(widths.Items) == 0 {
		for code := uint32(' ') + 1; code < 256; code++ {
			out = append(out, code)
		}
	}
	if !slices.Contains(out, ' ') {
		out = append(out, ' ')
	}
	return out
}

// maxOffered is the maximum number of codes of a wide font that are offered.
const maxOffered = 512

// offeredWide returns the codes with their own entries among a wide font's widths.
func (d *Document) offeredWide(font object.Dict) []uint32 {
	descendants, _ := d.file.Get(font, "DescendantFonts")
	if len(descendants.Items) != 1 {
		return nil
	}
	descendant, _ := d.file.Resolve(descendants.Items[0])
	widths, _ := d.file.Get(descendant.Dict, "W")
	out := []uint32{0}
	first := 0
	for _, item := range widths.Items {
		item, _ = d.file.Resolve(item)
		if item.Kind != object.Array {
			first = item.Int()
			continue
		}
		for i := range item.Items {
			if code := first + i; code > 0 && code <= 0xFFFF && len(out) < maxOffered {
				out = append(out, uint32(code))
			}
		}
	}
	return out
}
