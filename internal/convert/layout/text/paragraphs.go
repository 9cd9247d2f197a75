package text

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// sidewaysGap is the largest horizontal gap between two lines of a paragraph, in ems. Measured on running heads of
// FrameMaker.
const sidewaysGap = 2.0

// Paragraphs groups the lines of a region into paragraphs and list items, from top to bottom. It makes no
// copies: the groups share the array of lines.
func Paragraphs(lines []Line) [][]Line {
	if len(lines) == 0 {
		return nil
	}
	left, right := margins(lines)
	markLeading(lines, right)
	markHanging(lines)
	markLabelled(lines, left, right)
	for i := range lines {
		lines[i].tab = tabStop(lines[i])
	}
	var out [][]Line
	start := 0
	for i := 1; i < len(lines); i++ {
		if startsParagraph(lines, start, i, left, right) {
			out = append(out, lines[start:i])
			start = i
		}
	}
	out = append(out, lines[start:])
	for _, group := range out {
		markBroken(group, left, right)
	}
	return out
}

// startsParagraph reports whether line i begins a paragraph, given that lines[start] began the previous one.
func startsParagraph(lines []Line, start, i int, left, right float64) bool {
	prev, cur := lines[i-1], lines[i]
	if before, tag := TagOf(prev), TagOf(cur); before.Heading > 0 || tag.Heading > 0 {
		return before != tag
	}
	size := min(prev.size, cur.size)
	step := cur.Base - prev.Base
	leading := min(prev.leading, cur.leading)
	usual := leading * size
	if n := i - start; n > 1 {
		usual = (prev.Base - lines[start].Base) / float64(n-1)
	}
	switch {
	case isField(prev), isField(cur):
		return true
	case math.Abs(prev.size-cur.size) > sizeChange*max(prev.size, cur.size) && !goesOnInType(prev, cur, right):
		return true
	case step > ParagraphGap*max(usual, leading*size) || step < 0:
		return true
	case prev.Bold && cur.Bold && (stepsIn(prev, cur, right) || unlike(prev, cur)):
		return true
	case i-start == 1 && sideways(prev, cur):
		return true
	case nextTitle(prev, cur), prev.Bold && cur.Bold && step > titlesApart*size && hasRoom(prev, cur, left, right):
		return true
	case sharesTabStop(lines[start], cur), i+1 < len(lines) && sharesTabStop(cur, lines[i+1]):
		return true
	case Distinct(prev.color, cur.color) && StartsUpper(cur) && hasRoom(prev, cur, left, right):
		return true
	case prev.Bold != cur.Bold, prev.italic != cur.italic && (prev.Bold || (i-start == 1 && isItalicTitle(prev))):
		return true
	case startsClause(cur) && prev.box.X0-cur.box.X0 > FirstIndent*cur.size:
		return true
	case leavesItem(lines[start], cur) && hasRoom(prev, cur, left, right):
		return true
	case startsListItem(cur) && !inSentence(lines[start], prev, cur, left, right):
		return true
	case isEntry(prev), startsCaption(prev, cur, left, right), dividesOptions(prev, cur):
		return true
	case cur.labelled && beginsEntry(prev, cur, right):
		return true
	case followsReference(lines[start], cur), startsNote(lines[start]) && startsNote(cur):
		return true
	}
	if cur.hang == hangBegins || (cur.hang != hangsOn && indented(lines, start, i, left, right)) {
		return true
	}
	if i+1 < len(lines) && sentenceEnd(prev) && titles(cur, lines[i+1], left, right) {
		return true
	}
	title := i-start == 1 && titles(prev, cur, left, right)
	return endsShort(prev, cur, title, left, right)
}

// stepsIn reports whether a line is indented from the line before it, which has room for its first word, and is not
// centred below that line: it is the first term below a title.
func stepsIn(prev, cur Line, right float64) bool {
	if prev.leftward || isNumbered(prev) || startsListItem(prev) || fitsNoMore(prev, cur, right) {
		return false
	}
	shift := math.Abs(cur.box.X0+cur.box.X1-prev.box.X0-prev.box.X1) / 2
	return isIndent(cur.box.X0-prev.box.X0, cur.size) && shift > FirstIndent*cur.size
}

// goesOnInType reports whether a sentence goes on from line to line in the same type, whatever type most of the second line
// has: that of a long link, for example.
func goesOnInType(prev, cur Line, right float64) bool {
	last, first := prev.Words[len(prev.Words)-1], cur.Words[0]
	r, _ := utf8.DecodeRuneInString(first.Text)
	return last.Size == first.Size && unicode.IsLower(r) && runsOn(prev, cur, right)
}

// leavesItem reports whether a line begins left of the marker of the item before it. Items whose lines do so fill them.
func leavesItem(first, cur Line) bool {
	return first.box.X0-cur.box.X0 > FirstIndent*cur.size && !cur.leftward && startsListItem(first)
}

// sideways reports whether one of two lines ends well before the other begins, like the two ends of a running head that
// are not quite level.
func sideways(a, b Line) bool {
	gap := max(a.box.X0-b.box.X1, b.box.X0-a.box.X1)
	return gap > sidewaysGap*max(a.size, b.size)
}

// unlike reports whether two bold lines differ in size, such as the title of a section and that of its first
// subsection. A number in larger type belongs to its title.
func unlike(prev, cur Line) bool {
	return math.Abs(prev.size-cur.size) > sameType*max(prev.size, cur.size) && !leadingNumber.MatchString(prev.Text())
}

// nextTitle reports whether a line is the title that follows the one on the line before in a numbered document: that of
// its first subsection, of the next section, or of the section after an enclosing one.
func nextTitle(title, l Line) bool {
	if !isNumbered(title) || !isNumbered(l) {
		return false
	}
	before, after := numbersOf(title), numbersOf(l)
	if len(before)+len(after) == 2 && !(title.Bold && l.Bold) {
		return false // items of a list, or initials
	}
	last := len(after) - 1
	if last >= len(before) {
		return slices.Equal(before, after[:len(before)])
	}
	return slices.Equal(before[:last], after[:last]) && succeeds(before[last], after[last])
}

// numbersOf returns the parts of a title's leading number.
func numbersOf(title Line) []string {
	return strings.Split(strings.TrimSuffix(title.Words[0].Text, "."), ".")
}

// succeeds reports whether one number or letter comes right after another.
func succeeds(before, after string) bool {
	m, err := strconv.Atoi(before)
	n, err2 := strconv.Atoi(after)
	if err == nil && err2 == nil {
		return n == m+1
	}
	return len(before) == 1 && len(after) == 1 && after[0] == before[0]+1
}

// dividesOptions reports whether a line is the first one of a question's options, or the first one after them. The
// second line of a long option begins below the option's text, not below its box.
func dividesOptions(prev, cur Line) bool {
	if IsCheckBox(cur.Words[0].Text) {
		return true
	}
	if !IsCheckBox(prev.Words[0].Text) || cur.leftward || len(prev.Words) < 2 {
		return false
	}
	return cur.box.X0 < prev.Words[1].Box.X0-optionHang*cur.size
}

// startsCaption reports whether a line begins a caption rather than continuing a sentence.
func startsCaption(prev, cur Line, left, right float64) bool {
	if !strings.ContainsFunc(cur.Words[min(1, len(cur.Words)-1)].Text, unicode.IsDigit) || !caption.MatchString(cur.Text()) {
		return false
	}
	return cur.Words[0].Style != prev.Words[len(prev.Words)-1].Style || sentenceEnd(prev) || right-prev.box.X1 > ShortLine*(right-left)
}

// indented reports whether a first line is indented from its paragraph's edge.
func indented(lines []Line, start, i int, left, right float64) bool {
	prev, cur := lines[i-1], lines[i]
	if cur.leftward || prev.leftward {
		ended := sentenceEnd(prev) || prev.box.X0 > left+FirstIndent*cur.size
		return ended && isIndent(prev.box.X1-cur.box.X1, cur.size)
	}
	if startsListItem(lines[start]) || startsClause(lines[start]) || (LeftOpen(prev.Text()) && (StartsLower(cur.Text()) || fitsNoMore(prev, cur, right))) {
		return false
	}
	if underTabStop(lines[start], cur) {
		return false
	}
	in := cur.box.X0 - prev.box.X0
	if i-start == 1 && prev.box.X0 > left+FirstIndent*prev.size { // the previous line is itself a first line
		return isIndent(cur.box.X0-left, cur.size) && math.Abs(in) < sameIndent*cur.size && sentenceEnd(prev)
	}
	return isIndent(in, cur.size)
}

// fitsNoMore reports whether the first word of cur would not have fitted on the line before it.
func fitsNoMore(prev, cur Line, right float64) bool {
	first := cur.Words[0].Box
	return right-prev.box.X1 < first.X1-first.X0+spaceWidth*cur.size
}

// isIndent reports whether in, in points, is the indentation of a first line in type of this size.
func isIndent(in, size float64) bool { return in > FirstIndent*size && in < maxFirstIndent*size }

// endsShort reports whether the previous line ended although the next word would have fitted on it, which means the end
// of a paragraph. That counts only at the end of a sentence, at a change of type or after a section title, so that
// ragged and centred text stays together.
func endsShort(prev, cur Line, title bool, left, right float64) bool {
	return hasRoom(prev, cur, left, right) && (title || sentenceEnd(prev) || prev.italic != cur.italic) && StartsUpper(cur)
}

// sectionNumber matches the number or letter of a section.
var sectionNumber = pattern.New(`^(?:(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.(?:\d{1,2})?)$`)

// leadingNumber matches the number or letter at the beginning of a title or an item, alone or after letters such as
// "Art".
var leadingNumber = pattern.New(`^[\pP§]*(?:\p{L}{0,2}\pP?\d{1,3}(?:[\pP\p{L}]+\d{1,3})*|\p{L}|[IVXLC]{1,7})\pP*$`)

// titles reports whether a line is the numbered title of a section, followed by the first line of its text.
func titles(l, next Line, left, right float64) bool {
	if !isNumbered(l) || len(next.Words) < ProseLine || !StartsUpper(next) || isNumbered(next) {
		return false
	}
	return next.box.X1-next.box.X0 > titledLine*(right-left) && hasRoom(l, next, left, right)
}

// isNumbered reports whether a line begins like the title of a section: with a number and a capital.
func isNumbered(l Line) bool {
	if len(l.Words) < 2 || !sectionNumber.MatchString(l.Words[0].Text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(l.Words[1].Text)
	return unicode.IsUpper(r)
}

// isItalicTitle reports whether a line is in italics and begins like the title of a section. A letter without a period may be
// the first of a word.
func isItalicTitle(l Line) bool {
	return l.italic && isNumbered(l) && strings.ContainsAny(l.Words[0].Text, ".0123456789")
}

// sentenceEnd reports whether a line ends with the punctuation of a sentence.
func sentenceEnd(l Line) bool {
	text := strings.TrimRight(l.Text(), "\"'”’)]")
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?:;。", r)
}

// StartsUpper reports whether a line, ignoring quotation marks and brackets, begins with anything but a lowercase
// letter.
func StartsUpper(l Line) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(l.Text(), "\"'“‘(["))
	return !unicode.IsLower(r)
}

func margins(lines []Line) (left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		left, right = min(left, l.box.X0), max(right, l.box.X1)
	}
	return left, right
}

// runsOn reports whether a line is full and its sentence continues.
func runsOn(prev, cur Line, right float64) bool {
	return len(prev.Words) >= ProseLine && !sentenceEnd(prev) && fitsNoMore(prev, cur, right)
}

// Block makes a paragraph, a list item or, if the tags say so, a heading from at least one line. Its font has
// the size of most characters.
func Block(lines []Line) page.Block {
	unifyDirection(lines)
	b := page.Block{Kind: page.Paragraph, Box: lines[0].box}
	chars := map[float64]int{}
	bold, gap, color := true, 0.0, lines[0].color
	for _, l := range lines {
		if l.color != color {
			color = page.ManyColors
		}
		b.Box = ink.Union(b.Box, l.box)
		chars[math.Round(l.size*sizeGrain)/sizeGrain] += utf8.RuneCountInString(l.Text())
		bold, gap = bold && l.Bold, max(gap, widestGap(l))
	}
	size, most := 0.0, -1
	for s, n := range chars {
		if n > most || (n == most && s > size) {
			size, most = s, n
		}
	}
	b.Font = &page.Font{Size: size, Bold: bold, SmallCaps: inSmallCaps(lines), Gap: gap, Color: color}
	if applyTag(&b, lines) {
		return b
	}
	if marker, ordered, rest, ok := listMarker(lines); ok {
		b.Kind, b.Marker, b.Ordered = page.ListItem, marker, ordered
		b.Spans = Spans(rest)
		return b
	}
	b.Spans = Spans(lines)
	return b
}

// inSmallCaps reports whether all words with letters are in small capitals.
func inSmallCaps(lines []Line) bool {
	letters := false
	for _, l := range lines {
		for _, w := range l.Words {
			if !strings.ContainsFunc(w.Text, unicode.IsLetter) {
				continue
			}
			if letters = true; !w.smallCaps {
				return false
			}
		}
	}
	return letters
}

// widestGap returns the widest white space between two words of a line, ignoring the space after its leading number.
func widestGap(l Line) float64 {
	gap := 0.0
	for i := 1; i < len(l.Words); i++ {
		a, b := &l.Words[i-1], &l.Words[i]
		wider := max(b.Box.X0-a.Box.X1, a.Box.X0-b.Box.X1) // than the widest gap before
		if wider > gap && (i > numberedWords || !leadingNumber.MatchString(a.Text)) {
			gap = wider
		}
	}
	return gap
}
