package pdf

import (
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
)

// Programs that convert PostScript to PDF may write bitmap fonts, such as TeX's, whose unit is a pixel instead of a
// thousandth of the type size. The type size of their text is then the size of a pixel, and the loose boxes, which
// PDFium computes as for other fonts, are far too tall.

const (
	// mostPixel is the maximum size of a pixel, in points: at 144 dots per inch.
	mostPixel = .5
	// Extents of a usual typeface above and below the baseline, and the height of its capitals and ascenders, as shares of the
	// type size. Computer Modern has .694 for both of these.
	usualAscent, usualDescent, usualHeight = .75, .25, .69
	// plainShare is the least share of plain letters and figures in such text if its codes are those of letters. It is
	// .7 or more in English, and 0 where a program numbered the glyphs from 128 on.
	plainShare = .4
)

// pixelType collects the text of a page that is set in fonts whose unit is a pixel.
type pixelType struct {
	// glyphs holds the numbers of its glyphs.
	glyphs []int
	// heights holds how far the letters and figures of each font extend above the baseline, in points, and others the same for
	// all of its characters.
	heights, others map[pixelFont]float64
}

// pixelFont is a font at one pixel size.
type pixelFont struct {
	font int
	size float64
}

func pixelFontOf(g ink.Glyph) pixelFont { return pixelFont{g.Font, g.Size} }

// inPixels reports whether the size of a text may be that of a pixel: the font is drawn, which is why it has no name, and the
// text would be far too small to be read.
func inPixels(f ink.Font, s style) bool {
	return f.Name == "" && s.angle == 0 && s.size > 0 && s.size <= mostPixel
}

// dvipsLetter returns the letter for a character of such a font. dvips numbers the glyphs with two signs, the second of which
// counts to 36, and PDFium takes the numbers of "c" and "]", CR and CL, for the names of a carriage return and a centre line.
func dvipsLetter(r rune) rune {
	switch r {
	case '\r':
		return 'c'
	case '℄':
		return ']'
	}
	return r
}

// measure records the height of a glyph in such a font, which is about to be added.
func (r *glyphReader) measure(gl ink.Glyph, i uint64) {
	p := &r.pixels
	if p.heights == nil {
		p.heights, p.others = map[pixelFont]float64{}, map[pixelFont]float64{}
	}
	p.glyphs = append(p.glyphs, len(r.in.Glyphs))
	r.call("FPDFText_GetCharBox", r.text, i, r.scratch, r.scratch+8, r.scratch+16, r.scratch+24)
	var v [4]float64 // left, right, bottom, top
	r.doubles(v[:])
	font, height := pixelFontOf(gl), gl.Y-r.matrix.Box(v[0], v[3], v[1], v[2]).Y0
	p.others[font] = max(p.others[font], height)
	if isPlainLetter(gl.Rune) {
		p.heights[font] = max(p.heights[font], height)
	}
}

func isPlainLetter(r rune) bool {
	return (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z') || (r >= '0' && r <= '9')
}

// enlarge sets the type sizes and the boxes of the text that was collected. If its codes are mere numbers, the text is
// marked as meaningless, or left out of a page that has more text of other kinds. It reports whether the text was left
// out.
func (p *pixelType) enlarge(in *ink.Input) (leftOut bool) {
	numbered := p.isNumbered(in)
	for _, i := range p.glyphs {
		gl := &in.Glyphs[i]
		if numbered && !unicode.IsSpace(gl.Rune) {
			gl.Rune = unicode.ReplacementChar
		}
		font := pixelFontOf(*gl)
		height := p.heights[font]
		if height == 0 {
			height = p.others[font]
		}
		gl.Size = height / usualHeight
		gl.Box.Y0, gl.Box.Y1 = gl.Y-usualAscent*gl.Size, gl.Y+usualDescent*gl.Size
	}
	if leftOut = numbered && 2*len(p.glyphs) < len(in.Glyphs); leftOut {
		in.Glyphs = slices.DeleteFunc(in.Glyphs, func(gl ink.Glyph) bool { return gl.Rune == unicode.ReplacementChar && isNameless(in, gl) })
	}
	return leftOut
}

// isNumbered reports whether hardly any of the text consists of plain letters and figures.
func (p *pixelType) isNumbered(in *ink.Input) bool {
	plain, total := 0, 0
	for _, i := range p.glyphs {
		r := in.Glyphs[i].Rune
		if isPlainLetter(r) {
			plain++
		}
		if !unicode.IsSpace(r) {
			total++
		}
	}
	return float64(plain) < plainShare*float64(total)
}
