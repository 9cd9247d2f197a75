package ocr

import (
	"image"
	"math"
	"slices"
)

const (
	// shortestUnderline is the least length of an underline, in text heights: longer than a dash. thickestUnderline is
	// its greatest thickness, in hundredths of the text height.
	shortestUnderline, thickestUnderline = 4, 40
	// leastUnderline is the least length in pixels, for text that is too small to be read anyway.
	leastUnderline = 40
	// minTouches is the least number of letters that touch an underline. Table and form rules keep clear of the text,
	// except where vertical rules meet them, which are taller than tallestTouch text heights.
	minTouches, tallestTouch = 2, 2
	// fringe is the width of the grey margin of a line that was rotated or scaled down, in text heights.
	fringe = .08
	// maxUnderlineRuns limits the long stretches of ink that are examined; more are a picture.
	maxUnderlineRuns = 20_000
)

// stretch is a horizontal bar of ink: the rows from y0 up to y1 that have ink from x0 to x1, or nearly so.
type stretch struct{ x0, x1, y0, y1 int }

// withoutUnderlines returns g with white in place of the lines that touch letters. Tesseract takes letters and line
// together for a rule and reads nonsense or nothing. It returns g itself if there are none.
func withoutUnderlines(g *image.Gray, height float64) *image.Gray {
	limits := measureTiles(g).thresholds()
	var out *image.Gray
	for _, s := range stretches(g, limits, max(int(shortestUnderline*height), leastUnderline)) {
		if 100*(s.y1-s.y0) > thickestUnderline*int(height) {
			continue
		}
		s = s.grown(int(math.Ceil(fringe*height)), g.Rect.Dy())
		if !s.underlines(g, limits, int(tallestTouch*height)) {
			continue
		}
		if out == nil {
			out = &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
		}
		s.erase(out, g, limits)
	}
	if out == nil {
		return g
	}
	return out
}

// stretches returns the bars of ink that are at least as long as least.
func stretches(g *image.Gray, limits []byte, least int) []stretch {
	cols := (g.Rect.Dx() + tileSize - 1) / tileSize
	var open, out []stretch
	var here []run
	found := 0
	for y := range g.Rect.Dy() {
		here = slices.DeleteFunc(inkRuns(here[:0], g, y, limits[y/tileSize*cols:][:cols]), func(r run) bool { return r.x1-r.x0 < least })
		if found += len(here); found > maxUnderlineRuns {
			return nil
		}
		var kept []stretch
		for _, r := range here {
			s := stretch{r.x0, r.x1, y, y + 1}
			if at := slices.IndexFunc(open, func(o stretch) bool { return o.x0 < r.x1 && r.x0 < o.x1 }); at >= 0 {
				o := open[at]
				s = stretch{min(o.x0, r.x0), max(o.x1, r.x1), o.y0, y + 1}
				open = slices.Delete(open, at, at+1)
			}
			kept = append(kept, s)
		}
		out = append(out, open...)
		open = kept
	}
	return append(out, open...)
}

// grown returns the bar with the grey rows above and below it.
func (s stretch) grown(rows, bottom int) stretch {
	return stretch{s.x0, s.x1, max(s.y0-rows, 0), min(s.y1+rows, bottom)}
}

// underlines reports whether letters touch the bar: pieces of ink no taller than tallest. A bar with more ink than
// paper above or below it is part of something else.
func (s stretch) underlines(g *image.Gray, limits []byte, tallest int) bool {
	if s.y0 <= tallest || s.y1 >= g.Rect.Dy() {
		return false
	}
	letters, above, below, before := 0, 0, 0, false
	for x := s.x0; x < s.x1; x++ {
		here := dark(g, limits, x, s.y0-1)
		if here && !before && !upTo(g, limits, x, s.y0-1, tallest) {
			letters++
		}
		if before = here; here {
			above++
		}
		if dark(g, limits, x, s.y1) {
			below++
		}
	}
	return letters >= minTouches && 2*max(above, below) < s.x1-s.x0
}

// upTo reports whether a column has ink in all rows from y upwards over a height.
func upTo(g *image.Gray, limits []byte, x, y, height int) bool {
	for up := range height {
		if !dark(g, limits, x, y-up) {
			return false
		}
	}
	return true
}

// erase whitens a bar except where ink goes through it or stands on it.
func (s stretch) erase(dst, g *image.Gray, limits []byte) {
	for x := s.x0; x < s.x1; x++ {
		above := s.y0 > 0 && dark(g, limits, x, s.y0-1)
		below := s.y1 < g.Rect.Dy() && dark(g, limits, x, s.y1)
		if above || below {
			continue
		}
		for y := s.y0; y < s.y1; y++ {
			dst.Pix[y*dst.Stride+x] = 255
		}
	}
}

func dark(g *image.Gray, limits []byte, x, y int) bool {
	cols := (g.Rect.Dx() + tileSize - 1) / tileSize
	return g.Pix[y*g.Stride+x] < limits[y/tileSize*cols+x/tileSize]
}
