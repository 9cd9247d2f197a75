package docx

import (
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// section is a part of the document with separate page headers and footers (17.6).
type section struct {
	start        int // index of its first block
	heads, foots []string
	blocks       [2][]page.Block // headers and footers that no earlier section has
}

// sectionProps holds the contents of w:sectPr.
type sectionProps struct {
	starts       bool // the section starts a new page
	heads, foots []string
}

// readSectionProps reads the current w:sectPr. Its header and footer parts are ordered by first, all, even
// pages.
func readSectionProps(c *opc.Cursor) (sectionProps, error) {
	s := sectionProps{starts: true}
	refs := map[string]string{}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:type":
			kind := e.Attr("val")
			s.starts = kind != "continuous" && kind != "nextColumn"
		case "w:headerReference", "w:footerReference":
			refs[e.Name+e.Attr("type")] = e.Attr("id")
		}
		return nil
	})
	for _, kind := range [...]string{"first", "default", "even"} {
		s.heads = append(s.heads, refs["w:headerReference"+kind])
		s.foots = append(s.foots, refs["w:footerReference"+kind])
	}
	return s, err
}

// endSection records the section that ends here, with the page break that it began with.
func (d *document) endSection(f *flow, s sectionProps) {
	if s.starts && f.section > 0 {
		f.marks = append(f.marks, paging.Mark{Block: f.section})
	}
	d.sections = append(d.sections, section{start: f.section, heads: s.heads, foots: s.foots})
	f.section = len(f.blocks)
}

// readSections reads each header and footer once. They are illustrations, so a damaged one is left out.
func (d *document) readSections() error {
	seen := map[string]bool{}
	for i := range d.sections {
		s := &d.sections[i]
		for k, refs := range [...][]string{s.heads, s.foots} {
			for _, id := range refs {
				r, ok := d.rels[id]
				if !ok || r.External || seen[r.Target] {
					continue
				}
				seen[r.Target] = true
				blocks, err := d.readFurniture(r.Target)
				if page.ReasonOf(err) == page.Corrupt {
					d.remark("a header or footer is damaged and was left out")
					continue
				}
				if err != nil {
					return err
				}
				for _, b := range paging.Running(blocks, [...]page.Kind{page.PageHead, page.PageFoot}[k]) {
					if text := b.Text(); !seen["text "+text] {
						seen["text "+text] = true
						s.blocks[k] = append(s.blocks[k], b)
					}
				}
			}
		}
	}
	return nil
}

// readFurniture reads the blocks of a header or footer without its pictures, which are logos.
func (d *document) readFurniture(part string) ([]page.Block, error) {
	f := &flow{}
	titled, skip := d.titled, d.opt.SkipImages
	d.furniture, d.opt.SkipImages, d.fields, d.filling = true, true, nil, nil
	err := d.inPart(part, func() error {
		_, err := d.Package.Read(part, func(c *opc.Cursor, e opc.Element) error {
			return c.Through(e, func(e opc.Element) error { return d.block(c, e, f) })
		})
		return err
	})
	d.furniture, d.opt.SkipImages, d.titled, d.fields = false, skip, titled, nil
	f.flush()
	return f.blocks, err
}

// furnish puts headers and footers on the page where their section begins.
func (d *document) furnish(pages []page.Page, breaks []paging.Mark) {
	sections := make([]paging.Section, len(d.sections))
	for i, s := range d.sections {
		sections[i] = paging.Section{Start: s.start, Heads: s.blocks[0], Feet: s.blocks[1]}
	}
	paging.Furnish(pages, breaks, sections)
}
