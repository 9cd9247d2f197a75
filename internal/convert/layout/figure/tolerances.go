package figure

// The tolerances of this package, chosen by eye on charts of R, gnuplot, matplotlib and spreadsheets in manuals and yearly
// reports. An em is the size of a text's own type.
const (
	// cell is the least side of the squares into which a page is divided, in points, and mostCells their maximum
	// number. Larger pages have larger squares.
	cell      = 4.0
	mostCells = 200_000
	// reach is half the largest gap between two pieces of one figure, in points.
	reach = 5.0
	// mostItems is the maximum number of lines and areas examined on a page. Maps have more, and are a single figure.
	mostItems = 100_000
	// pageShare is the least share of a page that its background covers.
	pageShare = .5
	// frameShare is the least length of a line that may be a figure's frame, as a share of the figure's width or
	// height.
	frameShare = .9
	// frameReach is how far the frame of a plot is from what is drawn in it, in points.
	frameReach = 24.0

	// leastSide is the least width and height of a figure, and of one without an axis, in points: signatures and logos are
	// smaller.
	leastSide  = 40.0
	leastPlain = 60.0
	// leastStrokes is the minimum number of free lines of a figure without an axis, and strokeShare the least share of
	// its area that they span.
	leastStrokes = 3
	strokeShare  = .1
	// mostShare is the largest share of the page that a figure without an axis takes.
	mostShare = .6

	// leastMarks is the minimum number of numbers on an axis. They are centred on the ends of its ticks within
	// markSlack and at most markReach away (ems). The ends of ticks are level within tickLevel (points).
	leastMarks = 3
	markSlack  = .3
	markReach  = 2.2
	tickLevel  = 1.0
	// markOverlap is how far a tick may reach into the box of its number, in ems, because boxes of words are taller
	// than digits.
	markOverlap = .35
	// digitMiddle is the height of the middle of a digit above the baseline, in ems.
	digitMiddle = .35
	// tickLooks is the maximum number of ticks examined at the place of a number.
	tickLooks = 64

	// leastBar is the least width and height of a bar, and the least difference between two heights, in points.
	leastBar = 3.0

	// sentenceWords is the minimum number of words of a line of running text, and mostProse the largest share of a
	// figure's letters that is in such lines.
	sentenceWords = 7
	mostProse     = .3
	// mostStacked is the maximum number of lines right below another line in a figure, some of whose texts may have
	// several lines.
	mostStacked = 6
	// leading is the largest distance of two lines of one paragraph, in ems.
	leading = 1.8
	// mostAround is the maximum number of texts examined before or after another one, by baseline.
	mostAround = 64

	// panelGap is the largest gap between two panels of one figure, and panelLevel how far their edges may differ, in points.
	panelGap   = 36.0
	panelLevel = 2.0

	// titleSize is how much larger than the other texts of a figure its title is.
	titleSize = 1.3
	// labelReach is how far a label may be from its figure, in ems, labelSize how much larger it may be than the texts
	// within the figure, and labelRounds how often labels next to labels are searched for: numbers of an axis, then its
	// title.
	labelReach  = 2.0
	labelSize   = 1.1
	labelRounds = 3
	// sidewaysReach is how far turned text may be from its figure, in points.
	sidewaysReach = 36.0
	// mostLabels is the maximum number of texts tried as labels of one figure, and mostFigures the maximum number of
	// figures on a page.
	mostLabels  = 400
	mostFigures = 64
	// leastPoints is the minimum number of words without letters and digits that are taken for the points of a chart.
	leastPoints = 8
)
