package ink

import "slices"

// Element is a node of a structure tree.
type Element struct {
	Role Role
	// Level is that of a heading, from 1.
	Level int
	// Alt is the alternative text of a figure.
	Alt string
	// RowSpan and ColSpan are those of a table's cell, at least 1.
	RowSpan, ColSpan int
	Kids             []Kid
}

// Kid is a part of an element: another element, or (Element is nil) marked content, by Glyph.Content.
type Kid struct {
	Element *Element
	Content int
}

// Role is what an element of a structure tree is.
type Role int

// The roles of elements.
const (
	RoleGroup      Role = iota // holds others; says nothing of text that stands in it directly
	RoleInline                 // part of the text around it
	RoleAnonymous              // part of a line, or lines of their own
	RoleParagraph              // also an entry of a table of contents
	RoleHeading                // Level is set
	RoleList                   // of items
	RoleItem                   // of a list
	RoleLabel                  // the marker of an item
	RoleTable                  // of rows
	RoleRow                    // of cells
	RoleHeaderCell             // a cell that names a row or column
	RoleCell                   // any other cell
	RoleFigure                 // Alt is set when the document has it
	RoleCaption                // of a figure or table
	RoleCode                   // a listing
	RoleNote                   // a footnote
)

// Flat reports an element that holds nothing but text, and what is read after it.
func (e *Element) Flat() bool {
	if !e.Inline() {
		return e.Apart()
	}
	return !slices.ContainsFunc(e.Kids, func(k Kid) bool { return k.Element != nil && !k.Element.Flat() })
}

// Apart reports an element that a line of text may hold but that is no part of it: it is read after the paragraph.
func (e *Element) Apart() bool { return e.Role == RoleFigure || e.Role == RoleNote }

func (e *Element) Inline() bool {
	return e.Role == RoleInline || e.Role == RoleAnonymous || e.Role == RoleLabel
}

// Hollow reports an anonymous element without text of its own: a block with lines in it.
func (e *Element) Hollow() bool {
	return e.Role == RoleAnonymous && !slices.ContainsFunc(e.Kids, func(k Kid) bool { return k.Element == nil })
}
