package document

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

var (
	// sectionNumber matches the beginning of a numbered heading, endsInPage an entry of a table of contents.
	sectionNumber = pattern.New(`^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z](?:\.\d{1,2}){1,3}|[IVX]{1,5}\.|(?i:chapter|section|part|appendix|annex|article)\s+[\dA-Z]{1,4}[.:]?)\s+\S`)
	endsInPage    = pattern.New(`\S\s+(?:\d{1,4}|[ivxlc]{1,6})$`)
)

// markHeadings turns the blocks of a page that look like headings into headings.
func (s *Survey) markHeadings(p *page.Page) {
	contents, entries := isContents(p.Blocks), 0
	slide, own, cards := textOnSlide(p), s.ownBody(p), cardTitles(p)
	largest := 0.0 // type so far
	for i := range p.Blocks {
		b, above := &p.Blocks[i], largest
		if b.Font != nil {
			largest = max(above, b.Font.Size)
		}
		if contents && isEntryText(b.Text()) {
			entries++
		}
		if b.Kind == page.Heading && b.Font != nil {
			s.outline.place(b.Text(), halfPoint(b.Font.Size), b.Level)
		}
		possible := b.Kind == page.Paragraph || (b.Kind == page.ListItem && b.Ordered)
		decided := b.Tagged && s.tagged
		if !possible || decided || b.Font == nil {
			continue
		}
		short := s.pages < repeats
		rare := (contents && entries > 0) || (short && inMargin(p, b) && !s.attached(p.Blocks, i))
		looksLikeOne := s.isHeading(p.Blocks, i, rare) && !slide.isUsual(*b) && !isPlain(*b, own) && !isSentence(p, b, above)
		if (short && atFoot(p, b)) || (!looksLikeOne && !cards[i] && !s.titlesSlide(p, i)) {
			continue
		}
		makeHeading(b, 0)
		b.Level = s.outline.place(b.Text(), halfPoint(b.Font.Size), s.level(b.Font.Size)+s.lettered.below(b.Text()))
	}
}

// isContents reports whether a page belongs to a table of contents.
func isContents(blocks []page.Block) bool {
	entries := 0
	for _, b := range blocks {
		if b.Table == nil && isEntryText(b.Text()) {
			entries++
		}
	}
	return entries >= contentsEntries && float64(entries) >= contentsShare*float64(len(blocks))
}

func isEntryText(entry string) bool {
	entry = strings.TrimSpace(entry)
	entry = entry[max(0, len(entry)-entryEnd):]
	numbered := entry != "" && strings.IndexByte("0123456789ivxlc", entry[len(entry)-1]) >= 0 // true of few texts
	return (numbered && endsInPage.MatchString(entry)) || text.EndsInLeaders(entry)
}

func inMargin(p *page.Page, b *page.Block) bool {
	return p.Height > 0 && (b.Box.Y1 < margin*p.Height || b.Box.Y0 > (1-margin)*p.Height)
}

// atFoot reports whether a block is in the margin at the foot of the page, where a heading would name nothing.
func atFoot(p *page.Page, b *page.Block) bool { return inMargin(p, b) && b.Box.Y0 > p.Height/2 }

// attached reports whether block i is bold or the numbered title of a section, and the text below follows it closely. A
// running head is farther away.
func (s *Survey) attached(blocks []page.Block, i int) bool {
	if i+1 >= len(blocks) || (!blocks[i].Font.Bold && !isNumbered(blocks, i)) {
		return false
	}
	return s.closeBelow(blocks[i], blocks[i+1])
}

// closeBelow reports whether the next block is below b, by at most a blank line.
func (s *Survey) closeBelow(b, next page.Block) bool {
	return next.Box.Y0 >= b.Box.Y0 && next.Box.Y0-b.Box.Y1 <= attachedGap*s.body
}

func (s *Survey) isHeading(blocks []page.Block, i int, rare bool) bool {
	b := blocks[i]
	if !couldHead(b) {
		return false
	}
	heading := withoutNotes(b)
	size := b.Font.Size / s.body
	if inRow(blocks, i) || s.isAdmonition(b) || isByline(blocks, i) || (size < posterSize && isParticulars(heading)) {
		return false
	}
	if size < titleSize && (allCode(b) || s.isLabel(blocks, i)) {
		return false
	}
	if size < HeadingSize && !hasWord(heading) {
		return false
	}
	large := size >= leastSize || (size >= smallCapitals && isCapitals(heading))
	byWeight := size >= leastSize && len(heading) <= maxBoldHeading && !endsSentence(heading)
	switch {
	case !rare && size >= smallCapitals && s.isLetteredTitle(blocks, i):
		return true
	case !rare && size >= smallCapitals && titlesReferences(blocks, i):
		return true
	case !rare && large && isNumbered(blocks, i):
		return true
	case !rare && size < leastSize && s.isSmallTitle(blocks, i):
		return true
	case !rare && size >= leastSize && s.isSmallCapsTitle(blocks, i):
		return true
	case !rare && (s.isTintedTitle(blocks, i) || s.isSlantedTitle(blocks, i)):
		return true
	case rare:
		return size >= titleSize && !strings.HasSuffix(heading, ",")
	case b.Kind == page.ListItem:
		return size >= titleSize || (byWeight && b.Font.Bold && !between(blocks, i))
	case size >= titleSize:
		return !endsSentence(heading) || len(heading) <= maxBoldHeading
	case size >= HeadingSize:
		return !endsSentence(heading) && !s.isProse(b)
	}
	titled := byWeight && (b.Font.Bold || slanted(blocks, i)) && startsLikeHeading(heading)
	return titled && i+1 < len(blocks) && !(i > 0 && labelled(blocks[i-1])) && !s.isTerm(blocks, i)
}

// withoutNotes returns the text of a block without the note marks at its end, which may follow the end of a sentence.
func withoutNotes(b page.Block) string {
	n := len(b.Spans)
	for n > 1 && (b.Spans[n-1].Sup || b.Spans[n-1].Note != "") {
		n--
	}
	b.Spans = b.Spans[:n]
	return strings.TrimSpace(b.Text())
}

// slanted reports whether block i is a line in italics right above a paragraph that is not in italics. A term in
// italics may be in smaller type than its explanation; a title is not.
func slanted(blocks []page.Block, i int) bool {
	if i+1 >= len(blocks) || blocks[i+1].Kind != page.Paragraph || blocks[i+1].Font == nil {
		return false
	}
	b, next := blocks[i], blocks[i+1]
	size, gap := b.Font.Size, next.Box.Y0-b.Box.Y1
	near := gap > -slantedOverlap*size && gap < slantedGap*size && math.Abs(next.Box.X0-b.Box.X0) < slantedIndent*size
	stands := near && b.Box.Y1-b.Box.Y0 < slantedHeight*size && len(next.Text()) > maxBoldHeading
	return stands && size >= sameSize*next.Font.Size && allItalic(b) && !allItalic(next)
}

func allItalic(b page.Block) bool {
	for _, s := range b.Spans {
		if !s.Italic && strings.TrimSpace(s.Text) != "" {
			return false
		}
	}
	return len(b.Spans) > 0
}

// allCode reports whether a block is in fixed-width type throughout, like a command on a line by itself.
func allCode(b page.Block) bool {
	for _, s := range b.Spans {
		if !s.Code && strings.TrimSpace(s.Text) != "" {
			return false
		}
	}
	return len(b.Spans) > 0
}

// between reports whether an item is next to another bold one, and so belongs to a list of bold items instead of being
// a numbered heading. The points of a clause, (a) and (b), do not count as neighbours.
func between(blocks []page.Block, i int) bool {
	return (i > 0 && alike(blocks[i-1], blocks[i])) || (i+1 < len(blocks) && alike(blocks[i+1], blocks[i]))
}

// alike reports whether two blocks are bold items of the same kind of list.
func alike(a, b page.Block) bool {
	return a.Kind == page.ListItem && a.Font != nil && a.Font.Bold && a.Ordered == b.Ordered
}

// labelled reports whether b is the first of a caption's two pieces, such as "Diagram 2".
func labelled(b page.Block) bool {
	label := strings.TrimSpace(b.Text())
	return b.Table == nil && len(label) < captionLabel && text.CaptionStart.MatchString(label)
}

func startsLikeHeading(text string) bool {
	for _, r := range text {
		capital := unicode.IsLetter(r) && !unicode.IsLower(r) // including letters without case
		return capital || unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("\"'“‘(¿¡", r)
	}
	return false
}

func endsSentence(text string) bool {
	stop := strings.HasSuffix(text, ".") && !sectionNumber.MatchString(text)
	return stop || strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";")
}

// isAside reports whether text is in brackets, like a unit above a table or a reference.
func isAside(text string) bool { return strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") }

// hasWord reports whether text has two letters in a row, or joined as in I/O and Q&A, or a character that is a word by
// itself.
func hasWord(text string) bool {
	letters := 0
	for _, r := range text {
		if r == '/' || r == '&' {
			continue
		}
		if !unicode.IsLetter(r) {
			letters = 0
			continue
		}
		if letters++; letters == 2 || r > firstIdeograph {
			return true
		}
	}
	return false
}

// level returns the level of a heading by its size: the level of headings of this size that bookmarks or tags name, or
// one below that of larger ones. If they name none, it is the rank of its size among those of all texts that could be
// headings.
func (s *Survey) level(size float64) int {
	size = halfPoint(size)
	if len(s.known) > 0 {
		if level, ok := s.known[size]; ok {
			return level
		}
		larger, _ := slices.BinarySearch(s.named, size)
		return min(s.deepest[larger]+1, maxLevel)
	}
	for i, t := range s.tiers {
		if size >= t {
			return min(i+1, maxLevel)
		}
	}
	return min(len(s.tiers)+1, maxLevel)
}
