// Package typeface reads a document's information about a font and the font's program, and computes the same as PDFium:
// what codes stand for, their advances, and the extent of what is drawn.
//
// It supports only fonts whose programs are embedded or are among PDFium's own, and only if they are well-formed.
// Everything else is left to PDFium, so nothing is repaired. Its work is linear in the size of a font's data, and
// bounded.
package typeface

import (
	"errors"
	"slices"

	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
)

// ErrUnknown is the error for fonts that only PDFium understands.
var ErrUnknown = errors.New("unknown font")

// Face is a font of a document.
type Face struct {
	// Name is its PostScript name.
	Name string
	// Flags are those of its descriptor; a slant adds the flag of italic type.
	Flags uint32
	// ItalicAngle is in degrees counterclockwise from upright; 0 unless the type leans forward.
	ItalicAngle int
	// Weight is estimated from the width of its stems.
	Weight int
	// Ascent and Descent are in thousandths of the type size.
	Ascent, Descent int

	outlines outlines
	program  *program     // nil unless it is TrueType
	letters  *charProgram // nil if it is
	standard bool         // the program is PDFium's own
	meanings meanings
	simple   simple
	wide     *wide // nil if each code is one byte
	bounds   map[int]content.Rect
}

// outlines are the glyphs that a font program draws.
type outlines interface {
	// box returns the extent of a glyph in units of the program, or false if only PDFium knows.
	box(glyph int) (bounds, bool)
	// thousandths converts a measure to thousandths of the type size.
	thousandths(v int) int
}

// Flags of a font's descriptor (ISO 32000-2, 9.8.2).
const (
	flagFixedPitch  = 1 << 0
	flagSymbolic    = 1 << 2
	flagNonsymbolic = 1 << 5
	flagItalic      = 1 << 6
	flagAllCaps     = 1 << 16
)

// Open reads a font of a file. Any error means that only PDFium understands the font. standard returns the program of
// one of PDFium's own fonts by its number, which is below StandardFonts, or nil.
func Open(file *object.File, d object.Dict, budget *Budget, standard func(font int) []byte) (*Face, error) {
	r := reader{file: file, budget: budget, standard: standard}
	f := &Face{bounds: map[int]content.Rect{}, meanings: r.meanings(d)}
	switch kind := d["Subtype"]; {
	case kind.Is("TrueType"):
		switch f.open(&r, d); {
		case f.standard:
			f.openByCharacters(&r, d)
		case f.program != nil:
			f.openSimple(&r, d)
		default:
			return nil, ErrUnknown
		}
	case kind.Is("Type1"):
		if f.open(&r, d); f.letters == nil || f.letters.identifiers != nil {
			return nil, ErrUnknown
		}
		f.openLetters(&r, d)
	case kind.Is("Type0"):
		descendants := r.get(d, "DescendantFonts")
		if len(descendants.Items) != 1 {
			return nil, ErrUnknown
		}
		descendant := r.resolve(descendants.Items[0]).Dict
		f.wide = &wide{widths: map[int]int{}}
		f.open(&r, descendant)
		fits := (descendant["Subtype"].Is("CIDFontType2") && f.program != nil) || (descendant["Subtype"].Is("CIDFontType0") && f.letters != nil)
		if !fits || !r.get(d, "Encoding").Is("Identity-H") {
			return nil, ErrUnknown
		}
		f.openWide(&r, descendant)
	default:
		return nil, ErrUnknown
	}
	return f, r.err
}

// Promising reports whether a font may be supported, without looking at its program.
func Promising(file *object.File, d object.Dict) bool {
	r := reader{file: file}
	encoding := r.get(d, "Encoding")
	if d["Subtype"].Is("Type0") {
		descendants := r.get(d, "DescendantFonts")
		if len(descendants.Items) != 1 || !encoding.Is("Identity-H") {
			return false
		}
		d = r.resolve(descendants.Items[0]).Dict
	} else if d["Subtype"].Is("TrueType") && encoding.Kind == object.Dictionary {
		return false
	}
	descriptor := r.get(d, "FontDescriptor").Dict
	for _, key := range programKeys {
		if r.get(descriptor, key).Kind == object.Stream {
			return r.err == nil
		}
	}
	_, _, standard := standardFont(string(r.get(d, "BaseFont").Bytes))
	return standard && r.err == nil
}

// programKeys lists the entries of descriptors that may hold a program.
var programKeys = []string{"FontFile", "FontFile2", "FontFile3"}

// reader reads entries of dictionaries, and keeps the first error.
type reader struct {
	file     *object.File
	budget   *Budget
	standard func(font int) []byte
	err      error
}

func (r *reader) fail() { r.err = errors.Join(r.err, ErrUnknown) }

func (r *reader) resolve(o object.Object) object.Object {
	if r.err != nil {
		return object.Object{}
	}
	o, r.err = r.file.Resolve(o)
	return o
}

func (r *reader) get(d object.Dict, key string) object.Object { return r.resolve(d[key]) }

// number returns the integral part of an entry. It fails for an entry that is not a number.
func (r *reader) number(d object.Dict, key string, otherwise int) int {
	o := r.get(d, key)
	if o.Kind == object.Null {
		return otherwise
	}
	if !o.Numeric() {
		r.fail()
	}
	return o.Int()
}

// data returns the unpacked data of an entry that is a stream, or nil if there is none.
func (r *reader) data(d object.Dict, key string) []byte {
	o := r.get(d, key)
	if r.err != nil || o.Kind == object.Null {
		return nil
	}
	if o.Kind != object.Stream {
		r.fail()
		return nil
	}
	var data []byte
	data, r.err = r.file.Data(o)
	return data
}

func (r *reader) meanings(d object.Dict) meanings {
	data := r.data(d, "ToUnicode")
	m, ok := parseMeanings(data)
	if !ok {
		r.fail()
	}
	return m
}

// open reads a font's descriptor and its program.
func (f *Face) open(r *reader, d object.Dict) {
	name, descriptor := r.get(d, "BaseFont"), r.get(d, "FontDescriptor").Dict
	f.Name = string(name.Bytes)
	for _, c := range name.Bytes {
		if c <= ' ' || c > '~' {
			r.fail()
		}
	}
	f.Flags = uint32(r.number(descriptor, "Flags", flagNonsymbolic)) //nolint:gosec // bits
	if angle := r.number(descriptor, "ItalicAngle", 0); angle < 0 {
		f.ItalicAngle, f.Flags = angle, f.Flags|flagItalic
	}
	f.Weight = weight(r.number(descriptor, "StemV", 0))
	if len(name.Bytes) == 0 {
		r.fail()
	}
	if f.openProgram(r, descriptor); r.err == nil {
		f.measure(r, descriptor)
	}
}

// openProgram reads the program of a descriptor, which must not have several. If it has none, the font may be one of
// PDFium's.
func (f *Face) openProgram(r *reader, descriptor object.Dict) {
	var key string
	var data []byte
	for _, k := range programKeys {
		if _, ok := descriptor[k]; ok {
			if data != nil {
				r.fail()
			}
			key, data = k, r.data(descriptor, k)
		}
	}
	switch {
	case r.err == nil && key == "":
		f.openStandard(r)
		return
	case r.err != nil || len(data) < 4:
		r.fail()
		return
	}
	if key == "FontFile2" {
		f.program, r.err = openProgram(data, r.budget)
		f.outlines = f.program
		return
	}
	f.letters, r.err = openLetterProgram(data, r.budget)
	f.outlines = f.letters
}

// weight estimates the weight of type from the width of its stems, as PDFium does.
func weight(stem int) int {
	if stem < 140 {
		return 5 * stem
	}
	return 4*stem + 140
}

// measure derives the ascent and descent from the extent of the font, as PDFium does. The values of these names in the
// descriptor and the program differ from that.
func (f *Face) measure(r *reader, descriptor object.Dict) {
	var extent [4]int // left, bottom, right, top
	box := r.get(descriptor, "FontBBox")
	if f.standard && box.Kind == object.Null {
		f.Ascent, f.Descent = f.letters.thousandths(f.letters.extent[3]), f.letters.thousandths(f.letters.extent[1])
		return
	}
	sides := box.Items
	if len(sides) != len(extent) {
		r.fail()
		return
	}
	for i, side := range sides {
		extent[i] = r.resolve(side).Int()
	}
	f.Ascent, f.Descent = extent[3], extent[1]
	if f.Ascent <= f.Descent {
		r.fail()
	}
}

// Glyph returns what is known about a code, or false if only PDFium knows.
func (f *Face) Glyph(code uint32) (content.Glyph, bool) {
	var g content.Glyph
	glyph, width, ok := f.shown(int(code))
	if !ok {
		return g, false
	}
	text, mapped := f.text(int(code))
	if !mapped {
		text, mapped = unnamed(int(code))
	} else if !usual(text) {
		return g, false
	}
	if slices.ContainsFunc(text, content.Turns) {
		return g, false
	}
	box, ok := f.extent(glyph)
	return content.Glyph{Text: resolved(text), Mapped: mapped, Width: width, Box: box}, ok
}

// Space reports whether a code stands for a space.
func (f *Face) Space(code uint32) bool {
	text, mapped := f.text(int(code))
	return mapped && len(text) > 0 && text[0] == ' '
}

// text returns what a code stands for, and whether the font says so.
func (f *Face) text(code int) ([]rune, bool) {
	if text, ok := f.meanings.texts[code]; ok {
		return text, true
	}
	if f.wide == nil && code < len(f.simple.texts) && f.simple.texts[code] != 0 {
		return []rune{f.simple.texts[code]}, true
	}
	return nil, false
}

// unnamed returns what PDFium writes for a code that stands for nothing: the character with its number.
func unnamed(code int) (text []rune, mapped bool) {
	if code == 0 {
		return nil, true
	}
	return []rune{rune(code)}, false
}

// usual reports whether a text has only characters that are shown in place and unchanged.
func usual(text []rune) bool {
	for _, r := range text {
		switch {
		case r < ' ' && r != '\t', r >= 0x7F && r < 0xA0, r == 0xFB05:
			return false
		}
	}
	return len(text) > 0
}

// resolved returns a text with ligatures replaced by their letters.
func resolved(text []rune) []rune {
	const first = 0xFB00
	ligatures := [...]string{"ff", "fi", "fl", "ffi", "ffl", "", "st"}
	var out []rune
	for _, r := range text {
		if i := int(r) - first; i >= 0 && i < len(ligatures) {
			out = append(out, []rune(ligatures[i])...)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// shown returns the glyph of a code and its advance.
func (f *Face) shown(code int) (glyph, width int, ok bool) {
	if f.wide != nil {
		glyph, ok = f.wideGlyph(code)
		return glyph, f.wide.width(code), ok
	}
	if code > 0xFF {
		return 0, 0, false
	}
	glyph, width = f.simple.glyphs[code], f.simple.widths[code]
	if ok = glyph != -1; ok && f.simple.unstated {
		width, ok = f.letters.advance(glyph)
	}
	return glyph, width, ok
}

// wideGlyph returns the glyph of a two-byte code.
func (f *Face) wideGlyph(code int) (glyph int, ok bool) {
	if f.letters == nil || f.letters.identifiers == nil || code == 0 {
		return code, true
	}
	glyph, ok = f.letters.identifiers[code]
	return glyph, ok
}

// extent returns the box of a glyph in thousandths of the type size.
func (f *Face) extent(glyph int) (content.Rect, bool) {
	if r, ok := f.bounds[glyph]; ok {
		return r, true
	}
	if glyph == nowhere {
		return content.Rect{Left: -1, Bottom: -1, Right: -1, Top: -1}, true
	}
	b, ok := f.outlines.box(glyph)
	if !ok {
		return content.Rect{}, false
	}
	side := func(v int) float32 { return float32(f.outlines.thousandths(v)) }
	r := content.Rect{Left: side(b.left), Bottom: side(b.bottom), Right: side(b.right), Top: side(b.top)}
	if f.wide != nil { // PDFium leaves some room above
		r.Top += float32(int(r.Top) / 64)
	}
	f.bounds[glyph] = r
	return r, true
}
