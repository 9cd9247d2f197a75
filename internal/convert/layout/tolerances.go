package layout

// The tolerances of this package. An em is the size of the body or, for a line, of its own type. Where a comment names no
// measurement, the value was chosen by eye, and holds on the public conversion set.

// LeastCoverage is the least share of a page's own words that its blocks hold, from 0 to 1: below it, something was lost.
const LeastCoverage = .98

// The grain of positions.
const (
	// grain is the precision of the boxes that leave the layout, in parts of a point: far finer than anything seen. As a
	// power of two it leaves few bits in a number, which pages in storage and between processes are made of.
	grain = 64
	// defaultSize is the body's size on a page without text, in points.
	defaultSize = 10.0
	// samePlace is how far two heights that are computed in different ways may differ, in points.
	samePlace = .1
	// lineLevel is how far the baselines of lines at one level in two columns may differ, in points.
	lineLevel = 1.5
	// newLine is the change of the baseline that begins a line, in ems.
	newLine = .3
	// ascent and descent are how far a line reaches above and below its baseline, in ems.
	ascent  = .8
	descent = .2
)

// Gutters between columns.
const (
	// probeStep is the distance of the places where a gutter is looked for, in points.
	probeStep = 3.0
	// probeLimit is the most such places: on what is wider than any page they are farther apart.
	probeLimit = 2000
	// orderDepth is how often what was cut at a gutter is cut again: beyond, it is read from top to bottom.
	orderDepth = 48
	// orderLooks is how often an item of a page is looked at, on average, to find its gutters: once they are spent, the
	// rest is read from top to bottom. Printed pages need up to 800.
	orderLooks = 4000
	// columnGap and columnGapEm are the width of the narrowest gutter, in points and in ems.
	columnGap   = 7.0
	columnGapEm = .7
	// columnRows is the fewest rows on each side of a gutter, and columnWidth the least mean width of a side, in ems: less
	// is a label or a number beside its text.
	columnRows  = 3
	columnWidth = 6.0
	// columnProse is the share of lines of running text from which a side is a column of prose.
	columnProse = .5
	// A side of mean width narrowWidth is a column, too, when its widest line reaches narrowReach (ems), and either
	// itemShare of its lines begin with a list marker or less than levelShare of them stand level with the other side's.
	narrowReach = 5.0
	narrowWidth = 3.0
	itemShare   = .5
	levelShare  = .6
	// besideRows is how many lines on one side have a neighbour on the other, where the gutter is shorter than besideShare
	// of the height.
	besideRows  = 2
	besideShare = .5
	// besideStep is how far a line may stand above or below its neighbour on the other side, in ems.
	besideStep = 1.5
	// A gutter counts its rows, and gains 1 part in gutterWeight for each point of its width, up to widestGutter points.
	widestGutter = 40
	gutterWeight = 400
)

// Texts that stand like cards, in ems.
const (
	// rowGap is the least white space between two rows of cards.
	rowGap = 1.5
	// titleDrop is how far below a card's edge its title may begin.
	titleDrop = .5
)

// Titles in the left margin.
const (
	// sideRows is the fewest lines of text beside a line of a title, over all titles.
	sideRows = 2.0
	// sideShare is the largest share of the width that the titles' column takes.
	sideShare = .45
	// sideLetters is the fewest letters of a title.
	sideLetters = 3
	// sideStep is the largest distance of two lines of one title, in ems.
	sideStep = 1.7
	// sideLevel is how far a title may begin above or below its paragraph, in ems.
	sideLevel = .6
	// edgeShare is the share of the lines of running text that begin at their common left edge, and sideProse the share of
	// lines beside titles that are running text.
	edgeShare = .5
	sideProse = 2.0 / 3
	// leadingRank is which of the sorted line distances is the usual one: the first of this many parts, because the larger
	// ones part paragraphs.
	leadingRank = 3
)

// Pages on their side, and text that is not upright.
const (
	// sidewaysGlyphs is the fewest characters of a page that lies on its side, and sidewaysShare the share of them that run
	// up or down.
	sidewaysGlyphs = 200
	sidewaysShare  = .8
	// quarterTurn and fullTurn are in degrees.
	quarterTurn = 90
	fullTurn    = 360
	// tiltedAdvance is the largest advance of a character in text that runs askew, in ems: its box says little.
	tiltedAdvance = .5
)

// Tables in pictures. Most lines in pictures are drawings.
const (
	// pictureRows is the fewest rows, and pictureFull the least share of cells with text.
	pictureRows = 3
	pictureFull = .6
)
