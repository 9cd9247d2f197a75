package ink

// The tolerances of this package. Where a comment mentions no measurement, the value was chosen by eye and
// holds on the public conversion set and the tables of the ICDAR 2013 competition.

// Lines and fills.
const (
	// Snap is the distance, in points, within which parallel lines count as one line: double rules, or the two
	// edges of neighbouring cells.
	Snap = 2.5
	// Touch is how far, in points, two lines may miss each other and still meet.
	Touch = 3.0
	// maxRulings is the maximum number of lines, or filled rectangles, of a page that are compared in pairs.
	maxRulings = 1500
	// maxSegments is the maximum number of lines of a page before they are joined.
	maxSegments = 8 * maxRulings
	// pageFill is the least share of the page that a background covers.
	pageFill = .8
	// minFill is the least width and height, in points, of a fill that is a cell.
	minFill = 4.0
	// wholeTiling is the share of the box around fills that cover all of it, and wordCell the least width, in points, of a
	// cell with room for a word. Both were chosen on generated slides.
	wholeTiling = .98
	wordCell    = 24.0
	// tileGap is the largest gap between two cells one above the other, in heights of the taller one. Rows in between
	// may have no fill.
	tileGap = 2.2
	// lineFill is the least share of a filled cell's width that a fill behind one of its lines covers.
	lineFill = .9
	// White is the colour of a fill that hides rather than shows.
	White = 0xFFFFFF
)

// Lines that OCR read as characters.
const (
	// strayShare is the share of a word that a line must cover to have been read as the word.
	strayShare = .6
	// strayDrift is how far, in points, such a line may lie outside the word's box.
	strayDrift = 1.0
	// barEnd is the share of a word's width at either end where a line may have been read as its first or last
	// character.
	barEnd = .35
)

// Structure trees and running heads.
const (
	// MaxHeading is the length of the longest heading, in bytes.
	MaxHeading = 200
	// EdgeBand is the share of a page's height at its top and bottom where running heads are found.
	EdgeBand = .12
	// taggedShare is the least share of a page's characters that a structure tree must contain, since many
	// trees are left over from templates.
	taggedShare = .9
	// headingShare is the largest share of a page's characters that may be headings, since some trees label all
	// text alike.
	headingShare = .4
)

// Type metrics of formulas, in ems, modelled on the fonts of TeX.
const (
	// MathAxis is the height of a formula's axis above the baseline. Fraction bars and large symbols are centred on it.
	MathAxis = .25
	// mathAscent and mathDescent are how far the letters of formulas extend above and below the baseline.
	mathAscent  = .75
	mathDescent = .25
)
