package typeface

import (
	"math"
	"strings"

	"quire/internal/convert/pdf/object"
)

// Drawn is a font with drawn glyphs (Type 3; ISO 32000-2, 9.6.4). Only its descriptor, if it has one, describes it.
type Drawn struct {
	// Name is its PostScript name without the subset prefix, Weight is a value from 100 to 900 or 0 if none is stated,
	// and Flags are those of the descriptor.
	Name   string
	Weight int
	Flags  uint32
	// Widths maps characters to their advances in thousandths of the type size.
	Widths map[rune]int

	file   *object.File
	glyphs map[rune]object.Object
	scale  float64 // upwards
}

const (
	// maxDrawn is the maximum number of codes of such a font, each of which is one byte.
	maxDrawn = 256
	// flat lists letters that stand on the baseline. In artificial bold, which is drawn around the letters, they extend
	// below it: from leastDepth to mostDepth thousandths of the type size, differing by no more than sameDepth.
	flat       = "xzmnrhikHEFILTXZ"
	leastDepth = 8
	mostDepth  = 40
	sameDepth  = 6
)

// OpenDrawn reads a font with drawn glyphs. It returns nil for other fonts and for those that cannot be read.
func OpenDrawn(file *object.File, d object.Dict) *Drawn {
	if !d["Subtype"].Is("Type3") {
		return nil
	}
	r := reader{file: file}
	descriptor := r.get(d, "FontDescriptor").Dict
	f := &Drawn{
		Weight: r.number(descriptor, "FontWeight", 0), Flags: uint32(r.number(descriptor, "Flags", 0)),
		Widths: map[rune]int{}, file: file, glyphs: map[rune]object.Object{},
	}
	f.Name = string(r.get(descriptor, "FontName").Bytes)
	if _, name, ok := strings.Cut(f.Name, "+"); ok {
		f.Name = name
	}
	texts, first := r.meanings(d), r.number(d, "FirstChar", 0)
	scale, widths := r.get(d, "FontMatrix").Items, r.get(d, "Widths").Items
	names, procedures := f.names(r.get(r.get(d, "Encoding").Dict, "Differences").Items), r.get(d, "CharProcs").Dict
	if r.err != nil || len(scale) != matrixNumbers || first < 0 {
		return nil
	}
	f.scale = scale[3].Number
	for code, text := range texts.texts {
		if i := code - first; len(text) == 1 && i >= 0 && i < min(len(widths), maxDrawn) {
			f.Widths[text[0]] = int(math.Round(widths[i].Number * scale[0].Number * thousand))
			f.glyphs[text[0]] = procedures[names[code]]
		}
	}
	return f
}

const (
	// thousand is the type size in the unit of widths.
	thousand = 1000
	// matrixNumbers is the number of elements of a matrix.
	matrixNumbers = 6
)

// names returns the names of the glyphs by code.
func (f *Drawn) names(differences []object.Object) map[int]string {
	out, code := map[int]string{}, 0
	for _, o := range differences {
		if o.Kind != object.Name {
			code = o.Int()
			continue
		}
		out[code] = string(o.Bytes)
		code++
	}
	return out
}

// Emboldened reports whether the type is in artificial bold: at least two letters that stand on the baseline extend
// below it, all of them equally far. told is false if the font has fewer such letters.
func (f *Drawn) Emboldened() (bold, told bool) {
	n, least, most := 0, math.Inf(1), math.Inf(-1)
	for _, r := range flat {
		if depth, ok := f.depth(r); ok {
			n++
			least, most = min(least, depth), max(most, depth)
		}
	}
	return n >= 2 && least >= leastDepth && most <= mostDepth && most-least <= sameDepth, n >= 2
}

// depth returns how far a character extends below the baseline according to its drawing, in thousandths of the type
// size.
func (f *Drawn) depth(r rune) (float64, bool) {
	stream, err := f.file.Resolve(f.glyphs[r])
	if err != nil || stream.Kind != object.Stream {
		return 0, false
	}
	data, err := f.file.Data(stream)
	if err != nil {
		return 0, false
	}
	var v [6]float64 // the advance, and two corners
	l := object.NewLexer(data)
	for i := range v {
		o, err := l.Next()
		if err != nil || !o.Numeric() {
			return 0, false
		}
		v[i] = o.Number
	}
	operator, err := l.Next()
	bottom := min(v[3]*f.scale, v[5]*f.scale)
	return -bottom * thousand, err == nil && operator.Kind == object.Keyword && string(operator.Bytes) == "d1"
}
