package content

import "unicode"

// joint is what is inserted between two texts.
type joint uint8

const (
	joined joint = iota
	gap
	lineBreak
	wordBreak // the end of a line that hyphenates a word
)

// between determines what is inserted between the previous text and t.
func (w *writer) between(t *Text) joint {
	if c := w.lastChar(); c != nil && c.Text != nil {
		w.previous = c.Text
	}
	writing := w.writing(t)
	if writing == unknown {
		writing = w.writing(w.previous)
	}
	first := t.firstItem().glyph.rune(t.firstItem().code)
	if w.apart(t, writing) || w.below(t, writing) {
		if w.divided(first) {
			return wordBreak
		}
		return lineBreak
	}
	if len(t.items) == 1 && hyphen(first) && w.divided(first) {
		return wordBreak
	}
	last := w.previous.lastItem().glyph
	if first == ' ' || (len(last.Text) > 0 && last.Mapped && last.Text[len(last.Text)-1] == ' ') {
		return joined
	}
	if w.gapBefore(t) {
		return gap
	}
	return joined
}

// rune returns the first character that a code stands for, or the code itself.
func (g *Glyph) rune(code uint32) rune {
	if len(g.Text) > 0 {
		return g.Text[0]
	}
	return rune(code)
}

// apart reports whether two texts have no height, or for vertical lines no width, in common.
func (w *writer) apart(t *Text, writing direction) bool {
	const least = 4.5
	now, before := t.rect, w.previous.rect
	switch writing {
	case across:
		if now.height() <= least || before.height() <= least {
			return false
		}
		return max(now.Bottom, before.Bottom) >= min(now.Top, before.Top)
	case down:
		if now.width() <= t.Size*.1 || before.width() <= w.previous.Size*.1 {
			return false
		}
		return min(now.Right, w.extent.Right) <= max(now.Left, w.extent.Left)
	}
	return false
}

// relation returns the widths of the characters on both sides of a joint, in the spaces of their texts, and where t
// begins in the space of the previous text.
func (w *writer) relation(t *Text) (last, this, x, y float32, back Matrix) {
	last = abs(float32(w.previous.lastItem().glyph.advance()) * w.previous.Size / 1000)
	this = abs(float32(t.firstItem().glyph.advance()) * t.Size / 1000)
	back = w.previous.back
	x, y = back.point(t.form.point(t.matrix.E, t.matrix.F))
	return last, this, x, y, back
}

// below reports whether a horizontal text is so far above or below the previous one that it is on another line.
func (w *writer) below(t *Text, writing direction) bool {
	if writing != across {
		return false
	}
	last, this, x, y, back := w.relation(t)
	threshold := max(last, this) / 4
	if last < this {
		threshold = back.distance(threshold)
	}
	rect := w.previous.rect
	moved := (y > threshold*2 || y < threshold*-3) && (abs(y) >= 1 || abs(y) > abs(x))
	if !moved && !(rect.normal().empty() && rect.height() > 5) {
		return false
	}
	return !w.level(t)
}

// level reports whether one of two texts on an upright page begins within the height of the other.
func (w *writer) level(t *Text) bool {
	const broad = 1000
	p := w.previous
	upright := w.display.A > .9 && w.display.B < .1 && w.display.C < .1 && w.display.D < -.9 && p.matrix.B < .1 && p.matrix.C < .1
	if len(p.items) < 2 || p.lastItem().x <= p.firstItem().x || !upright {
		return false
	}
	within := func(a, b *Text) bool {
		return Rect{Bottom: a.rect.Bottom, Right: broad, Top: a.rect.Top}.contains(b.matrix.E, b.matrix.F)
	}
	return within(p, t) || within(t, p)
}

// gapBefore reports whether the distance to the previous text is as wide as a space.
func (w *writer) gapBefore(t *Text) bool {
	last, this, x, _, back := w.relation(t)
	lastWidth, thisWidth := w.previous.lastItem().glyph.advance(), t.firstItem().glyph.advance()
	threshold := share(float32(max(lastWidth, thisWidth)), 400, 700, 800)
	if lastWidth >= thisWidth {
		threshold *= abs(w.previous.Size)
	} else {
		threshold *= abs(t.Size)
		threshold = back.distance(t.whole.distance(threshold))
	}
	threshold /= 1000
	if (threshold < 1.4881 && threshold > 1.4879) || (threshold < 1.39001 && threshold > 1.38999) {
		threshold *= 1.5
	}
	from := w.previous.lastItem().x
	if abs(from+last-x) <= threshold {
		return false
	}
	wide, moved := threshold+last, x-from
	return abs(moved) > wide || (x < 0 && -wide > moved) || moved > this+last
}

// share returns the fraction of a width that a gap must exceed to be a space.
func share(width, small, medium, large float32) float32 {
	switch {
	case width < small:
		return width / 2
	case width < medium:
		return width / 4
	case width < large:
		return width / 5
	}
	return width / 6
}

func hyphen(r rune) bool { return r == '-' || r == 0xAD }

// divided reports whether the preceding text ends in a hyphen that splits a word, which continues with next.
func (w *writer) divided(next rune) bool {
	text := w.lineText
	if len(text) == 0 {
		text = w.outText
	}
	i := len(text) - 1
	for i > 0 && text[i] == ' ' {
		i--
	}
	if i < 0 || !hyphen(text[i]) {
		return false
	}
	return i > 0 && unicode.IsLetter(text[i-1]) && (unicode.IsLetter(next) || unicode.IsDigit(next))
}
