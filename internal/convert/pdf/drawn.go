package pdf

import (
	"maps"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/pdf/typeface"
)

const (
	// maxDrawnFonts is the maximum number of fonts with drawn glyphs that are distinguished on a page, and maxProbes
	// the number of characters used for that.
	maxDrawnFonts = 32
	maxProbes     = 512
	// noCharacter is a code point that no font has.
	noCharacter = 0x10FFFF
)

// drawnFonts holds the fonts with drawn glyphs (Type 3) of a document. PDFium does not read their names and weights,
// which browsers state for all type that they must not embed in another way.
type drawnFonts struct {
	pageFonts
	// known holds those that have been read, by the numbers of their objects.
	known map[float64]*typeface.Drawn
}

// fontsOf returns the fonts of a document, which are opened when they are first needed.
func (d *document) fontsOf() *drawnFonts {
	if d.fonts == nil {
		d.fonts = &drawnFonts{pageFonts: openPageFonts(d.path), known: map[float64]*typeface.Drawn{}}
	}
	return d.fonts
}

// of returns the fonts with drawn glyphs among the resources of a page, counted from 1.
func (f *drawnFonts) of(number int) []*typeface.Drawn {
	var out []*typeface.Drawn
	for _, o := range f.on(number) {
		drawn, ok := f.known[o.Number]
		if !ok {
			if font, err := f.file.Resolve(o); err == nil {
				drawn = typeface.OpenDrawn(f.file, font.Dict)
			}
			f.known[o.Number] = drawn
		}
		if drawn != nil && len(out) < maxDrawnFonts {
			out = append(out, drawn)
		}
	}
	return out
}

// drawnFont describes a font without a name in PDFium, by the font of the page whose characters have the same widths.
func (g *pdfPage) drawnFont(handle uint64) (ink.Font, bool) {
	fonts := g.fontsOf().of(g.number)
	if g.probed++; len(fonts) == 0 || g.probed > maxDrawnFonts {
		return ink.Font{}, false
	}
	font := fonts[0]
	if len(fonts) > 1 {
		font = g.likest(handle, fonts)
	}
	out := Face{Name: font.Name, Flags: font.Flags, Weight: func() int { return font.Weight }}.Font()
	bold, told := font.Emboldened()
	out.Bold = out.Bold || font.Weight >= boldWeight || bold
	out.Weightless = !out.Bold && !told
	return out, true
}

// likest returns the font most of whose widths match those that PDFium reports.
func (g *pdfPage) likest(handle uint64, fonts []*typeface.Drawn) *typeface.Drawn {
	probes := map[rune]float64{}
	for _, f := range fonts {
		for _, r := range slices.Sorted(maps.Keys(f.Widths)) {
			if len(probes) < maxProbes {
				probes[r] = g.glyphWidth(handle, r)
			}
		}
	}
	missing := g.glyphWidth(handle, noCharacter)
	var best *typeface.Drawn
	most := -1
	for _, f := range fonts {
		n := 0
		for r, width := range probes {
			want := missing
			if w, ok := f.Widths[r]; ok {
				want = float64(w)
			}
			if math.Abs(width-want) <= 1 {
				n++
			}
		}
		if n > most {
			best, most = f, n
		}
	}
	return best
}

// glyphWidth returns PDFium's advance of a character in thousandths of the type size.
func (g *pdfPage) glyphWidth(handle uint64, r rune) float64 {
	g.call("FPDFFont_GetGlyphWidth", handle, uint64(r), uint64(math.Float32bits(thousandths)), g.scratch)
	var w [1]float64
	g.floats(w[:])
	return w[0]
}

// thousandths is the type size at which widths are in thousandths of it.
const thousandths = 1000
