package pdf

import (
	"slices"

	"quire/internal/convert/layout"
)

const (
	// maxElements and maxElementDepth cap the work on a structure tree.
	maxElements     = 20_000
	maxElementDepth = 40
)

// inlineElements are the structure types that are part of the text of the element around them (ISO 32000-2, 14.8.4).
var inlineElements = []string{
	"Span", "Quote", "Em", "Strong", "Sub", "Link", "Reference", "Annot", "NonStruct", "Lbl", "Ruby", "RB", "RT", "RP",
	"Warichu", "WT", "WP", "BibEntry", "Private",
}

// tagReader collects what a page's structure tree says of its marked content.
type tagReader struct {
	*pdfPage
	tags     map[int]layout.Tag
	elements int
}

// structure fills in.Tags from the page's part of the document's structure tree.
func (g *pdfPage) structure(in *layout.Input) {
	tree := uint64(uint32(g.call("FPDF_StructTree_GetForPage", g.handle)))
	if tree == 0 {
		return
	}
	r := &tagReader{pdfPage: g, tags: map[int]layout.Tag{}}
	n := int(int32(g.call("FPDF_StructTree_CountChildren", tree)))
	for i := range min(max(n, 0), maxElements) {
		r.element(uint64(uint32(g.call("FPDF_StructTree_GetChildAtIndex", tree, uint64(i)))), layout.Tag{}, 1, 0)
	}
	g.call("FPDF_StructTree_Close", tree)
	in.Tags = r.tags
}

// element reads an element and all below it. around is the tag of the text that it stands in, sections the number of
// sections around it: the level of a heading that does not tell its own.
func (r *tagReader) element(element uint64, around layout.Tag, depth, sections int) {
	if r.elements++; element == 0 || r.elements > maxElements || depth > maxElementDepth {
		return
	}
	kind := r.utf16(func(buffer, size uint64) uint64 {
		return r.call("FPDF_StructElement_GetType", element, buffer, size)
	})
	if kind == "Sect" {
		sections++
	}
	if around.Element == 0 || !slices.Contains(inlineElements, kind) && around.Heading == 0 {
		around = layout.Tag{Element: r.elements, Heading: headingLevel(kind, sections)}
	}
	n := int(int32(r.call("FPDF_StructElement_CountChildren", element)))
	for i := range min(max(n, 0), maxElements) {
		if child := uint64(uint32(r.call("FPDF_StructElement_GetChildAtIndex", element, uint64(i)))); child != 0 {
			r.element(child, around, depth+1, sections)
		} else if id := int(int32(r.call("FPDF_StructElement_GetChildMarkedContentID", element, uint64(i)))); id >= 0 {
			r.tags[id] = around
		}
	}
}

// headingLevel is the level of a heading's structure type, 0 for all others.
func headingLevel(kind string, sections int) int {
	switch {
	case kind == "Title":
		return 1
	case kind == "H":
		return min(max(sections, 1), 6)
	case len(kind) == 2 && kind[0] == 'H' && kind[1] >= '1' && kind[1] <= '6':
		return int(kind[1] - '0')
	}
	return 0
}
