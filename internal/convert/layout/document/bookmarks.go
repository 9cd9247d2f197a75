package document

import (
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Title is a bookmark in a form that can be compared with text.
type Title struct {
	key   string
	level int
}

// Titles returns the bookmarks that could be headings.
func Titles(bookmarks []ink.Bookmark) []Title {
	var out []Title
	for _, b := range bookmarks {
		if len(b.Title) > ink.MaxHeading || text.CaptionStart.MatchString(b.Title) {
			continue
		}
		key := titleKey(b.Title)
		if strings.Trim(key, "0123456789") == "" {
			continue
		}
		out = append(out, Title{key, min(max(b.Level, 1), maxLevel)})
	}
	return out
}

// MarkTitleLines tags the lines that are a bookmark's title as a heading of its level, in place, so that they
// become a separate block: the author's outline outranks the look of the type.
func MarkTitleLines(lines []text.Line, titles []Title) {
	if len(titles) == 0 {
		return
	}
	parts := make([]titlePart, len(lines))
	for i, l := range lines {
		if text := l.Text(); len(text) <= ink.MaxHeading && !listed(lines, i) {
			parts[i] = titlePart{titleKey(text), l.Words[0].Size}
		}
	}
	eachTitle(parts, titles, func(k, from, n int) {
		for i := from; i < from+n; i++ {
			for w := range lines[i].Words {
				lines[i].Words[w].Tag = ink.Tag{Element: -1 - k, Heading: titles[k].level}
			}
		}
	})
}

// listed reports whether a line and a neighbour both begin with bullets, as in a list of contents.
func listed(lines []text.Line, i int) bool {
	bulleted := func(k int) bool { return k >= 0 && k < len(lines) && text.IsBullet(lines[k].Words[0].Text) }
	return bulleted(i) && (bulleted(i-1) || bulleted(i+1))
}

// titlePart is a text that could be a title or a part of one. Its key is empty if it cannot.
type titlePart struct {
	key  string
	size float64 // of its type, in points
}

// titleMatch is where a title was found among texts.
type titleMatch struct {
	from, n int
	size    float64 // of its largest type, in points
	// firm is set unless the title is preceded by a possible page number: a number in smaller type that the bookmark
	// lacks.
	firm bool
}

// eachTitle calls mark for each title found among the texts, with the index of its first text and their number. Each
// text belongs to at most one title, and its key is emptied.
func eachTitle(parts []titlePart, titles []Title, mark func(k, from, n int)) {
	places := titlePlaces(parts)
	for k, t := range titles {
		name := unnumbered(t.key)
		for len(places[name]) > 0 && parts[places[name][0]].key == "" {
			places[name] = places[name][1:] // it belongs to another title
		}
		if m := bestMatch(parts, places[name], t.key); m.n > 0 {
			mark(k, m.from, m.n)
			clear(parts[m.from : m.from+m.n])
		}
	}
}

// bestMatch returns the match in the largest type, because running heads repeat titles in small type; n is 0 if there is
// none.
func bestMatch(parts []titlePart, places []int, key string) titleMatch {
	var best titleMatch
	for _, i := range places[:min(len(places), titlePlacesTried)] {
		m := matchAt(parts, i, key)
		switch {
		case m.n == 0:
		case best.n == 0, m.size > largerTitle*best.size:
			best = m
		case m.firm && !best.firm && best.size <= largerTitle*m.size:
			best = m
		}
	}
	return best
}

// titlePlaces lists where each text begins that could be a title, by its key without the leading number.
func titlePlaces(parts []titlePart) map[string][]int {
	places := map[string][]int{}
	for i := range parts {
		whole := ""
		for _, part := range parts[i:min(i+titleLines, len(parts))] {
			if part.key == "" {
				break
			}
			whole += part.key
			places[unnumbered(whole)] = append(places[unnumbered(whole)], i)
		}
	}
	return places
}

func unnumbered(key string) string { return strings.TrimLeft(key, "0123456789") }

// matchAt returns the texts from i on that together make up a title; n is 0 if they do not.
func matchAt(parts []titlePart, i int, key string) titleMatch {
	whole, m := "", titleMatch{from: i}
	for n, part := range parts[i:min(i+titleLines, len(parts))] {
		if part.key == "" {
			break
		}
		whole, m.size = whole+part.key, max(m.size, part.size)
		if sameTitle(whole, key) {
			m.n, m.firm = n+1, whole == key || largerTitle*parts[i].size >= m.size
			break
		}
	}
	return m
}

// MarkTitles turns the blocks that are a bookmark's title into headings, in place. A title may be spread over
// several blocks ("Chapter 1", then its name).
func MarkTitles(blocks []page.Block, titles []Title) {
	if len(titles) == 0 {
		return
	}
	parts := make([]titlePart, len(blocks))
	for i, b := range blocks {
		if text := b.Marker + b.Text(); couldBeTitle(b) && len(text) <= ink.MaxHeading && !inList(blocks, i) {
			parts[i] = titlePart{titleKey(text), b.Font.Size}
		}
	}
	eachTitle(parts, titles, func(k, from, n int) {
		for i := from; i < from+n; i++ {
			if blocks[i].Kind != page.Heading {
				blocks[i].Tagged = false // the tags do not name the headings of this document
			}
			makeHeading(&blocks[i], titles[k].level)
		}
	})
}

// inList reports whether a block and a neighbour are both bulleted items.
func inList(blocks []page.Block, i int) bool {
	bulleted := func(k int) bool {
		return k >= 0 && k < len(blocks) && blocks[k].Kind == page.ListItem && text.IsBullet(blocks[k].Marker)
	}
	return bulleted(i) && (bulleted(i-1) || bulleted(i+1))
}

func couldBeTitle(b page.Block) bool {
	return b.Font != nil && (b.Kind == page.Paragraph || b.Kind == page.Heading || b.Kind == page.ListItem)
}

// titleKey returns what two spellings of a title have in common: its letters and digits.
func titleKey(s string) string {
	return strings.Map(func(r rune) rune {
		if text.IsWordRune(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// sameTitle reports whether two titles differ at most by a leading number.
func sameTitle(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	before, found := strings.CutSuffix(a, b)
	return found && strings.Trim(before, "0123456789") == "" && len(before) <= maxNumber
}

// makeHeading turns a paragraph, or a list item whose marker is a section number, into a heading of a single line. A
// heading named by the structure tree keeps its level.
func makeHeading(b *page.Block, level int) {
	if b.Kind == page.Heading {
		return
	}
	if b.Kind == page.ListItem && b.Ordered {
		b.Spans = append([]page.Span{{Text: b.Marker + " ", Bold: b.Font.Bold}}, b.Spans...)
	}
	for i := range b.Spans {
		b.Spans[i].Text = strings.ReplaceAll(b.Spans[i].Text, "\n", " ")
	}
	b.Kind, b.Level, b.Marker, b.Ordered = page.Heading, level, "", false
}
