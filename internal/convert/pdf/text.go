package pdf

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf16"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	// maxGlyphs caps the text of one page: a page that is readable has far less.
	maxGlyphs = 200_000

	renderInvisible = 3
	renderClip      = 7

	fontFixedPitch = 1 << 0
	fontItalic     = 1 << 6
	fontForceBold  = 1 << 18
	boldWeight     = 600

	// pdfiumHyphen is what PDFium puts for a hyphen at a line's end.
	pdfiumHyphen = 0x02
)

// style is what the characters of one text object share.
type style struct {
	font    int
	size    float64
	angle   int
	content int
	hidden  bool
	skip    bool
}

// glyphReader reads the characters of a page.
type glyphReader struct {
	*pdfPage
	in     *ink.Input
	fonts  map[uint64]int
	object uint64
	style  style
	tagged bool
}

// glyphs fills in.Glyphs and in.Fonts.
func (g *pdfPage) glyphs(in *ink.Input, tagged bool) {
	g.text = uint64(uint32(g.call("FPDFText_LoadPage", g.handle)))
	if g.text == 0 {
		return
	}
	n := min(int(int32(g.call("FPDFText_CountChars", g.text))), maxGlyphs)
	r := &glyphReader{pdfPage: g, in: in, fonts: map[uint64]int{}, tagged: tagged}
	in.Glyphs = make([]ink.Glyph, 0, max(n, 0))
	for i := range max(n, 0) {
		r.read(uint64(i), n)
	}
}

func (r *glyphReader) read(i uint64, n int) {
	u := rune(uint32(r.hot.unicode.call(r.text, i)))
	if utf16.IsSurrogate(u) {
		if u = r.pair(u, i, n); u == 0 {
			return
		}
	}
	object := uint64(uint32(r.hot.textObject.call(r.text, i)))
	generated := object == 0
	if !generated && object != r.object {
		r.object, r.style = object, r.readStyle(i, object)
	}
	if generated && len(r.in.Glyphs) == 0 || u == 0 || u == '\r' || u == '\n' || r.style.skip {
		return
	}
	gl := ink.Glyph{
		Rune: u, Font: r.style.font, Size: r.style.size, Angle: r.style.angle,
		Content: r.style.content, Hidden: r.style.hidden,
	}
	if u == pdfiumHyphen {
		gl.Rune, gl.Hyphen = '-', true
	}
	if u == ' ' || gl.Hyphen {
		gl.Generated = uint32(r.hot.generated.call(r.text, i)) == 1
	}
	if !r.place(&gl, i) {
		return
	}
	r.in.Glyphs = append(r.in.Glyphs, gl)
}

// pair joins the first half of a character that PDFium gives as two with the second, and is 0 for the second itself.
func (r *glyphReader) pair(first rune, i uint64, n int) rune {
	if first >= 0xDC00 || int(i)+1 >= n {
		return 0
	}
	return utf16.DecodeRune(first, rune(uint32(r.hot.unicode.call(r.text, i+1))))
}

// place sets the glyph's geometry; false when it lies off the page.
func (r *glyphReader) place(gl *ink.Glyph, i uint64) bool {
	if uint32(r.hot.looseBox.call(r.text, i, r.scratch)) == 0 {
		return false
	}
	var v [4]float64 // left, top, right, bottom
	r.floats(v[:])
	gl.Box = r.matrix.box(v[0], v[1], v[2], v[3])
	r.hot.origin.call(r.text, i, r.scratch, r.scratch+8)
	var o [2]float64
	r.doubles(o[:])
	gl.X, gl.Y = r.matrix.point(o[0], o[1])
	return onPage(gl.Box, r.width, r.height)
}

func onPage(b page.Box, width, height float64) bool {
	return b.X1 > -1 && b.Y1 > -1 && b.X0 < width+1 && b.Y0 < height+1 && !math.IsNaN(b.X0+b.Y0+b.X1+b.Y1)
}

func (r *glyphReader) readStyle(i, object uint64) style {
	s := style{content: -1}
	r.call("FPDFText_GetMatrix", r.text, i, r.scratch)
	m := r.matrixAt(r.scratch).then(r.matrix)
	s.angle = m.angle()
	r.call("FPDFTextObj_GetFontSize", object, r.scratch)
	var size [1]float64
	r.floats(size[:])
	s.size = math.Abs(size[0]) * math.Hypot(m.c, m.d)
	s.skip = !(s.size > 0.5) || math.IsInf(s.size, 0)
	mode := int32(r.call("FPDFTextObj_GetTextRenderMode", object))
	s.hidden = mode == renderInvisible || mode == renderClip
	s.font = r.font(uint64(uint32(r.call("FPDFTextObj_GetFont", object))))
	if r.tagged {
		s.content = int(int32(r.call("FPDFPageObj_GetMarkedContentID", object)))
	}
	return s
}

func (r *glyphReader) font(handle uint64) int {
	if i, ok := r.fonts[handle]; ok {
		return i
	}
	name := r.ascii(func(buffer, size uint64) uint64 {
		return r.call("FPDFFont_GetBaseFontName", handle, buffer, size)
	})
	if len(name) > 7 && name[6] == '+' {
		name = name[7:]
	}
	flags := uint32(r.call("FPDFFont_GetFlags", handle))
	r.call("FPDFFont_GetItalicAngle", handle, r.scratch)
	var angle [1]uint32
	r.pdfPage.words(angle[:])
	f := describeFont(name)
	f.Bold = f.Bold || flags&fontForceBold != 0 && flags != math.MaxUint32
	f.Italic = f.Italic || flags&fontItalic != 0 && flags != math.MaxUint32 || angle[0] != 0 && int32(angle[0]) > -45 && int32(angle[0]) < 0
	f.Mono = f.Mono || flags&fontFixedPitch != 0 && flags != math.MaxUint32
	if !f.Bold && weightless(name) {
		f.Bold = int32(r.call("FPDFFont_GetWeight", handle)) >= boldWeight
	}
	r.in.Fonts = append(r.in.Fonts, f)
	r.fonts[handle] = len(r.in.Fonts) - 1
	return r.fonts[handle]
}

// describeFont reads a style out of a PostScript font name.
func describeFont(name string) ink.Font {
	s := strings.ToLower(name)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(s, p) {
				return true
			}
		}
		return false
	}
	bold := has("bold", "black", "heavy", "demi", "extrabld", "-bd", "semibd", "-medi") && !has("-medium") || strings.HasPrefix(s, "cmbx")
	return ink.Font{
		Name:   name,
		Bold:   bold,
		Italic: has("italic", "oblique", "-it", "slanted") || strings.HasPrefix(s, "cmti") || strings.HasPrefix(s, "cmmi"),
		Mono:   has("mono", "courier", "consol", "typewriter") || strings.HasPrefix(s, "cmtt"),
	}
}

// weightless reports that a name tells nothing of the weight ("F1", "T1_0", "TT5"), so that the font's own
// numbers have to be believed.
func weightless(name string) bool {
	letters := 0
	for _, c := range name {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	return letters <= 3
}
