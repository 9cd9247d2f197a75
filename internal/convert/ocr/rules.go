package ocr

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// maxLines is the maximum number of lines of one direction that a document shows.
const maxLines = 3000

// Lengths in points.
const (
	// leastStroke is the least length of a line: longer than the strokes of letters.
	leastStroke = 11.0
	// strokeGap is the longest interruption of a line, as between dots.
	strokeGap = 1.2
	// pieceGap is how far apart the pieces of one line may be.
	pieceGap = 4.0
	// ruleThickness is the thickness of the thickest line; anything thicker is an area.
	ruleThickness = 3.4
	// wordLength is the greatest length of a line that adjacent letters may form.
	wordLength = 100.0
	// sideClear is the distance from a line at which there is no ink.
	sideClear = 1.0
)

const (
	// These bound the least difference between a line and its background, in grey levels. Noise raises it to
	// noiseLevels times the median noise.
	minLineContrast, maxLineContrast, noiseLevels = 12, 90, 6
)

// rulings finds the straight lines and the tinted areas of the sheet, in points of the upright page. Both sides
// of a line show as edges: light to dark, and back. Anything within words is part of letters.
func (s *sheet) rulings(words []Word) (rules []ink.Rule, fills []ink.Fill) {
	px := s.workingDPI() / 72
	t := tracing{
		step: max(2, int(math.Ceil(2*s.scale))), contrast: lineContrast(s.image),
		gap: int(math.Ceil(strokeGap * px)), least: int(leastStroke * px), join: int(2 * px),
	}
	if t.least < 4*t.step { // hardly any pixels, so every letter has lines
		return nil, nil
	}
	across, down := t.edges(t.acrossStrokes(s.image)), t.edges(t.downStrokes(s.image))
	lines, alone := pairs(across, px)
	upright, _ := pairs(down, px)
	for _, l := range upright {
		l.vertical, l.box = true, page.Box{X0: l.box.Y0, Y0: l.box.X0, X1: l.box.Y1, Y1: l.box.X1}
		lines = append(lines, l)
	}
	for _, l := range lines {
		short := max(l.box.X1-l.box.X0, l.box.Y1-l.box.Y0) < wordLength*px
		if (short && !t.solid(s.image, l, px)) || inWords(l, short, words) {
			continue
		}
		rules = append(rules, ink.Rule{Box: s.points(l.box), Vertical: l.vertical})
	}
	alone = slices.DeleteFunc(alone, func(e edge) bool {
		side := page.Box{X0: float64(e.from), X1: float64(e.to), Y0: e.pos(), Y1: e.pos() + 1}
		return float64(e.to-e.from) < wordLength*px && inWords(drawn{box: side}, true, words)
	})
	for _, f := range areas(s.image, alone, px) {
		f.Box = s.points(f.Box)
		fills = append(fills, f)
	}
	return rules, fills
}

// lineContrast returns the difference in grey levels that makes an edge, above the noise of the paper.
func lineContrast(g *image.Gray) int {
	const every = 16
	var hist [256]int
	w, n := g.Rect.Dx(), 0
	for y := 0; y < g.Rect.Dy()-2; y += every {
		a, b := g.Pix[y*g.Stride:][:w], g.Pix[(y+2)*g.Stride:][:w]
		for x := 0; x < w; x += 2 {
			d := int(a[x]) - int(b[x])
			hist[max(d, -d)]++
			n++
		}
	}
	return min(max(minLineContrast, noiseLevels*int(percentile(&hist, n/2))), maxLineContrast)
}

// drawn is a line of the image, in pixels.
type drawn struct {
	box      page.Box
	vertical bool
	light    bool // on a dark or tinted background
}

// pairs makes lines from pairs of edges, one to dark and one back to light or the other way round, and returns
// the edges that are left over. Boxes are expressed as if the lines ran across.
func pairs(edges []edge, px float64) (lines []drawn, alone []edge) {
	paired := make([]bool, len(edges))
	var dark, light []page.Box
	for i := range edges {
		a := &edges[i]
		for j := i + 1; j < len(edges) && edges[j].pos()-a.pos() <= ruleThickness*px+1; j++ {
			b := &edges[j]
			from, to := max(a.from, b.from), min(a.to, b.to)
			if b.falls == a.falls || float64(to-from) < leastStroke/2*px {
				continue
			}
			if long := max(a.to-a.from, b.to-b.from); 2*(to-from) >= long { // text that touches the line interrupts one side
				from, to = min(a.from, b.from), max(a.to, b.to)
			}
			box := page.Box{X0: float64(from), Y0: a.pos() + 1, X1: float64(to), Y1: max(b.pos()+1, a.pos()+2)}
			if a.falls {
				dark = append(dark, box)
			} else {
				light = append(light, box)
			}
			paired[i], paired[j] = true, true
		}
	}
	for i, e := range edges {
		if !paired[i] {
			alone = append(alone, e)
		}
	}
	for _, b := range joinPieces(dark, px) {
		lines = append(lines, drawn{box: b})
	}
	for _, b := range joinPieces(light, px) {
		lines = append(lines, drawn{box: b, light: true})
	}
	return lines, alone
}

// joinPieces merges lines that continue each other.
func joinPieces(lines []page.Box, px float64) []page.Box {
	if len(lines) > maxLines {
		return nil
	}
	slices.SortFunc(lines, func(a, b page.Box) int { return cmp.Or(cmp.Compare(a.X0, b.X0), cmp.Compare(a.Y0, b.Y0)) })
	var out []page.Box
	for _, l := range lines {
		k := slices.IndexFunc(out, func(o page.Box) bool {
			return l.X0-o.X1 <= pieceGap*px && math.Abs(l.Y0+l.Y1-o.Y0-o.Y1)/2 <= px
		})
		if k < 0 {
			out = append(out, l)
			continue
		}
		o := &out[k]
		o.X1 = max(o.X1, l.X1)
		o.Y0, o.Y1 = min(o.Y0, l.Y0), max(o.Y1, l.Y1)
	}
	return out
}

// solid reports whether a short line differs from both sides for most of its length, unlike the lines that adjacent
// letters form.
func (t tracing) solid(g *image.Gray, l drawn, px float64) bool {
	b := l.box
	at := func(along, across int) int {
		x, y := along, across
		if l.vertical {
			x, y = across, along
		}
		v := int(g.Pix[min(max(y, 0), g.Rect.Dy()-1)*g.Stride+min(max(x, 0), g.Rect.Dx()-1)])
		if l.light {
			return 255 - v
		}
		return v
	}
	from, to, top, bottom := int(b.X0), int(b.X1), b.Y0, b.Y1
	if l.vertical {
		from, to, top, bottom = int(b.Y0), int(b.Y1), b.X0, b.X1
	}
	middle, side := int((top+bottom)/2), int(math.Ceil(sideClear*px))
	dark, clear := 0, 0
	for i := from; i < to; i++ {
		ink := min(at(i, middle), at(i, middle-1), at(i, middle+1)) + t.contrast
		above, below := at(i, int(top)-side), at(i, int(bottom)+side)
		if ink <= max(above, below) {
			dark++
		}
		if ink <= min(above, below) {
			clear++
		}
	}
	return 10*dark >= 6*(to-from) && 2*clear >= to-from
}

// inWords reports whether most of a line lies within words and so is part of letters. Short lines at the edges
// of words count as part of them.
func inWords(l drawn, short bool, words []Word) bool {
	sum, line := 0.0, l.box
	for _, w := range words {
		b := w.Box
		if !strings.ContainsFunc(w.Text, letterOrDigit) {
			continue
		}
		margin := .12 * (b.Y1 - b.Y0)
		if !l.vertical && short {
			margin = -margin
		}
		x0, x1, y0, y1 := max(b.X0, line.X0), min(b.X1, line.X1), max(b.Y0, line.Y0), min(b.Y1, line.Y1)
		switch {
		case x1 <= x0 || y1 <= y0:
		case l.vertical && line.X0 > b.X0-margin && line.X1 < b.X1+margin:
			sum += y1 - y0
		case !l.vertical && line.Y0 > b.Y0+margin && line.Y1 < b.Y1-margin:
			sum += x1 - x0
		}
	}
	return 2*sum > max(line.X1-line.X0, line.Y1-line.Y0)
}
