package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/unidoc/unipdf/v3/contentstream"
	"github.com/unidoc/unipdf/v3/core"
)

// strip returns the file without its structure tree and without the marks in its pages.
func (s *source) strip() ([]byte, error) {
	catalog := s.catalog()
	catalog.Remove("StructTreeRoot")
	catalog.Remove("MarkInfo")
	w := writer{offsets: map[int64]int{}, fresh: int64(slices.Max(append(s.parser.GetObjectNums(), 0))) + 1}
	w.out.WriteString("%PDF-1.7\n")
	for _, page := range s.pages {
		page.Remove("StructParents")
		if err := w.bareContents(page); err != nil {
			return nil, err
		}
	}
	numbers := s.parser.GetObjectNums()
	if s.dropped != nil {
		var err error
		if numbers, err = s.needed(); err != nil {
			return nil, err
		}
	}
	for _, number := range numbers {
		object, err := s.parser.LookupByNumber(number)
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", number, err)
		}
		if err := w.object(int64(number), object); err != nil {
			return nil, err
		}
	}
	return w.finish(s.parser.GetTrailer()), nil
}

// writer writes objects and records their offsets.
type writer struct {
	out     bytes.Buffer
	offsets map[int64]int
	// fresh is the first unused object number.
	fresh int64
}

// bareContents replaces the contents of a page with a single stream without marks.
func (w *writer) bareContents(page *core.PdfObjectDictionary) error {
	var drawn bytes.Buffer
	contents := core.TraceToDirectObject(page.Get("Contents"))
	parts, many := core.GetArray(contents)
	if !many {
		parts = core.MakeArray(page.Get("Contents"))
	}
	for _, each := range parts.Elements() {
		stream, ok := core.GetStream(each)
		if !ok {
			continue
		}
		data, err := core.DecodeStream(stream)
		if err != nil {
			return err
		}
		drawn.Write(data)
		drawn.WriteByte('\n')
	}
	bare, err := withoutMarks(drawn.String())
	if err != nil {
		return err
	}
	stream, err := core.MakeStream(bare, core.NewFlateEncoder())
	if err != nil {
		return err
	}
	stream.ObjectNumber = w.fresh
	w.fresh++
	page.Set("Contents", &core.PdfObjectReference{ObjectNumber: stream.ObjectNumber})
	w.begin(stream.ObjectNumber)
	w.stream(stream)
	return nil
}

// withoutMarks drops the marks of a content stream, except those that switch layers on and off.
func withoutMarks(drawn string) ([]byte, error) {
	operations, err := contentstream.NewContentStreamParser(drawn).Parse()
	if err != nil {
		return nil, err
	}
	var layers []bool
	bare := slices.DeleteFunc(*operations, func(op *contentstream.ContentStreamOperation) bool {
		switch op.Operand {
		case "BMC", "BDC":
			name, _ := core.GetNameVal(first(op.Params))
			layers = append(layers, name == "OC")
			return name != "OC"
		case "EMC":
			if len(layers) == 0 {
				return true
			}
			layer := layers[len(layers)-1]
			layers = layers[:len(layers)-1]
			return !layer
		}
		return op.Operand == "MP" || op.Operand == "DP"
	})
	return bare.Bytes(), nil
}

func first(params []core.PdfObject) core.PdfObject {
	if len(params) == 0 {
		return core.MakeNull()
	}
	return params[0]
}

// object writes an object, unless it belongs to the structure of the original file or to the tree.
func (w *writer) object(number int64, object core.PdfObject) error {
	switch o := object.(type) {
	case *core.PdfObjectStream:
		kind, _ := core.GetNameVal(o.Get("Type"))
		if kind == "ObjStm" || kind == "XRef" {
			return nil
		}
		w.begin(number)
		if subtype, _ := core.GetNameVal(o.Get("Subtype")); subtype == "Form" {
			return w.form(o)
		}
		w.stream(o)
	case *core.PdfIndirectObject:
		d, ok := core.GetDict(o.PdfObject)
		if kind, _ := core.GetNameVal(dictType(d, ok)); kind == "StructElem" || kind == "StructTreeRoot" {
			return nil
		}
		w.begin(number)
		w.out.WriteString(o.PdfObject.WriteString())
		w.out.WriteString("\nendobj\n")
	}
	return nil
}

func dictType(d *core.PdfObjectDictionary, ok bool) core.PdfObject {
	if !ok {
		return core.MakeNull()
	}
	return d.Get("Type")
}

// form writes a form XObject without its marks.
func (w *writer) form(o *core.PdfObjectStream) error {
	data, err := core.DecodeStream(o)
	if err != nil {
		return err
	}
	bare, err := withoutMarks(string(data))
	if err != nil {
		return err
	}
	stream, err := core.MakeStream(bare, core.NewFlateEncoder())
	if err != nil {
		return err
	}
	for _, key := range o.Keys() {
		if key != "Filter" && key != "DecodeParms" && key != "Length" && key != "StructParents" {
			stream.Set(key, o.Get(key))
		}
	}
	w.stream(stream)
	return nil
}

func (w *writer) begin(number int64) {
	w.offsets[number] = w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n", number)
}

func (w *writer) stream(o *core.PdfObjectStream) {
	o.Set("Length", core.MakeInteger(int64(len(o.Stream))))
	w.out.WriteString(o.PdfObjectDictionary.WriteString())
	w.out.WriteString("\nstream\n")
	w.out.Write(o.Stream)
	w.out.WriteString("\nendstream\nendobj\n")
}

// finish writes the cross-reference table and the trailer.
func (w *writer) finish(old *core.PdfObjectDictionary) []byte {
	start := w.out.Len()
	numbers := make([]int64, 0, len(w.offsets))
	for number := range w.offsets {
		numbers = append(numbers, number)
	}
	slices.SortFunc(numbers, cmp.Compare[int64])
	w.out.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for _, number := range numbers {
		fmt.Fprintf(&w.out, "%d 1\n%010d 00000 n \n", number, w.offsets[number])
	}
	trailer := core.MakeDict()
	trailer.Set("Size", core.MakeInteger(w.fresh))
	trailer.Set("Root", old.Get("Root"))
	trailer.SetIfNotNil("Info", old.Get("Info"))
	fmt.Fprintf(&w.out, "trailer\n%s\nstartxref\n%d\n%%%%EOF\n", trailer.WriteString(), start)
	return w.out.Bytes()
}
