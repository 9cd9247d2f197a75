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
	// minStanding is the least number of letters on one line in a picture with text. Of 91 pictures and pages in 200
	// files, those in which words were read have rows of at least 6, and 41 of the other 51 have at most 4.
	minStanding = 5
	// standingSlack is how far feet may be off the line, as a share of the letter's height, but at least a pixel.
	standingSlack = .08
)

// ReadPicture reads a picture among text, like Read, unless no pieces of it are in a row as letters are. Starting
// tesseract for a photo costs several times as much as the rest of the page.
func (r *Reader) ReadPicture(ctx context.Context, img image.Image, dpi float64) (Result, error) {
	return r.read(ctx, source{gray: toGray(img), dpi: dpi, picture: true})
}

const (
	// tellingWords is the number of words that show that a picture is upright and in a known script: words of at least
	// longWord letters, read with a confidence of at least sureWord, that contain at least tellingShare of all letters.
	// Of 23 pictures turned upside down and of texts in Cyrillic, Greek, Hebrew and Arabic, none has more than one such
	// word.
	tellingWords, longWord = 3, 4
	sureWord, tellingShare = 90.0, .1
)

// tells reports whether the words of a doubtful reading show that it is upright and in a known script. In a picture the
// doubtful words are often not text.
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

// Pictures reads the pictures of one document, and equal ones only once: many documents have a banner on every page. It
// is safe for concurrent use.
type Pictures struct {
	reader *Reader
	mu     sync.Mutex
	known  map[[sha256.Size]byte]Result
}

// Pictures returns a reader of the pictures of one document.
func (r *Reader) Pictures() *Pictures {
	return &Pictures{reader: r, known: map[[sha256.Size]byte]Result{}}
}

// Read returns the result of Reader.ReadPicture, or the earlier result if an equal picture with the same resolution was
// read before.
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

// parted reports whether all configured languages are written in scripts with separate letters.
func (r *Reader) parted() bool {
	scripts := append(slices.Collect(maps.Keys(r.scripts)), r.written...)
	return !slices.ContainsFunc(scripts, func(s string) bool { return s != "Latin" && s != "Greek" && s != "Cyrillic" })
}

// lettered reports whether some components are in a row like letters.
func lettered(list []component) bool {
	found := false
	eachChain(list, beside, func(chain []component) { found = found || standingIn(chain) >= minStanding })
	return found
}

// standingIn returns the greatest number of components in a row that stand on one line.
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
