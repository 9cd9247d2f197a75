package pdf

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quire/internal/convert/layout/form"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf/xfa"
)

// PDFium's types of forms that contain a second form in XML (fpdf_formfill.h). The pages of a full XFA form are
// generated from the XML by the software that opens it; the pages in the file only say so.
const (
	formFullXFA = 2
	formFlatXFA = 3
)

const (
	// maxPacket is the maximum number of bytes that are read of a part of such a form, and maxPackets the maximum
	// number of parts.
	maxPacket  = 8 << 20
	maxPackets = 32

	noteXFA       = "This form's pages are drawn by the software that opens it (XFA). What follows are its texts and the data in it."
	noteXFABroken = "This form's pages are drawn by the software that opens it (XFA). Its data could not be read."
)

// secondForm is what is known about the document's XML form.
type secondForm struct {
	read bool
	kind uint32
	form *xfa.Form // nil if there is none, or if it is damaged
}

// xfa returns the document's XML form, which it reads at the first call.
func (d *document) xfa(ctx context.Context) (secondForm, error) {
	if d.second.read {
		return d.second, nil
	}
	d.second.read = true
	kind := uint32(d.call("FPDF_GetFormType", d.handle))
	if kind != formFullXFA && kind != formFlatXFA {
		return d.second, nil
	}
	d.second.kind = kind
	read, err := xfa.Read(ctx, d.packets()...)
	if err != nil && ctx.Err() != nil {
		return d.second, FromCaller{Err: ctx.Err()}
	}
	if err == nil {
		d.second.form = read
	}
	return d.second, nil
}

// packets returns the parts of the form that hold its template and its data. A part without a name holds all of them.
func (d *document) packets() [][]byte {
	var out [][]byte
	n := int(int32(d.call("FPDF_GetXFAPacketCount", d.handle)))
	for i := range min(max(n, 0), maxPackets) {
		name := d.ascii(func(buffer, size uint64) uint64 {
			return d.call("FPDF_GetXFAPacketName", d.handle, uint64(i), buffer, size)
		})
		if !slices.Contains([]string{"", "template", "datasets"}, name) {
			continue
		}
		if b := d.packet(i); len(b) > 0 {
			out = append(out, b)
		}
	}
	return out
}

func (d *document) packet(i int) []byte {
	d.call("FPDF_GetXFAPacketContent", d.handle, uint64(i), 0, 0, d.scratch)
	var size [1]uint32
	d.words(size[:])
	if size[0] == 0 || size[0] > maxPacket {
		return nil
	}
	n := int(size[0])
	ptr := d.alloc(n)
	defer d.free(ptr)
	if uint32(d.call("FPDF_GetXFAPacketContent", d.handle, uint64(i), ptr, uint64(n), d.scratch)) == 0 {
		return nil
	}
	return slices.Clone(d.bytes(ptr, n))
}

// fill gives fields of the page the values that only the XML form has.
func (s secondForm) fill(fields []ink.Field) {
	if s.kind != formFlatXFA || s.form == nil {
		return
	}
	for i := range fields {
		f := &fields[i]
		full := f.Value != "" && f.Kind != page.CheckField
		if full || f.Ticked || f.Name == "" {
			continue
		}
		value := s.form.Value(f.Name)
		switch {
		case value == "":
		case f.Kind == page.CheckField:
			f.Ticked = f.Value == value
		case f.Kind == page.RadioField, f.Kind == page.ChoiceField:
			choose(&f.Field, value)
		case f.Kind == page.TextField, f.Kind == page.DateField:
			f.Value = value
		}
	}
}

// add adds the form to its page.
func (s secondForm) add(p *page.Page) {
	if s.kind != formFullXFA {
		return
	}
	note := noteXFA
	if s.form == nil {
		note = noteXFABroken
	}
	p.Blocks = append(p.Blocks, page.Block{Kind: page.Note, Spans: []page.Span{{Text: note, Italic: true}}})
	if s.form == nil {
		return
	}
	for _, e := range s.form.Entries {
		p.Blocks = append(p.Blocks, entry(e))
		if e.Field.Kind != "" {
			p.Fields = append(p.Fields, e.Field)
		}
	}
}

// choose sets a field to one of its options. A list may contain a custom entry.
func choose(f *page.Field, value string) {
	for i := range f.Options {
		if o := &f.Options[i]; o.Value == value || o.Label == value {
			o.Chosen, f.Value, f.Ticked = true, o.Value, f.Kind == page.RadioField
			return
		}
	}
	if f.Kind == page.ChoiceField {
		f.Value = value
	}
}

// entry returns the block of a text or field of the form.
func entry(e xfa.Entry) page.Block {
	f := e.Field
	text, b := e.Text, page.Block{Kind: page.Paragraph}
	if f.Kind != "" {
		text = cmp.Or(f.Label, f.Name[strings.LastIndexByte(f.Name, '.')+1:])
	}
	switch f.Kind {
	case "":
	case page.CheckField:
		b.Kind, b.Marker = page.ListItem, sign(f.Ticked)
	case page.RadioField:
		text += ":"
		for _, o := range f.Options {
			text += " " + sign(o.Chosen) + " " + o.Name()
		}
	default:
		text += ": " + f.Shown()
	}
	b.Spans = []page.Span{{Text: strings.TrimSpace(text)}}
	return b
}

func sign(ticked bool) string {
	if ticked {
		return form.Ticked
	}
	return form.Empty
}
