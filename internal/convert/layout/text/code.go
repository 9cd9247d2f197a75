package text

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// IsCode reports whether a line is in fixed-width type throughout, except for a line number and a continuation mark.
func IsCode(l Line) bool { return inCode(l.Words) }

// ListingLines counts the lines at the start of lines that form one listing. It returns 0 if there is none.
func ListingLines(lines []Line) int {
	n := 0
	for n < len(lines) && (IsCode(lines[n]) || (n > 0 && onlyBorrowed(lines[n].Words))) {
		if n > 0 && !sameListing(lines[n-1], lines[n]) {
			break
		}
		n++
	}
	if n < CodeLines {
		return 0
	}
	return n
}

func sameListing(before, l Line) bool {
	return l.Base-before.Base <= codeStep*l.size && math.Abs(l.size-before.size) <= sizeChange*l.size
}

// CodeBlock makes a listing from at least one line. It restores spaces and blank lines from the width of the
// type and the distance between the lines.
func CodeBlock(lines []Line) page.Block {
	left, right := margins(lines)
	width, leading := charWidth(lines), usualLeading(lines, right)
	var text strings.Builder
	b := page.Block{Kind: page.Code, Box: lines[0].box, Font: &page.Font{Size: lines[0].size}}
	for i, l := range lines {
		b.Box = ink.Union(b.Box, l.box)
		if i > 0 {
			blank := int(math.Round((l.Base-lines[i-1].Base)/(leading*l.size))) - 1
			text.WriteString(strings.Repeat("\n", 1+min(max(blank, 0), maxBlank)))
		}
		column := 0
		for k, w := range l.Words {
			gap := int(math.Round((w.Box.X0-left)/width)) - column
			if k > 0 && !w.Glued {
				gap = max(gap, 1)
			}
			text.WriteString(strings.Repeat(" ", min(max(gap, 0), maxIndent)))
			text.WriteString(w.Text)
			column += max(gap, 0) + utf8.RuneCountInString(w.Text)
		}
	}
	b.Spans = []page.Span{{Text: text.String()}}
	return b
}

// charWidth returns the advance of the lines' characters in points: the median over the words.
func charWidth(lines []Line) float64 {
	var widths []float64
	for _, l := range lines {
		for _, w := range l.Words {
			widths = append(widths, (w.Box.X1-w.Box.X0)/float64(utf8.RuneCountInString(w.Text)))
		}
	}
	slices.Sort(widths)
	return max(widths[len(widths)/2], minCharWidth)
}
