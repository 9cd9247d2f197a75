package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/unidoc/unipdf/v3/core"
)

// excerptPages is the number of pages of an excerpt.
const excerptPages = 4

// allPages is the excerpt of all pages.
var allPages = excerpt{0, math.MaxInt}

// excerpt is a range of pages, from 0, without the last.
type excerpt struct{ first, last int }

func (e excerpt) holds(page int) bool { return page >= e.first && page < e.last }

// excerptsOf divides a document into excerpts, in an order that depends only on its name, and returns those to try.
func excerptsOf(name string, pages int) []excerpt {
	var all []excerpt
	for first := 0; first < pages; first += excerptPages {
		all = append(all, excerpt{first, min(first+excerptPages, pages)})
	}
	rank := func(e excerpt) uint32 { return shuffled(fmt.Sprintf("%s %d", name, e.first)) }
	slices.SortFunc(all, func(a, b excerpt) int { return cmp.Compare(rank(a), rank(b)) })
	return all[:min(len(all), maxTries)]
}

// within returns the part of the tree whose content is on the pages of an excerpt. A row of a table is kept or dropped as a
// whole, because an empty cell has no content on any page.
func (e *element) within(pages excerpt) *element {
	kept := *e
	kept.kids = nil
	for _, k := range e.kids {
		switch {
		case k.element == nil:
			if pages.holds(k.content.page) {
				kept.kids = append(kept.kids, k)
			}
		case !k.reaches(pages):
		case k.part() == row:
			kept.kids = append(kept.kids, k)
		default:
			kept.kids = append(kept.kids, kid{element: k.within(pages)})
		}
	}
	return &kept
}

// reaches reports whether some content of an element is on the pages of an excerpt.
func (e *element) reaches(pages excerpt) bool {
	return slices.ContainsFunc(e.kids, func(k kid) bool {
		if k.element == nil {
			return pages.holds(k.content.page)
		}
		return k.reaches(pages)
	})
}

// cut reduces the document to an excerpt.
func (s *source) cut(pages excerpt) {
	objects := make([]int64, len(s.pages))
	for number, page := range s.numbers {
		objects[page] = number
	}
	root := s.catalog().Get("Pages")
	kids := core.MakeArray()
	for page := pages.first; page < pages.last; page++ {
		d := s.pages[page]
		for _, key := range []core.PdfObjectName{"Resources", "MediaBox", "CropBox", "Rotate"} {
			d.SetIfNotNil(key, s.inherited(d, key))
		}
		d.Set("Parent", root)
		kids.Append(&core.PdfObjectReference{ObjectNumber: objects[page]})
	}
	top := s.dict(root)
	top.Set("Kids", kids)
	top.Set("Count", core.MakeInteger(int64(kids.Len())))
	s.pages = s.pages[pages.first:pages.last]
	s.dropped = map[int64]bool{}
	for page, number := range objects {
		s.dropped[number] = !pages.holds(page)
	}
}

// inherited returns the value of a page's attribute, which a node above the page may state.
func (s *source) inherited(page *core.PdfObjectDictionary, key core.PdfObjectName) core.PdfObject {
	for range maxDepth {
		if value := page.Get(key); value != nil {
			return value
		}
		page = s.dict(page.Get("Parent"))
	}
	return nil
}

// needed returns the numbers of the objects that the catalog and the information about the document refer to, directly
// or not, except the pages that were cut.
func (s *source) needed() ([]int, error) {
	var numbers []int
	exists, seen := map[int64]bool{}, map[int64]bool{}
	for _, number := range s.parser.GetObjectNums() {
		exists[int64(number)] = true
	}
	open := []core.PdfObject{s.parser.GetTrailer().Get("Root"), s.parser.GetTrailer().Get("Info")}
	for len(open) > 0 {
		object := open[len(open)-1]
		open = open[:len(open)-1]
		if number := objectNumber(object); number > 0 {
			if seen[number] || s.dropped[number] || !exists[number] {
				continue
			}
			seen[number] = true
			numbers = append(numbers, int(number))
			var err error
			if object, err = s.parser.LookupByNumber(int(number)); err != nil {
				return nil, fmt.Errorf("object %d: %w", number, err)
			}
		}
		open = append(open, referred(object)...)
	}
	slices.Sort(numbers)
	return numbers, nil
}

// referred returns the objects directly below an object.
func referred(object core.PdfObject) []core.PdfObject {
	switch o := object.(type) {
	case *core.PdfIndirectObject:
		return referred(o.PdfObject)
	case *core.PdfObjectReference:
		return []core.PdfObject{o}
	case *core.PdfObjectStream:
		return referred(o.PdfObjectDictionary)
	case *core.PdfObjectArray:
		return o.Elements()
	case *core.PdfObjectDictionary:
		var out []core.PdfObject
		for _, key := range o.Keys() {
			out = append(out, o.Get(key))
		}
		return out
	}
	return nil
}
