package layout

// The tolerances of this package. An em is the size of the body or, for a line, of its own type. Where a
// comment mentions no measurement, the value was chosen by eye and holds on the public conversion set.

// LeastCoverage is the share of a page's own words, from 0 to 1, that its blocks must contain. Below it,
// something was lost.
const LeastCoverage = .98

// The precision of positions.
const (
	// grain is the precision of the boxes that leave the layout, in fractions of a point: far finer than
	// anything visible. Being a power of two, it leaves few bits in the numbers that make up pages in storage
	// and between processes.
	grain = 64
	// defaultSize is the body's size on a page without text, in points.
	defaultSize = 10.0
	// samePlace is how far two heights computed in different ways may differ, in points.
	samePlace = .1
	// lineLevel is how far the baselines of lines that are level in two columns may differ, in points.
	lineLevel = 1.5
	// newLine is the change of the baseline that begins a line, in ems.
	newLine = .3
	// ascent and descent are how far a line extends above and below its baseline, in ems.
	ascent  = .8
	descent = .2
)

// Bands across the page.
const (
	// bleedEdge is how far from the edges of the page a band across it may end, in points.
	bleedEdge = 3.0
	// bleedMargin is the least distance of the text from those edges, in ems: less than any margin that is printed.
	bleedMargin = 1.0
)

// Gutters between columns.
const (
	// probeStep is the distance between the places where a gutter is looked for, in points.
	probeStep = 3.0
	// probeLimit is the maximum number of such places. On anything wider than a normal page they are farther apart.
	probeLimit = 2000
	// orderDepth is how often the parts of a cut are cut again. Beyond that, they are read from top to bottom.
	orderDepth = 48
	// orderLooks is how often an item of a page is examined, on average, to find its gutters. Once that is used
	// up, the rest is read from top to bottom. Printed pages need up to 800.
	orderLooks = 4000
	// columnGap and columnGapEm are the width of the narrowest gutter, in points and in ems.
	columnGap   = 7.0
	columnGapEm = .7
	// indexRows is the minimum number of rows of a column of an index, and indexShare the least share of them that end
	// in page numbers. Measured on two-column indexes, which also have entries without a page number and second lines
	// of long entries.
	indexRows  = 5
	indexShare = .6
	// columnRows is the minimum number of rows on each side of a gutter, and columnWidth the least mean width of a
	// side, in ems. Anything smaller is a label or a number next to its text.
	columnRows  = 3
	columnWidth = 6.0
	// columnProse is the least share of its lines that are running text in a column of prose.
	columnProse = .5
	// A side of mean width narrowWidth is also a column if its widest line reaches narrowReach (ems), and
	// either itemShare of its lines begin with a list marker or less than levelShare of them are level with the
	// other side's.
	narrowReach = 5.0
	narrowWidth = 3.0
	itemShare   = .5
	levelShare  = .6
	// farGap is the least white space between blocks side by side whose lines are level, and blockLeading the largest
	// distance between their lines, in ems.
	farGap       = 8.0
	blockLeading = 1.75
	// besideRows is how many lines on one side may have a neighbour on the other if the gutter is shorter than
	// besideShare of the height.
	besideRows  = 2
	besideShare = .5
	// besideStep is how far a line may be above or below its neighbour on the other side, in ems.
	besideStep = 1.5
	// The rating of a gutter is its number of rows, increased by 1/gutterWeight for each point of its width up to
	// widestGutter points.
	widestGutter = 40
	gutterWeight = 400
	// allRows is the weight of a row without a counterpart across the gutter, so that the longer of two otherwise equal
	// gutters is chosen.
	allRows = 1e-6
)

// Narrow gutters between columns of running text, measured on generated pages with gutters of 6 points and more.
const (
	// leastGutter is the narrowest white stretch, in ems, and edgeSlack how far lines that begin at the same
	// place may differ, in ems.
	leastGutter = .35
	edgeSlack   = .1
	// gutterRows is the minimum number of lines on each side.
	gutterRows = 6
	// alignedShare is the least share of the lines right of a gutter, by their widths, that begin at the same place.
	alignedShare = .5
	// columnIndent is how far the lines of a list item or a reference may be indented from their column, in ems.
	columnIndent = 3.0
	// sameGutter is the width of the narrowest part of a gutter, relative to the narrowest one that is a gutter in its
	// own right.
	sameGutter = .8
	// columnSpace is the widest space within a line of a column, in ems.
	columnSpace = 1.25
	// maxEdges is how many places at which lines begin are examined; a page has few columns.
	maxEdges = 64
	// maxGutters is the maximum number of stretches of gutters on a page that consists of columns. Every word is
	// compared with each.
	maxGutters = 128
)

// Figures and titles across columns whose text lies on one side of a gutter.
const (
	// pauseGap is the least white space above and below them, and pauseHole the least on the side that they
	// leave empty, in ems.
	pauseGap  = .5
	pauseHole = 2.0
	// levelTop is how far apart the lines at which the columns below begin may be, in ems, and levelPause the weight of
	// such lines relative to a sentence that continues.
	levelTop   = .6
	levelPause = .5
	// sameType is the relative difference up to which two lines have the same size.
	sameType = .05
	// rowShare is the least share of texts that begin level if they form rows.
	rowShare = .6
	// openEnd is the weight of an unfinished sentence before a capital letter, which may begin a name.
	openEnd = .5
	// captionHeight is how far below its first line the last line of a caption may be, in ems: six lines.
	captionHeight = 7.5
	// articleGap is the least white space beside the title of the next article, in ems.
	articleGap = 2.0
	// maxPauses is the maximum number of places examined at a gutter.
	maxPauses = 32
	// maxShapes is the maximum number of drawn shapes on a page that are examined.
	maxShapes = 400
)

// apartGap is the least white space between a running head or foot and the columns, in ems, where no rule separates
// them.
const apartGap = 2.0

// Texts arranged like cards, and texts in boxes, in ems.
const (
	// boxLines is the least height of a box of text: a title and a line.
	boxLines = 2.0
	// bandReach is the least width of a band across a page, as a share of the width of everything on it.
	bandReach = .9
	// bandHeight is the greatest height of a band behind the header of a table, in ems.
	bandHeight = 4.0
	// panelWidth is the least width of a panel, panelGap the least distance to what is around it, and panelRows the fewest
	// lines in it.
	panelWidth = 4.0
	panelGap   = .4
	panelRows  = 2
	// panelLooks is how often white fills are compared with coloured ones to see whether they are white on white. A
	// page with 2,000 of each needs as many looks.
	panelLooks = 4 << 20
	// rowGap is the least white space between two rows of cards.
	rowGap = 1.5
	// titleDrop is how far below a card's edge its title may begin.
	titleDrop = .5
	// leastTiles is the minimum number of figures with names that are side by side, tileSize how much larger than the
	// names they are, tileDrift how far their left edges or their middles may differ (ems of the name), and tileHeight
	// how far their baselines are apart at most (ems of the figure). Measured on generated dashboards.
	leastTiles = 3
	tileSize   = 1.25
	tileDrift  = .5
	tileHeight = 2.2
	// tileLines is the maximum number of lines of a name below its figure.
	tileLines = 4
	// leastFields is the minimum number of labels side by side above values, labelWords the most words of a label, and
	// valueSize and largestValue bound the size of a value relative to its label: larger texts are titles. Its left
	// edge may differ by fieldDrift and its baseline may be fieldHeight below (ems of the value). There is at least
	// fieldWhite points more white space around a row of fields than within it. Measured on generated forms.
	leastFields  = 2
	labelWords   = 6
	valueSize    = 1.1
	largestValue = 1.9
	fieldDrift   = .7
	fieldHeight  = 2.2
	fieldWhite   = .5
	// fieldLines is the maximum number of lines of a field, and fieldLeading the largest distance between two lines of
	// a value, in ems.
	fieldLines   = 8
	fieldLeading = 1.8
	// stripRows is the maximum number of rows of texts side by side below level titles, maxStrips the maximum number of
	// texts in a row, and stripTries how many rows of titles on a page may turn out to be something else before the
	// search ends.
	stripRows  = 300
	maxStrips  = 8
	stripTries = 32
	// flowingShare is the share of lines beginning with a lowercase letter or a bullet at which such texts are no
	// longer columns of a table. A line begins a paragraph if it is looseLeading times the least line distance below
	// the one above; that distance is at most paragraphLeading ems.
	flowingShare     = 1.0 / 3
	looseLeading     = 1.3
	paragraphLeading = 1.5
	// cardWords is the fewest words of a line that goes on in the next one, in texts of one paragraph each, and footWhite
	// the least white space above a foot, in ems. Both were chosen on generated slides.
	cardWords = 3
	footWhite = 2.0
	// listedShare is the share of cells that begin with a bullet from which columns are lists below titles.
	listedShare = .8
)

// Titles in the left margin, and notes in the right one.
const (
	// sideRows is the minimum number of lines of text per title line, over all titles.
	sideRows = 2.0
	// sideShare is the largest share of the width that the titles' column takes.
	sideShare = .45
	// leastLabels is the minimum number of labels with texts beside them that set rows apart.
	leastLabels = 3
	// sideLetters is the minimum number of letters of a title.
	sideLetters = 3
	// sideStep is the largest distance between two lines of one title, in ems.
	sideStep = 1.7
	// wordSpace is the space before a word that would have fitted on the line above, in ems.
	wordSpace = .25
	// sideLevel is how far a title may begin above or below its paragraph, in ems.
	sideLevel = .6
	// noteSize is the largest type size, relative to the text's, that distinguishes notes from a column.
	noteSize = .93
	// edgeShare is the share of the lines of running text that begin at their common left edge, and sideProse
	// the share of running text among the lines next to titles.
	edgeShare = .5
	sideProse = 2.0 / 3
	// leadingRank selects the usual line distance from the sorted ones: the value at 1/leadingRank of the list, because
	// the larger ones separate paragraphs.
	leadingRank = 3
)

// Pages on their side or upside down, and text that is not upright.
const (
	// sidewaysGlyphs is the minimum number of characters on a page that is turned, and sidewaysShare the share of them
	// that run in one direction.
	sidewaysGlyphs = 200
	sidewaysShare  = .8
	// skewedGlyphs is the minimum number of characters by which a page is found to be skewed.
	skewedGlyphs = 40
	// leastSkew and mostSkew bound the skew of a page that is corrected, in degrees: below leastSkew, lines are still
	// grouped correctly, and no scan is turned by more than mostSkew. oneSkew is how far single characters may deviate,
	// because lines are not quite parallel.
	leastSkew = .3
	mostSkew  = 30
	oneSkew   = 1
	// shortestStep and longestStep bound the distance between characters that show the direction of a line, in ems:
	// accents are above letters, and the next word may be anywhere.
	shortestStep = .1
	longestStep  = 2
	// quarterTurn and fullTurn are in degrees.
	quarterTurn = 90
	fullTurn    = 360
	// tiltedAdvance is the largest advance of a character in text set at an angle, in ems, because its box says
	// little.
	tiltedAdvance = .5
)

// Tables in pictures. Most rules in pictures belong to drawings.
const (
	// pictureRows is the minimum number of rows, and pictureFull the least share of cells with text.
	pictureRows = 3
	pictureFull = .6
)

// Line numbers in the margin. Measured on manuscripts and manuals that have them.
const (
	// countedLines is the minimum number of numbers, everyFifth the only step besides 1, lineDigits the most digits of
	// a number, and countGap the least space after it (ems). countSlack is how far apart their edges may be (points),
	// and countSize the size of small numbers, relative to the text's.
	countedLines = 8
	everyFifth   = 5
	lineDigits   = 4
	countGap     = .5
	countSlack   = 2.0
	countSize    = .8
	// tallColumn is the least share of the height of a page's words that a column of small numbers covers. In TeX
	// manuscripts it is .7 and more; a listing can fill half of a page.
	tallColumn = .6
	// countedShare is the share of the lines that the numbers count, and evenShare the share of equal steps between
	// numbers.
	countedShare = .75
	evenShare    = .85
	// captionBrackets is the minimum number of brackets down the middle of a caption, and bracketStep the largest step
	// between two of them, in ems.
	captionBrackets = 5
	bracketStep     = 3.0
	// pleadingLines is the minimum number of numbers down the margin of a pleading, pleadingProse the fewest lines of
	// running text beside them, and pleadingUnlevel the least share of numbers that have no text within levelSlack ems
	// of their height. evenStep is how far the steps between them may differ, as a share, because PDF readers and
	// scanners round them. In a form, more than ruledRows lines are drawn for each number.
	pleadingLines   = 20
	pleadingProse   = 3
	pleadingUnlevel = .1
	ruledRows       = .35
	levelSlack      = .3
	evenStep        = .25
	// fullLine is the share of the width that a full line fills, fullLines the share of such lines, and withinSentence
	// the share of lines that begin with a lowercase letter.
	fullLine       = .8
	fullLines      = .4
	withinSentence = 1.0 / 3
)
