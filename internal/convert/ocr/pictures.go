package ocr

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"maps"
	"math"
	"slices"
	"sync"
)

const (
	// minStanding is how many letters of a row stand on one line if it is text. Of 91 pictures and pages of 200 files, those
	// in which words were read have rows of at least 6, and 41 of the 51 others of at most 4.
	minStanding = 5
	// standingSlack is how far feet may be from the line, as a share of the letter's height, though at least a pixel.
	standingSlack = .08
)

// ReadPicture reads a picture that stands among text, like Read, unless nothing in it stands in a row as letters do.
// Starting tesseract for a photo costs several times what the rest of the page does.
func (r *Reader) ReadPicture(ctx context.Context, img image.Image, dpi float64) (Result, error) {
	return r.read(ctx, source{gray: toGray(img), dpi: dpi, picture: true})
}

const (
	// tellingWords is how many words show how a picture lies and what it is written in: words of at least longWord letters,
	// read with at least the confidence sureWord, that hold a tellingShare of all letters. Of 23 pictures turned upside
	// down and of texts in Cyrillic, Greek, Hebrew and Arabic, none has more than one of them.
	tellingWords, longWord = 3, 4
	sureWord, tellingShare = 90.0, .1
)

// tells reports whether words of a doubtful reading show that it is upright and in a script that is read. In a picture the
// doubt often comes from what is no text.
func (r reading) tells() bool {
	words, sure, all := 0, 0, 0
	for _, w := range r.words {
		n := letters(w.Text)
		all += n
		if n >= longWord && w.Confidence >= sureWord && w.Box.X1-w.Box.X0 > w.Box.Y1-w.Box.Y0 {
			words, sure = words+1, sure+n
		}
	}
	return words >= tellingWords && float64(sure) >= tellingShare*float64(all)
}

// mostPictures is how many pictures of a document are remembered.
const mostPictures = 64

// Pictures reads the pictures of one document, the same one only once: many documents have a banner on every page. It is
// safe for concurrent use.
type Pictures struct {
	reader *Reader
	mu     sync.Mutex
	known  map[[sha256.Size]byte]Result
}

// Pictures returns a reader of the pictures of one document.
func (r *Reader) Pictures() *Pictures {
	return &Pictures{reader: r, known: map[[sha256.Size]byte]Result{}}
}

// Read is ReadPicture.
func (p *Pictures) Read(ctx context.Context, img image.Image, dpi float64) (Result, error) {
	gray := toGray(img)
	key := digest(gray, dpi)
	p.mu.Lock()
	read, ok := p.known[key]
	p.mu.Unlock()
	if ok {
		return read, nil
	}
	read, err := p.reader.ReadPicture(ctx, gray, dpi)
	if err != nil {
		return Result{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.known) < mostPictures {
		p.known[key] = read
	}
	return read, nil
}

func digest(g *image.Gray, dpi float64) (sum [sha256.Size]byte) {
	h := sha256.New()
	fmt.Fprintln(h, g.Rect.Dx(), g.Rect.Dy(), dpi)
	for y := range g.Rect.Dy() {
		h.Write(g.Pix[y*g.Stride:][:g.Rect.Dx()])
	}
	h.Sum(sum[:0])
	return sum
}

// parted reports whether all that can be read is written in scripts whose letters are drawn apart.
func (r *Reader) parted() bool {
	scripts := append(slices.Collect(maps.Keys(r.scripts)), r.written...)
	return !slices.ContainsFunc(scripts, func(s string) bool { return s != "Latin" && s != "Greek" && s != "Cyrillic" })
}

// lettered reports whether letters of a list stand in a row.
func lettered(list []component) bool {
	found := false
	eachChain(list, beside, func(chain []component) { found = found || standingIn(chain) >= minStanding })
	return found
}

// standingIn returns the most components of a row that stand on one line.
func standingIn(chain []component) int {
	if len(chain) < minStanding {
		return 0
	}
	feet := make([]int, len(chain))
	for i, c := range chain {
		feet[i] = c.y1
	}
	slices.Sort(feet)
	most := 0
	for _, c := range chain {
		slack := int(math.Max(1, standingSlack*float64(c.y1-c.y0)))
		from, _ := slices.BinarySearch(feet, c.y1-slack)
		to, _ := slices.BinarySearch(feet, c.y1+slack+1)
		most = max(most, to-from)
	}
	return most
}
