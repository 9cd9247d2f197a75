package formula

// The tolerances of this package. An em is the type size of the piece in question. Where a comment mentions no
// measurement, the value was chosen by eye on papers set with TeX, and holds on the public conversion set.

// Which runs belong to a formula.
const (
	// formulaGap is the largest vertical distance between two runs of one formula, and amongGap that of a run
	// without symbols (ems).
	formulaGap = .8
	amongGap   = .3
	// besideGap is the largest space between two runs of one formula on a line, in ems.
	besideGap = 1.3
	// formulaIndent is the least indentation of a displayed formula that has no number, in ems.
	formulaIndent = 1.0
	// tallFormula is the least height of a formula that is more than one line of text, in ems.
	tallFormula = 1.8
	// centredGap is the least space on both sides of a centred formula, and centredPlay how much the two may differ (ems).
	centredGap  = 2.0
	centredPlay = 1.5
	// columnReach is how far away a line of prose may be and still show how wide the column is, in ems.
	columnReach = 25
	// proseWords words make a run prose whatever symbols are among them; pairWords are enough if they outnumber
	// half the symbols.
	proseWords = 3
	pairWords  = 2
	// maxAside is the maximum number of words of an aside within a formula; asideGap is how far it may be from the
	// formula's ends, and asideDrop how far it may extend below the formula (ems).
	maxAside  = 6
	asideGap  = 3.0
	asideDrop = .5
	// sentenceDrift is how far the baselines of one sentence's runs may differ, and sentenceGap the largest gap between
	// them (ems).
	sentenceDrift = .2
	sentenceGap   = 3.0
	// aloneGap is the least space above and below a formula that stands alone, in ems.
	aloneGap = .6
	// onLine is how far a piece's baseline may be from that of the line of prose that it is part of, and
	// proseGap the largest gap between them (ems).
	onLine   = .6
	proseGap = 2.0
	// maxRuns is the maximum number of pieces of text on a page that is searched for formulas. Every piece is compared
	// with every other.
	maxRuns = 3000
	// columnLooks is how many lines of prose are examined in all to find whether pieces of formulas are in one column.
	columnLooks = 1 << 20
	// maxBars is the maximum number of bars of a formula, which are compared in pairs, and maxArrays the maximum number
	// of brackets tried as those of arrays.
	maxBars   = 100
	maxArrays = 100
	// maxPieces is the maximum number of pieces of brackets on a page that are joined. Every piece is compared with
	// every other.
	maxPieces = 1000
	// maxFormula is the maximum number of pieces of a formula.
	maxFormula = 600
	// numberLooks is how many words are examined in all to find the numbers of a formula. Each is compared with all
	// words.
	numberLooks = 64 << 10
	// maxVariable is the length of the longest variable, in letters, such as "Re".
	maxVariable = 3
)

// The ink of a letter, in ems: how far capitals extend above the baseline, and descenders below it.
const (
	capHeight = .75
	descent   = .25
	// nodeRise and nodeDrop are the least that a piece extends above and below its baseline.
	nodeRise = .5
	nodeDrop = .2
)

// Bars of fractions and roots.
const (
	// maxBar is the length of the longest bar, as a share of the page's width.
	maxBar = .8
	// barPlayX and barPlayY are how far a bar may protrude from the box of its formula, in points; barPlay is
	// how far the middle of a piece above or below it may lie outside it.
	barPlayX = 3.0
	barPlayY = 2.0
	barPlay  = 1.0
	// barOverhang is how far a piece above or below a bar may extend beyond its ends, in ems.
	barOverhang = .5
	// aboveBar is how far the baseline of a piece above a bar may lie below it, in ems.
	aboveBar = .1
	// numeratorDrop is how far a numerator may extend below its baseline, in ems.
	numeratorDrop = .3
	// fractionGap is the largest gap between the pieces above or below a bar, in ems. Lines are farther apart.
	fractionGap = .3
	// besideBar is the largest gap between a bar and the pieces whose size is that of the part, in ems.
	besideBar = .6
	// atBarRise and atBarDrop bound the height of a bar above and below the baseline of a piece of a fraction in a line.
	atBarRise = 1.5
	atBarDrop = .8
	// hangingReach is how far from the bar the baseline of a piece of a fraction in a line may be, in ems of the line.
	hangingReach = 1.3
	// rootTouch is how far the end of a root sign may miss its bar, rootHeight the height of the tallest root
	// and rootDepth the least depth of one below its bar (ems).
	rootTouch  = .2
	rootHeight = 3.2
	rootDepth  = .9
	// rootIndex is the size of the largest index of a root, relative to its sign.
	rootIndex = .75
	// rootOverhang and rootDrop are how far a piece in a root may extend beyond its bar and below its sign, in
	// ems.
	rootOverhang = .1
	rootDrop     = .3
)

// Lines, scripts and arrays.
const (
	// formulaScript is the size below which type is a script or a limit, relative to the largest.
	formulaScript = .85
	// largeSize is the least size of the font of large signs, relative to the type beside it: 10 points beside 12 are .83.
	largeSize = .8
	// formulaRowStep is the least distance between two lines of a formula, in ems. Closer ones are a matrix or
	// cases.
	formulaRowStep = 1.15
	// axisDrift is how far the axis of a small fraction in a line may differ from the line's, in ems.
	axisDrift = .2
	// upStep is how far the baseline of a superscript is above the line's, in ems.
	upStep = .1
	// limitPlay is how far the middle of a limit may be from its operator's, limitStep the least distance between their
	// baselines, and limitGap the largest gap between the pieces of a limit (ems).
	limitPlay = .5
	limitStep = .55
	limitGap  = .5
	// hostOverlap is how far a script may extend back into the preceding piece, in ems.
	hostOverlap = .1
	// accentOverlap is the share of a letter that its accent covers.
	accentOverlap = .4
	// termGap is the least space that is kept between two pieces, in ems.
	termGap = .15
	// binomialStep is the least distance between the lines of a binomial coefficient, in ems: TeX has 1.36 there, and
	// 1.2 between the lines of a column.
	binomialStep = 1.28
	// pieceDrift is how far the pieces of one bracket may be out of line, and pieceGap the largest gap between them;
	// braceReach is how far from a brace the middle of its label may be (ems).
	pieceDrift = .1
	pieceGap   = .6
	braceReach = 1.6
	// arrayBracket is the height of the lowest bracket around several lines, in ems.
	arrayBracket = 1.7
	// arrayRow is the least distance between two lines within brackets, arrayGap the least space between two
	// cells, and arrayDrop how far a line may hang below the bracket (ems).
	arrayRow  = .9
	arrayGap  = .6
	arrayDrop = .3
)

// Formulas within a line.
const (
	// listGap is the space after a comma that separates two formulas, in ems.
	listGap = .1
	// openGap is the largest space between a sign and the symbol to which it belongs, in ems, and openWords the
	// greatest index of such a sign among the words.
	openGap   = .15
	openWords = 2
)
