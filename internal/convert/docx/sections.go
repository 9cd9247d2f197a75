package docx

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// section is a part of the document with page headers and footers of its own (17.6).
type section struct {
	start        int // its first block
	heads, foots []string
	blocks       [2][]page.Block // of the heads and the foots that no section before has
}

// sectionProps is what w:sectPr says.
type sectionProps struct {
	starts       bool // the section begins a page
	heads, foots []string
}

// readSectionProps reads the current w:sectPr. Its header and footer parts come in the order first, all, even pages.
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

// endSection notes the section that ends here, with the page break that it began with.
func (d *document) endSection(f *flow, s sectionProps) {
	if s.starts && f.section > 0 {
		f.marks = append(f.marks, mark{block: f.section})
	}
	d.sections = append(d.sections, section{start: f.section, heads: s.heads, foots: s.foots})
	f.section = len(f.blocks)
}

// readSections reads the headers and footers, each once. They are illustration: a damaged one is left out.
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
				for _, b := range running(blocks, [...]page.Kind{page.PageHead, page.PageFoot}[k]) {
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

// readFurniture reads the blocks of a header or footer, without its pictures: logos.
func (d *document) readFurniture(part string) ([]page.Block, error) {
	f := &flow{}
	titled, skip := d.titled, d.opt.SkipImages
	d.furniture, d.opt.SkipImages, d.fields = true, true, nil
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

// running makes running heads or feet of blocks: lines of text, those of a table a row each. A page number alone says
// nothing where it stands once.
func running(blocks []page.Block, kind page.Kind) []page.Block {
	var out []page.Block
	for _, b := range blocks {
		lines := [][]page.Span{b.Spans}
		if b.Table != nil {
			lines = nil
			for row := range strings.SplitSeq(b.Text(), "\n") {
				lines = append(lines, []page.Span{{Text: strings.Join(strings.FieldsFunc(row, func(r rune) bool { return r == '\t' }), " | ")}})
			}
		}
		for _, spans := range lines {
			line := page.Block{Kind: kind, Spans: spans}
			if strings.ContainsFunc(line.Text(), unicode.IsLetter) {
				out = append(out, line)
			}
		}
	}
	return out
}

// furnish puts headers and footers on the page that their section begins on. breaks are where the pages begin.
func (d *document) furnish(pages []page.Page, breaks []mark) {
	at := 0
	var heads, foots []page.Block
	put := func() {
		pages[at].Blocks = slices.Concat(heads, pages[at].Blocks, foots)
		heads, foots = nil, nil
	}
	for _, s := range d.sections {
		for at < len(breaks) && (breaks[at].block < s.start || breaks[at].block == s.start && breaks[at].at == 0) {
			if len(heads)+len(foots) > 0 {
				put()
			}
			at++
		}
		heads, foots = append(heads, s.blocks[0]...), append(foots, s.blocks[1]...)
	}
	put()
}
