package pdf

import (
	"math"

	"quire/internal/convert/layout/ink"
)

const (
	// maxElements and maxElementDepth cap the work on a structure tree.
	maxElements     = 20_000
	maxElementDepth = 40
	// maxSpan is the maximum number of rows or columns that a cell is believed to span.
	maxSpan = 200
	// maxAlt is the maximum length of alternative text, in bytes.
	maxAlt = 4 << 10
)

// roles maps the standard structure types that say something about their text (ISO 32000-2, 14.8.4). All others contain
// elements, or are specific to the producer.
var roles = map[string]ink.Role{
	"P": ink.RoleParagraph, "TOCI": ink.RoleParagraph, "Note": ink.RoleNote, "FENote": ink.RoleNote,
	"Title": ink.RoleHeading, "H": ink.RoleHeading, "H1": ink.RoleHeading, "H2": ink.RoleHeading,
	"H3": ink.RoleHeading, "H4": ink.RoleHeading, "H5": ink.RoleHeading, "H6": ink.RoleHeading,
	"L": ink.RoleList, "LI": ink.RoleItem, "Lbl": ink.RoleLabel,
	"Table": ink.RoleTable, "TR": ink.RoleRow, "TH": ink.RoleHeaderCell, "TD": ink.RoleCell,
	"Figure": ink.RoleFigure, "Caption": ink.RoleCaption, "Code": ink.RoleCode,
	"Span": ink.RoleInline, "Quote": ink.RoleInline, "Em": ink.RoleInline, "Strong": ink.RoleInline,
	"Sub": ink.RoleInline, "Link": ink.RoleInline, "Reference": ink.RoleInline, "Annot": ink.RoleInline,
	"NonStruct": ink.RoleAnonymous, "Private": ink.RoleAnonymous, "BibEntry": ink.RoleInline, "Formula": ink.RoleInline,
	"Ruby": ink.RoleInline, "RB": ink.RoleInline, "RT": ink.RoleInline, "RP": ink.RoleInline,
	"Warichu": ink.RoleInline, "WT": ink.RoleInline, "WP": ink.RoleInline,
}

// treeReader reads a page's part of the structure tree.
type treeReader struct {
	*pdfPage
	elements int
}

// structure fills in.Structure from the page's part of the document's structure tree.
func (g *pdfPage) structure(in *ink.Input) {
	tree := uint64(uint32(g.call("FPDF_StructTree_GetForPage", g.handle)))
	if tree == 0 {
		return
	}
	r := &treeReader{pdfPage: g}
	root := &ink.Element{}
	n := int(int32(g.call("FPDF_StructTree_CountChildren", tree)))
	for i := range min(max(n, 0), maxElements) {
		child := uint64(uint32(g.call("FPDF_StructTree_GetChildAtIndex", tree, uint64(i))))
		if e := r.element(child, 1, 0); e != nil {
			root.Kids = append(root.Kids, ink.Kid{Element: e})
		}
	}
	g.call("FPDF_StructTree_Close", tree)
	in.Structure = root
}

// element reads an element and everything below it. sections is the number of enclosing sections, which is the level of
// a heading that does not state its own.
func (r *treeReader) element(handle uint64, depth, sections int) *ink.Element {
	if r.elements++; handle == 0 || r.elements > maxElements || depth > maxElementDepth {
		return nil
	}
	kind := r.utf16(func(buffer, size uint64) uint64 {
		return r.call("FPDF_StructElement_GetType", handle, buffer, size)
	})
	if kind == "Sect" {
		sections++
	}
	e := &ink.Element{Role: roles[kind]}
	switch e.Role {
	case ink.RoleHeading:
		e.Level = headingLevel(kind, sections)
	case ink.RoleFigure:
		e.Alt = r.alt(handle)
	case ink.RoleCell, ink.RoleHeaderCell:
		e.RowSpan, e.ColSpan = r.span(handle, "RowSpan"), r.span(handle, "ColSpan")
	}
	n := int(int32(r.call("FPDF_StructElement_CountChildren", handle)))
	for i := range min(max(n, 0), maxElements) {
		if child := uint64(uint32(r.call("FPDF_StructElement_GetChildAtIndex", handle, uint64(i)))); child != 0 {
			if kid := r.element(child, depth+1, sections); kid != nil {
				e.Kids = append(e.Kids, ink.Kid{Element: kid})
			}
		} else if id := int(int32(r.call("FPDF_StructElement_GetChildMarkedContentID", handle, uint64(i)))); id >= 0 {
			e.Kids = append(e.Kids, ink.Kid{Content: id})
		} else if e.Role == ink.RoleRow { // a cell without content is not in any page's part of the tree
			e.Kids = append(e.Kids, ink.Kid{Element: &ink.Element{Role: ink.RoleCell, RowSpan: 1, ColSpan: 1}})
		}
	}
	return e
}

func (r *treeReader) alt(element uint64) string {
	text := r.utf16(func(buffer, size uint64) uint64 {
		return r.call("FPDF_StructElement_GetAltText", element, buffer, size)
	})
	if len(text) > maxAlt {
		return ""
	}
	return text
}

// span reads a number of rows or columns from an element's attributes.
func (r *treeReader) span(element uint64, attribute string) int {
	name := r.cString(attribute)
	defer r.free(name)
	n := int(int32(r.call("FPDF_StructElement_GetAttributeCount", element)))
	for i := range min(max(n, 0), maxSpan) {
		dictionary := uint64(uint32(r.call("FPDF_StructElement_GetAttributeAtIndex", element, uint64(i))))
		if dictionary == 0 {
			continue
		}
		value := uint64(uint32(r.call("FPDF_StructElement_Attr_GetValue", dictionary, name)))
		if value == 0 || uint32(r.call("FPDF_StructElement_Attr_GetNumberValue", value, r.scratch)) == 0 {
			continue
		}
		var v [1]float64
		if r.floats(v[:]); v[0] >= 1 && v[0] <= maxSpan {
			return int(math.Round(v[0]))
		}
	}
	return 1
}

// headingLevel returns the level of a heading's structure type.
func headingLevel(kind string, sections int) int {
	switch {
	case kind == "Title":
		return 1
	case kind == "H":
		return min(max(sections, 1), 6)
	}
	return int(kind[1] - '0')
}
