package main

import (
	"github.com/unidoc/unipdf/v3/core"
)

// element is a node of the structure tree.
type element struct {
	// role is the standard structure type (ISO 32000-2, 14.8.4).
	role             string
	rowSpan, colSpan int
	// actual is the replacement text of the entire element, if the document specifies one.
	actual string
	kids   []kid
}

// kid is an element or, if there is none, marked content.
type kid struct {
	*element
	content content
}

// content is marked content: its page, from 0, and its number there.
type content struct{ page, number int }

// treeReader reads a structure tree.
type treeReader struct {
	*source
	roles   map[string]string
	visited map[*core.PdfObjectDictionary]bool
}

// tree reads the structure tree.
func (s *source) tree() (*element, error) {
	top, ok := core.GetDict(core.TraceToDirectObject(s.catalog().Get("StructTreeRoot")))
	if !ok {
		return nil, errUntagged
	}
	r := treeReader{source: s, roles: map[string]string{}, visited: map[*core.PdfObjectDictionary]bool{}}
	named := s.dict(top.Get("RoleMap"))
	for _, name := range named.Keys() {
		r.roles[string(name)], _ = core.GetNameVal(core.TraceToDirectObject(named.Get(name)))
	}
	root := &element{role: "Document"}
	r.kids(root, top.Get("K"), -1, 0)
	return root, nil
}

// kids adds the content of k to e: elements, marked content, or an array of both. page is the page of marked content
// that does not name its own.
func (r treeReader) kids(e *element, k core.PdfObject, page, depth int) {
	if depth > maxDepth {
		return
	}
	switch k := core.TraceToDirectObject(k).(type) {
	case *core.PdfObjectArray:
		for _, each := range k.Elements() {
			r.kids(e, each, page, depth+1)
		}
	case *core.PdfObjectInteger:
		e.kids = append(e.kids, kid{content: content{page, int(*k)}})
	case *core.PdfObjectDictionary:
		r.dictionary(e, k, page, depth)
	}
}

func (r treeReader) dictionary(e *element, d *core.PdfObjectDictionary, page, depth int) {
	if number, ok := r.numbers[objectNumber(d.Get("Pg"))]; ok && d.Get("Pg") != nil {
		page = number
	}
	kind, _ := core.GetNameVal(core.TraceToDirectObject(d.Get("Type")))
	switch {
	case kind == "OBJR" || r.visited[d]:
	case kind == "MCR":
		r.kids(e, d.Get("MCID"), page, depth+1)
	default:
		r.visited[d] = true
		e.kids = append(e.kids, kid{element: r.element(d, page, depth)})
	}
}

func (r treeReader) element(d *core.PdfObjectDictionary, page, depth int) *element {
	name, _ := core.GetNameVal(core.TraceToDirectObject(d.Get("S")))
	for range maxDepth {
		if blocks[name] != other || r.roles[name] == "" || r.roles[name] == name {
			break
		}
		name = r.roles[name]
	}
	actual, _ := core.GetString(core.TraceToDirectObject(d.Get("ActualText")))
	e := &element{role: name, rowSpan: r.span(d.Get("A"), "RowSpan"), colSpan: r.span(d.Get("A"), "ColSpan")}
	if actual != nil {
		e.actual = actual.Decoded()
	}
	r.kids(e, d.Get("K"), page, depth+1)
	return e
}

// span reads a number of rows or columns from an element's attributes, given as a dictionary or an array of
// dictionaries.
func (r treeReader) span(attributes core.PdfObject, name core.PdfObjectName) int {
	switch a := core.TraceToDirectObject(attributes).(type) {
	case *core.PdfObjectArray:
		for _, each := range a.Elements() {
			if n := r.span(each, name); n > 1 {
				return n
			}
		}
	case *core.PdfObjectDictionary:
		if n, ok := core.GetIntVal(core.TraceToDirectObject(a.Get(name))); ok && n > 1 && n <= maxSpan {
			return n
		}
	}
	return 1
}
