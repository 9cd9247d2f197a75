package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// Every key begins with a prefix that says where the text is.
const (
	headKey      = "^"
	footKey      = "$"
	watermarkKey = "~"
)

// smallRoman matches a Roman number below 90 in small letters.
var smallRoman = pattern.New(`^(?:i|(?:xl|l?x{0,3})(?:ix|iv|v?i{1,3}|v)|xl|lx{0,3}|x{1,3})$`)

// repeatingTexts lists the texts of a page that could be running heads or feet, or watermarks.
func repeatingTexts(p page.Page, band float64) []string {
	var out []string
	for _, b := range p.Blocks {
		if key := repeatKey(p, b, band); key != "" {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// repeatKey returns a key for a text that other pages may repeat, or "".
func repeatKey(p page.Page, b page.Block, band float64) string {
	return cmp.Or(edgeKey(p, b, band), turnedKey(b))
}

// edgeKey returns a key, with digits and page numbers folded, for a text in the band at an edge of the page, or "".
func edgeKey(p page.Page, b page.Block, band float64) string {
	top, bottom := b.Box.Y1 < band, b.Box.Y0 > p.Height-band
	if (!top && !bottom) || p.Height == 0 || b.Box == (page.Box{}) {
		return ""
	}
	if b.Kind == page.Heading && p.Apart {
		return ""
	}
	edge := footKey
	if top {
		edge = headKey
	}
	if b.Table != nil {
		cells, short := tableKey(b.Table)
		if !short {
			return ""
		}
		return edge + cells
	}
	text := foldDigits(folded(foldNumeral(b.Text())))
	if len(text) > maxEdgeText {
		return ""
	}
	if b.Font != nil { // otherwise a title could count as the running head that repeats it
		text += fmt.Sprintf("|%.0f", 2*b.Font.Size)
	}
	return edge + text
}

// turnedKey returns a key for the text and place of a block that is not upright, such as a watermark, or "".
func turnedKey(b page.Block) string {
	if b.Font != nil || b.Kind != page.Paragraph || b.Table != nil || b.Box == (page.Box{}) {
		return ""
	}
	text := folded(b.Text())
	if text == "" || len(text) > maxEdgeText {
		return ""
	}
	return fmt.Sprintf("%s%s|%.0f,%.0f", watermarkKey, text, b.Box.X0, b.Box.Y0)
}

// folded returns a text in lower case without white space.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// foldNumeral replaces a Roman number at an end of a text, as front matter numbers its pages, with a digit.
func foldNumeral(text string) string {
	words := strings.Fields(text)
	for _, i := range []int{0, len(words) - 1} {
		if i >= 0 && i < len(words) && smallRoman.MatchString(words[i]) {
			words[i] = "0"
			break
		}
	}
	return strings.Join(words, " ")
}

// foldDigits replaces every number of a text with the same sign.
func foldDigits(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '#'
		}
		return r
	}, text)
	for strings.Contains(text, "##") {
		text = strings.ReplaceAll(text, "##", "#")
	}
	return text
}

// tableKey identifies the cells of a table, and reports whether they are few. Only page numbers are folded, because other
// numbers are data.
func tableKey(t *page.Table) (key string, short bool) {
	var cells []string
	size := 0
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			text := strings.TrimSpace(c.Text())
			if folio.MatchString(text) || folioAtEnd.MatchString(text) {
				text = foldDigits(text)
			}
			if size += len(text); size > maxEdgeTable {
				return "", false
			}
			cells = append(cells, folded(text))
		}
	}
	return strings.Join(cells, "|"), true
}

// markRunning marks what repeats at the same place of enough pages.
func (s *Survey) markRunning(p *page.Page) {
	band := bandOf(p)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		key := repeatKey(*p, *b, band)
		if key == "" || !s.recurs(p.Blocks, i, key) {
			continue
		}
		b.Kind = page.PageFoot
		if strings.HasPrefix(key, headKey) {
			b.Kind = page.PageHead
		}
		b.Level, b.Marker, b.Ordered = 0, "", false
		if b.Table != nil {
			b.Spans = []page.Span{{Text: strings.ReplaceAll(b.Table.Text(), "\t", " ")}}
			b.Table = nil
		}
	}
}

// recurs reports whether block i repeats at its place on enough pages. A quarter of them is enough, because left and
// right pages may differ. A text at the head of only two pages could be a title, unless it is as small as the text and
// set apart from it; tables and watermarks must then be on all pages.
func (s *Survey) recurs(blocks []page.Block, i int, key string) bool {
	n := s.edges[key]
	if n < max(repeatsApart, s.pages/repeatPages) {
		return false
	}
	b := blocks[i]
	if n >= repeats {
		return true
	}
	if b.Table != nil || strings.HasPrefix(key, watermarkKey) {
		return n == s.pages
	}
	if !strings.HasPrefix(key, headKey) || b.Font == nil {
		return true
	}
	return b.Font.Size <= furnitureSize*s.body && (i+1 == len(blocks) || !s.closeBelow(b, blocks[i+1]))
}
