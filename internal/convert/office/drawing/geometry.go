package drawing

import (
	"math"
	"strconv"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// Point is one point in English Metric Units.
const Point = 12700

// turn is one degree in the unit of angles.
const turn = 60000

// coordinateLimit bounds coordinates, in points, so that no sum of them overflows.
const coordinateLimit = 1e9

// Frame is the position of a shape within its parent (20.1.7.6), in points.
type Frame struct {
	box      page.Box // before rotation
	children page.Box // of a group: the coordinate system of its children
	angle    float64  // degrees
}

// ReadFrame reads the current a:xfrm or p:xfrm.
func ReadFrame(c *opc.Cursor, e opc.Element) (Frame, error) {
	f := Frame{angle: math.Mod(number(e.Attr("rot"))/turn, 360)}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "a:off":
			f.box.X0, f.box.Y0 = Length(e.Attr("x")), Length(e.Attr("y"))
		case "a:ext":
			f.box.X1, f.box.Y1 = f.box.X0+Length(e.Attr("cx")), f.box.Y0+Length(e.Attr("cy"))
		case "a:chOff":
			f.children.X0, f.children.Y0 = Length(e.Attr("x")), Length(e.Attr("y"))
		case "a:chExt":
			f.children.X1, f.children.Y1 = f.children.X0+Length(e.Attr("cx")), f.children.Y0+Length(e.Attr("cy"))
		}
		return nil
	})
	return f, err
}

// Length converts a length in EMU to points.
func Length(s string) float64 {
	return min(max(number(s)/Point, -coordinateLimit), coordinateLimit)
}

func number(s string) float64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return float64(n)
}

// Box returns the bounding box of the shape, which may be rotated.
func (f Frame) Box() page.Box {
	if f.angle == 0 {
		return f.box
	}
	sin, cos := math.Sincos(f.angle * math.Pi / 180)
	sin, cos = math.Abs(sin), math.Abs(cos)
	width, height := f.box.X1-f.box.X0, f.box.Y1-f.box.Y0
	x, y := (f.box.X0+f.box.X1)/2, (f.box.Y0+f.box.Y1)/2
	halfWidth, halfHeight := (width*cos+height*sin)/2, (width*sin+height*cos)/2
	return page.Box{X0: x - halfWidth, Y0: y - halfHeight, X1: x + halfWidth, Y1: y + halfHeight}
}

// Placement maps the coordinates of a group's children to the page. The zero Placement leaves them as they are.
type Placement struct {
	inGroup        bool
	scaleX, scaleY float64
	moveX, moveY   float64
}

// In returns the placement of the children of a group with frame f, itself placed by p.
func (p Placement) In(f Frame) Placement {
	to := p.Place(f.box)
	from := f.children
	in := Placement{inGroup: true, scaleX: ratio(to.X1-to.X0, from.X1-from.X0), scaleY: ratio(to.Y1-to.Y0, from.Y1-from.Y0)}
	in.moveX, in.moveY = to.X0-from.X0*in.scaleX, to.Y0-from.Y0*in.scaleY
	return in
}

// ratio returns the factor by which a group stretches its children. A group without a size does not stretch them.
func ratio(to, from float64) float64 {
	if from <= 0 || to <= 0 {
		return 1
	}
	return to / from
}

// Place returns a box on the page.
func (p Placement) Place(b page.Box) page.Box {
	if !p.inGroup {
		return b
	}
	return page.Box{X0: p.x(b.X0), Y0: p.y(b.Y0), X1: p.x(b.X1), Y1: p.y(b.Y1)}
}

func (p Placement) x(x float64) float64 { return bounded(x*p.scaleX + p.moveX) }

func (p Placement) y(y float64) float64 { return bounded(y*p.scaleY + p.moveY) }

func bounded(x float64) float64 { return min(max(x, -coordinateLimit), coordinateLimit) }
