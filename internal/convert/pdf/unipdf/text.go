package unipdf

import (
	"image/color"
	"math"

	"github.com/unidoc/unipdf/v3/common/license"
	"github.com/unidoc/unipdf/v3/core"
	"github.com/unidoc/unipdf/v3/extractor"
	"github.com/unidoc/unipdf/v3/model"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/pdf"
	"quire/internal/convert/pdf/unidoc"
)

// The ascent and descent of a font that does not state its own, in ems, and the maximum that a font is believed to
// have.
const (
	usualAscent, usualDescent = 0.8, -0.2
	mostReach                 = 2.0
)

// marks has UniPDF extract the page's text. That requires a license: without one, UniPDF writes to the standard output,
// which is the connection to the parent process, and the document would be blamed.
func (g *shown) marks() (marks []extractor.TextMark, err error) {
	if key := license.GetLicenseKey(); key == nil || !key.IsLicensed() {
		return nil, pdf.FromCaller{Err: unidoc.ErrNoLicense}
	}
	defer rescue(&err)
	// The layout finds lines and columns itself.
	extract, err := extractor.NewWithOptions(g.page, &extractor.Options{
		DisableDocumentTags: true, UseSimplerExtractionProcess: true, RelaxedMode: true,
	})
	if err != nil {
		return nil, err
	}
	text, _, _, err := extract.ExtractPageText()
	if err != nil {
		return nil, err
	}
	return text.Marks().Elements(), nil
}

// glyphs fills in.Glyphs and in.Fonts.
func (g *shown) glyphs(in *ink.Input, marks []extractor.TextMark) {
	t := typesetter{in: in, matrix: g.matrix, fonts: map[*model.PdfFont]int{}}
	for _, m := range marks {
		if len(in.Glyphs) >= pdf.MaxGlyphs {
			return
		}
		if !m.Meta && pdf.IsTypeSize(m.FontSize) {
			t.set(m)
		}
	}
}

// typesetter converts marks to glyphs.
type typesetter struct {
	in     *ink.Input
	matrix pdf.Matrix
	fonts  map[*model.PdfFont]int
	reach  []reach // of in.Fonts
}

// reach is how far a font extends above and below the baseline, in ems.
type reach struct{ ascent, descent float64 }

// set adds the characters of a mark, which share its position if it is a ligature.
func (t *typesetter) set(m extractor.TextMark) {
	font := t.font(m.Font)
	along, length := placed(m)
	r := t.reach[font]
	onPage := along.Then(t.matrix)
	gl := ink.Glyph{
		Box:  onPage.Box(0, r.descent*m.FontSize, length, r.ascent*m.FontSize),
		Size: m.FontSize, Font: font, Angle: onPage.Angle(), Content: -1,
	}
	if m.FillColor != nil {
		gl.Color = packed(m.FillColor)
	}
	gl.X, gl.Y = onPage.Point(0, 0)
	if !pdf.OnPage(gl.Box, t.in.Width, t.in.Height) {
		return
	}
	for _, r := range m.Text {
		if r == '\r' || r == '\n' || r == 0 {
			continue
		}
		gl.Rune = r
		t.in.Glyphs = append(t.in.Glyphs, gl)
	}
}

// packed returns a colour as 0xRRGGBB.
func packed(c color.Color) uint32 {
	r, g, b, _ := c.RGBA()
	return r>>8<<16 | g>>8<<8 | b>>8
}

// placed returns the mapping from a mark's own space, in which it runs from the origin to the right, to PDF space, and
// its length. The mark's box is on the baseline; the orientation is in degrees counterclockwise.
func placed(m extractor.TextMark) (along pdf.Matrix, length float64) {
	b := m.BBox
	switch m.Orientation {
	case 90:
		return pdf.Matrix{B: 1, C: -1, E: b.Urx, F: b.Lly}, b.Ury - b.Lly
	case 180:
		return pdf.Matrix{A: -1, D: -1, E: b.Urx, F: b.Ury}, b.Urx - b.Llx
	case 270:
		return pdf.Matrix{B: -1, C: 1, E: b.Llx, F: b.Ury}, b.Ury - b.Lly
	}
	return pdf.Matrix{A: 1, D: 1, E: b.Llx, F: b.Lly}, b.Urx - b.Llx
}

func (t *typesetter) font(f *model.PdfFont) int {
	if i, ok := t.fonts[f]; ok {
		return i
	}
	face, r := describe(f)
	t.in.Fonts, t.reach = append(t.in.Fonts, face.Font()), append(t.reach, r)
	t.fonts[f] = len(t.in.Fonts) - 1
	return t.fonts[f]
}

// describe returns a font's information about itself.
func describe(f *model.PdfFont) (pdf.Face, reach) {
	face, r := pdf.Face{Weight: func() int { return 0 }}, reach{usualAscent, usualDescent}
	if f == nil {
		return face, r
	}
	face.Name = f.BaseFont()
	d := f.FontDescriptor()
	if d == nil {
		return face, r
	}
	face.Flags = uint32(number(d.Flags))
	face.ItalicAngle = int(number(d.ItalicAngle))
	face.Weight = func() int { return int(number(d.FontWeight)) }
	if up := number(d.Ascent) / 1000; up > 0 && up <= mostReach {
		r.ascent = up
	}
	if down := number(d.Descent) / 1000; down < 0 && down >= -mostReach {
		r.descent = down
	}
	return face, r
}

// number returns a number of a document, or 0 for anything else.
func number(o core.PdfObject) float64 {
	v, err := core.GetNumberAsFloat(core.TraceToDirectObject(o))
	if err != nil || math.IsNaN(v) || math.Abs(v) > math.MaxInt32 {
		return 0
	}
	return v
}
