package tree

// The tolerances of this package. Where a comment mentions no measurement, the value was chosen by eye on
// tagged PDFs of several programs, since the public conversion set has none.

// Trust in a structure tree.
const (
	// inlineGap is the widest space before a link that continues a line, in ems: that of a justified line.
	inlineGap = 1.0
	// maxJoined is how often a paragraph may continue after a link. It is built again each time.
	maxJoined = 50
	// codeLeading is the largest distance between two lines of a listing, in ems. Between listings there is more.
	codeLeading = 1.8
	// looseShare is the largest share of the text that may be in elements which do not describe it.
	looseShare = .5
	// risingShare is the largest share of blocks that may be above the preceding one in the same column.
	risingShare = .1
	// pieceShare is the largest share of paragraphs that may continue the preceding one.
	pieceShare = .15
	// leastWrong is the least number of faults at which these two shares apply.
	leastWrong = 3
	// giantShare is the share of the text in one element above which that element must not contain giantParagraphs
	// paragraphs.
	giantShare      = .6
	giantParagraphs = 3
	// levelLines is the largest share of one-line paragraphs that may be level with levelOthers others: those are cells
	// of a table that the tree does not know. leastLevel is the minimum number of such lines that count.
	levelLines  = .4
	leastLevel  = 12
	levelOthers = 2
	// columnOverlap is the share of the narrower of two blocks that the other must cover for both to be in one
	// column.
	columnOverlap = .5
	// tornGap is the largest gap below a line whose paragraph continues in the next block, and tornIndent how far that
	// block's left edge may differ (ems).
	tornGap    = .8
	tornIndent = 4.0
)

// Elements.
const (
	// upwards is how far up text must jump within an element to continue in the next column, in ems: more than
	// a superscript.
	upwards = 1.2
	// maxFigure is the most text in a picture, in bytes.
	maxFigure = 600
	// raggedShare is the largest share of rows of a data table that may lack cells, and disorderShare that of
	// its rows and cells that may be out of order.
	raggedShare   = .25
	disorderShare = .1
	// leastFilled is the minimum number of cells with text.
	leastFilled = 3
	// cellWords is the largest mean number of words in a cell. More than that are columns of text.
	cellWords = 60
	// leastBareRows is the minimum number of rows of a table that is not tagged as one. alignedGap is the white space
	// beside a text that shows columns: wider than a space (ems). cellDepth is the deepest nesting of elements in a
	// row, so that nested elements are not read over and over: a link within bold text within a cell has five levels.
	leastBareRows = 3
	alignedGap    = .6
	cellDepth     = 6
	// leastShown is the minimum number of rows with texts side by side in a table that the page shows.
	leastShown = 2
	// leastUsual is the minimum number of texts that show where the others of a column are.
	leastUsual = 3
	// layoutDepth is the least nesting of a table that only places tables on the page.
	layoutDepth = 2
	// leastAround is the minimum number of cells with text in a table with tables or headings in its cells, and
	// tableShare the largest share of them that contain one.
	leastAround = 6
	tableShare  = .25
	// maxColumns is the maximum number of columns of a table.
	maxColumns = 60
)
