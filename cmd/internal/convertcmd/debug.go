package convertcmd

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// debugDPI renders a page at a size that fits on a screen and keeps ten-point type readable.
const debugDPI = 110

var (
	wordColor  = color.RGBA{R: 140, G: 170, B: 220, A: 255}
	lineColor  = color.RGBA{R: 60, G: 110, B: 220, A: 255}
	orderColor = color.RGBA{R: 220, G: 30, B: 120, A: 255}
	otherColor = color.RGBA{R: 30, G: 140, B: 60, A: 255}
	kindColors = map[page.Kind]color.RGBA{
		page.Heading:   {R: 220, G: 40, B: 40, A: 255},
		page.ListItem:  {R: 180, G: 110, B: 0, A: 255},
		page.TableKind: {R: 140, G: 0, B: 190, A: 255},
		page.Picture:   {R: 0, G: 150, B: 160, A: 255},
		page.Caption:   {R: 120, G: 120, B: 0, A: 255},
		page.PageHead:  {R: 120, G: 120, B: 120, A: 255},
		page.PageFoot:  {R: 120, G: 120, B: 120, A: 255},
	}
)

// drawPages draws the finished pages of a file, one PNG per page.
func (j job) drawPages(ctx context.Context, in input, format probe.Format, stored *pageStore) error {
	_, err := convert.Assemble(ctx, stored.source(ctx), convert.AssembleOptions{}, io.Discard, func(p page.Page) error {
		img, dpi, err := j.converter.Image(ctx, in.path, format, p, debugDPI)
		if errors.Is(err, convert.ErrNoImage) {
			return nil
		}
		if err != nil {
			return err
		}
		return writePNG(filepath.Join(j.cmd.Debug, fmt.Sprintf("%s-%03d.png", strings.ReplaceAll(in.out, "/", "-"), p.Number)), annotate(img, p, dpi/72))
	})
	return err
}

func writePNG(path string, img image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, img), f.Close())
}

// annotate draws words and lines in blue, blocks in the colour of their kind with their position in the reading order,
// and the path of the reading order in pink. scale is in pixels per point.
func annotate(img image.Image, p page.Page, scale float64) image.Image {
	c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy())), scale: scale}
	draw.Draw(c.RGBA, c.Rect, img, img.Bounds().Min, draw.Src)
	for _, l := range textLines(p.Words) {
		c.frame(l, lineColor)
	}
	for _, w := range p.Words {
		c.frame(w.Box, wordColor)
	}
	var last *image.Point
	for i, b := range p.Blocks {
		if b.Box == (page.Box{}) {
			continue
		}
		c.block(b, fmt.Sprint(i+1, " ", b.Kind))
		centre := image.Pt(int((b.Box.X0+b.Box.X1)/2*scale), int((b.Box.Y0+b.Box.Y1)/2*scale))
		if last != nil {
			c.line(*last, centre, orderColor)
		}
		last = &centre
	}
	return c.RGBA
}

// textLines returns the boxes of runs of words on the same line.
func textLines(words []page.Word) []page.Box {
	var out []page.Box
	for i, w := range words {
		if n := len(out); n > 0 && i > 0 && w.Box.X0 >= words[i-1].Box.X0 && level(words[i-1].Box, w.Box) {
			l := &out[n-1]
			*l = page.Box{X0: min(l.X0, w.Box.X0), Y0: min(l.Y0, w.Box.Y0), X1: max(l.X1, w.Box.X1), Y1: max(l.Y1, w.Box.Y1)}
			continue
		}
		out = append(out, w.Box)
	}
	return out
}

func level(a, b page.Box) bool {
	shared := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	return 2*shared > min(a.Y1-a.Y0, b.Y1-b.Y0)
}

type canvas struct {
	*image.RGBA
	scale float64
}

func (c canvas) block(b page.Block, label string) {
	shade, ok := kindColors[b.Kind]
	if !ok {
		shade = otherColor
	}
	grown := page.Box{X0: b.Box.X0 - 1, Y0: b.Box.Y0 - 1, X1: b.Box.X1 + 1, Y1: b.Box.Y1 + 1}
	c.frame(grown, shade)
	if b.Table != nil {
		for _, row := range b.Table.Rows {
			for _, cell := range row.Cells {
				c.frame(cell.Box, shade)
			}
		}
	}
	at := fixed.P(int(grown.X0*c.scale), int(grown.Y0*c.scale)-2)
	(&font.Drawer{Dst: c.RGBA, Src: image.NewUniform(shade), Face: basicfont.Face7x13, Dot: at}).DrawString(label)
}

func (c canvas) frame(b page.Box, shade color.RGBA) {
	x0, y0, x1, y1 := int(b.X0*c.scale), int(b.Y0*c.scale), int(b.X1*c.scale), int(b.Y1*c.scale)
	c.line(image.Pt(x0, y0), image.Pt(x1, y0), shade)
	c.line(image.Pt(x1, y0), image.Pt(x1, y1), shade)
	c.line(image.Pt(x1, y1), image.Pt(x0, y1), shade)
	c.line(image.Pt(x0, y1), image.Pt(x0, y0), shade)
}

// line draws from a to b, clipped to the picture, because boxes come from files and may lie anywhere.
func (c canvas) line(a, b image.Point, shade color.RGBA) {
	room := c.Rect.Inset(-1)
	a, b = clamp(a, room), clamp(b, room)
	steps := max(b.X-a.X, a.X-b.X, b.Y-a.Y, a.Y-b.Y, 1)
	for i := range steps + 1 {
		c.Set(a.X+(b.X-a.X)*i/steps, a.Y+(b.Y-a.Y)*i/steps, shade)
	}
}

func clamp(p image.Point, r image.Rectangle) image.Point {
	return image.Pt(min(max(p.X, r.Min.X), r.Max.X), min(max(p.Y, r.Min.Y), r.Max.Y))
}
