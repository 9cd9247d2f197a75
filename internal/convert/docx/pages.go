package docx

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// paginate divides the body into the pages recorded by Word, each with the notes that it refers to.
func (d *document) paginate(f *flow) ([]page.Page, string) {
	parts, breaks := paging.Split(f.blocks, f.marks, d.savedPage)
	source := page.SourceText
	if d.read {
		source = page.SourceMixed
	}
	placed := map[string]bool{}
	pages := make([]page.Page, len(parts))
	for i, blocks := range parts {
		pages[i] = page.Page{Number: i + 1, Source: source, Blocks: paging.WithNotes(blocks, d.notes, placed)}
	}
	putFields(pages, breaks, f.fields)
	d.furnish(pages, breaks)
	pages[0].Notes = d.remarks
	if breaks == nil {
		return pages, "none"
	}
	return pages, "word"
}

// savedPages returns the page count that Word stored when it last saved the document, or 0.
func (d *document) savedPages() (int, error) {
	rels, err := d.Relationships("")
	if err != nil {
		return 0, err
	}
	name := opc.Find(rels, "extended-properties")
	if name == "" {
		name = "docProps/app.xml"
	}
	pages := 0
	_, err = d.Package.Read(name, func(c *opc.Cursor, e opc.Element) error {
		if e.Name != "Pages" {
			return nil
		}
		s, err := c.Text()
		pages, _ = strconv.Atoi(strings.TrimSpace(s))
		return err
	})
	return pages, err
}
