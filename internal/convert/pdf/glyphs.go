package pdf

import (
	"math"

	"quire/internal/convert/pdf/content"
)

// learnGlyphs records what the codes of a font stand for and their measures. Each line shows a code and then another
// one, which is the same on all lines.
func learnGlyphs(f *content.Font, lines map[uint32][]shownChar) {
	follower := 0 // number of characters of the second code
	for _, line := range lines {
		first := 0
		for first < len(line) && line[first].x == 0 {
			first++
		}
		if n := len(line) - first; n > 0 && (follower == 0 || n < follower) {
			follower = n
		}
	}
	if follower == 0 {
		return
	}
	for _, line := range lines {
		learnMetrics(f, line)
	}
	for code, line := range lines {
		if n := len(line) - follower; n > 0 {
			if g, ok := glyphOf(line[:n], line[n].x); ok && asTold(f, g, line[0]) {
				f.Add(code, g)
			}
		}
	}
}

// learnMetrics takes the font's ascent and descent from the first character that PDFium measures with them.
func learnMetrics(f *content.Font, line []shownChar) {
	for _, c := range line {
		if !f.Known && !blank(c.box) {
			f.Ascent, f.Descent = int(math.Round(float64(c.loose.Top))), int(math.Round(float64(c.loose.Bottom)))
			f.Known = true
		}
	}
}

func blank(r content.Rect) bool { return r.Left >= r.Right || r.Bottom >= r.Top }

// glyphOf returns the glyph that the characters in one place come from.
func glyphOf(chars []shownChar, width float64) (content.Glyph, bool) {
	g := content.Glyph{Mapped: chars[0].mapped, Width: int(math.Round(width)), Box: chars[0].box}
	if g.Box.Top-g.Box.Bottom == 1 && g.Box.Right-g.Box.Left == float32(g.Width) { // PDFium's box for nothing
		g.Box.Top, g.Box.Right = g.Box.Bottom, g.Box.Left
	}
	for _, c := range chars {
		if c.x != 0 || (c.r >= 0xD800 && c.r < 0xE000) {
			return g, false
		}
		if c.r != 0 {
			g.Text = append(g.Text, c.r)
		}
	}
	return g, g.Width >= 0
}

// asTold reports whether a character's loose box is its advance by the font's ascent and descent, or empty if nothing
// is drawn.
func asTold(f *content.Font, g content.Glyph, c shownChar) bool {
	if blank(c.box) {
		return c.loose == c.box
	}
	const tolerance = .75 // thousandths of the type size
	same := func(v int, w float32) bool { return math.Abs(float64(v)-float64(w)) < tolerance }
	return same(0, c.loose.Left) && same(g.Width, c.loose.Right) && same(f.Descent, c.loose.Bottom) && same(f.Ascent, c.loose.Top)
}
