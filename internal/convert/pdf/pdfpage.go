package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"quire/internal/convert/page"
)

// calibration is the size in device units to which PDFium maps a page so that its integer coordinates give the
// transformation exactly enough.
const calibration = 1 << 24

// pdfPage is an open page and the transformation from PDF space to the page as it is shown.
type pdfPage struct {
	*document
	handle        uint64
	text          uint64
	width, height float64
	matrix        matrix
	// imageDPI is the highest resolution of the page's images, 0 without any.
	imageDPI float64
	// images are the handles of its pictures, while the page is open.
	images []uint64
}

// matrix maps (x, y) to (a*x + c*y + e, b*x + d*y + f), as in PDF.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) point(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// then applies n after m.
func (m matrix) then(n matrix) matrix {
	return matrix{
		a: m.a*n.a + m.b*n.c, b: m.a*n.b + m.b*n.d,
		c: m.c*n.a + m.d*n.c, d: m.c*n.b + m.d*n.d,
		e: m.e*n.a + m.f*n.c + n.e, f: m.e*n.b + m.f*n.d + n.f,
	}
}

func (m matrix) box(x0, y0, x1, y1 float64) page.Box {
	ax, ay := m.point(x0, y0)
	bx, by := m.point(x1, y1)
	return page.Box{X0: min(ax, bx), Y0: min(ay, by), X1: max(ax, bx), Y1: max(ay, by)}
}

// angle is the direction of the text in degrees clockwise on the page as it is shown.
func (m matrix) angle() int {
	degrees := int(math.Round(math.Atan2(m.b, m.a) * 180 / math.Pi))
	return (degrees%360 + 360) % 360
}

// page opens page number (from 1). The caller closes it.
func (d *document) page(number int) (*pdfPage, error) {
	handle := uint64(uint32(d.call("FPDF_LoadPage", d.handle, uint64(number-1))))
	if handle == 0 {
		return nil, fmt.Errorf("PDFium cannot load page %d", number)
	}
	g := &pdfPage{document: d, handle: handle}
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

// calibrate asks PDFium where device corners lie in the page: crop box and rotation are in the answer.
func (g *pdfPage) calibrate() matrix {
	x0, y0 := g.toPage(0, 0)
	x1, y1 := g.toPage(calibration, 0)
	x2, y2 := g.toPage(0, calibration)
	// (x0,y0) is the shown top left, (x1,y1) the top right, (x2,y2) the bottom left, all in PDF space.
	ux, uy := (x1-x0)/g.width, (y1-y0)/g.width
	vx, vy := (x2-x0)/g.height, (y2-y0)/g.height
	det := ux*vy - uy*vx
	if det == 0 {
		return matrix{a: 1, d: -1, f: g.height}
	}
	m := matrix{a: vy / det, b: -uy / det, c: -vx / det, d: ux / det}
	m.e, m.f = -(m.a*x0 + m.c*y0), -(m.b*x0 + m.d*y0)
	return m
}

func (g *pdfPage) toPage(x, y uint64) (float64, float64) {
	g.call("FPDF_DeviceToPage", g.handle, 0, 0, calibration, calibration, 0, x, y, g.scratch, g.scratch+8)
	var out [2]float64
	g.doubles(out[:])
	return out[0], out[1]
}

func f32(bits uint64) float64 { return float64(math.Float32frombits(uint32(bits))) }

func (p *instance) matrixAt(ptr uint64) matrix {
	b := p.bytes(ptr, 24)
	at := func(i int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))) }
	return matrix{at(0), at(1), at(2), at(3), at(4), at(5)}
}
