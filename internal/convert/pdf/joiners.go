package pdf

import (
	"encoding/binary"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
)

const (
	objectText = 1

	// nonJoiner separates two letters of one word, as between a Persian stem and its ending. It is invisible, so a
	// document can only spell it out.
	nonJoiner = '\u200c'
	// joinerDrift is how far, in points, a non-joiner may be from the origin of the letter that precedes it.
	joinerDrift = .25
)

// joiners inserts the zero-width non-joiners of a page in a right-to-left script. PDFium omits those that a document
// spells out with a character that is empty in the font.
func (g *pdfPage) joiners(in *ink.Input) {
	if !slices.ContainsFunc(in.Glyphs, leftward) {
		return
	}
	places := g.spelled(nonJoiner)
	if len(places) == 0 {
		return
	}
	out := make([]ink.Glyph, 0, len(in.Glyphs)+len(places))
	for i, gl := range in.Glyphs {
		out = append(out, gl)
		last := i+1 == len(in.Glyphs) || !oneGlyph(gl, in.Glyphs[i+1])
		if last && ink.RightToLeft(gl.Rune) && places[placeOf(gl.X, gl.Y)] {
			gl.Rune, gl.Box.X1 = nonJoiner, gl.Box.X0
			out = append(out, gl)
		}
	}
	in.Glyphs = out
}

// place is a position in units of joinerDrift.
type place struct{ x, y int }

func placeOf(x, y float64) place {
	return place{int(math.Round(x / joinerDrift)), int(math.Round(y / joinerDrift))}
}

// spelled returns the positions where the page's content spells out a character.
func (g *pdfPage) spelled(r rune) map[place]bool {
	key := g.cString("ActualText")
	defer g.free(key)
	out := map[place]bool{}
	n := int(int32(g.call("FPDFPage_CountObjects", g.handle)))
	for i := range min(max(n, 0), MaxObjects) {
		object := uint64(uint32(g.call("FPDFPage_GetObject", g.handle, uint64(i))))
		if object == 0 || uint32(g.hot.objectType.call(object)) != objectText || g.actualText(object, key) != r {
			continue
		}
		g.call("FPDFPageObj_GetMatrix", object, g.scratch)
		m := g.matrixAt(g.scratch)
		x, y := g.matrix.Point(m.E, m.F)
		at := placeOf(x, y)
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				out[place{at.x + dx, at.y + dy}] = true
			}
		}
	}
	return out
}

// actualText returns the character that the innermost mark of an object spells out, or 0 if it is not exactly
// one. key is the name of the entry.
func (g *pdfPage) actualText(object, key uint64) rune {
	const size, room = 8, 16 // bytes; the length precedes the text in the scratch area
	marks := int(int32(g.call("FPDFPageObj_CountMarks", object)))
	if marks < 1 {
		return 0
	}
	mark := uint64(uint32(g.call("FPDFPageObj_GetMark", object, uint64(marks-1))))
	text := g.scratch + size
	if mark == 0 || uint32(g.call("FPDFPageObjMark_GetParamStringValue", mark, key, text, room, g.scratch)) == 0 {
		return 0
	}
	units := g.bytes(text, room)
	unit := func(i int) rune { return rune(binary.LittleEndian.Uint16(units[2*i:])) }
	switch binary.LittleEndian.Uint32(g.bytes(g.scratch, 4)) / 2 { // with the zero at its end
	case 2:
		return unit(0)
	case 3: // PDFium gives the two bytes of a character as two
		return unit(0)<<8 | unit(1)
	}
	return 0
}
