package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// calibration is the size, in device units, to which PDFium maps a page, large enough for its integer
// coordinates to yield the transformation with sufficient precision.
const calibration = 1 << 24

// pdfPage is an open page, with the transformation from PDF space to the page as shown.
type pdfPage struct {
	*document
	handle        uint64
	text          uint64
	width, height float64
	matrix        Matrix
	// imageDPI is the highest resolution of the page's images, or 0 if there are none.
	imageDPI float64
	// images holds the handles of the page's pictures, valid while the page is open.
	images []uint64
	// number is the page number, from 1, and probed counts its fonts without a name.
	number, probed int
}

// page opens page number (from 1). The caller closes it.
func (d *document) page(number int) (*pdfPage, error) {
	handle := uint64(uint32(d.call("FPDF_LoadPage", d.handle, uint64(number-1))))
	if handle == 0 {
		return nil, fmt.Errorf("PDFium cannot load page %d", number)
	}
	g := &pdfPage{document: d, handle: handle, number: number}
	d.pages++
	g.width = f32(d.call("FPDF_GetPageWidthF", handle))
	g.height = f32(d.call("FPDF_GetPageHeightF", handle))
	if !(g.width > 0 && g.height > 0) || math.IsInf(g.width+g.height, 0) {
		d.call("FPDF_ClosePage", handle)
		return nil, errors.New("the page has no size")
	}
	g.matrix = g.calibrate()
	return g, nil
}

func (g *pdfPage) close() {
	if g.text != 0 {
		g.call("FPDFText_ClosePage", g.text)
	}
	g.call("FPDF_ClosePage", g.handle)
}

// calibrate asks PDFium where the device corners are on the page. The answer reflects the crop box and the rotation.
func (g *pdfPage) calibrate() Matrix {
	x0, y0 := g.toPage(0, 0)
	x1, y1 := g.toPage(calibration, 0)
	x2, y2 := g.toPage(0, calibration)
	return between([3][2]float64{{x0, y0}, {x1, y1}, {x2, y2}}, g.width, g.height)
}

// between returns the transformation to a page with the given size from the positions of its top left, its top right
// and its bottom left, as shown, in PDF space.
func between(corners [3][2]float64, width, height float64) Matrix {
	x0, y0 := corners[0][0], corners[0][1]
	ux, uy := (corners[1][0]-x0)/width, (corners[1][1]-y0)/width
	vx, vy := (corners[2][0]-x0)/height, (corners[2][1]-y0)/height
	det := ux*vy - uy*vx
	if det == 0 {
		return Matrix{A: 1, D: -1, F: height}
	}
	m := Matrix{A: vy / det, B: -uy / det, C: -vx / det, D: ux / det}
	m.E, m.F = -(m.A*x0 + m.C*y0), -(m.B*x0 + m.D*y0)
	return m
}

func (g *pdfPage) toPage(x, y uint64) (float64, float64) {
	g.call("FPDF_DeviceToPage", g.handle, 0, 0, calibration, calibration, 0, x, y, g.scratch, g.scratch+8)
	var out [2]float64
	g.doubles(out[:])
	return out[0], out[1]
}

func f32(bits uint64) float64 { return float64(math.Float32frombits(uint32(bits))) }

func (p *instance) matrixAt(ptr uint64) Matrix {
	b := p.bytes(ptr, 24)
	at := func(i int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))) }
	return Matrix{at(0), at(1), at(2), at(3), at(4), at(5)}
}
