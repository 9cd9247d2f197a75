package ocr

import (
	"bytes"
	"context"
	"image"
	"slices"
	"unicode"

	"quire/internal/convert/page"
)

const (
	// maxLost and maxBands bound the second look: more unread pieces than that are a drawing.
	maxLost, maxBands = 150, 25
	// surroundings is how much of its row is read again on each side of a piece, in text heights: enough for
	// the rest of its word and the adjacent words.
	surroundings = 6
	// sureLone is the least confidence with which an isolated piece is accepted as the character that was read.
	sureLone = 80.0
)

// band is a row of the page with pieces of ink that look like letters but were not read. Rows refer to the
// sheet's image; top is where the row's own ink begins in the strip of all bands.
type band struct {
	y0, y1 int
	top    int
	lost   []component
}

// readLost takes another look at letters that no word covers. Full page segmentation drops characters that are
// far from others, such as the 7 in a column of quantities. Only their surroundings are read, as lines of one
// block.
func (r *Reader) readLost(ctx context.Context, best reading) (reading, error) {
	s := best.sheet
	all := components(s.image, measureTiles(s.image).thresholds())
	letters := glyphs(slices.Clone(all), s.image.Rect.Dy())
	height := int(textHeight(letters))
	best.words = best.kept()
	bands := bandsOf(lostLetters(letters, best.words, height))
	if len(bands) == 0 || len(bands) > maxBands {
		return best, nil
	}
	img := strip(s.image, all, bands, height)
	if best.strip == nil || best.strip.Rect != img.Rect || !bytes.Equal(best.strip.Pix, img.Pix) {
		words, err := r.recognize(ctx, s, img, segmentBlock, neverLight...)
		if err != nil {
			return best, err
		}
		best.strip, best.pieces = img, words
	}
	best.words = mergeWords(best.words, found(best.pieces, bands, best.words, height))
	return best, nil
}

// lostLetters keeps the components of about the text's height that are in no word. It returns none if there are too
// many.
func lostLetters(letters []component, words []Word, height int) []component {
	lost := slices.DeleteFunc(outside(letters, words), func(c component) bool {
		h := c.y1 - c.y0
		return 10*h < 6*height || h > 2*height || c.x1-c.x0 > 3*height
	})
	if len(lost) > maxLost {
		return nil
	}
	return lost
}

// bandsOf groups components that are side by side.
func bandsOf(lost []component) []band {
	slices.SortFunc(lost, func(a, b component) int { return a.y0 - b.y0 })
	var out []band
	for _, c := range lost {
		if n := len(out); n > 0 && c.y0+c.y1 < 2*out[n-1].y1 {
			b := &out[n-1]
			b.y1, b.lost = max(b.y1, c.y1), append(b.lost, c)
			continue
		}
		out = append(out, band{y0: c.y0, y1: c.y1, lost: []component{c}})
	}
	return out
}

// surrounds reports whether a piece of ink lies in the band, next to what was not read.
func (b band) surrounds(c component, height int) bool {
	middle := (c.y0 + c.y1) / 2
	return middle >= b.y0-height/3 && middle < b.y1+height/3 && slices.ContainsFunc(b.lost, func(l component) bool {
		return c.x0-l.x1 <= surroundings*height && l.x0-c.x1 <= surroundings*height
	})
}

// strip draws the ink of the bands one below the other, with space between them, and records where they end up.
func strip(g *image.Gray, all []component, bands []band, height int) *image.Gray {
	total := height
	for i := range bands {
		bands[i].top = total + height
		total += bands[i].y1 - bands[i].y0 + 2*height
	}
	out := image.NewGray(image.Rect(0, 0, g.Rect.Dx(), total+height))
	copy(out.Pix, bytes.Repeat([]byte{255}, len(out.Pix)))
	for _, c := range all {
		if c.y1-c.y0 > 2*height {
			continue
		}
		for _, b := range bands {
			if b.surrounds(c, height) {
				move(out, g, c, b.top-b.y0)
			}
		}
	}
	return out
}

// move draws the pixels of a component into dst, shifted down by shift.
func move(dst, src *image.Gray, c component, shift int) {
	for y := max(c.y0, -shift); y < min(c.y1, dst.Rect.Dy()-shift); y++ {
		copy(dst.Pix[(y+shift)*dst.Stride+c.x0:(y+shift)*dst.Stride+c.x1], src.Pix[y*src.Stride+c.x0:y*src.Stride+c.x1])
	}
}

// found keeps the words of the strip that consist of lost components and moves them back to their places. Next to words
// that were read, any confident word counts; alone in a row only a number does, because a letter there is just as
// likely an ornament.
func found(words []Word, bands []band, read []Word, height int) []Word {
	var out []Word
	for _, w := range words {
		middle := int(w.Box.Y0+w.Box.Y1) / 2
		i := slices.IndexFunc(bands, func(b band) bool {
			return middle >= b.top-height/2 && middle <= b.top+b.y1-b.y0+height/2
		})
		if i < 0 || w.Confidence < sureLone {
			continue
		}
		shift := float64(bands[i].y0 - bands[i].top)
		w.Box.Y0, w.Box.Y1 = w.Box.Y0+shift, w.Box.Y1+shift
		beside := slices.ContainsFunc(read, func(o Word) bool { return level(o.Box, w.Box) })
		if holds(w.Box, bands[i].lost) && (beside || number(w.Text)) {
			out = append(out, w)
		}
	}
	return out
}

func holds(b page.Box, pieces []component) bool {
	return slices.ContainsFunc(pieces, func(c component) bool {
		x, y := float64(c.x0+c.x1)/2, float64(c.y0+c.y1)/2
		return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1
	})
}

// level reports whether two boxes are side by side.
func level(a, b page.Box) bool {
	return 2*(min(a.Y1, b.Y1)-max(a.Y0, b.Y0)) > min(a.Y1-a.Y0, b.Y1-b.Y0)
}

func number(s string) bool {
	for _, c := range s {
		if !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}
