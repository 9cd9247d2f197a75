package pdf

import (
	"maps"
	"os"
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/pdf/object"
	"quire/internal/convert/pdf/typeface"
)

// maxNamingFonts is the maximum number of fonts of a page whose glyph names are read.
const maxNamingFonts = 64

// restoreNamed replaces control characters, which are codes that PDFium cannot map to characters, by what their glyph
// names say. PDFium knows the names of single characters but not composed ones such as f_i, of which TeX's fonts have
// many.
func (f *pageFonts) restoreNamed(in *ink.Input) {
	texts := f.namedTexts(in.Number)
	out := make([]ink.Glyph, 0, len(in.Glyphs))
	for _, g := range in.Glyphs {
		text := ""
		if unnamedCode(in, g) {
			text = texts[in.Fonts[g.Font].Name][g.Rune]
		}
		if text == "" || len(out) >= MaxGlyphs {
			out = append(out, g)
			continue
		}
		for _, g.Rune = range text {
			out = append(out, g)
		}
	}
	in.Glyphs = out
}

// unnamedCode reports whether a character is an unmapped code of a font that has a name.
func unnamedCode(in *ink.Input, g ink.Glyph) bool {
	return unicode.IsControl(g.Rune) && !unicode.IsSpace(g.Rune) && g.Font >= 0 && g.Font < len(in.Fonts) && in.Fonts[g.Font].Name != ""
}

// hasUnnamedCodes reports whether a page has any such characters.
func hasUnnamedCodes(in *ink.Input) bool {
	return slices.ContainsFunc(in.Glyphs, func(g ink.Glyph) bool { return unnamedCode(in, g) })
}

// namedTexts returns, by font name, what the codes of a page's fonts stand for according to their glyph names. If fonts
// of the same name differ in a code, the code has no text.
func (f *pageFonts) namedTexts(number int) map[string]map[rune]string {
	out := map[string]map[rune]string{}
	fonts := f.on(number)
	for _, o := range fonts[:min(len(fonts), maxNamingFonts)] {
		font := f.named(o)
		if out[font.name] == nil {
			out[font.name] = map[rune]string{}
		}
		for code, text := range font.texts {
			if other, ok := out[font.name][rune(code)]; ok && other != text {
				text = ""
			}
			out[font.name][rune(code)] = text
		}
	}
	return out
}

// named returns what the codes of a font stand for, and reads each font only once.
func (f *pageFonts) named(o object.Object) namedFont {
	reference := o.Kind == object.Reference
	if known, ok := f.namedFonts[o.Number]; ok && reference {
		return known
	}
	font, err := f.file.Resolve(o)
	if err != nil {
		return namedFont{}
	}
	base, _ := f.file.Get(font.Dict, "BaseFont")
	named := namedFont{name: withoutSubset(string(base.Bytes)), texts: typeface.NamedCodes(f.file, font.Dict)}
	if f.namedFonts == nil {
		f.namedFonts = map[float64]namedFont{}
	}
	if reference {
		f.namedFonts[o.Number] = named
	}
	return named
}

// pageFonts gives access to the dictionaries of a document's fonts.
type pageFonts struct {
	file  *object.File
	pages []object.Dict
	// namedFonts holds those whose glyph names have been read, by the numbers of their objects.
	namedFonts map[float64]namedFont
}

// namedFont is a font with what its codes stand for according to their glyph names.
type namedFont struct {
	name  string
	texts map[int]string
}

// openPageFonts opens a file for reading its fonts. If the file cannot be read, the result has none.
func openPageFonts(path string) pageFonts {
	var f pageFonts
	if info, err := os.Stat(path); err != nil || info.Size() > nativeBytes {
		return f
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return f
	}
	if f.file, err = object.Open(data); err == nil {
		f.pages, _ = f.file.Pages()
	}
	return f
}

// on returns the fonts among the resources of a page, counted from 1, in the order of their names.
func (f *pageFonts) on(number int) []object.Object {
	if number > len(f.pages) {
		return nil
	}
	resources, _ := f.file.Get(f.pages[number-1], "Resources")
	fonts, _ := f.file.Get(resources.Dict, "Font")
	var out []object.Object
	for _, name := range slices.Sorted(maps.Keys(fonts.Dict)) {
		out = append(out, fonts.Dict[name])
	}
	return out
}
