package slides

import (
	"cmp"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// layer is a layout or a master, from which slides inherit.
type layer struct {
	byIndex, byKind        map[string]*placeholder
	titles, bodies, others drawing.Levels // the masters' settings for text
	// fixed is the layer's own text, until a slide has shown it.
	fixed []page.Block
}

// placeholder holds a layer's settings for the shapes that take its place (19.3.1.36).
type placeholder struct {
	kind   string
	index  string
	box    page.Box
	levels drawing.Levels
}

// layout returns the layout that a slide is based on, combined with its master, or an empty one.
func (d *deck) layout(rels map[string]opc.Relationship) (*layer, error) {
	return d.layer(opc.Find(rels, "slideLayout"), func(rels map[string]opc.Relationship) (*layer, error) {
		return d.layer(opc.Find(rels, "slideMaster"), func(map[string]opc.Relationship) (*layer, error) {
			return &layer{bodies: d.texts, titles: d.texts, others: d.texts}, nil
		})
	})
}

// layer returns a layer, which is read once. A missing or damaged layer counts as empty, because slides can be read
// without it.
func (d *deck) layer(part string, parent func(map[string]opc.Relationship) (*layer, error)) (*layer, error) {
	if l, ok := d.layers[part]; ok {
		return l, nil
	}
	rels, err := d.Relationships(part)
	if err != nil && page.ReasonOf(err) != page.Corrupt {
		return nil, err
	}
	above, err := parent(rels)
	if err != nil {
		return nil, err
	}
	l := &layer{
		byIndex: map[string]*placeholder{}, byKind: map[string]*placeholder{},
		titles: above.titles, bodies: above.bodies, others: above.others, fixed: above.fixed,
	}
	above.fixed = nil
	d.layers[part] = l
	_, err = d.Read(part, func(c *opc.Cursor, e opc.Element) error { return d.readLayer(c, e, l, above) })
	if page.ReasonOf(err) == page.Corrupt {
		d.remark("the layout of a slide is damaged and was left out")
		return l, nil
	}
	return l, err
}

// readLayer reads one child of a layer's outermost element.
func (d *deck) readLayer(c *opc.Cursor, e opc.Element, l, above *layer) error {
	switch e.Name {
	case "p:cSld":
		s := &slide{deck: d, layout: above, inLayer: true, link: func(string) string { return "" }}
		shapes, err := s.shapes(c)
		for i := range shapes {
			l.take(&shapes[i], above)
		}
		return err
	case "p:txStyles":
		return c.Each(func(e opc.Element) (err error) {
			styles := map[string]*drawing.Levels{"p:titleStyle": &l.titles, "p:bodyStyle": &l.bodies, "p:otherStyle": &l.others}[e.Name]
			if styles == nil {
				return nil
			}
			levels, err := drawing.ReadLevels(c)
			*styles = levels.Over(*styles)
			return err
		})
	}
	return nil
}

// take adds a shape of the layer: a placeholder, or text that all slides show.
func (l *layer) take(s *shape, above *layer) {
	for i := range s.kids {
		l.take(&s.kids[i], above)
	}
	if s.placeholder == nil {
		l.fixed = append(l.fixed, s.blocks...)
		return
	}
	p := s.placeholder
	if p.index != "" && l.byIndex[p.index] == nil {
		l.byIndex[p.index] = p
	}
	if l.byKind[p.kind] == nil {
		l.byKind[p.kind] = p
	}
}

// inherit completes a placeholder with the layer's settings for it. Layouts and masters number their placeholders
// separately, so only the kind connects them.
func (l *layer) inherit(p *placeholder, inLayer bool) {
	base := l.find(p, inLayer)
	if base == nil {
		p.kind = cmp.Or(p.kind, "obj")
		return
	}
	p.kind = cmp.Or(p.kind, base.kind)
	p.levels = p.levels.Over(base.levels)
	p.box = cmp.Or(p.box, base.box)
}

// find returns the layer's placeholder for one on a slide or layout: the one with the same index if the kind leaves a
// choice, or else one of its kind.
func (l *layer) find(p *placeholder, inLayer bool) *placeholder {
	switch p.kind {
	case "title", "ctrTitle":
		return cmp.Or(l.byKind[p.kind], l.byKind["title"], l.byKind["ctrTitle"])
	case "dt", "ftr", "sldNum", "hdr":
		return l.byKind[p.kind]
	}
	if inLayer {
		return cmp.Or(l.byKind[p.kind], l.byKind["body"])
	}
	return cmp.Or(l.byIndex[p.index], l.byKind[p.kind], l.byKind["body"])
}

// styles returns the bullets of text in a placeholder, or of text in any other shape if p is nil.
func (l *layer) styles(p *placeholder) drawing.Levels {
	if p == nil {
		return l.others
	}
	switch p.kind {
	case "title", "ctrTitle":
		return p.levels.Over(l.titles)
	case "dt", "ftr", "sldNum", "hdr":
		return p.levels.Over(l.others)
	}
	return p.levels.Over(l.bodies)
}
