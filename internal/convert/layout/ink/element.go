package ink

import "slices"

// Element is a node of a tagged PDF's structure tree.
type Element struct {
	Role Role
	// Level is the level of a heading, 1 or more; 0 for every other role.
	Level int
	// Alt is the alternative text of a figure, or "" if it has none.
	Alt string
	// RowSpan and ColSpan count the rows and columns of a table's cell, at least 1.
	RowSpan, ColSpan int
	Kids             []Kid
}

// Kid is one part of an element: either another element or, if Element is nil, the marked content with this id
// (see Glyph.Content).
type Kid struct {
	Element *Element
	Content int
}

// Role is the purpose of an element of a structure tree.
type Role int

// The roles of elements.
const (
	RoleGroup      Role = iota // contains others; does not describe text itself
	RoleInline                 // part of the text around it
	RoleAnonymous              // part of a line, or separate lines
	RoleParagraph              // also an entry of a table of contents
	RoleHeading                // Level is set
	RoleList                   // of items
	RoleItem                   // of a list
	RoleLabel                  // the marker of an item
	RoleTable                  // of rows
	RoleRow                    // of cells
	RoleHeaderCell             // a cell that names a row or column
	RoleCell                   // any other cell
	RoleFigure                 // Alt is set if the document has it
	RoleCaption                // of a figure or table
	RoleCode                   // a listing
	RoleNote                   // a footnote
)

// Flat reports whether an element contains nothing but running text, apart from figures and notes that are read
// after it.
func (e *Element) Flat() bool {
	if !e.Inline() {
		return e.Apart()
	}
	return !slices.ContainsFunc(e.Kids, func(k Kid) bool { return k.Element != nil && !k.Element.Flat() })
}

// Apart reports whether an element may appear in a line of text without being part of it, as figures and notes
// do. It is read after the paragraph.
func (e *Element) Apart() bool { return e.Role == RoleFigure || e.Role == RoleNote }

// Inline reports whether an element is part of the surrounding text rather than a separate block.
func (e *Element) Inline() bool {
	return e.Role == RoleInline || e.Role == RoleAnonymous || e.Role == RoleLabel
}

// Hollow reports whether an element is anonymous and has no text of its own, which makes it a block containing
// lines.
func (e *Element) Hollow() bool {
	return e.Role == RoleAnonymous && !slices.ContainsFunc(e.Kids, func(k Kid) bool { return k.Element == nil })
}
