package content

import "quire/internal/convert/pdf/object"

var textOperations = map[string]operation{
	"BT": {-1, func(r *runner, _ [6]float32) error { r.setText(identity); return nil }},
	"Tm": {6, func(r *runner, n [6]float32) error {
		r.setText(Matrix{n[0], n[1], n[2], n[3], n[4], n[5]})
		return nil
	}},
	"Td": {2, func(r *runner, n [6]float32) error { r.place(r.lineX+n[0], r.lineY+n[1]); return nil }},
	"TD": {2, func(r *runner, n [6]float32) error {
		r.place(r.lineX+n[0], r.lineY+n[1])
		r.leading = -n[1]
		return nil
	}},
	"T*": {-1, func(r *runner, _ [6]float32) error { r.nextLine(); return nil }},
	"Tc": {1, func(r *runner, n [6]float32) error { r.spacing = n[0]; return nil }},
	"Tw": {1, func(r *runner, n [6]float32) error { r.words = n[0]; return nil }},
	"Tz": {1, func(r *runner, n [6]float32) error { r.scale = n[0] / 100; r.reset(); return nil }},
	"TL": {1, func(r *runner, n [6]float32) error { r.leading = n[0]; return nil }},
	"Ts": {1, func(r *runner, n [6]float32) error { r.rise = n[0]; return nil }},
	"Tr": {1, func(r *runner, n [6]float32) error {
		if mode := int(n[0]); mode >= 0 && mode <= 7 {
			r.mode = mode
		}
		return nil
	}},
	"Tf": {-1, func(r *runner, _ [6]float32) error { return r.setFont() }},
	"Tj": {-1, func(r *runner, _ [6]float32) error { return r.showLast() }},
	"TJ": {-1, func(r *runner, _ [6]float32) error { return r.showArray() }},
	"'": {-1, func(r *runner, _ [6]float32) error {
		r.nextLine()
		return r.showLast()
	}},
	"\"": {-1, func(r *runner, _ [6]float32) error {
		if len(r.operands) != 3 || !r.operands[0].Numeric() || !r.operands[1].Numeric() {
			return ErrUnknown
		}
		r.words, r.spacing = r.operands[0].Float(), r.operands[1].Float()
		r.nextLine()
		return r.showLast()
	}},
}

func (r *runner) setText(m Matrix) {
	r.text = m
	r.reset()
	r.place(0, 0)
}

func (r *runner) nextLine() { r.place(r.lineX, r.lineY-r.leading) }

func (r *runner) setFont() error {
	if len(r.operands) != 2 || r.operands[0].Kind != object.Name || !r.operands[1].Numeric() {
		return ErrUnknown
	}
	fonts, err := r.category("Font")
	if err != nil {
		return err
	}
	r.size = r.operands[1].Float()
	r.font, err = r.doc.font(fonts[string(r.operands[0].Bytes)])
	return err
}

// piece is a part of a text and the adjustment that follows it.
type piece struct {
	codes   []byte
	kerning float32
}

func (r *runner) showLast() error {
	n := len(r.operands)
	if n == 0 || r.operands[n-1].Kind != object.String {
		return ErrUnknown
	}
	if s := r.operands[n-1].Bytes; len(s) > 0 {
		r.pieces = append(r.pieces[:0], piece{codes: s})
		return r.show(r.pieces, 0)
	}
	return nil
}

// showArray shows strings and moves between them.
func (r *runner) showArray() error {
	if len(r.operands) != 1 || r.operands[0].Kind != object.Array {
		return ErrUnknown
	}
	pieces := r.pieces[:0]
	var before float32
	blank := false
	items := r.operands[0].Items
	for i := range items {
		o := &items[i]
		switch {
		case o.Kind == object.String && len(o.Bytes) == 0:
			blank = true
		case o.Kind == object.String:
			pieces = append(pieces, piece{codes: o.Bytes})
		case !o.Numeric():
			return ErrUnknown
		case len(pieces) == 0:
			before += o.Float()
		default:
			pieces[len(pieces)-1].kerning += o.Float()
		}
	}
	r.pieces = pieces
	if blank && len(pieces) > 0 && pieces[len(pieces)-1].kerning != 0 {
		return ErrUnknown // versions of PDFium differ
	}
	return r.show(pieces, before)
}

// show adds a text.
func (r *runner) show(pieces []piece, before float32) error {
	if r.font == nil || r.font.Unusable {
		return ErrUnknown
	}
	if before != 0 {
		r.x += -r.gap(before)
	}
	if len(pieces) == 0 {
		return nil
	}
	x, y := r.text.point(r.x, r.y+r.rise)
	x, y = r.ctm.point(x, y)
	t := &r.texts.take(1)[:1][0]
	*t = Text{
		Font: r.font, Size: r.size, Mode: r.mode, Fill: r.fill.share(), mark: r.marks[len(r.marks)-1], marks: len(r.marks),
		spacing: r.spacing, matrix: r.shown, form: r.whole, nested: len(r.forms) > 0, joints: len(pieces) - 1, before: r.last,
	}
	t.matrix.E, t.matrix.F = x, y
	if !r.fillText(t, pieces) {
		r.page.known = false
		return r.draw(Drawn{Text: t})
	}
	if r.characters += len(t.items) + len(t.mark.text); r.characters > maxCharacters {
		return ErrUnknown
	}
	r.x += float32(t.measure(r.words, r.width) * r.scale)
	if last := pieces[len(pieces)-1].kerning; last != 0 {
		r.x += -r.gap(last)
	}
	r.last = t
	r.page.texts = append(r.page.texts, t)
	return r.draw(Drawn{Text: t})
}

// gap returns the width of an adjustment in thousandths of the type size.
func (r *runner) gap(kerning float32) float32 { return float32(kerning * r.size / 1000 * r.scale) }

// fillText fills in the items of a text. It returns false if a code is not known.
func (r *runner) fillText(t *Text, pieces []piece) bool {
	known, n := r.font.Known, 0
	for _, p := range pieces {
		n += r.font.count(p.codes)
	}
	t.items = r.items.take(n)
	for i, p := range pieces {
		var kerning float32
		if i > 0 {
			kerning = pieces[i-1].kerning
		}
		for k := range r.font.count(p.codes) {
			code := r.font.code(p.codes, k)
			g := r.font.glyph(code)
			known = known && g != nil
			t.items = append(t.items, item{code: code, kerning: kerning, glyph: g})
			kerning = 0
		}
	}
	return known
}

// measure positions the items of a text, and returns the total advance. words is the extra width of spaces, and pen the
// width of lines.
func (t *Text) measure(words, pen float32) float32 {
	const far = 10_000
	var at float32
	box := Rect{Left: far, Bottom: far, Right: -far, Top: -far}
	for i := range t.items {
		it := &t.items[i]
		if it.kerning != 0 {
			at -= it.kerning * t.Size / 1000
		}
		it.x = at
		g := it.glyph.Box
		left, right := at+float32(g.Left*t.Size/1000), at+float32(g.Right*t.Size/1000)
		box.Left, box.Right = min(box.Left, left, right), max(box.Right, left, right)
		box.Bottom, box.Top = min(box.Bottom, g.Bottom, g.Top), max(box.Top, g.Bottom, g.Top)
		at += float32(it.glyph.Width) * t.Size / 1000
		if it.code == ' ' && !t.Font.Wide {
			at += words
		}
		at += t.spacing
	}
	box.Bottom, box.Top = box.Bottom*t.Size/1000, box.Top*t.Size/1000
	t.rect = t.matrix.rect(box)
	if t.Mode == 1 || t.Mode == 2 || t.Mode == 5 || t.Mode == 6 { // stroked
		n := t.rect.normal()
		t.rect = Rect{Left: n.Left - pen/2, Bottom: n.Bottom - pen/2, Right: n.Right + pen/2, Top: n.Top + pen/2}
	}
	return at
}
