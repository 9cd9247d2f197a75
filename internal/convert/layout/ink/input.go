package ink

import "quire/internal/convert/page"

// Glyph is one character as a font draws it.
type Glyph struct {
	Rune rune
	// Box is the character's advance by the font's ascent and descent, on the page as it is shown.
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
	// Generated marks a space that the reader put in where the document has only a gap.
	Generated bool
	// Hyphen marks a hyphen at the end of a line that breaks a word, in the PDF reader's opinion.
	Hyphen bool
	// Hidden marks text that is not painted, as under a scanned page.
	Hidden bool
}

// Font is a typeface of a page.
type Font struct {
	Name               string
	Bold, Italic, Mono bool
}

// Rule is a straight line that is drawn, or a filled rectangle thin enough to look like one.
type Rule struct {
	Box page.Box
	// Vertical is set when the rule runs down the page, not across.
	Vertical bool
}

// Fill is a filled rectangle.
type Fill struct {
	Box page.Box
	// Color is 0xRRGGBB.
	Color uint32
}

// Link is an area of the page that leads somewhere.
type Link struct {
	Box    page.Box
	Target string
}

// Image is a picture that the page shows.
type Image struct {
	Box page.Box
	// Content is the marked-content id of a tagged PDF, or -1.
	Content int
	// Scan is what was read off it, with boxes on the page.
	Scan
}

// ScanWord is a word that OCR read. Its box hugs the ink.
type ScanWord struct {
	page.Word
	// Stroke is the mean thickness of its strokes in points; 0 when it is not known.
	Stroke float64
}

// Scan is what was read off an image.
type Scan struct {
	// Words are what OCR read, lines of text one after the other.
	Words []ScanWord
	// Rules and Fills are what is drawn around the words.
	Rules []Rule
	Fills []Fill
}

// Input is what is known of a page before its layout: from a PDF's glyphs and drawings, or from the words that
// OCR read. All boxes are in points on the page as it is shown, origin at the top left.
type Input struct {
	Number        int
	Width, Height float64
	Source        page.Source
	Glyphs        []Glyph
	Fonts         []Font
	// Words are the words of a page that was read by OCR as a whole, lines of text one after the other.
	Words []ScanWord
	Rules []Rule
	Fills []Fill
	// Dots are small filled round shapes.
	Dots   []page.Box
	Images []Image
	Links  []Link
	// Bookmarks are the entries of the outline that lead to the page, in their order.
	Bookmarks []Bookmark
	// Structure is the part of a tagged PDF's structure tree that stands on the page; nil when there is none.
	Structure *Element

	tags map[int]Tag
	math []MathKind // by font; nil when the page has none of formulas
}

// Bookmark is an entry of a document's outline that leads to the page.
type Bookmark struct {
	Title string
	Level int // from 1
}
