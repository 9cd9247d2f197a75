package ocr

import (
	"bytes"
	"image"
	"math"
	"slices"
)

const (
	// minChain is the least number of letter-like components in a row of text. minMissed is how many such components
	// outside all words warrant another look at the page.
	minChain, minMissed = 4, 12
	// minChained is the least share of components in rows: text has more than .8, photos less than .3.
	minChained = .4
	// solidShare is a share of its box that a letter does not fill with ink but a square or disc does.
	solidShare = .8
)

// missesText reports whether the sheet shows rows of letters, dark or light, where no word was read.
func (r reading) missesText() bool {
	dark := outside(glyphsOf(r.sheet.image), r.words)
	light := outside(lightGlyphs(r.sheet.image), r.words)
	return (inRows(dark) && chained(dark) >= minMissed) || (inRows(light) && chained(light) >= minMissed)
}

func glyphsOf(g *image.Gray) []component {
	return glyphs(components(g, measureTiles(g).thresholds()), g.Rect.Dy())
}

func lightGlyphs(g *image.Gray) []component { return glyphsOf(negativeOf(g)) }

// inRows distinguishes letters, most of which have neighbours, from the texture of photos and noise.
func inRows(list []component) bool {
	return float64(chained(list)) >= minChained*float64(len(list)) && len(list) >= minChain
}

// turnedOver swaps rows and columns.
func turnedOver(list []component) []component {
	out := make([]component, len(list))
	for i, c := range list {
		out[i] = component{c.y0, c.x0, c.y1, c.x1, c.area}
	}
	return out
}

// outside keeps the components whose centres lie outside all words.
func outside(letters []component, words []Word) []component {
	index := newIndex()
	for _, w := range words {
		index.add(component{x0: int(w.Box.X0) - 2, y0: int(w.Box.Y0) - 2, x1: int(w.Box.X1) + 2, y1: int(w.Box.Y1) + 2})
	}
	return slices.DeleteFunc(letters, func(c component) bool {
		x, y := (c.x0+c.x1)/2, (c.y0+c.y1)/2
		return index.covers(component{x0: x, y0: y, x1: x, y1: y})
	})
}

// chained counts the components that form rows of at least minChain neighbours of similar height.
func chained(list []component) int { return len(chains(list)) }

// chains returns those components.
func chains(list []component) []component {
	var out []component
	eachChain(list, neighbours, func(chain []component) {
		if len(chain) >= minChain {
			out = append(out, chain...)
		}
	})
	return out
}

// eachChain sorts the components and visits each row of those that follow one another.
func eachChain(list []component, follows func(a, b component) bool, visit func(chain []component)) {
	slices.SortFunc(list, func(a, b component) int { return a.x0 - b.x0 })
	used := make([]bool, len(list))
	var chain []component
	for i := range list {
		if used[i] {
			continue
		}
		chain = append(chain[:0], list[i])
		for j := i + 1; j < len(list); j++ {
			last := chain[len(chain)-1]
			if gap := list[j].x0 - last.x1; gap > 2*(last.y1-last.y0) {
				break
			}
			if !used[j] && follows(last, list[j]) {
				used[j] = true
				chain = append(chain, list[j])
			}
		}
		visit(chain)
	}
}

// withoutTexture keeps only the components in rows if most are not in rows: the scales of an engraved fish look like
// letters one by one, and tesseract spends minutes on thousands of them.
func withoutTexture(list []component) []component {
	rows := chains(list)
	if float64(len(rows)) >= minChained*float64(len(list)) {
		return list
	}
	return rows
}

// neighbours reports whether b may be the next letter after a.
func neighbours(a, b component) bool {
	return beside(a, b) && b.x1-b.x0 < 3*max(a.y1-a.y0, b.y1-b.y0)
}

// beside reports whether b may follow a in a row, as a letter, or as letters that touch.
func beside(a, b component) bool {
	ha, hb := a.y1-a.y0, b.y1-b.y0
	low, high := min(ha, hb), max(ha, hb)
	shared := min(a.y1, b.y1) - max(a.y0, b.y0)
	return 2*low >= high && 2*shared >= low && b.x0 >= a.x1-low/2
}

// relief redraws everything that looks like a letter in black on white: faint, light on dark or dark on light,
// each relative to its own surroundings.
func relief(g *image.Gray) *image.Gray {
	negative := negativeOf(g)
	height := textHeight(glyphsOf(g))
	radius := int(min(max(height, 12), 40))
	depth := float64(measureTiles(g).contrast) / 2
	dark, light := sauvola(g, radius, depth), sauvola(negative, radius, depth)
	out := image.NewGray(g.Rect)
	copy(out.Pix, bytes.Repeat([]byte{255}, len(out.Pix)))
	for _, l := range standing(withoutTexture(inkOf(dark)), withoutTexture(inkOf(light))) {
		mask := dark
		if l.light {
			mask = light
		}
		for y := l.y0; y < l.y1; y++ {
			row := mask.Pix[y*mask.Stride+l.x0 : y*mask.Stride+l.x1]
			for x, v := range row {
				out.Pix[y*out.Stride+l.x0+x] &= v
			}
		}
	}
	return out
}

func inkOf(mask *image.Gray) []component {
	cols, rows := (mask.Rect.Dx()+tileSize-1)/tileSize, (mask.Rect.Dy()+tileSize-1)/tileSize
	limits := bytes.Repeat([]byte{128}, cols*rows)
	return slices.DeleteFunc(glyphs(components(mask, limits), mask.Rect.Dy()), func(c component) bool {
		return float64(c.area) > solidShare*float64((c.x1-c.x0)*(c.y1-c.y0)) && c.x1-c.x0 > (c.y1-c.y0)/2
	})
}

// letter is a component and its polarity.
type letter struct {
	component
	light bool
}

// standing drops the holes of letters, which look like letters of the opposite polarity. Going from large to
// small, anything within a letter of the opposite polarity is its hole.
func standing(dark, light []component) []letter {
	all := make([]letter, 0, len(dark)+len(light))
	for _, c := range dark {
		all = append(all, letter{c, false})
	}
	for _, c := range light {
		all = append(all, letter{c, true})
	}
	slices.SortStableFunc(all, func(a, b letter) int {
		return (b.x1-b.x0)*(b.y1-b.y0) - (a.x1-a.x0)*(a.y1-a.y0)
	})
	kept := map[bool]*index{false: newIndex(), true: newIndex()}
	return slices.DeleteFunc(all, func(l letter) bool {
		if kept[!l.light].covers(l.component) {
			return true
		}
		kept[l.light].add(l.component)
		return false
	})
}

// sauvola sets ink to 0 and everything else to 255, by the local mean and deviation (Sauvola and Pietikäinen,
// "Adaptive document image binarization", 2000), using sliding sums. Ink is at least depth darker than the mean: on a
// dark ground the formula alone takes the grain of the paper for ink, which tesseract then looks at for minutes.
func sauvola(g *image.Gray, radius int, depth float64) *image.Gray {
	const weight, span = .3, 128.0
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(g.Rect)
	sums, squares := make([]int64, w), make([]int64, w)
	slide := func(y int, sign int64) {
		if y < 0 || y >= h {
			return
		}
		for x, v := range g.Pix[y*g.Stride:][:w] {
			sums[x] += sign * int64(v)
			squares[x] += sign * int64(v) * int64(v)
		}
	}
	for y := range radius {
		slide(y, 1)
	}
	for y := range h {
		slide(y+radius, 1)
		slide(y-radius-1, -1)
		rows := min(y+radius, h-1) - max(y-radius, 0) + 1
		var sum, square int64
		for x := range min(radius, w) {
			sum, square = sum+sums[x], square+squares[x]
		}
		for x := range w {
			if x+radius < w {
				sum, square = sum+sums[x+radius], square+squares[x+radius]
			}
			if x > radius {
				sum, square = sum-sums[x-radius-1], square-squares[x-radius-1]
			}
			n := float64(rows * (min(x+radius, w-1) - max(x-radius, 0) + 1))
			mean := float64(sum) / n
			if v := float64(g.Pix[y*g.Stride+x]); v <= mean-depth { // few pixels are, and the deviation takes long
				deviation := math.Sqrt(max(float64(square)/n-mean*mean, 0))
				if v <= mean*(1+weight*(deviation/span-1)) {
					continue
				}
			}
			out.Pix[y*out.Stride+x] = 255
		}
	}
	return out
}

// index finds the boxes near a component.
type index map[[2]int][]component

func newIndex() *index { return &index{} }

func (x *index) add(c component) {
	for ty := c.y0 / tileSize; ty <= c.y1/tileSize; ty++ {
		for tx := c.x0 / tileSize; tx <= c.x1/tileSize; tx++ {
			(*x)[[2]int{tx, ty}] = append((*x)[[2]int{tx, ty}], c)
		}
	}
}

// covers reports whether one of the boxes contains c.
func (x *index) covers(c component) bool {
	return slices.ContainsFunc((*x)[[2]int{c.x0 / tileSize, c.y0 / tileSize}], func(o component) bool {
		return o.x0 <= c.x0 && o.y0 <= c.y0 && o.x1 >= c.x1 && o.y1 >= c.y1
	})
}
