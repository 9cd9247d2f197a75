package ink

import (
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// Glyph is one character as a font draws it.
type Glyph struct {
	Rune rune
	// Color is what the character is filled with, 0xRRGGBB, or black if that is not known.
	Color uint32
	// Box spans the character's advance horizontally and the font's ascent and descent vertically, on the page as
	// shown.
	Box page.Box
	// X and Y are the origin on the baseline.
	X, Y float64
	// Size is the type size in points, after every transformation.
	Size float64
	// Font is an index into Input.Fonts.
	Font int
	// Angle is the reading direction in degrees clockwise from left-to-right, 0 to 359.
	Angle int
	// Content is the marked-content id of a tagged PDF, or -1.
	Content int
	// Generated marks a space that the reader inserted where the document has only a gap.
	Generated bool
	// Hyphen marks a hyphen at the end of a line that breaks a word, in the PDF reader's opinion.
	Hyphen bool
	// Hidden marks text that is not painted, as under a scanned page.
	Hidden bool
	// Stroked marks a letter that is filled and has its outline drawn, which makes it heavier.
	Stroked bool
}

// Font is a typeface of a page.
type Font struct {
	Name               string
	Bold, Italic, Mono bool
	// Weightless marks a font that does not show whether it is bold, because only a few rare letters are in it.
	Weightless bool
}

// smallCapsName matches the names of fonts whose small letters are small capitals.
var smallCapsName = pattern.New(`CSC|SFCC|ECCC|[Ss]mall[Cc]ap|[Cc]aps\d|-SC\b`)

// IsSmallCaps reports whether the small letters of a font are small capitals, by its name.
func IsSmallCaps(name string) bool { return smallCapsName.MatchString(name) }

// Rule is a straight line that is drawn, or a filled rectangle thin enough to look like one.
type Rule struct {
	Box page.Box
	// Vertical is set if the rule runs down the page rather than across.
	Vertical bool
}

// Fill is a filled rectangle.
type Fill struct {
	Box page.Box
	// Color is 0xRRGGBB.
	Color uint32
	// Round means that its corners are: it may be a box of text, but is no cell of a table.
	Round bool
}

// Shape is a small drawing that could be a check box, or the mark in one.
type Shape struct {
	Box page.Box
	// Form is what the drawing looks like.
	Form ShapeForm
}

// ShapeForm is what a small drawing looks like.
type ShapeForm int

// The forms of small drawings.
const (
	// MarkShape is anything visible that encloses nothing: a tick, a cross, a stroke.
	MarkShape ShapeForm = iota
	// SquareShape and RoundShape are outlines about as wide as they are high, with nothing but paper inside.
	SquareShape
	RoundShape
	// SolidShape is filled with a colour.
	SolidShape
)

// Field is a form field that the document declares. Its label, if it has one, comes from the document.
type Field struct {
	page.Field
	// Drawn is set if the page itself shows the value.
	Drawn bool
}

// Link is an area of the page with a link target.
type Link struct {
	Box    page.Box
	Target string
}

// Image is a picture shown on the page.
type Image struct {
	Box page.Box
	// Content is the marked-content id of a tagged PDF, or -1.
	Content int
	// Scan is what was read from it, with boxes on the page.
	Scan
}

// ScanWord is a word that OCR read. Its box hugs the ink.
type ScanWord struct {
	page.Word
	// Stroke is the mean thickness of its strokes in points, or 0 if unknown.
	Stroke float64
	// Mirrored is set while the page is laid out in a mirror, because it is read from right to left.
	Mirrored bool
}

// Scan is what was read from an image.
type Scan struct {
	// Words are the words that OCR read, one line of text after another.
	Words []ScanWord
	// Rules and Fills are drawn around the words.
	Rules []Rule
	Fills []Fill
	// Shapes are check boxes and radio buttons, each followed by the mark in it.
	Shapes []Shape
}

// Input is what is known about a page before its layout: from a PDF's glyphs and drawings, or from the words
// that OCR read. All boxes are in points on the page as shown, with the origin at the top left.
type Input struct {
	Number        int
	Width, Height float64
	Source        page.Source
	Glyphs        []Glyph
	Fonts         []Font
	// Words are the words of a page read by OCR as a whole, one line of text after another.
	Words []ScanWord
	Rules []Rule
	Fills []Fill
	// Dotted are the dotted lines across the page. They guide the eye or are written on, but do not divide tables.
	Dotted []page.Box
	// Dots are small filled round shapes and dark squares.
	Dots []page.Box
	// Shapes are small drawings, in the order in which they are painted.
	Shapes []Shape
	// Strokes are the boxes of drawn lines that are neither straight across or down nor around a rectangle or an ellipse.
	Strokes []page.Box
	// Rings are ellipses drawn as lines, of a size that can enclose a word.
	Rings []page.Box
	// Fields are the fields of forms that the document declares on this page.
	Fields []Field
	Images []Image
	Links  []Link
	// Bookmarks are the entries of the outline that lead to the page, in order.
	Bookmarks []Bookmark
	// Spreadsheet is set if the document says that a spreadsheet program made it.
	Spreadsheet bool
	// Structure is the part of a tagged PDF's structure tree that lies on the page; nil if there is none.
	Structure *Element

	tags map[int]Tag
	math []MathKind // by font; nil if the page has no fonts for formulas
}

// Bookmark is an entry of a document's outline that leads to the page.
type Bookmark struct {
	Title string
	Level int // from 1
}
