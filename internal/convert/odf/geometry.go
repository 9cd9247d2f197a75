package odf

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// units maps the units of OpenDocument to their length in points.
var units = map[string]float64{"pt": 1, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12, "px": .75}

// length returns a length in points, or 0 if s is not one.
func length(s string) float64 {
	s = strings.TrimSpace(s)
	if len(s) < 2 {
		return 0
	}
	n, err := strconv.ParseFloat(s[:len(s)-2], 64)
	if at := n * units[s[len(s)-2:]]; err == nil && at > -lengthLimit && at < lengthLimit {
		return at
	}
	return 0
}

// lengthLimit is more points than any page has.
const lengthLimit = 1e6

// Box returns the position of a drawing, or the zero Box if it is not given.
func Box(e opc.Element) page.Box {
	x, y := length(e.Of("svg:x")), length(e.Of("svg:y"))
	w, h := length(e.Of("svg:width")), length(e.Of("svg:height"))
	if w <= 0 || h <= 0 {
		return page.Box{}
	}
	return page.Box{X0: x, Y0: y, X1: x + w, Y1: y + h}
}

// size is the size of a page, in points.
type size struct{ width, height float64 }

// readLayout reads the current style:page-layout.
func (s *styleSheet) readLayout(c *opc.Cursor, name string) error {
	return c.Each(func(e opc.Element) error {
		if e.Name == "style:page-layout-properties" {
			s.layouts[name] = size{length(e.Attr("page-width")), length(e.Attr("page-height"))}
		}
		return nil
	})
}

// PageSize returns the size of the pages of a style, in points, or zeros if the document does not give it.
func (d *Document) PageSize(name string) (width, height float64) {
	m := d.masters[name]
	if m == nil {
		return 0, 0
	}
	return d.styles.layouts[m.layout].width, d.styles.layouts[m.layout].height
}

// Begin resets what was recorded about the previous pages.
func (d *Document) Begin() { d.ocr, d.remarks = false, nil }
