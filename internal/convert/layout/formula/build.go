package formula

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// build assembles fractions and roots from the pieces at the bars, innermost first.
func build(nodes []node, bars []page.Box) ([]node, bool) {
	if len(bars) > maxBars {
		return nil, false
	}
	bars = slices.Clone(bars)
	slices.SortFunc(bars, func(a, b page.Box) int { return cmp.Compare(a.X1-a.X0, b.X1-b.X0) })
	roots := rootBars(nodes, bars)
	fractions := slices.DeleteFunc(slices.Clone(bars), func(b page.Box) bool { return roots[b] })
	for _, bar := range bars {
		var ok bool
		if root := rootAt(nodes, bar); root >= 0 && roots[bar] {
			nodes, ok = buildRoot(nodes, root, bar)
		} else {
			nodes, ok = buildFraction(nodes, bar, fractions)
		}
		if !ok {
			return nil, false
		}
	}
	nodes, ok := buildBraces(nodes)
	if !ok {
		return nil, false
	}
	nodes = arrays(nodes)
	for i := range nodes {
		if nodes[i].word && strings.Contains(nodes[i].text, "√") {
			return nil, false // the extent of the root is unknown
		}
	}
	return nodes, true
}

// rootBars finds the bars that continue root signs: of the bars that touch a sign's end, the one nearest to its top.
// The others belong to fractions under the root.
func rootBars(nodes []node, bars []page.Box) map[page.Box]bool {
	out := map[page.Box]bool{}
	for _, n := range nodes {
		best, distance := -1, math.Inf(1)
		for i, bar := range bars {
			if d := math.Abs(bar.Y0 - n.box.Y0); n.continues(bar) && d < distance {
				best, distance = i, d
			}
		}
		if best >= 0 {
			out[bars[best]] = true
		}
	}
	return out
}

// rootAt finds the root sign that a bar continues at its upper end.
func rootAt(nodes []node, bar page.Box) int {
	return slices.IndexFunc(nodes, func(n node) bool { return n.continues(bar) })
}

// continues reports whether a piece is a root sign with a bar at its upper end.
func (n node) continues(bar page.Box) bool {
	within := bar.Y0 < n.base && bar.Y0 > min(n.base-rootHeight*n.size, n.box.Y0-rootTouch*n.size)
	return n.word && n.text == "√" && math.Abs(n.box.X1-bar.X0) < rootTouch*n.size && within
}

func buildRoot(nodes []node, root int, bar page.Box) ([]node, bool) {
	sign := nodes[root]
	bottom := max(sign.box.Y1, bar.Y1+rootDepth*sign.size)
	var in, index, out []node
	for i, n := range nodes {
		switch {
		case i == root:
		case n.size < rootIndex*sign.size && centre(n) > sign.box.X0-rootTouch*sign.size && centre(n) < sign.box.X1 && n.base < sign.base:
			index = append(index, n)
		case centre(n) > bar.X0 && centre(n) < bar.X1+rootOverhang*n.size && n.base > bar.Y0 && n.base < bottom+rootDrop*n.size:
			in = append(in, n)
		default:
			out = append(out, n)
		}
	}
	tex, base, ok := inner(in)
	if !ok {
		return nil, false
	}
	degree := ""
	if len(index) > 0 {
		if degree, _, ok = inner(index); !ok {
			return nil, false
		}
		degree = "[" + degree + "]"
	}
	return append(out, node{
		tex: `\sqrt` + degree + "{" + tex + "}", base: base, size: sign.size, built: true,
		box: page.Box{X0: sign.box.X0, X1: bar.X1, Y0: bar.Y0, Y1: bottom},
	}), true
}

// foot returns the y where a piece's ink ends at the bottom: the baseline, or the lower edge of a fraction's
// box.
func (n node) foot() float64 {
	if n.built {
		return n.box.Y1 - descent*n.size
	}
	return n.base
}

// head returns the y where a piece's ink ends at the top: the height of capitals, or the upper edge of a
// fraction's box.
func (n node) head() float64 {
	if n.built {
		return n.box.Y0
	}
	return n.base - capHeight*n.size
}

func centre(n node) float64 { return (n.box.X0 + n.box.X1) / 2 }

// inner writes the content of a root, or what is above or below a bar, as one line.
func inner(nodes []node) (tex string, base float64, ok bool) {
	rows, ok := splitRows(arrays(nodes))
	if !ok || len(rows) != 1 {
		return "", 0, false
	}
	tex, ok = rowTex(rows[0])
	return tex, rows[0][0].base, ok
}

// buildFraction assembles the pieces close above and below a bar, within its width.
func buildFraction(nodes []node, bar page.Box, bars []page.Box) ([]node, bool) {
	var above, below, out []node
	for _, n := range nodes {
		c := centre(n)
		centred := c >= bar.X0-barPlay && c <= bar.X1+barPlay
		if !centred || n.nearer(bar, bars) || n.box.X0 < bar.X0-barOverhang*n.size || n.box.X1 > bar.X1+barOverhang*n.size {
			out = append(out, n)
			continue
		}
		if n.base < bar.Y0+aboveBar*n.size {
			above = append(above, n)
		} else {
			below = append(below, n)
		}
	}
	above, far := connected(above, bar.Y0, func(n node) (near, far float64) { return bar.Y0 - n.foot() - numeratorDrop*n.size, bar.Y0 - n.head() })
	out = append(out, far...)
	below, far = connected(below, bar.Y1, func(n node) (near, far float64) { return n.head() - bar.Y1, n.foot() + descent*n.size - bar.Y1 })
	out = append(out, far...)
	if len(above) == 0 && len(below) == 0 {
		return out, true // the line of a brace
	}
	if len(above) == 0 {
		line, ok := overline(bar, below)
		return append(out, line), ok
	}
	if len(below) == 0 {
		return nil, false
	}
	top, _, ok1 := inner(above)
	bottom, _, ok2 := inner(below)
	if !ok1 || !ok2 {
		return nil, false
	}
	size := max(maxSize(above), maxSize(below))
	box := page.Box{X0: bar.X0, X1: bar.X1, Y0: bar.Y0, Y1: bar.Y1}
	for _, n := range slices.Concat(above, below) {
		box = ink.Union(box, n.box)
	}
	return append(out, node{tex: `\frac{` + top + "}{" + bottom + "}", base: (bar.Y0+bar.Y1)/2 + ink.MathAxis*size, size: size, built: true, box: box}), true
}

// nearer reports whether a piece is nearer to another bar above or below it than to this one, as with fractions on
// consecutive lines.
func (n node) nearer(bar page.Box, bars []page.Box) bool {
	distance := func(b page.Box) float64 { return min(math.Abs(b.Y0-n.foot()), math.Abs(n.head()-b.Y1)) }
	return slices.ContainsFunc(bars, func(b page.Box) bool {
		c := centre(n)
		inside := n.built && b.Y0 > n.box.Y0 && b.Y0 < n.box.Y1
		return b != bar && !inside && c > b.X0 && c < b.X1 && distance(b) < distance(bar)
	})
}

// connected separates the nodes that follow each other away from a bar from those beyond a gap as wide as one
// between lines.
func connected(nodes []node, bar float64, reach func(node) (near, far float64)) (kept, rest []node) {
	slices.SortStableFunc(nodes, func(a, b node) int {
		x, _ := reach(a)
		y, _ := reach(b)
		return cmp.Compare(x, y)
	})
	end, size := 0.0, 0.0
	for _, n := range nodes {
		if near, _ := reach(n); near < besideBar*n.size {
			size = max(size, n.size)
		}
	}
	for i, n := range nodes {
		near, far := reach(n)
		larger := size > 0 && formulaScript*n.size > size
		if near > end+fractionGap*n.size || larger {
			return nodes[:i], nodes[i:]
		}
		end = max(end, far)
	}
	return nodes, nil
}

func maxSize(nodes []node) float64 {
	size := 0.0
	for _, n := range nodes {
		size = max(size, n.size)
	}
	return size
}
