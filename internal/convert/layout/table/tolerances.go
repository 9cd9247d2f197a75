package table

// The tolerances of this package. An em is the type size of the text in question. Where a comment mentions no
// measurement, the value was chosen by eye and holds on the public conversion set and the tables of the ICDAR
// 2013 competition.

// Drawn lines (Ruled).
const (
	// minTable is the least width and height of a table, in points.
	minTable = 12.0
	// stickOut is how far a line extends beyond the outermost crossing line where the table is open, in points.
	stickOut = 10.0
	// edgeCover is the share of a cell's side that a line must cover to separate two cells.
	edgeCover = .5
	// softCover is the share of the table's extent that lines at one place must cover to separate rows or columns:
	// those of the lower row of a header cover a little less than half of it. drawnCover is enough if one of them is
	// drawn, because cells that span others interrupt it.
	softCover  = .4
	drawnCover = .2
	// dividerRoom is the least width of a cell beside a line that parts a single row, in ems.
	dividerRoom = 2.5
	// levelFigures is the minimum number of cells with figures that determine the line of a text beside them. A single
	// figure could be the number of a note beside a cell of several rows.
	levelFigures = 2
	// leastLevel is the minimum number of columns with level lines that show that the lines are records.
	leastLevel = 3
	// leastTitled is the minimum number of bands in which records are below a title for a single record to be so, too.
	leastTitled = 2
	// cellMargin is the widest white space between a text and the lines around it that no word may take, in ems.
	cellMargin = .6
	// crossLimit is the largest share of runs that may lie across a drawn line; drawings and decorated forms
	// have more.
	crossLimit = .2
	// sparse is the share of filled cells below which a grid is a drawing, unless sparseHeader of its first row and
	// column are filled, as in a form. leastCells is the minimum number of filled cells of any table.
	sparse       = .35
	sparseHeader = .5
	leastCells   = 3
	// axisMarks is the minimum number of numbers of an axis, axisReach how far they may be below the lines, and
	// axisSlack how far they may be off the middle of their lines, in ems.
	axisMarks = 3
	axisReach = 1.5
	axisSlack = .3
	// sideRows and sideShare are the least number and share of lines with several runs where columns without a line
	// between them are side by side, and alignedRows is the share of these with text on both sides of the gutter.
	sideRows    = 3
	sideShare   = .5
	alignedRows = 2.0 / 3
	// noteWords is the least number of words in a full-width row for it to be a note to the table.
	noteWords = 8
)

// Horizontal rules (Banded).
const (
	// minBandRule is the length of the shortest rule, in points.
	minBandRule = 50.0
	// headRuleReach is how far below the baseline of a header its rule may be, in ems, and headRuledRows the least number
	// of lines below such a rule.
	headRuleReach = 1.0
	headRuledRows = 2
	// loneTexts is the minimum number of texts of a single record below such a header.
	loneTexts = 3
	// maxCellLines is the maximum number of lines of a cell among which the row is looked for that it belongs to.
	maxCellLines = 20
	// sameExtent is how far the ends of one table's rules may differ, in points.
	sameExtent = 8.0
	// ruleBreak is the largest gap between the pieces of a rule that is interrupted between columns, in points.
	ruleBreak = 25.0
	// maxStack is the maximum number of rules of one table.
	maxStack = 60
	// leastRuns is the minimum number of runs of a table.
	leastRuns = 4
	// maxHeadLines is the maximum number of lines of a header between two rules. More than that are rows.
	maxHeadLines = 8
	// underline is the greatest distance from a baseline to the rule under a link, in ems.
	underline = .3
	// ruleOverlap is the share of a column that a rule under a header must cover.
	ruleOverlap = .4
	// freeShare is the share of a column that a rule next to it must leave free, and spanShare the share of
	// rows separated by such rules, because lines under a few numbers prove nothing.
	freeShare = .5
	spanShare = .5
	// recordBands is the least number of bands with text, including the header, if rules separate the records of a
	// table, and wrappedLines the maximum number of lines of such a record.
	recordBands  = 4
	wrappedLines = 3
	// leastBands is the minimum number of bands of wrapped records: the header may lie above the first rule.
	leastBands = 3
	// ruledBands is the minimum number of rows between rules that are drawn only between rows.
	ruledBands = 2
	// labelWords is the mean length of the lines, in words, of a first column that names the records, and
	// labelledShare the share of records that it names.
	labelWords    = 3.0
	labelledShare = .5
	// wrapSlack is the share of a column's width by which the next word may have fitted and still been wrapped,
	// and spaceWidth the width of the space before that word, in ems.
	wrapSlack  = .04
	spaceWidth = .25
)

// nameSlack is how far the name of a group of rows may be from the middle of the table, in ems.
const nameSlack = .5

// apartGap is the least white space between a table and a single text below it that is not one of its rows, in ems. The
// space above the name of a group is at most a line and a half.
const apartGap = 1.7

// cellInset is the least distance, in points, from the end of a row's background to the text of its first cell, and
// flushEdge the greatest one of a text that begins where the background does. Programs pad filled cells by 4 to 11 points.
const (
	cellInset = 3.0
	flushEdge = 1.0
)

// headReach is how far below a header between two rules its first row of figures may be, in ems: the names of two
// groups of rows may be in between.
const headReach = 5.0

// titleGrain is the least difference between the sizes of titles of two kinds, in points, and titleBackground the greatest
// height of the background of a title of one line, in ems.
const (
	titleGrain      = .5
	titleBackground = 3.0
)

// introStep is the least distance from a line between two tables to the rows around it, relative to the usual distance
// between rows. In annual reports it was 1.25 to 2.
const introStep = 1.2

// bandWork limits how many rules and runs of text are examined, in all attempts together, to find the tables of a page.
// Pages of dense tables need up to a hundred thousand; once it is used up, the rest is text.
const bandWork = 1_000_000

// Text between rules that is not a table.
const (
	// lineWidth is the least share of the width that a line of running text with proseWords words fills, and
	// sentenceWidth that of a single line with sentenceWords words.
	lineWidth     = .6
	proseWords    = 5
	sentenceWidth = .8
	sentenceWords = 10
	// fullLine is the share of a column's width that its full lines fill, and proseShare the least share of full lines
	// in columns of prose.
	fullLine   = .8
	proseShare = .5
	// leastFilled is the least share of cells with text in a table without drawn columns, and severalShare the least share
	// of its rows with text in several cells.
	leastFilled  = .4
	severalShare = .5
	// crowdedRows and crowdedShare are the least number and share of overlapping rows in scattered text.
	crowdedRows  = 3
	crowdedShare = 1.0 / 3
)

// Rows and records.
const (
	// recordJump is the ratio of line distances that separates those within a record from those between
	// records.
	recordJump = 1.25
	// stepNoise is the ratio within which line distances are considered equal.
	stepNoise = 1.05
	// tightStep is the largest distance between wrapped lines, in ems.
	tightStep = 1.45
	// ruledStep is the largest distance between the lines of a cell between two rules, in ems. Style sheets of web pages set
	// lines up to 1.65 ems apart.
	ruledStep = 1.7
	// doubleLeading is the largest distance between lines of double-spaced text, in ems, and fartherLines the least ratio of
	// the distance between the lines of a cell to that between records in it. In a table of Typst it is 1.22.
	doubleLeading = 2.5
	fartherLines  = 1.15
	// hangingIndent is the greatest indent of the second line of a label, in ems.
	hangingIndent = 2.0
	// captionReach is the largest distance between the baseline of an algorithm's caption and the rules above and below it, in
	// ems, and maxAlgorithms the most algorithms of a page. LaTeX leaves 1.1 ems above and .5 below.
	captionReach  = 1.8
	maxAlgorithms = 16
	// groupDrift is how far the name of a group may be from the middle between two rows, as a share of their distance, and
	// groupStep the largest such distance, in ems. LaTeX's multirow leaves up to a tenth.
	groupDrift = .2
	groupStep  = 3.0
	// crowded is the distance below which two lines cannot be two rows, in ems.
	crowded = .8
	// goesOnShare is the share of a row's cells that begin in the middle of a sentence when the row continues another.
	goesOnShare = .5
	// fewBands is the most bands of a table that is ruled only around head and body; with more bands, manyLines
	// is the least number of lines that are separate rows.
	fewBands  = 3
	manyLines = 4
	// leastEven is the least number of lines that are separate rows because they are at even distances, of which the
	// greatest is at most evenStep times the least. evenFull is the largest share of the lines of a column that have no
	// room for the next word. In a table of symbols a third was, in cells of prose nearly all.
	leastEven = 6
	evenStep  = 1.3
	evenFull  = .5
	// cellShare is the share of the used columns in which a full line has text, and fullShare the share of
	// lines, except labels, that are full.
	cellShare = .6
	fullShare = .75
	// besideShare is the least share of the rows between rules that have labels beside them, if the labels belong to
	// them.
	besideShare = .5
	// figureGap is one more than the most lines between two lines of figures in one table: the name of a group
	// may take two lines, above another name.
	figureGap = 4
	// headedFigures is the minimum number of figures of a single line that make a table with the header above it. Of
	// two lines, one figure less is enough.
	headedFigures = 3
	// figureShare is the least share of the columns after the first, of those with text, in which a row has
	// figures that belong to its label.
	figureShare = .5
	// leastDoubles is the minimum number of rows with two figures in a column that show two columns. A single row is
	// enough if a currency sign or doubleGap ems separate its figures. endSlack is how far apart the ends of figures in
	// one column may be, in ems: some are followed by a sign.
	leastDoubles = 2
	doubleGap    = 2.0
	endSlack     = 1.5
	// numberShare is the least share of numbers in a numeric column, or in the lines of a numeric band.
	numberShare = 2.0 / 3
)

// Columns.
const (
	// tableGutter is the narrowest gutter, in ems, in all rows taken together.
	tableGutter = .45
	// maxStretches is the maximum number of stretches of white space in a table. Every text of the table is compared
	// with each.
	maxStretches = 256
	// crossShare is the share of the rows with several cells that may run across a gutter, as spanning headers
	// do; with crossRows or more such rows, one may.
	crossShare = .15
	crossRows  = 4
	// startTolerance is how far a word may be from the left edge of a column and still begin a cell there, in
	// ems.
	startTolerance = .3
	// quartile divides the left edges of a column into four.
	quartile = 4
	// leastGap is the narrowest gap at which a run is split between columns, in ems.
	leastGap = .1
	// overhang is the share of its width by which a text may extend into the next column without spanning it.
	overhang = .25
)

// Headers and last rows outside the lines.
const (
	// edgeStep is how far such a row may be from the table, relative to the table's usual row.
	edgeStep = 1.3
	// pastWords is the minimum number of words of a line of running text that extend beyond the table below or above
	// it. A header may be a word wider than its table.
	pastWords = 2
	// otherSize is the least ratio of type sizes that makes a line above a header a title.
	otherSize = 1.12
	// maxHeaderLines is the maximum number of lines of a header above the first fill or rule.
	maxHeaderLines = 5
	// namedShare is the share of the columns after the first that a header must name.
	namedShare = 2.0 / 3
	// spanWords is the maximum number of words of a header across several columns.
	spanWords = 8
	// centreShare is how far the middle of a header may be from the middle of the columns that it spans, as a
	// share of their width.
	centreShare = .12
)

// Text in columns (Borderless).
const (
	// looseRows is the minimum number of rows with several cells.
	looseRows = 3
	// looseStep is the largest distance between two rows, in ems.
	looseStep = 3.2
	// looseJump is the largest distance of a row at the ends, relative to the usual distance.
	looseJump = 1.8
	// looseWords is the largest mean length of the cells, in words.
	looseWords = 5.0
	// looseColumns is the minimum number of columns. Two are enough for a table of pairRows rows with numbers in the
	// second column.
	looseColumns = 3
	pairRows     = 4
	// namedSpread is by how much the names of a table without header or figures differ in width, in ems, namedLines the most
	// lines of the texts on average, and saidWords how many times the words of the names the texts have at least where they look
	// like them. Measured on the tables of manuals.
	namedSpread = .4
	namedLines  = 1.5
	saidWords   = 2.0
	// facingSlack is how far apart the ends of labels that are flush right, or the beginnings of the texts beside them, may
	// be, and facingSpread the least distance between the outermost beginnings of the labels, in ems.
	facingSlack  = .3
	facingSpread = 1.0
	// axisGap is the least share of the width between two columns that are the axes of a chart.
	axisGap = .5
	// alignedShare is the share of a column's cells that share an edge or their middle, within alignSlack ems.
	alignedShare = .7
	alignSlack   = .6
	// leaderShare is the least share of rows with leaders in a table of contents.
	leaderShare = 1.0 / 3
	// markerShare is the least share of list markers in the first column of a list.
	markerShare = .5
	// contentsColumns is the maximum number of columns of a table of contents without leaders, and misreadShare the
	// share of its page numbers that OCR may misread.
	contentsColumns = 3
	misreadShare    = .2
)

// Records between white space (Spaced), measured on generated tables of texts with 5 to 8 points between records.
const (
	// spacedRecords is the minimum number of records, including the header. A table of two columns needs one more.
	spacedRecords = 3
	// leastLeading and mostLeading bound the distance between the lines of a cell, in ems, and spacedJump is the least
	// distance between two records relative to it.
	leastLeading = 1.0
	mostLeading  = 2.5
	spacedJump   = 1.12
	// wrappedShare is the least share of the line breaks in cells at which the next word did not fit.
	wrappedShare = .8
	// nameWords is the maximum number of words, on average, by which the first column names a record, and lowerShare
	// the largest share of cells that begin with a lowercase letter.
	nameWords  = 6.0
	lowerShare = 1.0 / 3
	// spacedRows is the maximum number of rows of a table, and spacedTries how often the search is repeated without the
	// rows below the last record.
	spacedRows  = 200
	spacedTries = 3
	// spacedColumnLimit is the maximum number of gutters between columns. Words scattered over a page leave many more
	// blank, and the search would compare all of them with each row below.
	spacedColumnLimit = 40
)

// Cells of several lines between white space (Stacked).
const (
	// stackedRecords is the minimum number of records, including the header, and stackedPairs that of a table of two
	// columns.
	stackedRecords = 3
	// leastWrapped is the minimum number of cells of several lines that prove records between rules if none has as many
	// words as prose.
	leastWrapped = 3
	stackedPairs = 4
	// pixel is how far line distances differ in points because a browser rounds to whole pixels. Distances between
	// cells differ by more.
	pixel = .8
	// loneShare is the largest share of records of a single cell.
	loneShare = .25
	// stackedTries is how many ways to tell the lines of a cell from the next cell are tried.
	stackedTries = 3
	// stackedPad is the widest white space between a wrapped line and the next column, beside the room for its next word, in
	// ems.
	stackedPad = 2.5
	// fieldShare is the least share of cells after the first column that are labels with a colon in a form.
	fieldShare = .25
	// stackedWords is the maximum number of words per cell, on average, in the last column. Paragraphs beside their
	// titles have more.
	stackedWords = 20.0
	// centredRecords is the minimum number of records with cells centred on taller ones that makes paragraphs cells
	// too.
	centredRecords = 2
)

// A few records below a header that has a label for each of their texts (FewRecords), chosen on invoices of two programs.
const (
	// fewRecords is the minimum number of records, and fewStep the largest distance between them, in ems.
	fewRecords = 2
	fewStep    = 4.5
	// fewFigures is the minimum number of columns of figures, unless the last column ends where its label does. If all
	// columns but the first hold figures, they need not be below their labels.
	fewFigures = 2
	// loneFigures is the minimum number of columns of figures if there is a single record.
	loneFigures = 3
	// unitLetters is the maximum number of letters of a unit or currency beside a figure.
	unitLetters = 3
)

// underRecords is the minimum number of records below a bold header that are as close to each other as the lines of
// their cells (UnderBold).
const underRecords = 2

// Words that begin at the same place in several rows (alignedCells). In the prose of the sources, no edge with that
// many rows was found.
const (
	// edgeRows is the minimum number of rows with such a word, edgeRest the most rows between two of them without one,
	// and sameEdge how far apart the words may begin, in points.
	edgeRows = 4
	edgeRest = 12
	sameEdge = .3
	// edgeGap is the least width of the widest white space in front of the words, in ems, and edgeSpread the least
	// difference to the narrowest.
	edgeGap    = .5
	edgeSpread = .15
	// edgeGutter is the narrowest gutter at the end of which texts begin, in ems. A browser's cells are 2 or 3 points
	// apart.
	edgeGutter = .15
)

// Records of several lines between two lines across a table, measured on invoices and lists of prices.
const (
	// leastItemLines is the minimum number of lines, and leastItems the fewest records. Those set apart by white space
	// are one more.
	leastItemLines = 3
	leastItems     = 2
	// leastItemFigures is the minimum number of columns of figures.
	leastItemFigures = 2
)
