// Package shake changes a page in ways that do not change what it says: another size, other margins, wider type, lines
// farther apart, rules in pieces. Whatever the layout makes of the page should stay the same, so a page that scores less
// afterwards was right by chance.
package shake

import (
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Kind is a way to change a page.
type Kind struct {
	Name   string
	change func(ink.Input) ink.Input
}

// Kinds are the ways to change a page. The amounts are ordinary differences between typefaces, styles and programs.
var Kinds = []Kind{
	{"smaller", func(in ink.Input) ink.Input { return resized(in, 0.8) }},
	{"larger", func(in ink.Input) ink.Input { return resized(in, 1.3) }},
	{"wide-type", func(in ink.Input) ink.Input { return widened(in, 1.06) }},
	{"narrow-type", func(in ink.Input) ink.Input { return widened(in, 0.94) }},
	{"spaced-letters", func(in ink.Input) ink.Input { return tracked(in, 1.08) }},
	{"loose-lines", func(in ink.Input) ink.Input { return leaded(in, 1.1) }},
	{"tight-lines", func(in ink.Input) ink.Input { return leaded(in, 0.95) }},
	{"noise", func(in ink.Input) ink.Input { return noisy(in, 0.15) }},
	{"rules-in-pieces", piecemeal},
	{"wide-margins", func(in ink.Input) ink.Input { return inset(in, 60) }},
	{"cropped", cropped},
	{"other-order", reordered},
	{"nameless-fonts", nameless},
	{"black", black},
	{"very-loose-lines", func(in ink.Input) ink.Input { return leaded(in, 1.4) }},
	{"very-tight-lines", func(in ink.Input) ink.Input { return leaded(in, 0.88) }},
}

// Input changes a page in the way the program is named after, or leaves it alone if there is no such way. Child processes
// inherit the name of the program, but not its environment.
func Input(in ink.Input) ink.Input {
	path, err := os.Executable()
	if err != nil {
		return in
	}
	for _, k := range Kinds {
		if k.Name == filepath.Base(path) {
			return k.change(in)
		}
	}
	return in
}

func resized(in ink.Input, by float64) ink.Input {
	out := in.Placed(func(b page.Box) page.Box {
		return page.Box{X0: b.X0 * by, Y0: b.Y0 * by, X1: b.X1 * by, Y1: b.Y1 * by}
	})
	for i := range out.Glyphs {
		out.Glyphs[i].Size *= by
	}
	out.Width, out.Height = in.Width*by, in.Height*by
	return out
}

// widened changes the width of the type and of everything else, but not the type's size.
func widened(in ink.Input, by float64) ink.Input {
	out := in.Placed(func(b page.Box) page.Box { return page.Box{X0: b.X0 * by, Y0: b.Y0, X1: b.X1 * by, Y1: b.Y1} })
	out.Width = in.Width * by
	return out
}

// tracked moves letters apart without widening them, as justified text does.
func tracked(in ink.Input, by float64) ink.Input {
	out := widened(in, by)
	for i, g := range in.Glyphs {
		out.Glyphs[i].Box.X1 = out.Glyphs[i].Box.X0 + g.Box.X1 - g.Box.X0
	}
	return out
}

// leaded changes the distances down the page, but not the type's size.
func leaded(in ink.Input, by float64) ink.Input {
	out := in.Placed(func(b page.Box) page.Box { return page.Box{X0: b.X0, Y0: b.Y0 * by, X1: b.X1, Y1: b.Y1 * by} })
	for i, g := range in.Glyphs {
		move := out.Glyphs[i].Y - g.Y
		out.Glyphs[i].Box.Y0, out.Glyphs[i].Box.Y1 = g.Box.Y0+move, g.Box.Y1+move
	}
	out.Height = in.Height * by
	return out
}

// noisy moves words, rules and fills by up to as many points, every line of a word by as much.
func noisy(in ink.Input, most float64) ink.Input {
	out := in.Placed(func(b page.Box) page.Box { return b })
	dx := 0.0
	for i := range out.Glyphs {
		g := &out.Glyphs[i]
		if i == 0 || in.Glyphs[i-1].Rune == ' ' || in.Glyphs[i-1].Y != g.Y {
			dx = most * chance(g.X, g.Y, 1)
		}
		dy := most * chance(g.Y, g.Size, 2)
		g.X, g.Y = g.X+dx, g.Y+dy
		g.Box = moved(g.Box, dx, dy)
	}
	for i := range out.Rules {
		b := &out.Rules[i].Box
		*b = moved(*b, most*chance(b.X0, b.Y0, 3), most*chance(b.X0, b.Y0, 4))
	}
	for i := range out.Fills {
		b := &out.Fills[i].Box
		*b = moved(*b, most*chance(b.X0, b.Y0, 5), most*chance(b.X0, b.Y0, 6))
	}
	return out
}

func moved(b page.Box, dx, dy float64) page.Box {
	return page.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 + dx, Y1: b.Y1 + dy}
}

// chance returns a number between -1 and 1 that depends only on a place.
func chance(x, y float64, salt byte) float64 {
	h := fnv.New64a()
	for _, v := range []float64{x, y} {
		bits := math.Float64bits(math.Round(v*100) / 100)
		for range 8 {
			h.Write([]byte{byte(bits), salt})
			bits >>= 8
		}
	}
	return float64(h.Sum64()>>11%2001)/1000 - 1
}

// pieces is the number of parts that a rule is drawn in.
const pieces = 3

// piecemeal draws every rule in parts that touch, as programs do that draw the border of each cell.
func piecemeal(in ink.Input) ink.Input {
	rules := in.Rules
	in.Rules = make([]ink.Rule, 0, pieces*len(rules))
	for _, r := range rules {
		for i := range pieces {
			part := r
			from, to := float64(i)/pieces, float64(i+1)/pieces
			if r.Vertical {
				part.Box.Y0, part.Box.Y1 = r.Box.Y0+from*(r.Box.Y1-r.Box.Y0), r.Box.Y0+to*(r.Box.Y1-r.Box.Y0)
			} else {
				part.Box.X0, part.Box.X1 = r.Box.X0+from*(r.Box.X1-r.Box.X0), r.Box.X0+to*(r.Box.X1-r.Box.X0)
			}
			in.Rules = append(in.Rules, part)
		}
	}
	return in
}

// inset gives a page wider margins, in points.
func inset(in ink.Input, by float64) ink.Input {
	out := in.Placed(func(b page.Box) page.Box { return moved(b, by, by) })
	out.Width, out.Height = in.Width+2*by, in.Height+2*by
	return out
}

// leftMargin is what is left of the margins of a cropped page, in points.
const leftMargin = 12

// cropped cuts the margins off.
func cropped(in ink.Input) ink.Input {
	if len(in.Glyphs) == 0 {
		return in
	}
	all := in.Glyphs[0].Box
	for _, g := range in.Glyphs {
		all = ink.Union(all, g.Box)
	}
	for _, img := range in.Images {
		all = ink.Union(all, img.Box)
	}
	left, top := max(0, all.X0-leftMargin), max(0, all.Y0-leftMargin)
	out := in.Placed(func(b page.Box) page.Box { return moved(b, -left, -top) })
	out.Width = min(in.Width, all.X1+leftMargin) - left
	out.Height = min(in.Height, all.Y1+leftMargin) - top
	return out
}

// reordered writes the lines of a page from the last to the first.
func reordered(in ink.Input) ink.Input {
	if in.Structure != nil {
		return in
	}
	glyphs := slices.Clone(in.Glyphs)
	var lines [][]ink.Glyph
	start := 0
	for i := range glyphs {
		if i+1 == len(glyphs) || math.Abs(glyphs[i+1].Y-glyphs[i].Y) > glyphs[i].Size/2 || glyphs[i].Hyphen {
			lines = append(lines, glyphs[start:i+1])
			start = i + 1
		}
	}
	slices.Reverse(lines)
	in.Glyphs = slices.Concat(lines...)
	return in
}

// nameless takes away the names of fonts, as programs do that write names of their own.
func nameless(in ink.Input) ink.Input {
	in.Fonts = slices.Clone(in.Fonts)
	for i := range in.Fonts {
		in.Fonts[i].Name = "F"
	}
	return in
}

// black prints all text in black.
func black(in ink.Input) ink.Input {
	in.Glyphs = slices.Clone(in.Glyphs)
	for i := range in.Glyphs {
		in.Glyphs[i].Color = 0
	}
	return in
}
