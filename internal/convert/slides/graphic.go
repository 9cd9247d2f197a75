package slides

import (
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// graphic reads the current a:graphic: a table, a chart, a diagram, or the picture of an embedded object.
func (s *slide) graphic(c *opc.Cursor, sh *shape) error {
	if s.inLayer {
		return nil
	}
	var walk func(e opc.Element) error
	walk = func(e opc.Element) error {
		switch e.Name {
		case "a:tbl":
			return s.table(c, sh)
		case "c:chart":
			return s.illustration(sh, e.Reference("id"), s.illustrations.Chart)
		case "cx:chart":
			return s.illustration(sh, e.Reference("id"), s.illustrations.ExtendedChart)
		case "dgm:relIds":
			return s.illustration(sh, e.Reference("dm"), s.illustrations.Diagram)
		case "p:blipFill":
			return s.fill(c, sh)
		}
		return s.each(c, walk)
	}
	err := s.each(c, walk)
	if sh.alt != "" && len(sh.blocks) == 0 && !s.opt.SkipImages {
		sh.blocks = []page.Block{{Kind: page.Picture, Alt: sh.alt}}
	}
	return err
}

// illustration adds the blocks that read returns for a related part.
func (s *slide) illustration(sh *shape, id string, read func(part string) ([]page.Block, error)) error {
	part := s.related(id)
	if part == "" {
		return nil
	}
	blocks, err := read(part)
	sh.blocks = append(sh.blocks, blocks...)
	return err
}
