package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/draw"
)

// spoilt is an image of a page, with the mapping from places on the page to places on the image.
type spoilt struct {
	img *image.Gray
	// dpi is the resolution given to the reader. With 0, it guesses.
	dpi float64
	// at maps a place on the page to one on the image, both as shares of width and height.
	at func(x, y float64) (float64, float64)
}

type degradation struct {
	name  string
	steps []func(spoilt) spoilt
}

var degradations = []degradation{
	{"clean", nil},
	{"skew 0.3°", steps(turn(.3))},
	{"skew 0.6°", steps(turn(.6))},
	{"skew 1°", steps(turn(1))},
	{"skew -1.4°", steps(turn(-1.4))},
	{"skew -2.5°", steps(turn(-2.5))},
	{"skew 5°", steps(turn(5))},
	{"skew -12°", steps(turn(-12))},
	{"turned 90°", steps(turn(90))},
	{"turned 180°", steps(turn(180))},
	{"turned 270°", steps(turn(270))},
	{"turned 180°, skew 2°", steps(turn(182))},
	{"grain", steps(grain(28))},
	{"grain, skew 1.4°", steps(turn(-1.4), grain(20))},
	{"salt and pepper 2 %", steps(pepper(.02))},
	{"uneven light", steps(light(.35))},
	{"shadow's edge", steps(shadow)},
	{"inverted", steps(invert)},
	{"half the page inverted", steps(invertBand)},
	{"faint", steps(levels(165, 240))},
	{"dark paper, faint ink", steps(levels(60, 120))},
	{"blurred", steps(scale(.4), scale(2.5))},
	{"200 dpi", steps(scale(200.0 / 300))},
	{"200 dpi, skew 0.8°", steps(scale(200.0/300), turn(.8), compress(70))},
	{"150 dpi, JPEG 30", steps(scale(.5), compress(30))},
	{"100 dpi", steps(scale(100.0 / 300))},
	{"75 dpi", steps(scale(75.0 / 300))},
	{"100 dpi, unknown", steps(scale(100.0/300), forget)},
	{"600 dpi", steps(scale(2))},
	{"JPEG quality 10", steps(compress(10))},
	{"copier: black edge, skew 1.5°", steps(edge, turn(1.5))},
	{"camera", steps(scale(.6), turn(2), light(.45), grain(12), compress(40), forget)},
	{"fax", steps(scale(200.0/300), turn(.8), pepper(.005), threshold)},
}

func steps(s ...func(spoilt) spoilt) []func(spoilt) spoilt { return s }

func (d degradation) apply(img *image.Gray) spoilt {
	s := spoilt{img: img, dpi: drawnDPI, at: func(x, y float64) (float64, float64) { return x, y }}
	for _, step := range d.steps {
		s = step(s)
	}
	return s
}

func (b *bench) save(page, name string, img image.Image) error {
	if b.keep == "" {
		return nil
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.keep, keptName(page, name)+".png"), out.Bytes(), 0o600)
}

func keptName(page, name string) string {
	return strings.NewReplacer(" ", "-", ".pdf", "", "%", "", ",", "", ":", "", "'", "").Replace(page + "-" + name)
}

// each changes every pixel independently.
func each(change func(x, y int, v float64) float64) func(spoilt) spoilt {
	return func(s spoilt) spoilt {
		dst := image.NewGray(s.img.Rect)
		for y := range s.img.Rect.Dy() {
			for x := range s.img.Rect.Dx() {
				v := change(x, y, float64(s.img.Pix[y*s.img.Stride+x]))
				dst.Pix[y*dst.Stride+x] = byte(min(max(v, 0), 255))
			}
		}
		s.img = dst
		return s
	}
}

// noise returns a number from 0 to 1 that looks random and is the same in every run.
func noise(x, y int) float64 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77
	h = (h ^ h>>15) * 0x2C1B3C6D
	h = (h ^ h>>12) * 0x297A2D39
	return float64(h^h>>15) / math.MaxUint32
}

// grain adds approximately normally distributed noise.
func grain(deviation float64) func(spoilt) spoilt {
	return each(func(x, y int, v float64) float64 {
		sum := noise(x, y) + noise(x+7919, y) + noise(x, y+7919) + noise(x+7919, y+7919) - 2
		return v + deviation*sum*math.Sqrt(3)
	})
}

func pepper(share float64) func(spoilt) spoilt {
	return each(func(x, y int, v float64) float64 {
		switch n := noise(x, y); {
		case n < share/2:
			return 0
		case n < share:
			return 255
		}
		return v
	})
}

// light fades from full brightness in the top left corner down to the share least.
func light(least float64) func(spoilt) spoilt {
	return func(s spoilt) spoilt {
		far := math.Hypot(float64(s.img.Rect.Dx()), float64(s.img.Rect.Dy()))
		return each(func(x, y int, v float64) float64 {
			return v * (1 - (1-least)*math.Hypot(float64(x), float64(y))/far)
		})(s)
	}
}

// shadow darkens one side of a slanting edge, as a hand or the fold of a book does.
func shadow(s spoilt) spoilt {
	w, h := float64(s.img.Rect.Dx()), float64(s.img.Rect.Dy())
	return each(func(x, y int, v float64) float64 {
		d := (float64(x)/w + .4*float64(y)/h - .7) * w / 60
		return v * (1 - .55/(1+math.Exp(-d)))
	})(s)
}

func invert(s spoilt) spoilt {
	return each(func(_, _ int, v float64) float64 { return 255 - v })(s)
}

func invertBand(s spoilt) spoilt {
	h := s.img.Rect.Dy()
	return each(func(_, y int, v float64) float64 {
		if y > h/2 {
			return 255 - v
		}
		return v
	})(s)
}

func levels(ink, paper float64) func(spoilt) spoilt {
	return each(func(x, y int, v float64) float64 { return ink + (paper-ink)*v/255 + 8*(noise(x, y)-.5) })
}

func threshold(s spoilt) spoilt {
	return each(func(_, _ int, v float64) float64 {
		if v < 140 {
			return 0
		}
		return 255
	})(s)
}

// edge blackens what a copier sees next to the sheet.
func edge(s spoilt) spoilt {
	w, h := s.img.Rect.Dx(), s.img.Rect.Dy()
	return each(func(x, y int, v float64) float64 {
		if x < w/40 || y > h-h/50 {
			return 15
		}
		return v
	})(s)
}

func forget(s spoilt) spoilt {
	s.dpi = 0
	return s
}

func scale(factor float64) func(spoilt) spoilt {
	return func(s spoilt) spoilt {
		w, h := int(float64(s.img.Rect.Dx())*factor), int(float64(s.img.Rect.Dy())*factor)
		dst := image.NewGray(image.Rect(0, 0, w, h))
		draw.CatmullRom.Scale(dst, dst.Rect, s.img, s.img.Rect, draw.Src, nil)
		s.img = dst
		s.dpi *= factor
		return s
	}
}

func compress(quality int) func(spoilt) spoilt {
	return func(s spoilt) spoilt {
		var b bytes.Buffer
		_ = jpeg.Encode(&b, s.img, &jpeg.Options{Quality: quality}) // writing to a buffer cannot fail
		img, err := jpeg.Decode(&b)
		if gray, ok := img.(*image.Gray); ok && err == nil {
			s.img = gray
		}
		return s
	}
}

// turn rotates clockwise about the centre. Quarter turns swap the canvas's sides; whatever leaves the canvas is
// cut off.
func turn(degrees float64) func(spoilt) spoilt {
	return func(s spoilt) spoilt {
		w, h := float64(s.img.Rect.Dx()), float64(s.img.Rect.Dy())
		dw, dh := w, h
		if quarter := math.Round(degrees / 90); math.Mod(quarter, 2) != 0 {
			dw, dh = h, w
		}
		dst := image.NewGray(image.Rect(0, 0, int(dw), int(dh)))
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		for y := range dst.Rect.Dy() {
			for x := range dst.Rect.Dx() {
				dx, dy := float64(x)+.5-dw/2, float64(y)+.5-dh/2
				dst.Pix[y*dst.Stride+x] = between(s.img, dx*cos+dy*sin+w/2-.5, dy*cos-dx*sin+h/2-.5)
			}
		}
		s.img = dst
		before := s.at
		s.at = func(x, y float64) (float64, float64) {
			x, y = before(x, y)
			dx, dy := (x-.5)*w, (y-.5)*h
			return (dx*cos-dy*sin)/dw + .5, (dx*sin+dy*cos)/dh + .5
		}
		return s
	}
}

// between interpolates between pixels; everything outside the image is white.
func between(g *image.Gray, x, y float64) byte {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	fx, fy := x-float64(x0), y-float64(y0)
	at := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= g.Rect.Dx() || y >= g.Rect.Dy() {
			return 255
		}
		return float64(g.Pix[y*g.Stride+x])
	}
	top := at(x0, y0)*(1-fx) + at(x0+1, y0)*fx
	bottom := at(x0, y0+1)*(1-fx) + at(x0+1, y0+1)*fx
	return byte(top*(1-fy) + bottom*fy)
}
