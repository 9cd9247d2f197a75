package typeface

import "slices"

// moved lifts the pen and moves it by the last n numbers. If there is one more, it is the width.
func (t *type2) moved(n int, up bool) bool {
	s := t.stack
	if len(s) != n && len(s) != n+1 {
		return false
	}
	t.state(len(s) > n)
	last := s[len(s)-1]
	switch {
	case n == 2:
		t.move(s[len(s)-2], last)
	case up:
		t.move(0, last)
	default:
		t.move(last, 0)
	}
	return true
}

// lines draws lines.
func (t *type2) lines(s []int) bool {
	for ; len(s) >= 2; s = s[2:] {
		t.line(s[0], s[1])
	}
	return len(s) == 0
}

// steps draws alternating vertical and horizontal lines.
func (t *type2) steps(s []int, up bool) bool {
	for _, d := range s {
		if up {
			t.line(0, d)
		} else {
			t.line(d, 0)
		}
		up = !up
	}
	return len(s) > 0
}

// curves draws curves.
func (t *type2) curves(s []int) bool {
	for ; len(s) >= 6; s = s[6:] {
		t.curve([6]int(s))
	}
	return len(s) == 0
}

// flat draws curves that begin and end in the same direction, vertical or horizontal. If there is an odd number of
// operands, the first one is where the first curve leaves that direction.
func (t *type2) flat(s []int, up bool) bool {
	aside := 0
	if len(s)%4 == 1 {
		aside, s = s[0], s[1:]
	}
	ok := len(s) >= 4
	for ; len(s) >= 4; s = s[4:] {
		if up {
			t.curve([6]int{aside, s[0], s[1], s[2], 0, s[3]})
		} else {
			t.curve([6]int{s[0], aside, s[1], s[2], s[3], 0})
		}
		aside = 0
	}
	return ok && len(s) == 0
}

// turning draws curves that begin vertical and end horizontal, alternating with the reverse. The last one may end at an
// angle.
func (t *type2) turning(s []int, up bool) bool {
	ok := len(s) >= 4
	for len(s) >= 4 {
		aslant := 0
		if len(s) == 5 {
			aslant, s = s[4], s[:4]
		}
		if up {
			t.curve([6]int{0, s[0], s[1], s[2], s[3], aslant})
		} else {
			t.curve([6]int{s[0], 0, s[1], s[2], aslant, s[3]})
		}
		s, up = s[4:], !up
	}
	return ok && len(s) == 0
}

// flex draws the two curves of a flex.
func (t *type2) flex(s []int, b byte) bool {
	switch {
	case b == 34 && len(s) == 7: // hflex
		t.curve([6]int{s[0], 0, s[1], s[2], s[3], 0})
		t.curve([6]int{s[4], 0, s[5], -s[2], s[6], 0})
	case b == 35 && len(s) == 13: // flex
		return t.curves(s[:12])
	case b == 36 && len(s) == 9: // hflex1
		t.curve([6]int{s[0], s[1], s[2], s[3], s[4], 0})
		t.curve([6]int{s[5], 0, s[6], s[7], s[8], -(s[1] + s[3] + s[7])})
	case b == 37 && len(s) == 11: // flex1
		dx, dy := s[0]+s[2]+s[4]+s[6]+s[8], s[1]+s[3]+s[5]+s[7]+s[9]
		last := [2]int{s[10], -dy}
		if max(dx, -dx) <= max(dy, -dy) {
			last = [2]int{-dx, s[10]}
		}
		t.curve([6]int(s))
		t.curve([6]int{s[6], s[7], s[8], s[9], last[0], last[1]})
	default:
		return false
	}
	return true
}

// end ends an outline. Four numbers before it, not counting the width, name the two parts of an accented letter.
func (t *type2) end() bool {
	s := t.stack
	t.state(len(s) == 1 || len(s) == 5)
	switch {
	case len(s) <= 1:
		return true
	case len(s) > 5 || len(s) < 4 || t.part || t.font.wide:
		return false
	}
	s = s[len(s)-4:]
	dx, dy := s[0], s[1]
	base, ok := t.font.standard(s[2] >> fraction)
	accent, ok2 := t.font.standard(s[3] >> fraction)
	if !ok || !ok2 {
		return false
	}
	return t.accented(base, accent, dx, dy, t.glyph)
}

// standard returns the glyph of a code in the standard encoding.
func (c *cff) standard(code int) (glyph int, ok bool) {
	number := standardCode(code)
	glyph = slices.Index(c.names, number)
	return glyph, number != 0 && glyph >= 0
}
