package form

// The tolerances of this package. An em is the type size of the word next to a box. They hold on generated forms
// whose boxes measure .8 to 1.3 ems and on the forms among the test files of two PDF readers.
const (
	// boxLeast and boxMost are the least and greatest side of a box, in points.
	boxLeast = 4.5
	boxMost  = 20.0
	// emLeast and emMost are the same in ems. A box is at least as high as a capital; smaller ones are bullets and keys of
	// charts, larger ones hold pictures.
	emLeast = .7
	emMost  = 2.2
	// labelGap is the widest gap between a box and its label, in ems.
	labelGap = 1.8
	// labelOverlap is how far a label's first character may reach into the box, in ems.
	labelOverlap = .3
	// labelDrift is how far the middle of a box may be above or below the middle of its label, in ems.
	labelDrift = .55
	// middleHeight is the height of the middle of lowercase letters above the baseline, in ems.
	middleHeight = .3
	// sameSide is how far the sides of boxes of one kind may differ, as a share. Readers snap them to pixels.
	sameSide = .2
	// touching is the gap up to which boxes side by side are the cells of a comb or a grid, in points.
	touching = 1.0
	// markReach is how far a tick may protrude from its box, in sides of the box.
	markReach = .45
	// markLeast is the least share of the box's side that a mark extends over.
	markLeast = .25
	// edgePlay is how far, in points, the contents of a box may extend beyond it.
	edgePlay = .75

	// fieldGap is the widest gap between two fields on a line, in ems.
	fieldGap = 4.0
	// aboveReach and belowReach are how far above or below a field the middle of its label's line lies, in points.
	aboveReach = 14.0
	belowReach = 12.0
	// A value that the page does not show is set in type of valueSize points at most, valueWidth ems to a character,
	// valueLeading ems to a line, of which valueAscent is above the baseline.
	valueSize    = 10.0
	valueWidth   = .5
	valueLeading = 1.2
	valueAscent  = .8

	// leastBlank is the least length of a line to be filled in, in points.
	leastBlank = 18.0
	// blankRise is how far above such a line the middle of the letters on it may lie, in points.
	blankRise = 12.0
	// blankGap is the widest gap between a label and a drawn line after it, declaredGap that between a label and a
	// field of the document, and labelSpace that between two words of a label, in ems.
	blankGap    = 1.5
	declaredGap = 12.0
	labelSpace  = .8
	// blankDrift and declaredDrift are how far the baseline of what is filled in may lie from the label's, on a drawn
	// line and in a field of the document, in ems.
	blankDrift    = .5
	declaredDrift = 1.2
	// entryIndent is how far into a line an entry may begin, in ems.
	entryIndent = 2.0
	// underlineSlack is how much longer a line to write on is than the text on it, at least, in ems. Other lines are
	// underlines.
	underlineSlack = 1.0
	// leastUnderscores is the minimum number of underscores that form a line to write on.
	leastUnderscores = 3
	// entryRise is how far the middle of an entry may lie above the baseline of the underscores it is written on, and
	// entryDrift how far apart the two baselines may be, in ems of the underscores.
	entryRise  = 1.2
	entryDrift = .9
	// lineField is the largest height of a field that holds one line, in points.
	lineField = 30.0
	// longestLabel is the length of the longest label, in characters. Longer text before a field is a sentence.
	longestLabel = 60
	// maxBlanks is the maximum number of lines and fields of a page that are compared with its vertical lines.
	maxBlanks = 3000

	// A ring around a choice is at most ringSlack ems wider than the words in it, and at most ringHeight ems high.
	ringSlack  = 3.0
	ringHeight = 3.2
	// ringPlay is how far a word may reach into the line of the ring around it, in ems.
	ringPlay = .35
	// leastScale is the minimum number of consecutive numbers from which a ring can select one.
	leastScale = 3
	// maxChoices is the maximum number of choices of a line.
	maxChoices = 12

	// maxKeys is the maximum number of solid squares that are compared with the boxes.
	maxKeys = 20
	// maxBoxes is the maximum number of boxes of a page. A page with more is a grid or a plot.
	maxBoxes = 400
	// bucket is the side of the areas used for lookups, in points: at least the reach of a label.
	bucket = 64.0
	// maxNear is the maximum number of items in an area that are examined for one box.
	maxNear = 400
)
