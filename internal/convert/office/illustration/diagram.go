package illustration

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// diagramDepth bounds the levels of a diagram; Office shows nine. Deeper points start again at the first level.
const diagramDepth = 32

// diagram is the data of a SmartArt diagram (ECMA-376 part 1, 21.4.3).
type diagram struct {
	points []point
	index  map[string]int // of points, by id
	kids   map[string][]kid
}

// point is a node of a diagram. One without an id stands by itself.
type point struct {
	id    string
	lines []string
	shown bool
	child bool // it is the child of another point
}

// kid is a connection from a point to one below it.
type kid struct {
	id    string
	order int
}

// Diagram returns the texts of a diagram as list items, in the order and nesting of the text pane of Office.
func (r *Reader) Diagram(part string) ([]page.Block, error) {
	d := diagram{index: map[string]int{}, kids: map[string][]kid{}}
	if err := r.visit(part, d.read); err != nil {
		return nil, err
	}
	for id := range d.kids {
		slices.SortStableFunc(d.kids[id], func(a, b kid) int { return cmp.Compare(a.order, b.order) })
	}
	var blocks []page.Block
	for i := range d.points {
		if !d.points[i].child {
			blocks = d.list(blocks, i, 0, 0)
		}
	}
	for i := range d.points { // cycles, and points that are too deep
		blocks = d.list(blocks, i, 0, 0)
	}
	return blocks, nil
}

// read reads what the current element of the data model holds.
func (d *diagram) read(c *opc.Cursor, e opc.Element) error {
	switch e.Name {
	case "dgm:pt":
		return d.readPoint(c, e)
	case "dgm:cxn":
		if kind := e.Attr("type"); kind == "" || kind == "parOf" {
			d.connect(e)
		}
		return nil
	case "a:p":
		text, err := drawing.Text(c)
		d.points = append(d.points, point{lines: []string{text}})
		return err
	}
	return c.Each(func(e opc.Element) error { return d.read(c, e) })
}

func (d *diagram) readPoint(c *opc.Cursor, e opc.Element) error {
	p := point{id: e.Attr("modelId")}
	var walk func(e opc.Element) error
	walk = func(e opc.Element) error {
		if e.Name != "a:p" {
			return c.Each(walk)
		}
		text, err := drawing.Text(c)
		p.lines = append(p.lines, text)
		return err
	}
	err := c.Each(walk)
	if _, known := d.index[p.id]; !known {
		d.index[p.id] = len(d.points)
	}
	d.points = append(d.points, p)
	return err
}

func (d *diagram) connect(e opc.Element) {
	order, _ := strconv.Atoi(e.Attr("srcOrd"))
	from := e.Attr("srcId")
	d.kids[from] = append(d.kids[from], kid{e.Attr("destId"), order})
	if i, known := d.index[e.Attr("destId")]; known && from != e.Attr("destId") {
		d.points[i].child = true
	}
}

// list appends the items of a point, which is below depth others, and of the points below it, each once. A point
// without text adds no level.
func (d *diagram) list(blocks []page.Block, at, level, depth int) []page.Block {
	p := &d.points[at]
	if p.shown || depth > diagramDepth {
		return blocks
	}
	p.shown = true
	below := level
	for _, line := range p.lines {
		if line = strings.TrimSpace(page.Visible(line)); line != "" {
			blocks = append(blocks, page.Block{Kind: page.ListItem, Marker: "•", Level: level, Spans: []page.Span{{Text: line}}})
			below = level + 1
		}
	}
	if p.id == "" || d.index[p.id] != at {
		return blocks
	}
	for _, k := range d.kids[p.id] {
		if i, known := d.index[k.id]; known {
			blocks = d.list(blocks, i, below, depth+1)
		}
	}
	return blocks
}
