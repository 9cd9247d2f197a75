package ocr

import (
	"image"
	"slices"
)

// tileSize is the side of the squares in which the background and the ink of a page are measured.
const tileSize = 48

// tiles holds two grey levels for every square of an image: the background (the level of most of the pixels near white)
// and the ink (the dark end).
type tiles struct {
	cols, rows  int
	ground, ink []byte
	contrast    int  // the levels of grey by which ink differs from its background
	grainy      bool // the paper is noisy but the ink stands out from it
}

// measureTiles takes the 85th and the 2nd percentile of each square, from every other row.
func measureTiles(g *image.Gray) tiles {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	t := tiles{cols: (w + tileSize - 1) / tileSize, rows: (h + tileSize - 1) / tileSize}
	t.ground, t.ink = make([]byte, t.cols*t.rows), make([]byte, t.cols*t.rows)
	for ty := range t.rows {
		for tx := range t.cols {
			var hist [256]int
			n := 0
			for y := ty * tileSize; y < min((ty+1)*tileSize, h); y += 2 {
				row := g.Pix[y*g.Stride:]
				for _, v := range row[tx*tileSize : min((tx+1)*tileSize, w)] {
					hist[v]++
				}
				n += min((tx+1)*tileSize, w) - tx*tileSize
			}
			t.ink[ty*t.cols+tx] = percentile(&hist, n*2/100)
			t.ground[ty*t.cols+tx] = percentile(&hist, n*85/100)
		}
	}
	t.measureGrain()
	return t
}

// measureGrain measures the paper and its noise in the blankest squares: any ink differs from the background by more
// than the noise.
func (t *tiles) measureGrain() {
	spans := make([]int, len(t.ink))
	for i := range spans {
		spans[i] = int(t.ground[i]) - int(t.ink[i])
	}
	slices.Sort(spans)
	blank, inked := spans[len(spans)/10], spans[len(spans)*9/10]
	t.grainy = blank >= minGrain && inked >= 3*blank
	t.contrast = max(minContrast, min(blank*3/2, maxContrast, inked/2))
}

func percentile(hist *[256]int, rank int) byte {
	for v, n := range hist {
		if rank -= n; rank < 0 {
			return byte(v)
		}
	}
	return 255
}

// around applies pick to the values of a tile and its neighbours.
func (t tiles) around(values []byte, tx, ty int, pick func([]byte) byte) byte {
	var near [9]byte
	n := 0
	for y := max(ty-1, 0); y <= min(ty+1, t.rows-1); y++ {
		n += copy(near[n:], values[y*t.cols+max(tx-1, 0):y*t.cols+min(tx+1, t.cols-1)+1])
	}
	return pick(near[:n])
}

func median(v []byte) byte {
	slices.Sort(v)
	return v[len(v)/2]
}

const (
	// minContrast is the least difference, in levels of grey, between ink and its background.
	minContrast = 40
	// maxContrast is the most that noise may raise that difference to.
	maxContrast = 90
	// minGrain is the least span of grey on blank paper that is smoothed.
	minGrain = 24
)

// mostlyDark reports whether the page is light text on a dark background.
func mostlyDark(g *image.Gray) bool {
	var hist [256]int
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := 0; y < h; y += 4 {
		for _, v := range g.Pix[y*g.Stride:][:w] {
			hist[v]++
		}
	}
	n := (h + 3) / 4 * w
	low, high := percentile(&hist, n/100), percentile(&hist, n*99/100)
	middle := (int(low) + int(high)) / 2
	dark := 0
	for _, c := range hist[:middle] {
		dark += c
	}
	return int(high)-int(low) >= minContrast && dark*100 > n*60
}

// thresholds returns, for every tile, the level of grey below which a pixel is ink, or 0 where there is no
// contrast.
func (t tiles) thresholds() []byte {
	out := make([]byte, len(t.ink))
	for y := range t.rows {
		for x := range t.cols {
			ink, ground := t.around(t.ink, x, y, slices.Min), t.around(t.ground, x, y, slices.Max)
			if int(ground)-int(ink) >= t.contrast {
				out[y*t.cols+x] = ink + (ground-ink)/2
			}
		}
	}
	return out
}
