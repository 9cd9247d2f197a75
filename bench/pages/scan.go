package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"quire/internal/convert/pdf"
)

// scanDPI is the resolution of office scanners.
const scanDPI = 200

// scan makes a second document from images of a document's pages: straight for every other seed, otherwise askew.
func (m maker) scan(ctx context.Context, id, truth string, seed int) error {
	chance := rand.New(rand.NewPCG(uint64(seed), scanDPI)) //nolint:gosec // scans must repeat
	name, angle := "scan"+within+id, 0.
	if seed%2 == 0 {
		name, angle = "scan-skewed"+within+id, (.5+chance.Float64())*float64(1-2*chance.IntN(2))
	}
	images, err := pictures(ctx, m.file("pdf", id))
	if err != nil {
		return err
	}
	var pages [][]byte
	var sizes []image.Point
	for i, img := range images {
		grey := degrade(img, angle, chance)
		var photo, exact bytes.Buffer
		if err := jpeg.Encode(&photo, grey, &jpeg.Options{Quality: 60 + chance.IntN(25)}); err != nil {
			return err
		}
		pages, sizes = append(pages, photo.Bytes()), append(sizes, grey.Rect.Size())
		if err := png.Encode(&exact, grey); err != nil {
			return err
		}
		if err := os.WriteFile(m.file("image", fmt.Sprintf("%s-%02d", name, i+1)), exact.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile(m.file("truth", name), []byte(truth), 0o644); err != nil {
		return err
	}
	return os.WriteFile(m.file("pdf", name), bound(pages, sizes), 0o644)
}

// pictures renders the pages of a PDF.
func pictures(ctx context.Context, file string) ([]image.Image, error) {
	engine, err := pdf.NewEngine(pdf.Config{})
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	info, err := engine.Inspect(ctx, file)
	if err != nil {
		return nil, err
	}
	var out []image.Image
	for n := range info.Pages {
		img, err := engine.Render(ctx, file, n+1, scanDPI)
		if err != nil {
			return nil, err
		}
		out = append(out, img)
	}
	return out, nil
}

// degrade rotates a page about its centre by the given degrees and adds the noise of a scanner.
func degrade(img image.Image, degrees float64, chance *rand.Rand) *image.Gray {
	bounds := img.Bounds()
	out := image.NewGray(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	x, y := float64(bounds.Dx())/2, float64(bounds.Dy())/2
	draw.BiLinear.Transform(out, f64.Aff3{cos, -sin, x - cos*x + sin*y, sin, cos, y - sin*x - cos*y}, img, bounds, draw.Over, nil)
	grain := 6 + 10*chance.Float64()
	for i, v := range out.Pix {
		out.Pix[i] = uint8(min(max(float64(v)+grain*chance.NormFloat64(), 0), math.MaxUint8))
	}
	return out
}

// bound returns a PDF whose pages are JPEGs.
func bound(pages [][]byte, sizes []image.Point) []byte {
	var out bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	out.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	kids := ""
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", 3+3*i)
	}
	object("<< /Type /Pages /Count %d /Kids [%s] >>", len(pages), kids)
	for i, jpeg := range pages {
		w, h := points(sizes[i].X), points(sizes[i].Y)
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents %d 0 R /Resources << /XObject << /I %d 0 R >> >> >>",
			w, h, len(offsets)+2, len(offsets)+3)
		drawing := fmt.Sprintf("%.2f 0 0 %.2f 0 0 cm /I Do", w, h)
		object("<< /Length %d >>\nstream\n%s\nendstream", len(drawing), drawing)
		object("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length %d >>\nstream\n%s\nendstream",
			sizes[i].X, sizes[i].Y, len(jpeg), jpeg)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return out.Bytes()
}

func points(pixels int) float64 { return float64(pixels) * 72 / scanDPI }
