package typeface

// bounds are the extent of an outline: of all of its points, including control points beside the curve.
type bounds struct {
	left, bottom, right, top int
	any                      bool
}

func (b *bounds) add(x, y int) {
	if !b.any {
		*b = bounds{x, y, x, y, true}
		return
	}
	b.left, b.right = min(b.left, x), max(b.right, x)
	b.bottom, b.top = min(b.bottom, y), max(b.top, y)
}

// box returns the extent of a glyph as drawn: its bearing determines its left side.
func (p *program) box(glyph int) (bounds, bool) {
	b, origin, ok := p.outline(glyph, 0)
	if !ok || !b.any {
		return bounds{}, ok
	}
	b.left -= origin
	b.right -= origin
	return b, true
}

// The flags of the points of an outline.
const (
	shortX  = 1 << 1
	shortY  = 1 << 2
	repeats = 1 << 3
	sameX   = 1 << 4
	sameY   = 1 << 5
)

// maxParts is the maximum nesting depth of composite glyphs.
const maxParts = 4

// outline returns the extent of a glyph's outline, and the position of the origin in its coordinates.
func (p *program) outline(glyph, depth int) (b bounds, origin int, ok bool) {
	data, ok := p.data(glyph)
	if !ok || depth > maxParts {
		return b, 0, false
	}
	if len(data) == 0 {
		return b, 0, true
	}
	contours, ok := data.i16(0)
	left, ok2 := data.i16(2)
	if !ok || !ok2 || len(data) < 10 {
		return b, 0, false
	}
	origin = left - p.bearing(glyph)
	switch {
	case contours == 0:
		return b, origin, true
	case contours > 0:
		b, ok = p.simple(data[10:], contours)
		return b, origin, ok
	}
	return p.composed(data[10:], origin, depth)
}

// data returns the data of a glyph's outline.
func (p *program) data(glyph int) (table, bool) {
	if glyph < 0 || glyph >= p.glyphs {
		return nil, false
	}
	var from, to int
	if p.longLoca {
		from, _ = p.loca.u32(4 * glyph)
		to, _ = p.loca.u32(4*glyph + 4)
	} else {
		from, _ = p.loca.u16(2 * glyph)
		to, _ = p.loca.u16(2*glyph + 2)
		from, to = 2*from, 2*to
	}
	if from > to || to > len(p.glyf) {
		return nil, false
	}
	return p.glyf[from:to], true
}

// simple reads an outline that consists of contours.
func (p *program) simple(data table, contours int) (b bounds, ok bool) {
	last := -1
	for i := range contours {
		end, ok := data.u16(2 * i)
		if !ok || end < last || (i > 0 && end == last) {
			return b, false
		}
		last = end
	}
	points := last + 1
	if p.budget.points -= points; p.budget.points < 0 {
		return b, false
	}
	hints, ok := data.u16(2 * contours)
	at := 2*contours + 2 + hints
	if !ok || at > len(data) {
		return b, false
	}
	flags := make([]byte, 0, points)
	for len(flags) < points {
		if at >= len(data) {
			return b, false
		}
		flag, count := data[at], 1
		if at++; flag&repeats != 0 {
			if at >= len(data) || len(flags)+1+int(data[at]) > points {
				return b, false
			}
			count += int(data[at])
			at++
		}
		for range count {
			flags = append(flags, flag)
		}
	}
	return places(data[at:], flags)
}

// places reads the coordinates of points: first x, then y.
func places(data table, flags []byte) (b bounds, ok bool) {
	xs := make([]int, len(flags))
	x, y := 0, 0
	for i, flag := range flags {
		var n int
		if x, n, ok = step(data, x, flag&shortX != 0, flag&sameX != 0); !ok {
			return b, false
		}
		xs[i], data = x, data[n:]
	}
	for i, flag := range flags {
		var n int
		if y, n, ok = step(data, y, flag&shortY != 0, flag&sameY != 0); !ok {
			return b, false
		}
		data = data[n:]
		b.add(xs[i], y)
	}
	return b, true
}

// step returns the next coordinate, and how many bytes it takes. same is also the sign of a short one.
func step(data table, from int, short, same bool) (to, n int, ok bool) {
	switch {
	case short && len(data) == 0:
		return 0, 0, false
	case short && same:
		return from + int(data[0]), 1, true
	case short:
		return from - int(data[0]), 1, true
	case same:
		return from, 0, true
	}
	v, ok := data.i16(0)
	return from + v, 2, ok
}

// The flags of the parts of a composite glyph.
const (
	wordArguments = 1 << 0
	placed        = 1 << 1
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	turned        = 1 << 7
	myMetrics     = 1 << 9
	scaledOffset  = 1 << 11
)

// partUnit is the scale of a part that is not scaled.
const partUnit = 1 << 14

// part is a component of a composite glyph: moved, and scaled in either direction.
type part struct {
	glyph, x, y int
	sx, sy      int
	flags       int
}

// composed reads a composite glyph.
func (p *program) composed(data table, origin, depth int) (b bounds, _ int, ok bool) {
	for {
		part, size, ok := nextPart(data)
		if p.budget.points--; !ok || p.budget.points < 0 {
			return b, 0, false
		}
		inner, innerOrigin, ok := p.outline(part.glyph, depth+1)
		if !ok {
			return b, 0, false
		}
		if inner.any {
			b.add(scaled(inner.left, part.sx)+part.x, scaled(inner.bottom, part.sy)+part.y)
			b.add(scaled(inner.right, part.sx)+part.x, scaled(inner.top, part.sy)+part.y)
		}
		if part.flags&myMetrics != 0 {
			origin = innerOrigin
		}
		if part.flags&moreParts == 0 {
			return b, origin, true
		}
		data = data[size:]
	}
}

// scaled scales a measure by the scale of a part, rounded as in FreeType.
func scaled(v, scale int) int { return multiplied(v, scale<<(fraction-14)) }

// multiplied multiplies v with a fixed-point number that has fraction fractional bits.
func multiplied(v, factor int) int {
	p := v * factor
	if p < 0 {
		return -((-p + 1<<(fraction-1)) >> fraction)
	}
	return (p + 1<<(fraction-1)) >> fraction
}

// nextPart reads a part, and returns how many bytes it takes. Parts that are positioned by points or rotated are not
// supported.
func nextPart(data table) (p part, size int, ok bool) {
	v, ok := data.words(0, 2)
	if !ok || v[0]&placed == 0 || v[0]&(turned|scaledOffset) != 0 {
		return p, 0, false
	}
	p = part{glyph: v[1], flags: v[0], sx: partUnit, sy: partUnit}
	if size = 6; v[0]&wordArguments != 0 {
		size = 8
	}
	if len(data) < size {
		return p, 0, false
	}
	if size == 8 {
		p.x, _ = data.i16(4)
		p.y, _ = data.i16(6)
	} else {
		p.x, p.y = int(int8(data[4])), int(int8(data[5])) //nolint:gosec // two's complement
	}
	ok = true
	switch {
	case v[0]&oneScale != 0:
		p.sx, ok = data.i16(size)
		p.sy, size = p.sx, size+2
	case v[0]&twoScales != 0:
		p.sx, _ = data.i16(size)
		p.sy, ok = data.i16(size + 2)
		size += 4
	}
	return p, size, ok
}
