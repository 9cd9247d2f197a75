package docx

import (
	"cmp"
	"strconv"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// noteKey names a footnote or endnote of the document.
type noteKey struct {
	endnote bool
	id      string
}

// noteLabel is the label of a note: its number in order of reference, as the document shows it. Endnotes are
// numbered in Roman numerals, which keeps the two apart.
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
		label = numeral(d.endnotes, "lowerRoman")
	} else {
		d.footnotes++
		label = strconv.Itoa(d.footnotes)
	}
	d.labels[k] = label
	return label
}

// readNotes reads the notes that the text refers to, from their parts.
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

// readNote makes a note's blocks: the first carries its label, its further paragraphs follow without.
func (d *document) readNote(c *opc.Cursor, label string) error {
	f := &flow{}
	fields := d.fields
	d.fields = nil
	err := d.blocks(c, f)
	d.fields = fields
	if err != nil {
		return err
	}
	f.flush()
	for _, b := range f.blocks {
		spans := b.Spans
		if b.Table != nil {
			spans = []page.Span{{Text: b.Text()}}
		}
		if b.Kind == page.ListItem {
			spans = append([]page.Span{{Text: cmp.Or(b.Marker, "•") + " "}}, spans...)
		}
		if len(spans) == 0 {
			continue
		}
		note := page.Block{Kind: page.Footnote, Spans: spans}
		if len(d.notes[label]) == 0 {
			note.Marker = label
		}
		d.notes[label] = append(d.notes[label], note)
	}
	return nil
}
