package figure

// The tolerances of this package, chosen by eye on charts of R, gnuplot, matplotlib and spreadsheets in manuals and yearly
// reports. An em is the size of a text's own type.
const (
	// cell is the least width of a square of the grid that drawings are entered in, in points, and mostCells the most such
	// squares. Pages larger than usual have larger squares.
	cell      = 4.0
	mostCells = 200_000
	// reach is half the largest gap between two pieces of one figure, in points.
	reach = 5.0
	// mostItems is the most lines and areas of a page that are looked at. Maps have more, and are a single figure.
	mostItems = 100_000
	// pageShare is the share of a page from which a filled area is its background.
	pageShare = .5
	// frameShare is the share of a figure's width or height from which a line of it may be its frame.
	frameShare = .9
	// frameReach is how far the frame of a plot is from what is drawn in it, in points.
	frameReach = 24.0

	// leastSide is the least width and height of a figure, and of one without an axis, in points: signatures and logos are
	// smaller.
	leastSide  = 40.0
	leastPlain = 60.0
	// leastStrokes is the fewest free lines of a figure without an axis, and strokeShare the least share of its area that they
	// span.
	leastStrokes = 3
	strokeShare  = .1
	// mostShare is the largest share of the page that a figure without an axis takes.
	mostShare = .6

	// leastMarks is the fewest numbers of an axis. Numbers of an axis are centred on the ends of its ticks to markSlack, and
	// at most markReach away (ems). The ends of ticks are level to tickLevel (points).
	leastMarks = 3
	markSlack  = .3
	markReach  = 2.2
	tickLevel  = 1.0
	// markOverlap is how far a tick may reach into its number, in ems, because boxes of words are higher than digits.
	markOverlap = .35
	// digitMiddle is the height of the middle of a digit above the baseline, in ems.
	digitMiddle = .35
	// tickLooks is the most ticks at the place of a number that are looked at.
	tickLooks = 64

	// leastBar is the least width and height of a bar, in points, and the least difference of two heights.
	leastBar = 3.0

	// sentenceWords is the fewest words of a line of running text, and mostProse the largest share of a figure's letters that
	// is in such lines.
	sentenceWords = 7
	mostProse     = .3
	// mostStacked is the most lines that stand right below another, in a figure whose texts go on over lines.
	mostStacked = 6
	// leading is the largest distance of two lines of one paragraph, in ems.
	leading = 1.8
	// mostAround is the most texts before or after another, by baseline, that are looked at.
	mostAround = 64

	// panelGap is the largest gap between two panels of one figure, and panelLevel how far their edges may differ, in points.
	panelGap   = 36.0
	panelLevel = 2.0

	// titleSize is how much larger than the other texts of a figure its title is.
	titleSize = 1.3
	// labelReach is how far a label may be from its figure, in ems, labelSize how much larger than the texts within it, and
	// labelRounds how often labels beyond labels are looked for: numbers of an axis, its title.
	labelReach  = 2.0
	labelSize   = 1.1
	labelRounds = 3
	// sidewaysReach is how far turned text may be from its figure, in points.
	sidewaysReach = 36.0
	// mostLabels is the most texts that are tried as labels of one figure, and mostFigures the most figures of a page.
	mostLabels  = 400
	mostFigures = 64
	// leastPoints is the fewest words without a letter or a digit that are the points of a chart.
	leastPoints = 8
)
