package ocr

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"quire/internal/convert/page"
	"quire/internal/growth"
)

// pixelsAPart is the number of pixels in one part of a growing image.
const pixelsAPart = 1 << 12

// sides is the size of a page-like image of n parts.
func sides(n int) (width, height int) {
	width = int(math.Sqrt(pixelsAPart * float64(n) / 1.4))
	return width, pixelsAPart * n / width
}

// painted makes images in which each pixel has the grey that paint gives it.
func painted(paint func(x, y, w, h int) byte) func(n int) *image.Gray {
	return func(n int) *image.Gray {
		w, h := sides(n)
		img := image.NewGray(image.Rect(0, 0, w, h))
		for y := range h {
			for x := range w {
				img.Pix[y*img.Stride+x] = paint(x, y, w, h)
			}
		}
		return img
	}
}

// inked makes images that are black where the condition holds, and white elsewhere.
func inked(ink func(x, y, w, h int) bool) func(n int) *image.Gray {
	return painted(func(x, y, w, h int) byte {
		if ink(x, y, w, h) {
			return 0
		}
		return 255
	})
}

func chance(least, most int) func(n int) *image.Gray {
	return func(n int) *image.Gray {
		random := rand.New(rand.NewPCG(1, 2))
		return painted(func(int, int, int, int) byte { return byte(least + random.IntN(most-least+1)) })(n)
	}
}

func specks(every int) func(n int) *image.Gray {
	return func(n int) *image.Gray {
		random := rand.New(rand.NewPCG(1, 2))
		return inked(func(int, int, int, int) bool { return random.IntN(every) == 0 })(n)
	}
}

// This covers everything that is done with an image, except for tesseract itself.
func TestGrowthOfImages(t *testing.T) {
	marks := func(x, y, _, _ int) bool { return x%10 < 7 && y%20 < 12 }
	growth.Run(t, []growth.Case[*image.Gray]{
		{Name: "blank", Build: inked(func(int, int, int, int) bool { return false })},
		{Name: "black", Build: inked(func(int, int, int, int) bool { return true })},
		{Name: "noise", Build: chance(0, 255)},
		{Name: "grain", Build: chance(200, 255)},
		{Name: "specks", Build: specks(30)},
		{Name: "dense specks", Build: specks(3)},
		{Name: "dots", Build: inked(func(x, y, _, _ int) bool { return x%3 == 0 && y%3 == 0 })},
		{Name: "squares", Build: inked(func(x, y, _, _ int) bool { return x%6 < 4 && y%6 < 4 })},
		{Name: "a chessboard", Build: inked(func(x, y, _, _ int) bool { return (x+y)%2 == 0 })},
		{Name: "marks like letters", Build: inked(marks)},
		{Name: "rows of marks like letters", Build: inked(func(x, y, w, h int) bool { return marks(x, y, w, h) && x%70 < 60 && y%40 < 20 })},
		{Name: "light marks", Build: inked(func(x, y, w, h int) bool { return !marks(x, y, w, h) })},
		{Name: "rows of stripes", Build: inked(func(_, y, _, _ int) bool { return y%6 < 3 })},
		{Name: "columns of stripes", Build: inked(func(x, _, _, _ int) bool { return x%6 < 3 })},
		{Name: "rules", Build: inked(func(_, y, _, _ int) bool { return y%40 < 3 })},
		{Name: "a grid", Build: inked(func(x, y, _, _ int) bool { return y%60 < 3 || x%60 < 3 })},
		{Name: "dashes", Build: inked(func(x, y, _, _ int) bool { return x%70 < 60 && y%20 < 3 })},
		{Name: "a comb", Build: inked(func(x, y, _, h int) bool { return x%2 == 0 || y == h-1 })},
		{Name: "combs", Build: inked(func(x, y, _, _ int) bool { return x%4 < 2 || y%30 == 29 })},
		{Name: "underlines", Build: inked(func(x, y, _, _ int) bool { return y%20 < 2 || (x%10 < 2 && y%20 > 8) })},
		{Name: "short underlines", Build: inked(func(x, y, _, _ int) bool { return x%50 < 45 && (y%9 < 2 || (x%10 < 2 && y%9 > 5)) })},
		{Name: "diagonals", Build: inked(func(x, y, _, _ int) bool { return (x+y)%8 < 3 })},
		{Name: "boxes in boxes", Build: inked(func(x, y, w, h int) bool { return min(x, y, w-x, h-y)%8 < 3 })},
		{Name: "check boxes", Build: inked(func(x, y, _, _ int) bool {
			x, y = x%60, y%60
			return x < 24 && y < 24 && (min(x, y, 23-x, 23-y) < 2 || x == y)
		})},
		{Name: "brackets in brackets", Build: inked(func(x, y, _, _ int) bool {
			x, y = x%64, y%64
			return min(x, y)%2 == 0 && max(x, y) < 60
		})},
		{Name: "a gradient", Build: painted(func(x, _, w, _ int) byte { return byte(255 * x / w) })},
		{Name: "gradients", Build: painted(func(x, y, _, _ int) byte { return byte(x*3 + y*5) })},
		{Name: "areas", Build: painted(func(x, y, _, _ int) byte { return byte(255 - (x/90+y/60)%5*20) })},
		{Name: "a strip", Build: func(n int) *image.Gray {
			img := image.NewGray(image.Rect(0, 0, n*pixelsAPart/64, 64))
			for i := range img.Pix {
				img.Pix[i] = byte(255 * (i / 7 % 2))
			}
			return img
		}},
	}, func(_ *testing.T, img *image.Gray) {
		s := newSheet(img, 300)
		r := reading{sheet: s}
		r.missesText()
		relief(s.image)
		withoutUnderlines(s.image, s.letter)
		r.result()
	})
}

func TestGrowthOfWords(t *testing.T) {
	words := func(place func(i, n int) page.Box) func(n int) []byte {
		return func(n int) []byte {
			var rows []byte
			for i := range n {
				b := place(i, n)
				rows = fmt.Appendf(rows, "5\t1\t%d\t1\t%d\t%d\t%d\t%d\t%d\t%d\t90\tword\n", 1+i/400, 1+i/10, 1+i%10, int(b.X0), int(b.Y0), int(b.X1-b.X0), int(b.Y1-b.Y0))
			}
			return rows
		}
	}
	at := func(x, y int) page.Box {
		return page.Box{X0: float64(x), Y0: float64(y), X1: float64(x + 40), Y1: float64(y + 12)}
	}
	sheet := newSheet(inked(func(x, y, _, _ int) bool { return x%70 < 60 && y%40 < 3 })(200), 300)
	sheet.wordy = true
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "in rows", Build: words(func(i, _ int) page.Box { return at(i%10*50, i/10*20) })},
		{Name: "in a row", Build: words(func(i, _ int) page.Box { return at(i*50, 100) })},
		{Name: "in a column", Build: words(func(i, _ int) page.Box { return at(100, i*20) })},
		{Name: "of noise in a row", Build: growth.Repeat("5\t1\t1\t1\t1\t1\t9\t9\t9\t9\t10\tab\n")},
		{Name: "in one place", Build: words(func(int, int) page.Box { return at(100, 100) })},
		{Name: "that overlap in a row", Build: words(func(i, _ int) page.Box { return at(100+i, 100) })},
		{Name: "that overlap in a column", Build: words(func(i, _ int) page.Box { return at(100, 100+i) })},
		{Name: "that overlap in stairs", Build: words(func(i, _ int) page.Box { return at(100+i, 100+i) })},
		{Name: "in two places", Build: words(func(i, _ int) page.Box { return at(100+500*(i%2), 100) })},
		{Name: "inside each other", From: 8 * tileWords, Build: words(func(i, n int) page.Box {
			d := 100 * float64(n-i) / float64(n)
			return page.Box{X0: 2000 - d, Y0: 2000 - d, X1: 2000 + d, Y1: 2000 + d}
		})},
		{Name: "as tall as the page", Build: words(func(i, _ int) page.Box { return page.Box{X0: float64(i), X1: float64(i + 40), Y1: 3000} })},
		{Name: "as wide as the page", Build: words(func(i, _ int) page.Box { return page.Box{Y0: float64(i), X1: 2000, Y1: float64(i + 12)} })},
		{Name: "without a size", Build: words(func(int, int) page.Box { return page.Box{X0: 100, Y0: 100, X1: 100, Y1: 100} })},
		{Name: "that are not complete", Build: growth.Repeat("5\t1\t1\n")},
		{Name: "in a square", Build: words(func(i, n int) page.Box { return at(i%int(math.Sqrt(float64(n)))*50, i/int(math.Sqrt(float64(n)))*20) })},
		{Name: "without sense", Build: growth.Repeat("5\t1\t1\t1\t1\t1\t9\t9\t9\t9\t10\tword\n")},
		{Name: "in one long line", Build: growth.Repeat("word ")},
	}, func(_ *testing.T, rows []byte) {
		read := parseTSV(rows)
		reading{sheet: sheet, words: mergeWords(read, read)}.result().Scan()
	})
}
