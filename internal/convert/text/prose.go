package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// paragraphLines is the maximum number of lines in a paragraph, so that a file without blank lines does not become one
// block.
const paragraphLines = 60

var (
	bullet = pattern.New(`^\s*([-*•–▪·]|\d{1,3}[.)]|[a-z]\))\s+\S`)
	// columns matches words separated by runs of spaces or tabs.
	columns = pattern.New(`\S( {3,}|\t+)\S`)
	// label matches the name at the beginning of a field, as in the header of a message.
	label = pattern.New(`^\s*\p{Lu}[\p{L}-]*( [\p{L}-]+){0,2}:[ \t]`)
)

// Prose reads plain text, with line feeds at the ends of its lines, into paragraphs, list items and code.
func Prose(s string) []page.Block { return proseBlocks(s) }

// proseBlocks reads plain text: paragraphs between blank lines, list items by their marks, and blocks of
// columns, which are kept verbatim because their alignment is their meaning.
func proseBlocks(s string) []page.Block {
	width := wrapWidth(s)
	var blocks []page.Block
	var para []string
	flush := func() {
		blocks = append(blocks, paragraphBlocks(para, width)...)
		para = para[:0]
	}
	for line := range strings.SplitSeq(s, "\n") {
		if strings.TrimSpace(line) == "" {
			flush()
			continue
		}
		if len(para) == paragraphLines {
			flush()
		}
		para = append(para, strings.TrimRight(line, " \t"))
	}
	flush()
	return blocks
}

// wrapWidth returns the width that the text was wrapped to, or 0 if its line ends are deliberate.
func wrapWidth(s string) int {
	var widths []int
	lines := strings.Split(s[:min(len(s), 256<<10)], "\n")
	for i, line := range lines[:len(lines)-1] {
		if strings.TrimSpace(lines[i+1]) != "" && strings.TrimSpace(line) != "" && !bullet.MatchString(lines[i+1]) {
			widths = append(widths, utf8.RuneCountInString(line))
		}
	}
	if len(widths) < 3 {
		return 0
	}
	slices.Sort(widths)
	width := widths[len(widths)*19/20]
	near := len(widths) - slices.IndexFunc(widths, func(w int) bool { return w*10 >= width*7 })
	if width < 40 || width > 130 || near*10 < len(widths)*7 {
		return 0
	}
	return width
}

// paragraphBlocks returns blocks for the lines between two blank ones.
func paragraphBlocks(lines []string, width int) []page.Block {
	if len(lines) == 0 {
		return nil
	}
	if isColumns(lines) {
		return []page.Block{{Kind: page.Code, Spans: []page.Span{{Text: strings.Join(lines, "\n")}}}}
	}
	var blocks []page.Block
	start := 0
	for i := 1; i <= len(lines); i++ {
		if i == len(lines) || (bullet.MatchString(lines[i]) && bullet.MatchString(lines[start])) {
			blocks = append(blocks, proseBlock(lines[start:i], width))
			start = i
		}
	}
	return blocks
}

func isColumns(lines []string) bool {
	n := 0
	for _, line := range lines {
		if columns.MatchString(line) {
			n++
		}
	}
	return n >= 2 && n*2 >= len(lines)
}

func proseBlock(lines []string, width int) page.Block {
	b := page.Block{Kind: page.Paragraph}
	first := lines[0]
	if m := bullet.FindStringSubmatchIndex(first); m != nil {
		b.Kind, b.Marker = page.ListItem, first[m[2]:m[3]]
		if b.Ordered = strings.ContainsAny(b.Marker, ".)"); !b.Ordered {
			b.Marker = "•"
		}
		b.Level = min(m[2]/2, 8)
		first = first[m[3]:]
	}
	fields := hasFields(lines)
	var text strings.Builder
	text.WriteString(strings.TrimSpace(first))
	for i, line := range lines[1:] {
		// A line that ends well before the margin was broken by its author.
		isFull := width > 0 && utf8.RuneCountInString(lines[i])*2 > width
		if isFull && !(fields && label.MatchString(line)) {
			text.WriteByte(' ')
		} else {
			text.WriteByte('\n')
		}
		text.WriteString(strings.TrimSpace(line))
	}
	b.Spans = []page.Span{{Text: text.String()}}
	return b
}

// hasFields reports whether several lines begin with the name of a field, each of which then begins a line of its own.
func hasFields(lines []string) bool {
	n := 0
	for _, line := range lines {
		if label.MatchString(line) {
			n++
		}
	}
	return n > 1
}
