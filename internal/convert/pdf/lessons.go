package pdf

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf/content"
)

// sameWithin is how far two readings of the same position may be apart, in points. Both compute with 32 bits in the
// same order, so that all of 240 documents agreed to within a tenth of it.
const sameWithin = .002

// mostLessons is how many more pages may serve as lessons than are then read without PDFium before the attempt is given
// up.
const mostLessons = 5

// snapshot copies what reading the page may change.
func snapshot(s Sheet) Sheet {
	s.Input.Glyphs = slices.Clone(s.Input.Glyphs)
	s.Input.Images = slices.Clone(s.Input.Images)
	return s
}

// learn learns from a page that PDFium has read. It returns false if PDFium failed in the meantime and cannot even
// close the page.
func (n *native) learn(g *pdfPage, seen Sheet) bool {
	if n == nil || n.refused || n.alone {
		return true
	}
	failed := n.trap(func() { n.study(g, seen) })
	n.refused = n.refused || failed
	return !failed
}

// study learns what is not known yet about the page's size, fonts and colours. It then reads the page too, and compares
// the results.
func (n *native) study(g *pdfPage, seen Sheet) {
	n.lessons++
	// The pages of an XML form are determined by PDFium together with the form.
	if n.refused = g.second.kind != 0 || n.lessons > mostLessons+n.done; n.refused {
		return
	}
	p := n.pages[seen.Input.Number-1]
	s, ok := n.sizeOf(p)
	if !ok {
		return
	}
	n.sizes[s] = geometry{width: g.width, height: g.height, matrix: g.matrix}
	shown, err := n.doc.Page(p)
	if err != nil {
		return
	}
	objects := slices.DeleteFunc(slices.Clone(shown.Drawn), func(o content.Drawn) bool { return o.Shading != nil })
	handles := g.objects()
	if len(handles) != len(objects) {
		n.refused = true
		return
	}
	for i, o := range objects {
		n.learnObject(g, o, handles[i])
	}
	read, ok := n.sheet(ink.Input{
		Number: seen.Input.Number, Source: seen.Input.Source, Bookmarks: seen.Input.Bookmarks, Spreadsheet: seen.Input.Spreadsheet,
	})
	if !ok {
		return
	}
	if alike(read, seen) {
		n.agreed = true
	} else {
		n.refused = true
	}
}

// learnObject learns the font of a text, or the colours of a path.
func (n *native) learnObject(g *pdfPage, o content.Drawn, handle uint64) {
	kind := uint32(g.hot.objectType.call(handle))
	switch {
	case o.Text != nil && kind == objectText:
		n.learnFont(g, o.Text.Font, handle)
		n.learnColor(g, *o.Text.Fill, fillColor, handle)
	case o.Path != nil && kind == objectPath:
		if fill := o.Path.Fill; fill != nil {
			n.learnColor(g, fill.Color, fillColor, handle)
		}
		if stroke := o.Path.Stroke; stroke != nil {
			n.learnColor(g, stroke.Color, strokeColor, handle)
		}
	case o.Image != nil && kind == objectImage:
	default:
		n.refused = true
	}
}

// learnColor learns one of the colours of an object. PDFium reports it through the given function.
func (n *native) learnColor(g *pdfPage, c content.Color, function string, handle uint64) {
	if _, ok := n.colors[c]; !ok {
		n.colors[c], _ = g.color(function, handle)
	}
}

func (n *native) learnFont(g *pdfPage, f *content.Font, text uint64) {
	if _, ok := n.faces[f.ID]; ok && n.fonts.holds(g.instance, f) {
		return
	}
	handle := uint64(uint32(g.call("FPDFTextObj_GetFont", text)))
	n.faces[f.ID] = g.face(handle)
	n.fonts.meet(g.document, f, handle, n.doc.Offered(f))
}

// objects returns the handles of the texts, paths and pictures of the page and its forms, in the order in which they are
// painted.
func (g *pdfPage) objects() []uint64 {
	var out []uint64
	var visit func(object uint64, depth int)
	visit = func(object uint64, depth int) {
		if object == 0 || len(out) > MaxObjects {
			return
		}
		switch uint32(g.hot.objectType.call(object)) {
		case objectText, objectPath, objectImage:
			out = append(out, object)
		case objectForm:
			if depth >= MaxForms {
				return
			}
			for i := range max(int(int32(g.call("FPDFFormObj_CountObjects", object))), 0) {
				visit(uint64(uint32(g.call("FPDFFormObj_GetObject", object, uint64(i)))), depth+1)
			}
		}
	}
	for i := range max(int(int32(g.call("FPDFPage_CountObjects", g.handle))), 0) {
		visit(uint64(uint32(g.call("FPDFPage_GetObject", g.handle, uint64(i)))), 0)
	}
	return out
}

// alike reports whether two readings of a page are equal for all practical purposes.
func alike(a, b Sheet) bool {
	x, y := a.Input, b.Input
	return a.Curves == b.Curves && near(a.ImageDPI, b.ImageDPI) && near(x.Width, y.Width) && near(x.Height, y.Height) &&
		slices.EqualFunc(x.Glyphs, y.Glyphs, func(g, h ink.Glyph) bool { return sameGlyph(g, h, x.Fonts, y.Fonts) }) &&
		sameDrawings(x, y)
}

func sameDrawings(x, y ink.Input) bool {
	return slices.EqualFunc(x.Rules, y.Rules, func(r, s ink.Rule) bool { return r.Vertical == s.Vertical && sameBox(r.Box, s.Box) }) &&
		slices.EqualFunc(x.Fills, y.Fills, func(f, g ink.Fill) bool { return f.Color == g.Color && sameBox(f.Box, g.Box) }) &&
		slices.EqualFunc(x.Shapes, y.Shapes, func(s, t ink.Shape) bool { return s.Form == t.Form && sameBox(s.Box, t.Box) }) &&
		slices.EqualFunc(x.Images, y.Images, func(i, j ink.Image) bool { return i.Content == j.Content && sameBox(i.Box, j.Box) }) &&
		slices.EqualFunc(x.Links, y.Links, func(l, m ink.Link) bool { return l.Target == m.Target && sameBox(l.Box, m.Box) }) &&
		slices.EqualFunc(x.Dotted, y.Dotted, sameBox) && slices.EqualFunc(x.Dots, y.Dots, sameBox) &&
		slices.EqualFunc(x.Rings, y.Rings, sameBox) && slices.EqualFunc(x.Strokes, y.Strokes, sameBox) && len(y.Fields) == 0
}

// sameGlyph compares everything about two glyphs. The fonts of a page may be numbered differently.
func sameGlyph(g, h ink.Glyph, fonts, others []ink.Font) bool {
	if fonts[g.Font] != others[h.Font] || !sameBox(g.Box, h.Box) || !near(g.X, h.X) || !near(g.Y, h.Y) || !near(g.Size, h.Size) {
		return false
	}
	g.Font, g.Box, g.X, g.Y, g.Size = h.Font, h.Box, h.X, h.Y, h.Size
	return g == h
}

func sameBox(a, b page.Box) bool {
	return near(a.X0, b.X0) && near(a.Y0, b.Y0) && near(a.X1, b.X1) && near(a.Y1, b.Y1)
}

func near(a, b float64) bool { return math.Abs(a-b) <= sameWithin }
