package pdf

// The functions of PDFium that report the colours of an object.
const (
	fillColor   = "FPDFPageObj_GetFillColor"
	strokeColor = "FPDFPageObj_GetStrokeColor"
)

// transparent is the maximum opacity, of 255, at which paint is invisible.
const transparent = 8

// color reads a fill or stroke colour. It returns false if the colour is transparent.
func (g *pdfPage) color(function string, object uint64) (uint32, bool) {
	s := g.scratch
	if uint32(g.call(function, object, s, s+4, s+8, s+12)) == 0 {
		return 0, false
	}
	var v [4]uint32
	g.words(v[:])
	return v[0]&255<<16 | v[1]&255<<8 | v[2]&255, v[3] > transparent
}
