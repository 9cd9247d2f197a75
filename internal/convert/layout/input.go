package layout

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
	// Hyphen marks a hyphen at the end of a line that the reader takes for a break inside a word.
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
	// Vertical tells the direction; a rule is longer that way than it is thick.
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
	Alt string
	// Words are what OCR read in it, with their boxes on the page.
	Words []page.Word
}

// Input is what is known of a page before its layout: from a PDF's glyphs and drawings, or from the words that
// OCR read. All boxes are in points on the page as it is shown, origin at the top left.
type Input struct {
	Number        int
	Width, Height float64
	Source        page.Source
	Glyphs        []Glyph
	Fonts         []Font
	// Words are the words of a page that was read by OCR as a whole, in any order.
	Words []page.Word
	Rules []Rule
	Fills []Fill
	// Dots are small filled round shapes.
	Dots   []page.Box
	Images []Image
	Links  []Link
	// Tags are what the structure tree of a tagged PDF says of its marked content, by Glyph.Content.
	Tags map[int]Tag
}
