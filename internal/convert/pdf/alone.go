package pdf

import (
	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
	"quire/internal/convert/pdf/typeface"
)

// promising reports whether a page may be readable without PDFium, judging by its resources. That rules out most
// unreadable pages before anything is unpacked.
func (n *native) promising(p object.Dict, opt Options) bool {
	resources, err := n.file.Get(p, "Resources")
	if err != nil {
		return false
	}
	fonts, err := n.file.Get(resources.Dict, "Font")
	if err != nil {
		return false
	}
	for _, entry := range fonts.Dict {
		font, err := n.file.Resolve(entry)
		if err != nil || !typeface.Promising(n.file, font.Dict) {
			return false
		}
	}
	return opt.OCR == nil || !n.pictured(resources.Dict)
}

// pictured reports whether the resources contain pictures.
func (n *native) pictured(resources object.Dict) bool {
	objects, err := n.file.Get(resources, "XObject")
	if err != nil {
		return true
	}
	for _, entry := range objects.Dict {
		if o, err := n.file.Resolve(entry); err != nil || o.Dict["Subtype"].Is("Image") {
			return true
		}
	}
	return false
}

// introduce fills a font from its program and its entry in the file. It returns false if only PDFium can.
func (n *native) introduce(f *content.Font, d object.Dict) bool {
	face, err := typeface.Open(n.file, d, n.budget, standardFont)
	if err != nil {
		return false
	}
	n.faces[f.ID] = Face{
		Name: face.Name, Flags: face.Flags, ItalicAngle: face.ItalicAngle, Weight: func() int { return face.Weight },
	}.Font()
	f.Ascent, f.Descent, f.Known = face.Ascent, face.Descent, true
	f.Ask(face.Glyph)
	for _, code := range n.doc.Offered(f) {
		if !(f.Wide && code == 0) && !face.Space(code) { // the width of a space is taken from it
			continue
		}
		g, ok := face.Glyph(code)
		if !ok {
			return false
		}
		f.Add(code, g)
	}
	return true
}

// geometry returns the size of a page as PDFium computes it. It returns false for a size that PDFium repairs.
func (s size) geometry() (g geometry, ok bool) {
	box, ok := upright(s.media)
	if !ok {
		return g, false
	}
	if crop, cropped := upright(s.crop); cropped {
		box = [4]float64{max(box[0], crop[0]), max(box[1], crop[1]), min(box[2], crop[2]), min(box[3], crop[3])}
	} else if s.crop != ([4]float64{}) {
		return g, false
	}
	if box[0] >= box[2] || box[1] >= box[3] || s.rotate < 0 || s.rotate >= 360 || s.rotate%90 != 0 {
		return g, false
	}
	shown := content.Rect{Left: float32(box[0]), Bottom: float32(box[1]), Right: float32(box[2]), Top: float32(box[3])}
	corners, w, h := content.Corners(shown, s.rotate/90, calibration)
	var exact [3][2]float64
	for i, c := range corners {
		exact[i] = [2]float64{float64(c[0]), float64(c[1])}
	}
	g = geometry{width: float64(w), height: float64(h)}
	g.matrix = between(exact, g.width, g.height)
	return g, true
}

// upright returns a box with its sides in order. It returns false if the box is empty.
func upright(b [4]float64) ([4]float64, bool) {
	b = [4]float64{min(b[0], b[2]), min(b[1], b[3]), max(b[0], b[2]), max(b[1], b[3])}
	return b, b[0] < b[2] && b[1] < b[3]
}
