package document

// The tolerances of this package. Sizes without a unit are relative to the size of the body. Where a comment names no
// measurement, the value was chosen by eye, and holds on the public conversion set.

// Headings.
const (
	// maxLevel is the deepest level of a heading.
	maxLevel = 6
	// maxBoldHeading is the length of the longest heading by weight alone, in bytes.
	maxBoldHeading = 120
	// leastSize is the size of the smallest heading by weight alone.
	leastSize = .95
	// HeadingSize is the size of the smallest heading by size alone.
	HeadingSize = 1.15
	// titleSize is the size from which text is a heading even where headings are rare: in margins, on contents pages.
	titleSize = 1.3
	// tierSize is the size from which type has a place in the ranking of headings.
	tierSize = 1.08
	// slantedOverlap and slantedGap bound the gap between a heading in italics and its paragraph, slantedIndent is how far
	// their left edges may differ, and slantedHeight is the height of the highest such heading (ems).
	slantedOverlap = .3
	slantedGap     = 1.0
	slantedIndent  = 3.0
	slantedHeight  = 2.2
	// captionLabel is the length in bytes from which a caption's label is a caption by itself.
	captionLabel = 14
	// firstIdeograph is the first character that is a word by itself.
	firstIdeograph = 0x2E80
	// titleLines is the most lines of a heading.
	titleLines = 3
	// maxNumber is the longest number, in bytes, by which a heading may differ from its bookmark.
	maxNumber = 8
)

// Contents pages.
const (
	// contentsEntries is the fewest entries of a contents page, and contentsShare the least share of its blocks that are
	// entries.
	contentsEntries = 5
	contentsShare   = .5
	// entryEnd is as much of a text's end, in bytes, as shows whether it is an entry.
	entryEnd = 80
)

// Running heads and footnotes.
const (
	// margin is the share of the page's height at its edges where running heads stand; it decides where there are not
	// enough pages to see what repeats.
	margin = .085
	// repeats is the fewest pages on which a running head stands, and repeatPages the pages for each of which it stands on
	// one: left and right pages may differ, and chapters begin without.
	repeats     = 3
	repeatPages = 4
	// maxEdges is the most texts remembered: a running head comes back within that many others. maxEdgeText is the length
	// of the longest, in bytes.
	maxEdges    = 20_000
	maxEdgeText = 160
	// footnoteTop is the share of the page's height above all footnotes, and footnoteSize the size of the largest.
	footnoteTop  = .5
	footnoteSize = .94
	// maxReference is the length of the longest reference to a footnote, in bytes: three signs.
	maxReference = 9
)

// Tables over page breaks.
const (
	// columnDrift is how far a column may stand from its place on the page before, in points.
	columnDrift = 4.0
	// cutBelow is the share of the page's height to which a table reaches when the end of the page cuts it.
	cutBelow = .6
)
