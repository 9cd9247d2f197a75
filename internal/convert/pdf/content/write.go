package content

// write writes a text after the previous one.
func (w *writer) write(t *Text) {
	if w.failed {
		return
	}
	t.back = t.whole.inverse()
	saying := w.saying(t)
	if saying == already {
		w.previous = t
		return
	}
	if w.previous == nil {
		w.extent = t.rect
	} else {
		how := w.between(t)
		if how == lineBreak {
			w.extent = t.rect
		} else {
			w.extent = w.extent.union(t.rect)
		}
		if !w.join(how, t) {
			return
		}
	}
	w.previous = t
	if saying == asSpelled {
		w.spell(t)
	} else {
		w.items(t)
	}
}

// join writes what is between the previous text and t. It returns false if t is part of it.
func (w *writer) join(how joint, t *Text) bool {
	switch how {
	case gap:
		if c, ok := w.generated(' ', t.form); ok {
			w.line, w.lineText = append(w.line, c), append(w.lineText, ' ')
		}
	case lineBreak:
		w.endLine()
		if len(w.outText) == 0 {
			break
		}
		for _, r := range "\r\n" {
			if c, ok := w.generated(r, t.form); ok {
				w.out, w.outText = append(w.out, c), append(w.outText, r)
			}
		}
	case wordBreak:
		if len(t.items) == 1 && hyphen(t.firstItem().glyph.rune(t.firstItem().code)) {
			return false
		}
		for n := len(w.lineText); n > 0 && w.lineText[n-1] == ' '; n-- {
			w.line, w.lineText = w.line[:n-1], w.lineText[:n-1]
		}
		n := len(w.line)
		if w.failed = n == 0; w.failed {
			return false
		}
		w.line[n-1].Rune, w.line[n-1].hyphen, w.lineText[n-1] = softHyphen, true, nothing
	}
	return true
}

// lastChar returns the last character so far, or nil.
func (w *writer) lastChar() *Char {
	if n := len(w.line); n > 0 {
		return &w.line[n-1]
	}
	if n := len(w.out); n > 0 {
		return &w.out[n-1]
	}
	return nil
}

// generated returns a character that follows the last one.
func (w *writer) generated(r rune, m Matrix) (Char, bool) {
	last := w.lastChar()
	if last == nil {
		return Char{}, false
	}
	advance, size := 0, last.box.height()
	if last.Text != nil {
		size = last.Text.Size
		if last.code != none {
			advance = last.Text.Font.glyph(last.code).advance()
		}
	}
	if size == 0 {
		size = 1
	}
	x := last.X + float32(float32(advance)*size/1000)
	box := Rect{Left: x, Bottom: last.Y, Right: x, Top: last.Y}
	return Char{Rune: r, X: x, Y: last.Y, Loose: box, box: box, Matrix: m, Generated: true, code: none}, true
}

// endLine writes the line. Of consecutive spaces, it keeps the first.
func (w *writer) endLine() {
	blank := false
	for i, r := range w.lineText {
		if r == ' ' && blank {
			continue
		}
		blank = r == ' '
		w.out = append(w.out, w.line[i])
		if !control(&w.line[i]) {
			w.outText = append(w.outText, r)
		}
	}
	w.line, w.lineText = w.line[:0], w.lineText[:0]
}

// control reports whether a character does not count as text.
func control(c *Char) bool {
	switch c.Rune {
	case 0:
		return c.code == 0
	case 0x02, 0x03, 0x93, 0x94, 0x96, 0x97, 0x98, 0xFFFE:
		return !c.hyphen
	}
	return false
}

// items writes the characters of a text, and spaces where it moves by as much.
func (w *writer) items(t *Text) {
	tracking := t.tracking(t.whole)
	across := abs(hypot(t.matrix.A, t.matrix.B) * t.Size) // type size along the line
	var shift float32
	for i := range t.items {
		it := &t.items[i]
		if i > 0 && it.kerning != 0 {
			if last, ok := w.lastRune(); ok && last != ' ' {
				shift = -across * it.kerning / 1000
			}
		}
		shift -= tracking
		if shift != 0 && i > 0 {
			if least := t.Font.spaceLeast(across, it.glyph); least != 0 && shift >= least {
				w.space(t, t.whole, it.x)
			}
		}
		shift = 0
		w.item(t, i)
	}
}

// lastRune returns what the last character so far stands for.
func (w *writer) lastRune() (rune, bool) {
	text := w.lineText
	if len(text) == 0 {
		text = w.outText
	}
	if len(text) == 0 {
		return 0, false
	}
	return text[len(text)-1], true
}

// tracking returns the distance by which the characters of a text are letterspaced throughout, which does not count as
// spaces.
func (t *Text) tracking(m Matrix) float32 {
	if t.spacing == 0 {
		return 0
	}
	var adjust float32
	switch {
	case t.spacing > .001:
		adjust = -m.distance(t.spacing)
	case t.spacing < -.001:
		adjust = m.distance(abs(t.spacing))
	}
	n := len(t.items) + t.joints // counted as PDFium does
	if n < 3 {
		return adjust
	}
	across := abs(hypot(t.matrix.A, t.matrix.B) * t.Size)
	spacing := m.distance(t.spacing)
	base := spacing
	for i := range t.items {
		if it := &t.items[i]; it.kerning != 0 {
			base = min(base, -across*it.kerning/1000+spacing)
		}
	}
	if base < 0 || (n == 3 && t.joints > 0) {
		base = 0
	}
	return base + adjust
}

// spaceLeast returns the smallest move that counts as a space before a character in type of a given size.
func (f *Font) spaceLeast(size float32, next *Glyph) float32 {
	least := size * float32(f.space()) / 1000
	if least > size/3 {
		least = 0
	}
	if least /= 2; least == 0 {
		least = size * share(float32(next.advance()), 300, 500, 700) / 1000
	}
	return least
}

// space writes a space at a position in a text.
func (w *writer) space(t *Text, m Matrix, at float32) {
	x, y := m.point(at, 0)
	box := Rect{Left: x, Bottom: y, Right: x, Top: y}
	w.line = append(w.line, Char{
		Rune: ' ', X: x, Y: y, Loose: box, box: box, Text: t, Matrix: t.form, Generated: true, code: none,
	})
	w.lineText = append(w.lineText, ' ')
}

// item writes a character, unless it is painted on top of itself. In that case, it removes a space written before it.
func (w *writer) item(t *Text, i int) {
	it := &t.items[i]
	c := t.char(it)
	runes := it.glyph.Text
	if len(runes) == 0 {
		w.line, w.lineText = append(w.line, c), append(w.lineText, nothing)
		return
	}
	if w.doubled(&c) {
		if n := len(w.lineText); i == 0 && n > 0 && w.lineText[n-1] == ' ' {
			w.line, w.lineText = w.line[:n-1], w.lineText[:n-1]
		}
		return
	}
	for _, r := range runes {
		c.Rune = r
		w.line, w.lineText = append(w.line, c), append(w.lineText, r)
	}
}

// doubled reports whether one of the last characters is the same in the same place.
func (w *writer) doubled(c *Char) bool {
	const last, near = 7, .07 // the latter as a share of the type size
	dx := near * c.Text.Size
	threshold := hypot(c.Matrix.A*dx, c.Matrix.B*dx)
	for n := len(w.line) - 1; n >= max(0, len(w.line)-last); n-- {
		o := &w.line[n]
		if o.code == c.code && o.Text.Font == c.Text.Font && abs(o.X-c.X) < threshold && abs(o.Y-c.Y) < threshold {
			return true
		}
	}
	return false
}

// char returns the character of an item with its geometry.
func (t *Text) char(it *item) Char {
	m, back := &t.whole, &t.back
	unit := t.Size / 1000
	box := it.glyph.Box
	box = Rect{
		Left: float32(box.Left*unit) + it.x, Bottom: float32(box.Bottom * unit),
		Right: float32(box.Right*unit) + it.x, Top: float32(box.Top * unit),
	}
	width := float32(it.glyph.Width) * unit
	if abs(box.Top-box.Bottom) < leastSize {
		box.Top = box.Bottom + unit
	}
	if abs(box.Right-box.Left) < leastSize {
		box.Right = box.Left + width
	}
	box = m.rect(box)
	x, y := m.point(it.x, 0)
	c := Char{X: x, Y: y, Loose: box, box: box, Text: t, Matrix: *m, code: it.code}
	if box.empty() || t.Size == 0 || t.Font.Ascent == t.Font.Descent {
		return c
	}
	x, y = back.point(x, y)
	c.Loose = m.rect(Rect{
		Left: x, Right: x + width,
		Bottom: y + float32(t.Font.Descent)*t.Size/1000, Top: y + float32(t.Font.Ascent)*t.Size/1000,
	})
	return c
}
