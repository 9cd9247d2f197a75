package typeface

// type1Pen runs an outline of Type 1.
type type1Pen struct {
	*pen
	font  *type1
	stack []int
	// results holds the results of one of the interpreter's own subroutines that have not been put on the stack yet.
	results []int
	// bearing is where the glyph begins.
	bearing int
	// flexes counts the points of the flex being drawn; -1 outside of a flex.
	flexes int
}

// outline runs the outline of a glyph.
func (t *type1) outline(p *pen, glyph int) bool {
	r := type1Pen{pen: p, font: t, flexes: -1}
	return r.glyph(glyph)
}

func (r *type1Pen) glyph(glyph int) bool {
	r.stack, r.results, r.bearing, r.flexes = r.stack[:0], nil, 0, -1
	ended, ok := r.run(r.font.program.glyphs[glyph], 0)
	return ended && ok
}

// run runs operators until the outline ends. ok is false if there is anything unusual.
func (r *type1Pen) run(code table, depth int) (ended, ok bool) {
	for len(code) > 0 && r.pay() {
		b := code[0]
		if b >= 32 {
			n, ok := r.number(code)
			if !ok {
				return false, false
			}
			code = code[n:]
			continue
		}
		code = code[1:]
		switch b {
		case 10: // callsubr
			routine, ok := r.routine()
			if !ok || depth >= maxRoutines {
				return false, false
			}
			if ended, ok = r.run(routine, depth+1); ended || !ok {
				return ended, ok
			}
		case 11: // return
			return false, true
		case 14: // endchar
			return true, r.flexes < 0
		case 12:
			if len(code) == 0 {
				return false, false
			}
			if ended, ok = r.escape(code[0]); ended || !ok {
				return ended, ok
			}
			code = code[1:]
		default:
			if !r.operate(b) {
				return false, false
			}
			r.stack = r.stack[:0]
		}
	}
	return false, len(code) == 0
}

// number pushes a number onto the stack, and returns how many bytes it takes.
func (r *type1Pen) number(code table) (n int, ok bool) {
	var v int
	switch b := int(code[0]); {
	case b <= 246:
		v, n, ok = b-139, 1, true
	case b < 255 && len(code) >= 2:
		v, n = pair(b, int(code[1]))
		ok = true
	case b == 255:
		v, ok = code.u32(1)
		v, n = int(int32(v)), 5 //nolint:gosec // two's complement
	}
	if !ok || len(r.stack) >= maxOperands {
		return 0, false
	}
	r.stack = append(r.stack, v<<fraction)
	return n, true
}

// pop pops a number from the stack.
func (r *type1Pen) pop() (v int, ok bool) {
	n := len(r.stack) - 1
	if n < 0 {
		return 0, false
	}
	v, r.stack = r.stack[n], r.stack[:n]
	return v, true
}

// routine returns the subroutine whose number is on top of the stack.
func (r *type1Pen) routine() (table, bool) {
	v, ok := r.pop()
	routine, found := r.font.routines[v>>fraction]
	return routine, ok && found
}

// operandCounts holds the number of operands of the operators that clear the stack, or -1 for other bytes.
var operandCounts = func() (out [32]int) {
	for i := range out {
		out[i] = -1
	}
	for b, n := range map[byte]int{1: 2, 3: 2, 4: 1, 5: 2, 6: 1, 7: 1, 8: 6, 9: 0, 13: 2, 21: 2, 22: 1, 30: 4, 31: 4} {
		out[b] = n
	}
	return out
}()

// operate runs an operator that clears the stack.
func (r *type1Pen) operate(b byte) bool {
	s := r.stack
	if len(s) != operandCounts[b] || (r.flexes >= 0 && b != 4 && b != 21 && b != 22) {
		return false
	}
	switch b {
	case 4: // vmoveto
		r.lift(0, s[0])
	case 5: // rlineto
		r.line(s[0], s[1])
	case 6: // hlineto
		r.line(s[0], 0)
	case 7: // vlineto
		r.line(0, s[0])
	case 8: // rrcurveto
		r.curve([6]int(s))
	case 9: // closepath
		r.begun = false
	case 13: // hsbw
		r.bearing = s[0]
		r.x += s[0]
	case 21: // rmoveto
		r.lift(s[0], s[1])
	case 22: // hmoveto
		r.lift(s[0], 0)
	case 30: // vhcurveto
		r.curve([6]int{0, s[0], s[1], s[2], s[3], 0})
	case 31: // hvcurveto
		r.curve([6]int{s[0], 0, s[1], s[2], 0, s[3]})
	}
	return true
}

// lift moves the pen. Within a flex, it does not lift the pen, because the points of a flex are moves.
func (r *type1Pen) lift(dx, dy int) {
	if r.flexes < 0 {
		r.move(dx, dy)
		return
	}
	r.x, r.y = r.x+dx, r.y+dy
}

// escape runs a two-byte operator.
func (r *type1Pen) escape(b byte) (ended, ok bool) {
	s := r.stack
	switch {
	case b <= 2 && r.flexes < 0: // dotsection, vstem3, hstem3
		r.stack = s[:0]
		return false, true
	case b == 6 && len(s) == 5: // seac
		return true, r.composite([5]int(s))
	case b == 7 && len(s) == 4: // sbw
		r.bearing = s[0]
		r.x, r.y = r.x+s[0], r.y+s[1]
		r.stack = s[:0]
		return false, true
	case b == 12: // div
		return false, r.divide()
	case b == 16: // callothersubr
		return false, r.special()
	case b == 17: // pop
		n := len(r.results) - 1
		if n < 0 {
			return false, false
		}
		r.stack, r.results = append(s, r.results[n]), r.results[:n]
		return false, true
	case b == 33 && len(s) == 2 && s[0] == r.x && s[1] == r.y: // setcurrentpoint
		r.stack = s[:0]
		return false, true
	}
	return false, false
}

// divide divides the two numbers on top of the stack.
func (r *type1Pen) divide() bool {
	by, ok := r.pop()
	v, ok2 := r.pop()
	const whole = 1<<fraction - 1
	if !ok || !ok2 || by <= 0 || by&whole != 0 || v&whole != 0 {
		return false
	}
	by >>= fraction
	if v < 0 {
		r.stack = append(r.stack, -((-v + by/2) / by))
	} else {
		r.stack = append(r.stack, (v+by/2)/by)
	}
	return true
}

// special runs one of the interpreter's own subroutines: those of flexes, and the one that lets a subroutine replace
// hints.
func (r *type1Pen) special() bool {
	kind, ok := r.pop()
	count, ok2 := r.pop()
	kind, count = kind>>fraction, count>>fraction
	if !ok || !ok2 || count != len(r.stack) {
		return false
	}
	defer func() { r.stack = r.stack[:0] }()
	switch {
	case kind == 1 && count == 0 && r.flexes < 0:
		r.begin()
		r.flexes = 0
	case kind == 2 && count == 0 && r.flexes >= 0:
		if r.flexes++; r.flexes > 1 { // the first one is only the reference point of the others
			r.point(0, 0)
		}
	case kind == 0 && count == 3 && r.flexes == 7:
		r.flexes, r.results = -1, []int{r.y, r.x}
	case kind == 3 && count == 1:
		r.results = []int{r.stack[0]}
	default:
		return false
	}
	return true
}

// composite draws a letter with two parts, given the side bearing of the accent, its position, and the codes of both.
func (r *type1Pen) composite(s [5]int) bool {
	dx, dy := r.bearing+s[1]-s[0], s[2]
	base, ok := r.font.standard(s[3] >> fraction)
	accent, ok2 := r.font.standard(s[4] >> fraction)
	if !ok || !ok2 || r.part {
		return false
	}
	return r.accented(base, accent, dx, dy, r.glyph)
}

// standard returns the glyph of a code in the standard encoding.
func (t *type1) standard(code int) (glyph int, ok bool) {
	number := standardCode(code)
	glyph, ok = t.program.byName[standardList()[number]]
	return glyph, number != 0 && ok
}
