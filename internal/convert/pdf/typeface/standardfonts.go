package typeface

import (
	"strings"

	"quire/internal/convert/pdf/object"
)

// StandardFontNames lists the names that PDFium knows for each of its own fonts that contain letters, the usual one
// first. Files that use these fonts need not embed their programs (ISO 32000-2, 9.6.2.2).
var StandardFontNames = [...]string{
	"Courier CourierNew CourierNewPSMT CourierStd",
	"Courier-Bold Courier,Bold CourierBold CourierNew-Bold CourierNew,Bold CourierNewBold CourierNewPS-BoldMT CourierStd-Bold",
	"Courier-BoldOblique Courier,BoldItalic CourierBoldItalic CourierNew-BoldItalic CourierNew,BoldItalic CourierNewBoldItalic CourierNewPS-BoldItalicMT CourierStd-BoldOblique",
	"Courier-Oblique Courier,Italic CourierItalic CourierNew-Italic CourierNew,Italic CourierNewItalic CourierNewPS-ItalicMT CourierStd-Oblique",
	"Helvetica Arial ArialMT",
	"Helvetica-Bold Helvetica,Bold HelveticaBold Arial-Bold Arial,Bold ArialBold Arial-BoldMT ArialMT,Bold ArialRoundedMTBold",
	"Helvetica-BoldOblique Helvetica-BoldItalic Helvetica,BoldItalic HelveticaBoldItalic Arial-BoldItalic Arial,BoldItalic ArialBoldItalic Arial-BoldItalicMT ArialMT,BoldItalic",
	"Helvetica-Oblique Helvetica-Italic Helvetica,Italic HelveticaItalic Arial-Italic Arial,Italic ArialItalic Arial-ItalicMT ArialMT,Italic",
	"Times-Roman TimesNewRoman TimesNewRomanPS TimesNewRomanPSMT",
	"Times-Bold TimesBold TimesNewRoman-Bold TimesNewRoman,Bold TimesNewRomanBold TimesNewRomanPS-Bold TimesNewRomanPS-BoldMT TimesNewRomanPSMT,Bold",
	"Times-BoldItalic TimesBoldItalic TimesNewRoman-BoldItalic TimesNewRoman,BoldItalic TimesNewRomanBoldItalic TimesNewRomanPS-BoldItalic TimesNewRomanPS-BoldItalicMT TimesNewRomanPSMT,BoldItalic",
	"Times-Italic TimesItalic TimesNewRoman-Italic TimesNewRoman,Italic TimesNewRomanItalic TimesNewRomanPS-Italic TimesNewRomanPS-ItalicMT TimesNewRomanPSMT,Italic",
}

// StandardFonts is the number of PDFium's own fonts that contain letters.
const StandardFonts = len(StandardFontNames)

// monospaced is how many of them, from the first, are monospaced. PDFium knows their widths before the file states any.
const monospaced = 4

// standardFont returns the number of the font of PDFium's own that a name stands for, and its usual name.
func standardFont(name string) (font int, usual string, ok bool) {
	for font, names := range StandardFontNames {
		for i, n := range strings.Fields(names) {
			if i == 0 {
				usual = n
			}
			if n == name {
				return font, usual, true
			}
		}
	}
	return 0, "", false
}

// openStandard uses PDFium's program for a font that the file does not embed.
func (f *Face) openStandard(r *reader) {
	const both = flagSymbolic | flagNonsymbolic
	font, _, ok := standardFont(f.Name)
	if !ok || r.standard == nil || f.wide != nil || f.Flags&both != flagNonsymbolic {
		r.fail()
		return
	}
	data := r.standard(font)
	if len(data) == 0 {
		r.fail()
		return
	}
	f.standard = true
	f.letters, r.err = openLetterProgram(data, r.budget)
	f.outlines = f.letters
}

// openByCharacters finds the glyphs of a TrueType font whose program is PDFium's, in which it looks up the characters
// of the encoding.
func (f *Face) openByCharacters(r *reader, d object.Dict) {
	encoding := r.get(d, "Encoding")
	if f.Flags&flagAllCaps != 0 || (!encoding.Is(winAnsi) && !encoding.Is(macRoman)) {
		r.fail()
	}
	if r.err != nil {
		return
	}
	f.widths(r, d)
	for code := range f.simple.glyphs {
		char := encoded(string(encoding.Bytes), code)
		f.simple.texts[code], f.simple.glyphs[code] = char, -1
		if glyph := f.letters.byName[latin()[char]]; glyph != 0 {
			f.simple.glyphs[code] = glyph
		}
	}
}

// level marks a font as monospaced if all widths that it states are equal, as PDFium does for its own fonts.
func (f *Face) level() {
	width := 0
	for _, w := range f.simple.widths {
		if w != 0 && width != 0 && w != width {
			return
		}
		width = max(width, w)
	}
	if width != 0 {
		f.Flags |= flagFixedPitch
	}
}
