package docx

import (
	"cmp"
	"strconv"

	"quire/internal/convert/office/numeral"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/para"
)

// noteKey identifies a footnote or endnote of the document.
type noteKey struct {
	endnote bool
	id      string
}

// noteLabel returns the label of a note: its number in order of reference, as shown in the document. Endnotes have
// Roman numerals, which distinguishes the two.
func (d *document) noteLabel(k noteKey) string {
	if label, ok := d.labels[k]; ok {
		return label
	}
	if d.labels == nil {
		d.labels = map[noteKey]string{}
	}
	var label string
	if k.endnote {
		d.endnotes++
		label = numeral.Write(d.endnotes, "lowerRoman")
	} else {
		d.footnotes++
		label = strconv.Itoa(d.footnotes)
	}
	d.labels[k] = label
	return label
}

// readNotes reads the referenced notes from their parts.
func (d *document) readNotes() error {
	for _, kind := range [...]struct {
		rel, name string
		endnote   bool
	}{{"footnotes", "w:footnote", false}, {"endnotes", "w:endnote", true}} {
		part := opc.Find(d.rels, kind.rel)
		if part == "" || len(d.labels) == 0 {
			continue
		}
		err := d.inPart(part, func() error {
			_, err := d.Package.Read(part, func(c *opc.Cursor, e opc.Element) error {
				label, wanted := d.labels[noteKey{kind.endnote, e.Attr("id")}]
				if e.Name != kind.name || !wanted || len(d.notes[label]) > 0 {
					return nil
				}
				return d.readNote(c, label)
			})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readNote reads the blocks of a note. The first has its label; further paragraphs follow without one.
func (d *document) readNote(c *opc.Cursor, label string) error {
	f := &flow{}
	fields := d.fields
	d.fields, d.filling = nil, nil
	err := d.blocks(c, f)
	d.fields = fields
	if err != nil {
		return err
	}
	f.flush()
	for _, b := range f.blocks {
		b.Marker = cmp.Or(b.Marker, "•")
		d.notes[label] = para.AddNote(d.notes[label], label, b)
	}
	return nil
}
