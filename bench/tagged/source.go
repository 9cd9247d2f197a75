package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/unidoc/unipdf/v3/core"
)

// errUntagged reports a file without a structure tree.
var errUntagged = errors.New("not tagged")

const (
	// maxDepth limits the depth of trees of pages and of elements, which may contain cycles.
	maxDepth = 64
	// maxSpan is the maximum number of rows or columns that a cell may span.
	maxSpan = 200
)

// source is the object level of a PDF.
type source struct {
	file   *os.File
	parser *core.PdfParser
	// pages are the dictionaries of the pages in order, and numbers their object numbers.
	pages   []*core.PdfObjectDictionary
	numbers map[int64]int
	seen    map[int64]bool
	// dropped are the object numbers of the pages that were cut.
	dropped map[int64]bool
}

func openSource(path string) (*source, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s := &source{file: file, numbers: map[int64]int{}, seen: map[int64]bool{}}
	if err := s.open(); err != nil {
		file.Close()
		return nil, err
	}
	return s, nil
}

func (s *source) open() error {
	parser, err := core.NewParser(s.file)
	if err != nil {
		return fmt.Errorf("read the objects: %w", err)
	}
	s.parser = parser
	if locked, err := parser.IsEncrypted(); err != nil || locked {
		return errors.New("encrypted")
	}
	s.addPages(s.catalog().Get("Pages"), 0)
	return nil
}

func (s *source) close() { s.file.Close() }

func (s *source) catalog() *core.PdfObjectDictionary {
	return s.dict(s.parser.GetTrailer().Get("Root"))
}

// dict returns the dictionary that an object is or refers to, or an empty one.
func (s *source) dict(o core.PdfObject) *core.PdfObjectDictionary {
	if d, ok := core.GetDict(core.TraceToDirectObject(o)); ok {
		return d
	}
	return core.MakeDict()
}

func (s *source) addPages(node core.PdfObject, depth int) {
	number := objectNumber(node)
	if depth > maxDepth || s.seen[number] {
		return
	}
	s.seen[number] = true
	d := s.dict(node)
	kids, inner := core.GetArray(core.TraceToDirectObject(d.Get("Kids")))
	if !inner {
		s.numbers[number] = len(s.pages)
		s.pages = append(s.pages, d)
		return
	}
	for _, kid := range kids.Elements() {
		s.addPages(kid, depth+1)
	}
}

// objectNumber returns the number of the object referred to, or 0.
func objectNumber(o core.PdfObject) int64 {
	switch o := o.(type) {
	case *core.PdfObjectReference:
		return o.ObjectNumber
	case *core.PdfIndirectObject:
		return o.ObjectNumber
	}
	return 0
}
