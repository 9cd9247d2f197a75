package pdf

import (
	"math"
	"unicode/utf16"

	"quire/internal/convert/layout/ink"
)

const (
	// MaxGlyphs caps the text of one page. A readable page has far less.
	MaxGlyphs = 200_000

	renderStroked   = 2 // filled as well
	renderInvisible = 3
	renderClip      = 7

	// pdfiumHyphen is what PDFium reports for a hyphen at the end of a line.
	pdfiumHyphen = 0x02
)

// style holds what the characters of a text object share.
type style struct {
	font     int
	color    uint32
	size     float64
	angle    int
	content  int
	hidden   bool
	stroked  bool
	skip     bool
	pixels   bool
	brackets bool // codes 0 and 2, elsewhere nothing and a hyphen, are brackets
}

// glyphReader reads the characters of a page.
type glyphReader struct {
	*pdfPage
	in     *ink.Input
	fonts  map[uint64]int
	object uint64
	style  style
	tagged bool
	pixels pixelType
}

// glyphs fills in.Glyphs and in.Fonts. It reports whether text is left out because it does not say which letters it shows.
func (g *pdfPage) glyphs(in *ink.Input, tagged bool) (leftOut bool) {
	g.text = uint64(uint32(g.call("FPDFText_LoadPage", g.handle)))
	if g.text == 0 {
		return false
	}
	n := min(int(int32(g.call("FPDFText_CountChars", g.text))), MaxGlyphs)
	r := &glyphReader{pdfPage: g, in: in, fonts: map[uint64]int{}, tagged: tagged}
	in.Glyphs = make([]ink.Glyph, 0, max(n, 0))
	for i := range max(n, 0) {
		r.read(uint64(i), n)
	}
	leftOut = r.pixels.enlarge(in)
	turnRuns(in.Glyphs)
	orderLigatures(in.Glyphs)
	return leftOut
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
	if r.style.pixels && !generated {
		u = dvipsLetter(u)
	}
	if !generated && isCircle(r.in, u, r.style.font) {
		u = circleSign
	}
	leading := generated && len(r.in.Glyphs) == 0
	if leading || (u == 0 && !r.style.brackets) || u == '\r' || u == '\n' || r.style.skip {
		return
	}
	gl := ink.Glyph{
		Rune: u, Color: r.style.color, Font: r.style.font, Size: r.style.size, Angle: r.style.angle,
		Content: r.style.content, Hidden: r.style.hidden, Stroked: r.style.stroked,
	}
	if u == pdfiumHyphen && !r.style.brackets {
		gl.Rune, gl.Hyphen = '-', true
	}
	if u == ' ' || gl.Hyphen {
		gl.Generated = uint32(r.hot.generated.call(r.text, i)) == 1
	}
	if !r.place(&gl, i) {
		return
	}
	if u == ' ' && gl.Box.X0 == gl.Box.X1 { // in right-to-left lines, PDFium does not say which ones it has added
		gl.Generated = true
	}
	if r.style.pixels {
		r.measure(gl, i)
	}
	r.in.Glyphs = append(r.in.Glyphs, gl)
}

// pair joins the two halves of a character that PDFium reports separately. It returns 0 for the second half.
func (r *glyphReader) pair(first rune, i uint64, n int) rune {
	if first >= 0xDC00 || int(i)+1 >= n {
		return 0
	}
	return utf16.DecodeRune(first, rune(uint32(r.hot.unicode.call(r.text, i+1))))
}

// place sets the glyph's geometry. It returns false if the glyph is not on the page.
func (r *glyphReader) place(gl *ink.Glyph, i uint64) bool {
	if uint32(r.hot.looseBox.call(r.text, i, r.scratch)) == 0 {
		return false
	}
	var v [4]float64 // left, top, right, bottom
	r.floats(v[:])
	gl.Box = r.matrix.Box(v[0], v[1], v[2], v[3])
	r.hot.origin.call(r.text, i, r.scratch, r.scratch+8)
	var o [2]float64
	r.doubles(o[:])
	gl.X, gl.Y = r.matrix.Point(o[0], o[1])
	return OnPage(gl.Box, r.width, r.height)
}

func (r *glyphReader) readStyle(i, object uint64) style {
	s := style{content: -1}
	r.call("FPDFText_GetMatrix", r.text, i, r.scratch)
	m := r.matrixAt(r.scratch).Then(r.matrix)
	r.call("FPDFTextObj_GetFontSize", object, r.scratch)
	var size [1]float64
	r.floats(size[:])
	s.angle = m.angleOf(size[0])
	s.size = math.Abs(size[0]) * math.Hypot(m.C, m.D)
	mode := int32(r.call("FPDFTextObj_GetTextRenderMode", object))
	s.hidden, s.stroked = mode == renderInvisible || mode == renderClip, mode == renderStroked
	s.font = r.font(uint64(uint32(r.call("FPDFTextObj_GetFont", object))))
	s.color, _ = r.color(fillColor, object)
	s.pixels = inPixels(r.in.Fonts[s.font], s)
	s.brackets = ink.HasLargeSigns(r.in.Fonts[s.font].Name)
	s.skip = !IsTypeSize(s.size) && !s.pixels
	if r.tagged {
		s.content = int(int32(r.call("FPDFPageObj_GetMarkedContentID", object)))
	}
	return s
}

func (r *glyphReader) font(handle uint64) int {
	if i, ok := r.fonts[handle]; ok {
		return i
	}
	r.in.Fonts = append(r.in.Fonts, r.face(handle))
	r.fonts[handle] = len(r.in.Fonts) - 1
	return r.fonts[handle]
}

// face returns a font in the layout's terms.
func (g *pdfPage) face(handle uint64) ink.Font {
	name := g.ascii(func(buffer, size uint64) uint64 {
		return g.call("FPDFFont_GetBaseFontName", handle, buffer, size)
	})
	if name == "" {
		if font, ok := g.drawnFont(handle); ok {
			return font
		}
	}
	face := Face{Name: name, Weight: func() int { return int(int32(g.call("FPDFFont_GetWeight", handle))) }}
	if flags := uint32(g.call("FPDFFont_GetFlags", handle)); flags != math.MaxUint32 {
		face.Flags = flags
	}
	g.call("FPDFFont_GetItalicAngle", handle, g.scratch)
	var angle [1]uint32
	g.words(angle[:])
	face.ItalicAngle = int(int32(angle[0]))
	return face.Font()
}
