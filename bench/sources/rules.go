package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// nothing is the answer of a function without results.
const nothing = "-"

// rule is a function of the layout that decides something, with the answer that switches it off, or a tolerance with the
// factor that it is multiplied by.
type rule struct {
	file, name string
	// answer are the results that the function returns at once, parted by ";".
	answer string
	factor float64
}

func (r rule) place() string {
	return strings.TrimSuffix(filepath.Base(r.file), ".go") + "." + r.name
}

func (r rule) change() string {
	switch {
	case r.factor != 0:
		return fmt.Sprintf("× %g", r.factor)
	case r.answer == nothing:
		return "left out"
	}
	return "always " + r.answer
}

// rules are what decides about headings, lists, tables, columns and joins.
var rules = []rule{
	{file: "table/ruled.go", name: "Ruled", answer: "nil;runs;r.Across"},
	{file: "table/banded.go", name: "Banded", answer: "nil;runs"},
	{file: "table/borderless.go", name: "Borderless", answer: "nil;runs"},
	{file: "table/borderless.go", name: "pairs", answer: "false"},
	{file: "table/borderless.go", name: "entitled", answer: "false"},
	{file: "table/borderless.go", name: "leaders", answer: "false"},
	{file: "table/borderless.go", name: "contents", answer: "false"},
	{file: "table/borderless.go", name: "markers", answer: "false"},
	{file: "table/borderless.go", name: "short", answer: "true"},
	{file: "table/between.go", name: "hasCaption", answer: "false"},
	{file: "table/between.go", name: "scattered", answer: "false"},
	{file: "table/bandends.go", name: "apart", answer: "0"},
	{file: "table/banded.go", name: "prose", answer: "false"},
	{file: "table/banded.go", name: "populated", answer: "true"},
	{file: "table/banded.go", name: "stretchHeader", answer: nothing},
	{file: "table/banded.go", name: "spanByRules", answer: nothing},
	{file: "table/banded_records.go", name: "wrapped", answer: "false"},
	{file: "table/banded_records.go", name: "labelled", answer: "false"},
	{file: "table/edgerows.go", name: "takeEdges", answer: nothing},
	{file: "table/edgerows.go", name: "namesEach", answer: "false"},
	{file: "table/edgerows.go", name: "isField", answer: "false"},
	{file: "table/headerspans.go", name: "spanHeaders", answer: nothing},
	{file: "table/figures.go", name: "headsFigures", answer: "false"},
	{file: "table/headerspans.go", name: "overRanges", answer: "false"},
	{file: "table/signs.go", name: "joinSigns", answer: nothing},
	{file: "table/spaced.go", name: "Spaced", answer: "nil;runs"},
	{file: "table/totals.go", name: "spanTotals", answer: nothing},
	{file: "table/rowspans.go", name: "spanRows", answer: nothing},
	{file: "table/records.go", name: "continues", answer: "false"},
	{file: "table/records.go", name: "wrappedLabels", answer: "make([]bool, len(band))"},
	{file: "table/banded.go", name: "titled", answer: "false"},
	{file: "table/ruled.go", name: "drawing", answer: "false"},
	{file: "table/ruled.go", name: "plainBox", answer: "false"},
	{file: "table/ruled.go", name: "severalRecords", answer: "false"},
	{file: "table/gutters.go", name: "divides", answer: "true"},
	{file: "text/code.go", name: "ListingLines", answer: "0"},
	{file: "text/contents.go", name: "isEntry", answer: "false"},
	{file: "text/dropcaps.go", name: "DropCaps", answer: "words"},
	{file: "text/lists.go", name: "startsListItem", answer: "false"},
	{file: "text/lists.go", name: "inSentence", answer: "false"},
	{file: "text/lists.go", name: "NestLists", answer: nothing},
	{file: "text/paragraphs.go", name: "startsCaption", answer: "false"},
	{file: "text/paragraphs.go", name: "indented", answer: "false"},
	{file: "text/paragraphs.go", name: "fitsNoMore", answer: "false"},
	{file: "text/hanging.go", name: "markHanging", answer: nothing},
	{file: "text/rows.go", name: "justified", answer: "false"},
	{file: "text/paragraphs.go", name: "endsShort", answer: "false"},
	{file: "text/hyphens.go", name: "MarkHyphens", answer: nothing},
	{file: "text/signs.go", name: "GlueSigns", answer: nothing},
	{file: "text/sentences.go", name: "Continues", answer: "false"},
	{file: "document/bookmarks.go", name: "MarkTitles", answer: nothing},
	{file: "document/footnotes.go", name: "MarkFootnotes", answer: nothing},
	{file: "document/numbered.go", name: "isNumbered", answer: "false"},
	{file: "document/terms.go", name: "isTerm", answer: "false"},
	{file: "document/headings.go", name: "isContents", answer: "false"},
	{file: "document/headings.go", name: "slanted", answer: "false"},
	{file: "document/headings.go", name: "attached", answer: "false"},
	{file: "document/headings.go", name: "isAside", answer: "false"},
	{file: "document/headings.go", name: "labelled", answer: "false"},
	{file: "document/headings.go", name: "isQuotation", answer: "false"},
	{file: "document/headings.go", name: "endsSentence", answer: "false"},
	{file: "document/headings.go", name: "startsLikeHeading", answer: "true"},
	{file: "document/headings.go", name: "between", answer: "true"},
	{file: "document/survey.go", name: "markRunning", answer: nothing},
	{file: "document/stitch.go", name: "StitchColumns", answer: nothing},
	{file: "document/tablebreak.go", name: "goesOn", answer: "false"},
	{file: "sidetitles.go", name: "areTitles", answer: "false"},
	{file: "cards.go", name: "titleBelow", answer: "false"},
	{file: "cards.go", name: "titlesLevel", answer: "true"},
	{file: "cards.go", name: "titleAcross", answer: "column;below"},
	{file: "cardfills.go", name: "isCard", answer: "false"},
	{file: "boxed.go", name: "column", answer: "nil"},
	{file: "extend.go", name: "extended", answer: "g"},
	{file: "pauses.go", name: "broken", answer: "false"},
	{file: "columns.go", name: "level", answer: "true"},
	{file: "ink/rules.go", name: "visible", answer: "fills"},
	{file: "coverage.go", name: "checkCoverage", answer: nothing},
	{file: "tolerances.go", name: "levelShare", factor: .8},
	{file: "tolerances.go", name: "levelShare", factor: 1.25},
	{file: "tolerances.go", name: "leastGutter", factor: .8},
	{file: "tolerances.go", name: "leastGutter", factor: 1.25},
	{file: "tolerances.go", name: "sameGutter", factor: .8},
	{file: "tolerances.go", name: "sameGutter", factor: 1.25},
	{file: "tolerances.go", name: "pauseHole", factor: .8},
	{file: "tolerances.go", name: "pauseHole", factor: 1.25},
	{file: "table/tolerances.go", name: "crossShare", factor: .8},
	{file: "table/tolerances.go", name: "crossShare", factor: 1.25},
	{file: "table/tolerances.go", name: "overhang", factor: .8},
	{file: "table/tolerances.go", name: "overhang", factor: 1.25},
	{file: "table/tolerances.go", name: "fullLine", factor: .8},
	{file: "table/tolerances.go", name: "fullLine", factor: 1.25},
	{file: "table/tolerances.go", name: "centreShare", factor: .8},
	{file: "table/tolerances.go", name: "centreShare", factor: 1.25},
	{file: "table/tolerances.go", name: "tightStep", factor: .8},
	{file: "table/tolerances.go", name: "tightStep", factor: 1.25},
	{file: "table/tolerances.go", name: "otherSize", factor: .8},
	{file: "table/tolerances.go", name: "otherSize", factor: 1.25},
	{file: "tolerances.go", name: "columnGap", factor: .7},
	{file: "tolerances.go", name: "columnGap", factor: 1.3},
	{file: "tolerances.go", name: "columnProse", factor: .7},
	{file: "tolerances.go", name: "columnProse", factor: 1.3},
	{file: "tolerances.go", name: "columnRows", factor: .7},
	{file: "tolerances.go", name: "columnRows", factor: 1.3},
	{file: "tolerances.go", name: "rowGap", factor: .7},
	{file: "tolerances.go", name: "rowGap", factor: 1.3},
	{file: "text/tolerances.go", name: "SameLine", factor: .7},
	{file: "text/tolerances.go", name: "SameLine", factor: 1.3},
	{file: "text/tolerances.go", name: "wideGap", factor: .7},
	{file: "text/tolerances.go", name: "wideGap", factor: 1.3},
	{file: "text/tolerances.go", name: "ParagraphGap", factor: .7},
	{file: "text/tolerances.go", name: "ParagraphGap", factor: 1.3},
	{file: "text/tolerances.go", name: "sizeChange", factor: .7},
	{file: "text/tolerances.go", name: "sizeChange", factor: 1.3},
	{file: "text/tolerances.go", name: "FirstIndent", factor: .7},
	{file: "text/tolerances.go", name: "FirstIndent", factor: 1.3},
	{file: "text/tolerances.go", name: "ShortLine", factor: .7},
	{file: "text/tolerances.go", name: "ShortLine", factor: 1.3},
	{file: "text/tolerances.go", name: "looseGap", factor: .7},
	{file: "text/tolerances.go", name: "looseGap", factor: 1.3},
	{file: "table/tolerances.go", name: "tableGutter", factor: .7},
	{file: "table/tolerances.go", name: "tableGutter", factor: 1.3},
	{file: "table/tolerances.go", name: "alignedShare", factor: .7},
	{file: "table/tolerances.go", name: "alignedShare", factor: 1.3},
	{file: "table/tolerances.go", name: "leastFilled", factor: .7},
	{file: "table/tolerances.go", name: "leastFilled", factor: 1.3},
	{file: "table/tolerances.go", name: "proseShare", factor: .7},
	{file: "table/tolerances.go", name: "proseShare", factor: 1.3},
	{file: "table/tolerances.go", name: "looseStep", factor: .7},
	{file: "table/tolerances.go", name: "looseStep", factor: 1.3},
	{file: "table/tolerances.go", name: "sparse", factor: .7},
	{file: "table/tolerances.go", name: "sparse", factor: 1.3},
	{file: "table/tolerances.go", name: "freeShare", factor: .7},
	{file: "table/tolerances.go", name: "freeShare", factor: 1.3},
	{file: "table/tolerances.go", name: "edgeStep", factor: .7},
	{file: "table/tolerances.go", name: "edgeStep", factor: 1.3},
	{file: "table/tolerances.go", name: "cellShare", factor: .7},
	{file: "table/tolerances.go", name: "cellShare", factor: 1.3},
	{file: "document/tolerances.go", name: "HeadingSize", factor: .7},
	{file: "document/tolerances.go", name: "HeadingSize", factor: 1.3},
	{file: "document/tolerances.go", name: "titleSize", factor: .7},
	{file: "document/tolerances.go", name: "titleSize", factor: 1.3},
	{file: "document/tolerances.go", name: "leastSize", factor: .7},
	{file: "document/tolerances.go", name: "leastSize", factor: 1.3},
	{file: "document/tolerances.go", name: "tierSize", factor: .7},
	{file: "document/tolerances.go", name: "tierSize", factor: 1.3},
	{file: "document/tolerances.go", name: "maxBoldHeading", factor: .7},
	{file: "document/tolerances.go", name: "maxBoldHeading", factor: 1.3},
	{file: "document/tolerances.go", name: "margin", factor: .7},
	{file: "document/tolerances.go", name: "margin", factor: 1.3},
	{file: "document/tolerances.go", name: "footnoteSize", factor: .7},
	{file: "document/tolerances.go", name: "footnoteSize", factor: 1.3},
}
