package document

// The tolerances of this package. Sizes without a unit are relative to the size of the body. Where a comment
// mentions no measurement, the value was chosen by eye and holds on the public conversion set.

// Headings.
const (
	// maxLevel is the deepest level of a heading.
	maxLevel = 6
	// maxBoldHeading is the length of the longest heading by weight alone, in bytes.
	maxBoldHeading = 120
	// leastSlides is the fewest landscape pages on which the titles of slides are known by their place, and slideShare the
	// share of them that has a title there. It is among the first slideBlocks blocks, at least slideGap above the next one
	// (ems), and in the same place within slideGrain points.
	leastSlides = 5
	slideShare  = .6
	slideBlocks = 2
	slideGap    = .5
	slideGrain  = 4.0
	// pageRunning is the least running text of a page, in bytes, that is judged by its own type instead of the document's,
	// and pageShare the least share of that text that is in one size.
	pageRunning = 300
	pageShare   = .6
	// usualOnSlide is the share of the other text on a slide from which type that is as large and as bold is usual there, and
	// sameOnSlide how much smaller it may be.
	usualOnSlide = .5
	sameOnSlide  = .05
	// cardGap is the largest gap between the title of a card on a slide and its text, and cardIndent how far to the right
	// that may begin, in ems.
	cardGap    = 2.0
	cardIndent = 2.5
	// maxColors is how many colours of running text are counted.
	maxColors = 256
	// leastSize is the size of the smallest heading by weight alone.
	leastSize = .95
	// smallCapitals is the size of the smallest capitals that stand for small letters in a numbered heading: 8 points in
	// text of 10, as journals set them.
	smallCapitals = .75
	// HeadingSize is the size of the smallest heading by size alone.
	HeadingSize = 1.15
	// titleSize is the size from which text is a heading even where headings are rare: in margins, on contents pages.
	titleSize = 1.3
	// posterSize is the size from which numbers are a title, too, and leastParticulars the fewest lines of an address.
	posterSize       = 2.6
	leastParticulars = 3
	// tierSize is the size from which type has a place in the ranking of headings.
	tierSize = 1.08
	// attachedGap is the largest gap between a bold title at the head of a page and the text that it names: a blank
	// line. Running heads are farther away.
	attachedGap = 1.5
	// runningShare is the share of characters outside tables and listings from which those alone tell the size of the body.
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
	// least ratio of the white space above a title without a number to that below. For titles in manuals it is at least
	// two.
	smallSize  = .65
	smallAbove = 1.5
	// bodySize is the size of the smallest type that counts as the body's, and smallBelow the length, in bytes, of the
	// shortest paragraph below a small title.
	bodySize   = .97
	smallBelow = 40
	// maxSmallTitle is the length, in bytes, of the longest title in the middle above a text in small type, and titleOfText how
	// many times as wide that text is at least. Chosen by eye; above abstracts in classes of LaTeX it is five and more.
	maxSmallTitle = 40
	titleOfText   = 2.0
	// maxNumbered is the length of the longest title, in bytes, that only its number distinguishes from text,
	// leastBelow that of the shortest paragraph below it, and numberedGap the largest gap between them, in ems.
	// Measured on generated sections.
	maxNumbered = 90
	leastBelow  = 100
	numberedGap = 2.0
	// referencesWords is the most words of the title of a bibliography.
	referencesWords = 3
	// mostLeftOut is how far the number of a section may be from that of the last one that is known, letteredGap the largest
	// gap below its title, in ems, and columnReach how many blocks before and after it show where its column is. Measured
	// on papers in the classes of IEEE and APS, which leave up to 2 ems in front of a list.
	mostLeftOut = 3
	letteredGap = 2.5
	columnReach = 3
	// widestSpace is the widest space between words of a title (ems). Text with wider gaps is a running head, a
	// contents entry with its page number, or column names: of 500 titles in twins, office, tagged, and convert none
	// has a space of more than .75, and no text that is spread over a line has less than 1.4.
	widestSpace = 1.2
	// leastTerms is the fewest consecutive terms, each above its explanation, and mostTerms how many are looked at for one that
	// is not in capitals.
	leastTerms = 4
	mostTerms  = 32
	// leftStep is the grain, in points, by which running text is counted by its left edge, and leftSteps by how many steps the
	// edges of texts that begin at the same edge may differ: terms of DocBook begin 2.5 points to the right of the text.
	leftStep  = 2.0
	leftSteps = 2
	// chanceShare is the share of running text, of that at the edge of an explanation, up to which text is at the edge of its
	// term by chance, and leftShare that, of the text at the edge of a term, from which a line below is no first line. Chosen by
	// eye; in two manuals whose terms have long explanations, a thirtieth and a twelfth of the text is at the edge of the terms.
	chanceShare = .02
	leftShare   = .1
	// proseShare is how many times as much of a face of running text is in paragraphs as in short texts. Chosen by eye; it holds
	// for two reports that enclose documents in larger type.
	proseShare = 4
	// leastAuthors is the fewest names of a list of authors, bylineBelow how many blocks below the title it may be, and
	// authorSigns the characters between names that refer to several notes.
	leastAuthors = 3
	bylineBelow  = 3
	authorSigns  = " 0123456789∗*†‡§¶"
	// levelOverlap is the share of the lower of two texts' heights by which they overlap if they are level.
	levelOverlap = .5
	// maxAdmonition is the length of the longest title of a note, in bytes.
	maxAdmonition = 40
	// captionLabel is the length in bytes from which a caption's label is a caption in its own right.
	captionLabel = 14
	// firstIdeograph is the first character that is a word on its own.
	firstIdeograph = 0x2E80
	// titleLines is the most lines of a heading.
	titleLines = 3
	// titleLeading is the largest gap between two lines of a title, and how far their left edges or their middles may differ
	// (ems). Measured on generated columns.
	titleLeading = .4
	// partGap is the largest gap between the word for a part of a book and its number, in ems. Classes of LaTeX leave two.
	partGap = 4.0
	// titlePlacesTried is at how many places with the name of a bookmark its number is looked for on a page.
	titlePlacesTried = 64
	// maxNumber is the longest number, in bytes, by which a heading may differ from its bookmark.
	maxNumber = 8
)

// Contents pages.
const (
	// contentsEntries is the fewest entries of a contents page, and contentsShare the least share of its blocks that are
	// entries.
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
	// repeats is the fewest pages on which a running head must occur, and repeatsApart that on which one that stands apart must.
	// It must also occur on one in repeatPages, because left and right pages may differ and chapters begin without one.
	repeats      = 3
	repeatsApart = 2
	repeatPages  = 4
	// folioBand is the share of a page's height at its foot where a page number in the middle is found, and folioMiddle how far
	// from the middle it may be, as a share of the width. Measured on documents of TeX on paper of two sizes.
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
	// titleWords is the fewest words of a line at the head whose last is a page number: "Part 2" is a title.
	titleWords = 3
	// folioGap is the least gap between a page number and the title on the same line, in ems.
	folioGap = 2.0
	// leastCounted is the fewest pages on which a number at an edge increases by one, and maxFolio its most digits.
	leastCounted = 2
	maxFolio     = 4
	// maxEdges is the most texts remembered: a running head recurs within that many others. maxEdgeText is the
	// length of the longest, in bytes.
	maxEdges    = 20_000
	maxEdgeText = 160
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
