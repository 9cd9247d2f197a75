package typeface

import "quire/internal/convert/pdf/object"

// wide is the information that a font with two-byte codes, which are the numbers of its glyphs, gives about them.
type wide struct {
	widths    map[int]int
	otherwise int
}

const (
	// usualWidth is the advance of glyphs for which a font states none (ISO 32000-2, table 115).
	usualWidth = 1000
	// maxWidths is the maximum number of glyphs with widths in a font.
	maxWidths = 1 << 16
)

func (w *wide) width(code int) int {
	if v, ok := w.widths[code]; ok {
		return v
	}
	return w.otherwise
}

// openWide reads a font's advances.
func (f *Face) openWide(r *reader, d object.Dict) {
	f.wide.otherwise = r.number(d, "DW", usualWidth)
	if m := r.get(d, "CIDToGIDMap"); m.Kind != object.Null && !m.Is("Identity") {
		r.fail()
	}
	items := r.get(d, "W").Items
	for len(items) > 0 && r.err == nil {
		items = f.wide.read(r, items)
	}
}

// read reads the advances of consecutive glyphs: one for each, or the same for all. It returns the remaining items.
func (w *wide) read(r *reader, items []object.Object) []object.Object {
	first := r.resolve(items[0])
	if len(items) < 2 || first.Kind != object.Integer {
		r.fail()
		return nil
	}
	second := r.resolve(items[1])
	if second.Kind == object.Array {
		for i, item := range second.Items {
			w.set(r, first.Int()+i, r.resolve(item))
		}
		return items[2:]
	}
	if len(items) < 3 || second.Kind != object.Integer || second.Int()-first.Int() >= maxWidths {
		r.fail()
		return nil
	}
	width := r.resolve(items[2])
	for code := first.Int(); code <= second.Int() && r.err == nil; code++ {
		w.set(r, code, width)
	}
	return items[3:]
}

// set sets an advance. Of two advances, PDFium uses the first.
func (w *wide) set(r *reader, code int, width object.Object) {
	if !width.Numeric() || width.Number < 0 || code < 0 || len(w.widths) >= maxWidths {
		r.fail()
		return
	}
	if _, twice := w.widths[code]; twice {
		r.fail()
		return
	}
	w.widths[code] = width.Int()
}
