package text

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// DrawnBullets appends a word "•" for every drawn dot that is placed like a bullet in front of a line, and for every
// large dot, square or small picture in a column of them. It does not change the existing words.
func DrawnBullets(in *ink.Input, words []Word) []Word {
	dots := in.Dots
	if len(dots) > maxDots {
		return words
	}
	out := words
	add := func(d page.Box, space, height float64) {
		if w, ok := besideBullet(d, words, space, height); ok {
			out = append(out, Word{Text: "•", Box: d, Base: w.Base, Size: w.Size, Order: w.Order, Content: -1, Mirrored: w.Mirrored})
		}
	}
	large := squares(in.Fills, dots)
	keys := large[:min(len(large), maxShapes)]
	for _, d := range dots {
		switch {
		case d.Y1-d.Y0 > loneDot:
			large = append(large, ink.Fill{Box: d})
		case !isKey(d, keys):
			add(d, dotSpace, maxDot)
		}
	}
	for _, b := range columnOf(large) {
		add(b, columnSpace, maxColumnDot)
	}
	for _, b := range columnOf(smallPictures(in.Images)) {
		add(b, columnSpace, maxPicture)
	}
	return out
}

// smallPictures returns the pictures that are as small as bullets, without the white space that Word leaves around
// them.
func smallPictures(images []ink.Image) []ink.Fill {
	var out []ink.Fill
	for _, img := range images {
		w, h := img.Box.X1-img.Box.X0, img.Box.Y1-img.Box.Y0
		if max(w, h) <= maxSquare && max(w, h) <= pictureAspect*min(w, h) && len(img.Words) == 0 {
			out = append(out, ink.Fill{Box: img.Box})
		}
	}
	return out
}

// besideBullet finds the first word of the line that a dot precedes. Space is the least distance from text before the
// dot, and height that of the largest dot, in ems.
func besideBullet(d page.Box, words []Word, space, height float64) (first Word, ok bool) {
	y := (d.Y0 + d.Y1) / 2
	for _, w := range words {
		middle := w.Base - bulletMiddle*w.Size
		if math.Abs(y-middle) > bulletDrift*w.Size || d.Y1-d.Y0 > height*w.Size {
			continue
		}
		if w.Box.X0 < d.X1 {
			if d.X0-w.Box.X1 < space*w.Size {
				return Word{}, false // text precedes it, so it is a dot within a line
			}
			continue
		}
		if w.Box.X0-d.X1 < bulletGap*w.Size && (!ok || w.Box.X0 < first.Box.X0) {
			first, ok = w, true
		}
	}
	return first, ok
}

// isKey reports whether a dot is above or below a coloured square of its size, like the black key of a chart.
func isKey(d page.Box, coloured []ink.Fill) bool {
	return slices.ContainsFunc(coloured, func(f ink.Fill) bool { return belowEachOther(d, f.Box) })
}

// squares returns the fills that are small squares but not dots.
func squares(fills []ink.Fill, dots []page.Box) []ink.Fill {
	dark := map[page.Box]bool{}
	for _, d := range dots {
		dark[d] = true
	}
	var out []ink.Fill
	for _, f := range fills {
		w, h := f.Box.X1-f.Box.X0, f.Box.Y1-f.Box.Y0
		if max(w, h) <= maxSquare && max(w, h) <= squareAspect*min(w, h) && f.Color != ink.White && !dark[f.Box] {
			out = append(out, f)
		}
	}
	return out
}

// columnOf returns the shapes of one size and colour that form a column. The keys of a chart differ in colour, and a
// single shape may be anything.
func columnOf(shapes []ink.Fill) []page.Box {
	if len(shapes) > maxShapes {
		return nil
	}
	var out []page.Box
	for i, f := range shapes {
		same, other := 0, 0
		for k, g := range shapes {
			switch {
			case k == i || !belowEachOther(f.Box, g.Box):
			case f.Color == g.Color:
				same++
			default:
				other++
			}
		}
		if same >= columnDots-1 && other == 0 {
			out = append(out, f.Box)
		}
	}
	return out
}

// belowEachOther reports whether two shapes of one size have the same left edge.
func belowEachOther(a, b page.Box) bool {
	return math.Abs(a.X0-b.X0) <= columnDrift && math.Abs(a.X1-b.X1) <= columnDrift && (a.Y1 <= b.Y0 || b.Y1 <= a.Y0)
}
