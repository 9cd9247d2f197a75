package document

// The tolerances of this package. Sizes without a unit are relative to the size of the body. Where a comment
// mentions no measurement, the value was chosen by eye and holds on the public conversion set.

// Headings.
const (
	// maxLevel is the deepest level of a heading.
	maxLevel = 6
	// maxBoldHeading is the length of the longest heading by weight alone, in bytes.
	maxBoldHeading = 120
	// leastSlides is the minimum number of landscape pages on which the titles of slides are known by their place, and
	// slideShare the share of them that has a title there. It is among the first slideBlocks blocks, at least slideGap
	// above the next one (ems), and in the same place within slideGrain points.
	leastSlides = 5
	slideShare  = .6
	slideBlocks = 2
	slideGap    = .5
	slideGrain  = 4.0
	// pageRunning is how much running text a page must have, in bytes, to be judged by its own type instead of the
	// document's, and pageShare the least share of that text that is in one size.
	pageRunning = 300
	pageShare   = .6
	// usualOnSlide is the least share of the other text on a slide that is at least as large and as bold as type that
	// is usual there, and sameOnSlide how much smaller that text may be.
	usualOnSlide = .5
	sameOnSlide  = .05
	// cardGap is the largest gap between the title of a card on a slide and its text, and cardIndent how far to the right
	// that may begin, in ems.
	cardGap    = 2.0
	cardIndent = 2.5
	// maxColors is the maximum number of colours of running text that are counted.
	maxColors = 256
	// leastSize is the size of the smallest heading by weight alone.
	leastSize = .95
	// smallCapitals is the size of the smallest capitals that stand for small letters in a numbered heading: 8 points in
	// text of 10, as journals set them.
	smallCapitals = .75
	// HeadingSize is the size of the smallest heading by size alone.
	HeadingSize = 1.15
	// titleSize is the least size of a heading where headings are rare: in margins and on contents pages.
	titleSize = 1.3
	// posterSize is the least size at which even numbers are a title, and leastParticulars the minimum number of lines
	// of an address.
	posterSize       = 2.6
	leastParticulars = 3
	// tierSize is the least size that is ranked among the sizes of headings.
	tierSize = 1.08
	// attachedGap is the largest gap between a bold title at the head of a page and the text that it names: a blank
	// line. Running heads are farther away.
	attachedGap = 1.5
	// runningShare is the least share of characters outside tables and listings that is enough to determine the body
	// size without them.
	runningShare = .2
	// slantedOverlap and slantedGap bound the gap between a heading in italics and its paragraph, slantedIndent
	// is how far their left edges may differ, and slantedHeight is the height of the tallest such heading
	// (ems).
	slantedOverlap = .3
	slantedGap     = 1.0
	slantedIndent  = 3.0
	slantedHeight  = 2.2
	// sameSize is the size, relative to the paragraph below, of the smallest title that is only in italics: type of the same
	// size can differ by a rounding.
	sameSize = .98
	// smallSize is the size of the smallest bold title, as browsers set those of the deepest level, and smallAbove the
	// least ratio of the white space above a title without a number to that below. In manuals it is at least two.
	smallSize  = .65
	smallAbove = 1.5
	// bodySize is the size of the smallest type that counts as the body's, and smallBelow the length, in bytes, of the
	// shortest paragraph below a small title.
	bodySize   = .97
	smallBelow = 40
	// maxSmallTitle is the length, in bytes, of the longest title in the middle above a text in small type, and
	// titleOfText the least ratio of that text's width to the title's. Chosen by eye; for abstracts in LaTeX classes it
	// is five and more.
	maxSmallTitle = 40
	titleOfText   = 2.0
	// maxNumbered is the length of the longest title, in bytes, that only its number distinguishes from text,
	// leastBelow that of the shortest paragraph below it, and numberedGap the largest gap between them, in ems.
	// Measured on generated sections.
	maxNumbered = 90
	leastBelow  = 100
	numberedGap = 2.0
	// referencesWords is the maximum number of words of the title of a bibliography.
	referencesWords = 3
	// mostLeftOut is how far a section's number may be from that of the last known one, letteredGap the largest gap
	// below its title, in ems, and columnReach how many blocks before and after it are examined to find its column.
	// Measured on papers in the classes of IEEE and APS, which leave up to 2 ems in front of a list.
	mostLeftOut = 3
	letteredGap = 2.5
	columnReach = 3
	// widestSpace is the widest space between words of a title (ems). Text with wider gaps is a running head, a
	// contents entry with its page number, or column names: of 500 titles in twins, office, tagged and convert none has
	// a space over .75, and no text spread over a line has one below 1.4.
	widestSpace = 1.2
	// leastTerms is the minimum number of consecutive terms, each above its explanation, and mostTerms how many are
	// examined to find one that is not in capitals.
	leastTerms = 4
	mostTerms  = 32
	// leftStep is the grain, in points, by which running text is counted by its left edge, and leftSteps by how many steps the
	// edges of texts that begin at the same edge may differ: terms of DocBook begin 2.5 points to the right of the text.
	leftStep  = 2.0
	leftSteps = 2
	// chanceShare is how much running text may be at a term's edge by chance, relative to that at the edge of its
	// explanation, and leftShare how much text must be at the edge of a one-line explanation, relative to that at the
	// edge of its term. Chosen by eye; in two manuals whose terms have long explanations, a thirtieth and a twelfth of
	// the text is at the edge of the terms.
	chanceShare = .02
	leftShare   = .1
	// proseShare is how many times as much of a face of running text is in paragraphs as in short texts. Chosen by eye; it holds
	// for two reports that enclose documents in larger type.
	proseShare = 4
	// leastAuthors is the minimum number of names of a list of authors, bylineBelow how many blocks below the title it
	// may be, and authorSigns the characters between names that refer to several notes.
	leastAuthors = 3
	bylineBelow  = 3
	authorSigns  = " 0123456789∗*†‡§¶"
	// levelOverlap is the least overlap of two level texts, as a share of the lesser height.
	levelOverlap = .5
	// maxAdmonition is the length of the longest title of a note, in bytes.
	maxAdmonition = 40
	// captionLabel is the least length, in bytes, of a caption's label that is a caption in its own right.
	captionLabel = 14
	// firstIdeograph is the first character that is a word on its own.
	firstIdeograph = 0x2E80
	// titleLines is the maximum number of lines of a heading.
	titleLines = 3
	// titleLeading is the largest gap between two lines of a title, and how far their left edges or their middles may differ
	// (ems). Measured on generated columns.
	titleLeading = .4
	// partGap is the largest gap between the word for a part of a book and its number, in ems. LaTeX classes leave two.
	partGap = 4.0
	// titlePlacesTried is how many places on a page with the name of a bookmark are checked for its number.
	titlePlacesTried = 64
	// largerTitle is how many times as large the type of a title is, at least, as that of a running head with its words, or of
	// a page number before it. Measured on manuals of html2ps, FrameMaker and Word.
	largerTitle = 1.1
	// maxNumber is the longest number, in bytes, by which a heading may differ from its bookmark.
	maxNumber = 8
)

// Contents pages.
const (
	// contentsEntries is the minimum number of entries of a contents page, and contentsShare the least share of its
	// blocks that are entries.
	contentsEntries = 5
	contentsShare   = .5
	// entryEnd is how many bytes at the end of a text show whether it is an entry.
	entryEnd = 80
)

// Running heads and footnotes.
const (
	// margin is the share of the page's height at its top and bottom where running heads are found. It decides
	// when there are not enough pages to see what repeats.
	margin = .085
	// pageWidth is the least share of the page's width that is between margins.
	pageWidth = .5
	// repeats is the minimum number of pages on which a running head must occur, and repeatsApart that on which one
	// that stands apart must. It must also occur on one in repeatPages, because left and right pages may differ and
	// chapters begin without one.
	repeats      = 3
	repeatsApart = 2
	repeatPages  = 4
	// folioBand is the share of a page's height at its foot where a page number in the middle is found, and folioMiddle
	// how far from the middle it may be, as a share of the width. Measured on TeX documents in two paper sizes.
	folioBand   = .17
	folioMiddle = .03
	// furnitureGap is how far a line at the edge of the page is from the text, in usual gaps. furnitureSize is the size of
	// the largest such line, folioSize that of the largest page number at the foot, furnitureHeight the height of
	// a single line (ems), and titleRunSize the size of the largest title opposite to a page number.
	furnitureGap    = 1.0
	furnitureSize   = 1.1
	folioSize       = 1.6
	furnitureHeight = 1.8
	titleRunSize    = .95
	// titleWords is the minimum number of words of a line at the head whose last is a page number: "Part 2" is a title.
	titleWords = 3
	// folioGap is the least gap between a page number and the title on the same line, in ems.
	folioGap = 2.0
	// leastCounted is the minimum number of pages on which a number at an edge increases by one, and maxFolio its most
	// digits.
	leastCounted = 2
	maxFolio     = 4
	// maxEdges is the maximum number of texts remembered: a running head recurs within that many others. maxEdgeText is
	// the length of the longest, and maxEdgeTable that of all cells of a table with the document's particulars, in
	// bytes.
	maxEdges     = 20_000
	maxEdgeText  = 160
	maxEdgeTable = 320
	// footnoteTop is the share of the page's height that lies above all footnotes, and footnoteSize the size of
	// the largest.
	footnoteTop  = .5
	footnoteSize = .94
	// maxReference is the length of the longest reference to a footnote, in bytes: three symbols.
	maxReference = 9
)

// Tables over page breaks.
const (
	// columnDrift is how far a column may be from its place on the previous page, in points.
	columnDrift = 4.0
	// cutBelow is the share of the page's height that a table must reach to have been cut off by the end of the
	// page.
	cutBelow = .6
)
