package typeface

// type2 runs an outline in the Compact Font Format (Adobe's Technical Note 5177).
type type2 struct {
	*pen
	font  *cff
	local []table
	stack []int
	hints int
	// private holds what the outline shares with others, and stated is set once it is known whether it states its
	// width.
	private privateDict
	stated  bool
}

const (
	// maxOperands is the maximum number of operands on the stack.
	maxOperands = 48
	// maxRoutines is the maximum nesting depth of subroutine calls.
	maxRoutines = 10
)

// outline runs the outline of a glyph.
func (c *cff) outline(p *pen, glyph int) bool {
	t := type2{pen: p, font: c, stack: make([]int, 0, maxOperands)}
	return t.glyph(glyph)
}

func (t *type2) glyph(glyph int) bool {
	part := 0
	if t.font.part != nil {
		part = int(t.font.part[glyph])
	}
	t.private = t.font.fonts[part]
	t.local, t.stack, t.hints = t.private.local, t.stack[:0], 0
	ended, ok := t.run(t.font.glyphs[glyph], 0)
	if scale := t.private.scale; scale != 0 {
		b := &t.pen.bounds
		b.left, b.bottom, b.right, b.top = multiplied(b.left, scale), multiplied(b.bottom, scale), multiplied(b.right, scale), multiplied(b.top, scale)
	}
	return ended && ok
}

// run runs operators until the outline ends. ok is false if there is anything unusual.
func (t *type2) run(code table, depth int) (ended, ok bool) {
	for len(code) > 0 && t.pay() {
		b := code[0]
		if b >= 32 || b == 28 {
			n, ok := t.number(code)
			if !ok {
				return false, false
			}
			code = code[n:]
			continue
		}
		code = code[1:]
		switch b {
		case 10, 29: // callsubr, callgsubr
			routine, ok := t.routine(b == 29)
			if !ok || depth >= maxRoutines {
				return false, false
			}
			if ended, ok = t.run(routine, depth+1); ended || !ok {
				return ended, ok
			}
		case 11: // return
			return false, true
		case 14: // endchar
			return true, t.end()
		case 19, 20: // hintmask, cntrmask
			t.stems()
			size := (t.hints + 7) / 8
			if size > len(code) {
				return false, false
			}
			code = code[size:]
		default:
			n, ok := t.operate(b, code)
			if !ok {
				return false, false
			}
			code = code[n:]
		}
	}
	return false, len(code) == 0
}

// number pushes a number onto the stack, and returns how many bytes it takes.
func (t *type2) number(code table) (n int, ok bool) {
	var v int
	switch b := int(code[0]); {
	case b == 28:
		v, ok = code.i16(1)
		v, n = v<<fraction, 3
	case b <= 246:
		v, n, ok = (b-139)<<fraction, 1, true
	case b < 255 && len(code) >= 2:
		v, n = pair(b, int(code[1]))
		v, ok = v<<fraction, true
	case b == 255:
		v, ok = code.u32(1)
		v, n = int(int32(v)), 5 //nolint:gosec // two's complement
	}
	if !ok || len(t.stack) >= maxOperands {
		return 0, false
	}
	t.stack = append(t.stack, v)
	return n, true
}

// routine returns the subroutine whose number is on top of the stack.
func (t *type2) routine(global bool) (table, bool) {
	routines := t.local
	if global {
		routines = t.font.global
	}
	n := len(t.stack) - 1
	if n < 0 {
		return nil, false
	}
	i := t.stack[n]>>fraction + bias(len(routines))
	t.stack = t.stack[:n]
	if i < 0 || i >= len(routines) {
		return nil, false
	}
	return routines[i], true
}

// bias is subtracted from the numbers of subroutines.
func bias(routines int) int {
	switch {
	case routines < 1240:
		return 107
	case routines < 33900:
		return 1131
	}
	return 32768
}

// state records the outline's width at the first operator for which it may be the first number on the stack.
func (t *type2) state(first bool) {
	if t.stated {
		return
	}
	t.stated, t.width = true, t.private.width
	if first {
		t.width = t.private.nominal + t.stack[0]>>fraction
	}
}

// stems counts hints. If there is an odd number of operands, the first one is the width.
func (t *type2) stems() {
	t.state(len(t.stack)%2 == 1)
	t.hints += len(t.stack) / 2
	t.stack = t.stack[:0]
}

// operate runs an operator that clears the stack, and returns how many further bytes it takes.
func (t *type2) operate(b byte, code table) (n int, ok bool) {
	s := t.stack
	defer func() { t.stack = t.stack[:0] }()
	switch b {
	case 1, 3, 18, 23: // hstem, vstem, hstemhm, vstemhm
		t.stems()
		return 0, true
	case 21: // rmoveto
		return 0, t.moved(2, false)
	case 22, 4: // hmoveto, vmoveto
		return 0, t.moved(1, b == 4)
	case 5: // rlineto
		return 0, t.lines(s)
	case 6, 7: // hlineto, vlineto
		return 0, t.steps(s, b == 7)
	case 8: // rrcurveto
		return 0, t.curves(s)
	case 24: // rcurveline
		n := len(s) - 2
		return 0, n >= 6 && t.curves(s[:n]) && t.lines(s[n:])
	case 25: // rlinecurve
		n := len(s) - 6
		return 0, n >= 2 && t.lines(s[:n]) && t.curves(s[n:])
	case 26, 27: // vvcurveto, hhcurveto
		return 0, t.flat(s, b == 26)
	case 30, 31: // vhcurveto, hvcurveto
		return 0, t.turning(s, b == 30)
	case 12:
		return 1, len(code) > 0 && t.flex(s, code[0])
	}
	return 0, false
}
