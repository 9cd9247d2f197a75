package text

// The tolerances of this package. An em is the type size of the text in question. Where a comment mentions no
// measurement, the value was chosen by eye and holds on the public conversion set and the tables of the ICDAR
// 2013 competition.

// noticedColor is the least difference in red, green or blue, of 255, that a reader notices. The darkest colour of
// Word's own titles differs by 99 from black.
const noticedColor = 64

// Glyphs to words.
const (
	// breakGap is the gap that ends a word without a space character, in ems.
	breakGap = .25
	// narrowGap is enough where a word cannot continue: between a lowercase letter and a capital, and at symbols (ems).
	narrowGap = .18
	// baselineJump is the change of the baseline that ends a word, in ems.
	baselineJump = .5
	// sizeDrift and baseDrift are the changes of size and baseline that end a piece of a word in one style, in ems.
	sizeDrift = .15
	baseDrift = .15
	// uprightTolerance is how far text may lean and still be read as upright, in degrees.
	uprightTolerance = 5
	fullTurn         = 360 // degrees
	// MinSize is the smallest type that people read, in points; smaller text is a trick or an artefact.
	MinSize = 1.5
	// overprintGrain is the precision with which text painted twice is recognised, in fractions of an em.
	overprintGrain = 8
	// overprintReach is the largest distance between the two, in ems: a little more than the diagonal of such a cell.
	overprintReach = .25
	// glyphsPerWord is the usual length of a word, used for allocation.
	glyphsPerWord = 5
	// monoShare is the least share of a page's text that fixed-width type has as the body type.
	monoShare = .6
	// plainShare is the least share of a page's fixed-width words that consist of letters if they can be prose.
	plainShare = .5
	// runningWords is the minimum number of consecutive words in another type that count as running text among
	// listings, and runningShare the largest share of a page's text that is mere remarks in another type.
	runningWords = 12
	runningShare = .05
	// joinGap is the largest gap between two pieces of one word where the direction of writing changes, in ems.
	joinGap = .12
	// middleHeight is the height of the middle of lowercase letters above the baseline, in ems.
	middleHeight = .3
)

// Letterspaced text.
const (
	// trackedLetters is the least number of letters in a row.
	trackedLetters = 6
	// minTracking and maxTracking bound the space after every letter, in ems.
	minTracking = .07
	maxTracking = .6
	// trackedShare is the least share of the letters whose space is the median one, within trackingNoise ems.
	trackedShare  = .75
	trackingNoise = .06
	// trackedDrift is how far the baseline may move within the line, in ems.
	trackedDrift = .05
	// trackedGap is the widest gap between two letters of the line, in ems.
	trackedGap = 3.0
	// trackedSpace is the least width of a space between letterspaced words, in addition to the space between letters,
	// in ems.
	trackedSpace = .1
	// tightWord is how much wider the space between words is than that between letters, in ems, where it is too narrow
	// for wordGap, and tightShare the largest share of such spaces. In the titles of one report it was .15.
	tightWord  = .12
	tightShare = 1.0 / 3
)

// Vertical writing, in ems.
const (
	// minDownStep and maxDownStep bound the distance between characters written downwards.
	minDownStep = .4
	maxDownStep = 2.2
	// downWander is how far such characters may deviate sideways.
	downWander = .3
)

// Words to runs and rows.
const (
	// gapJump splits a run at its own gaps: sorted, the first gap this many times the one before it starts the gaps
	// between columns. Measured on the public conversion set, gutters are 3.4 to 4.4 spaces wide, and the spaces of
	// justified prose differ by a factor of at most 1.3.
	gapJump = 2.5
	// wordSpace is the least that counts as the gap before the jump, in ems; tighter spaces vary at random.
	wordSpace = .15
	// leastGap is the narrowest gap that is measured, in ems.
	leastGap = .05
	// justifiedSpaces is the ratio between the widest and the narrowest space of a justified line.
	justifiedSpaces = 1.4
	// widestJustified is the widest space of a stretched line, in ems, even in a column of a few words.
	widestJustified = 4.0
	// narrowLine is the minimum number of words of a line whose spaces can be compared.
	narrowLine = 3
	// lowerShare is the least share of its words that begin with a lowercase letter, even in a language that
	// capitalises nouns.
	lowerShare = 1.0 / 3
	// minGutterEm is the narrowest gutter and wideGap the widest space, in ems.
	minGutterEm = .55
	wideGap     = 1.25
	// fewGapsGutter is the narrowest gutter of a row with too few gaps to compare, in ems.
	fewGapsGutter = 1.0
	// monoGutter is the narrowest gutter in fixed-width type, in ems. Such type is not stretched, so a second
	// space separates columns. It took the tables of the public conversion set from TEDS .813 to .824.
	monoGutter = 1.0
	// looseGap and looseGapMono are the widest spaces within a table's cell, in proportional and in fixed-width type (ems).
	looseGap     = .5
	looseGapMono = .9
	// rulePlay is how far a vertical line may run into the words on either side, in points.
	rulePlay = .5
	// SameLine is how far apart baselines on one line may be, in ems of the smaller type.
	SameLine = .35
	// sameRow is the same for the runs of a table row, whose cells may be set in different types.
	sameRow = .45
	// otherType is the least ratio of two type sizes that do not belong to the same text.
	otherType = 1.5
	// signReach is how far a currency sign may be from its number, in ems; financial tables set it at the left
	// edge of the column.
	signReach = 20.0
)

// Superscripts and subscripts, relative to the size of the type that they are attached to.
const (
	// scriptSize is their largest size, and scriptLeast the least. The scripts of scripts are half as large as the text in
	// TeX; the line below a title may be closer to it than scriptRise, relative to the title's size.
	scriptSize  = .88
	scriptLeast = .3
	// scriptLooks is how many words of neighbouring rows are examined in all to find the hosts of scripts.
	scriptLooks = 8 << 20
	// scriptRise is how far their baseline may be from the line's.
	scriptRise = .6
	// supRise and subDrop are the least distances from the baseline.
	supRise = .2
	subDrop = .08
	// scriptGap is the largest gap next to a script, and scriptOverlap how far it may extend into its
	// neighbour.
	scriptGap = .2
	// labelGap is the largest gap between a footnote's label and the note.
	labelGap = .5
	// signHang is the largest gap between the raised sign of a note and the note, in ems. In three reports: .4 to 1.1.
	signHang      = 2.0
	scriptOverlap = .5
)

// Lines to paragraphs.
const (
	// ParagraphGap is the line distance that starts a paragraph, relative to the usual one.
	ParagraphGap = 1.3
	// sizeChange is the relative difference of type sizes that starts a paragraph.
	sizeChange = .12
	// sameSize is the relative difference up to which two lines have the same size.
	sameSize = .1
	// sameType is the relative difference up to which two blocks are set in the same type.
	sameType = .05
	// sizeGrain is the precision of a block's type size, in fractions of a point.
	sizeGrain = 10
	// FirstIndent and maxFirstIndent bound the indentation of a first line, and sameIndent is how far two first lines may
	// differ, in ems.
	FirstIndent    = .8
	maxFirstIndent = 6.0
	sameIndent     = .5
	// sameEdge is how far lines that begin at the same edge may differ, in ems. hangingLines is the minimum number of
	// lines of entries with hanging indents, hangingSigns the fewest signs that they are such entries, and hangingRatio
	// how many of these one sign to the contrary outweighs.
	sameEdge     = .3
	hangingLines = 3
	hangingSigns = 2
	hangingRatio = 3
	// ShortLine is the share of a column's width that the last line of a paragraph leaves free at its end.
	ShortLine = .15
	// shortRoom is the same in ems, in addition to the room for the next word.
	shortRoom = 2.0
	// shortLines is the largest share of a column's width that lines fill if the column's width alone shows that they
	// were ended on purpose.
	shortLines = .5
	// titledLine is the least share of a column's width that the line below the title of a section fills.
	titledLine = .8
	// ownLines is the minimum number of lines that show it by themselves, and brokenShare the least share of them that
	// leave room for the next word; the longest line never does.
	ownLines    = 3
	brokenShare = .5
	// earlyLines is the minimum number of lines of a list whose entries may begin with lowercase letters, and
	// earlyShare the least share of them that leave room for the next word within the list. In prose, only lines before
	// a long word or a formula do.
	earlyLines = 4
	earlyShare = .6
	// besideGap is the least gap between a line and a text beside it, in ems.
	besideGap = .7
	// indexLines is the minimum number of lines of an index, and indexShare the least share of them that end in page
	// numbers.
	indexLines = 4
	indexShare = .8
	// accentRise is how much higher the accent of a capital letter is printed than that of a small one, at most, in ems.
	accentRise = .4
	// accentReach is the largest distance between a letter and an accent after it, in characters: a long line.
	accentReach = 160
	// spaceWidth is the width of a space, in ems.
	spaceWidth = .3
	// numberedWords is how many words at the start of a line may be a number, or introduce one, before a wide space.
	numberedWords = 2
	// ProseLine is the least number of words in a line of running text.
	ProseLine = 4
	// minLeading and maxLeading bound the line distance within a text, in ems; defaultLeading is that of a single line,
	// and doubleLeading that of double-spaced text at most: word processors double the height of the type, which is up
	// to 1.25.
	minLeading    = .8
	maxLeading    = 2.2
	doubleLeading = 2.6
	// titlesApart is the least line distance, in ems, between bold lines with room for more that are titles of their own.
	titlesApart = 1.8
	// doubleLines is the minimum number of distances between running-on lines in double-spaced text.
	doubleLines    = 3
	defaultLeading = 1.25
	// leadingQuantile selects the usual line distance: below the median, because the larger ones separate
	// paragraphs.
	leadingQuantile = .4
	// nextLine is the change of the baseline that shows that a line ended with the preceding hyphen, in ems.
	nextLine = .5
)

// Hyphens at line ends.
const (
	// printedHyphen is the least width of a soft hyphen that is printed, in ems. Hyphens are a quarter to three fifths
	// of an em wide; soft hyphens that only allow a break take up no room.
	printedHyphen = .1
	// leastHalf is the length, in bytes, of the shortest halves that prove a compound if both are words on the
	// page.
	leastHalf = 4
	// keptHyphens is how many compounds prove that a page breaks no words if none is known to be broken.
	keptHyphens = 2
)

// tabSpace is the least white space between a label and its text, and wideTab a width that the spaces of justified
// lines never reach, if the lines have more than justifiedWords words in all; the right edges of justified lines differ
// by up to justifiedEdge (all in ems). TeX leaves 1.2 ems between table columns.
const (
	tabSpace       = 0.9
	wideTab        = 2.0
	justifiedWords = 5
	justifiedEdge  = 1.0
)

// List markers.
const (
	// nestStep is the least difference between the indents of two levels, in ems.
	nestStep = .8
	// optionHang is how far the second line of an option may begin to the left of the option's text, in ems.
	optionHang = .5
	// bulletGap is the largest gap between a drawn dot and the text that it marks, and dotSpace the least
	// between it and preceding text on the line, in ems.
	bulletGap = 2.2
	dotSpace  = 2.0
	// letteredGap is the smallest gap between a letter used as a bullet and its text, in ems. Word leaves .7 or more.
	letteredGap = .5
	// bulletMiddle is the height of a bullet's middle above the baseline, and bulletDrift how far it may differ (ems).
	bulletMiddle = .27
	bulletDrift  = .35
	// maxDot is the height of the largest bullet, in ems.
	maxDot = .8
	// maxDots is the maximum number of drawn dots examined on a page; a page with more uses them for drawing.
	maxDots = 2000
	// loneDot is the height of the largest dot that is a bullet without a column of others (points). A column has at
	// least columnDots, each at most maxColumnDot high and with at least columnSpace before it (ems).
	loneDot      = 8.0
	columnDots   = 3
	columnSpace  = .8
	maxColumnDot = 1.0
	// columnDrift is how far the edges of the shapes of a column may differ (points).
	columnDrift = .5
	// maxSquare is the side of the largest square that is a bullet (points), and squareAspect the largest ratio of its
	// sides.
	maxSquare    = 16.0
	squareAspect = 1.15
	// maxPicture is the height of the largest picture that is a bullet (ems), and pictureAspect the largest ratio of its sides.
	maxPicture    = 1.5
	pictureAspect = 1.5
	// maxShapes is the maximum number of large dots and squares of a page that are compared with each other.
	maxShapes = 300
)

// Captions, contents and initials.
const (
	// maxCaption is the length of the longest caption, in bytes.
	maxCaption = 600
	// entryGap is the least space before the page number of an entry without leaders, in ems.
	entryGap = 1.5
	// pageNumbers is larger than any page number.
	pageNumbers = 5000
	// initialSize is the size of the smallest initial and besideSize that of the largest type next to one,
	// relative to the body. Initials took the public conversion set from .9036 to .9065.
	initialSize = 2.0
	besideSize  = 1.3
	// initialLines is the least number of lines next to an initial.
	initialLines = 2
	// initialGap is the largest gap between an initial and its lines, in ems of the lines, and initialOverlap
	// how far it may extend into them, in ems of the body.
	initialGap     = 1.5
	initialOverlap = .2
	// initialDrop is how far baselines on one line next to an initial may differ, in ems.
	initialDrop = .3
	// initialReach is how far the baseline of the last line beside an initial may be below its own, in ems of the line: its
	// small letters still begin above that.
	initialReach = .5
)

// Listings.
const (
	// CodeLines is the least number of consecutive lines in fixed-width type that form a listing; a single one
	// is a paragraph in that type.
	CodeLines = 2
	// typedGap is the least white space in a listing's line that is more than one space, and typedSlack how far it may
	// differ from the width of whole characters, both in characters. typedShare is the least share of such spaces in a
	// listing, and untypedGaps how many wide spaces it takes to tell. Up to chanceGaps may have that width by chance.
	typedGap    = 1.3
	typedSlack  = .15
	typedShare  = .8
	untypedGaps = 4
	chanceGaps  = 2
	// lineNumber is the largest size of a line number, relative to the listing's type. In manuals it is .5 to .7.
	lineNumber = .8
	// fixedLetters is how many different letters with the same advance show that a font is fixed-width, and fixedDrift
	// how far their advances may differ (ems): in proportional type an i is at least .2 em narrower than an m.
	fixedLetters = 12
	fixedDrift   = .03
	// codeStep is the largest distance between two lines, in ems: up to maxBlank blank lines between them.
	codeStep = 4.2
	maxBlank = 2
	// maxIndent is the maximum number of spaces before and within a line.
	maxIndent = 120
	// minCharWidth is the narrowest character, in points.
	minCharWidth = .1
)

// Type sizes in scans. Heights of ink are relative to the type size and are those of common text faces.
const (
	// sizeNoise is how far the sizes of the words of one type differ from the usual, and lineNoise those of its lines.
	sizeNoise = .3
	lineNoise = .12
	// longLine is how many letters are enough to measure the size of a line; heightError is the error with fewer, in
	// points.
	longLine    = 12
	heightError = .5
	// The last words of a title differ in height from the title's line above them by up to titleNoise, their strokes by
	// up to strokeNoise. They begin within titleIndent of it, and their baseline is at most titleLeading below it, in
	// ems of the title. Measured on a generated scan whose titles have another typeface than its text.
	titleNoise   = .3
	strokeNoise  = .12
	titleIndent  = .5
	titleLeading = 1.7
	// capitalNoise is how much lower capitals may be than other tall letters.
	capitalNoise = .16
	// fewLetters is the least number of letters needed to measure a line's type.
	fewLetters = 4
	// maxSizes is the maximum number of sizes of type that are distinguished on a page.
	maxSizes = 30
	// boldStroke is how much thicker the strokes of bold type are, relative to the usual and to the size.
	boldStroke = 1.22
	// thinnest is the share of a bold line that may be thinner; a line that merely begins in bold has more.
	thinnest = .15
	median   = .5
	// standingWord and standingPair are the least ratios of height to width of a word that runs up or down the page,
	// with at least three letters and with two.
	standingWord = 1.2
	standingPair = 2.2
	// tallInk, deepInk, tallDeepInk and lowInk are the heights of words whose letters extend above the
	// x-height, below the baseline, both, or neither. deepPart and tallDeepPart are the shares of the ink below
	// the baseline.
	tallInk      = .72
	deepInk      = .70
	tallDeepInk  = .92
	lowInk       = .50
	deepPart     = .3
	tallDeepPart = .22
	// capitalInk replaces tallInk where the usual type has no tall letters to measure.
	capitalInk = .7
)

// Bullets and leaders in scans.
const (
	// solidDot is the least ratio of a dot's stroke to its width.
	solidDot = .55
	// squareLo and squareHi bound the ratio of its width to its height.
	squareLo = .6
	squareHi = 1.6
	// dotHeight is the height of the largest bullet, which is lower than lowercase letters; dotRise and dotTop
	// bound the height of its middle above the baseline (ems).
	dotHeight = .55
	dotRise   = .15
	dotTop    = .5
	// leaderHeight is the height of the tallest row of dots, which is lower than any letter, and leaderPitch
	// the usual distance between its dots (ems).
	leaderHeight = .22
	leaderPitch  = .4
	// leaderRatio is the least ratio of its width to its height, and leastDots the fewest dots that it has.
	leaderRatio = 3
	leastDots   = 3
	// dotReach is how far bullets and leaders may be from the text that they belong to, in ems.
	dotReach = 4.0
)
