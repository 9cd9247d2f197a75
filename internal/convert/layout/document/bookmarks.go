package document

import (
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Title is a bookmark in the form in which it is compared with text.
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
	keys := make([]string, len(lines))
	for i, l := range lines {
		if text := l.Text(); len(text) <= ink.MaxHeading && !listed(lines, i) {
			keys[i] = titleKey(text)
		}
	}
	eachTitle(keys, titles, func(k, from, n int) {
		for i := from; i < from+n; i++ {
			for w := range lines[i].Words {
				lines[i].Words[w].Tag = ink.Tag{Element: -1 - k, Heading: titles[k].level}
			}
		}
	})
}

// listed reports whether a line and one next to it begin with bullets, as in a list of contents.
func listed(lines []text.Line, i int) bool {
	bulleted := func(k int) bool { return k >= 0 && k < len(lines) && text.IsBullet(lines[k].Words[0].Text) }
	return bulleted(i) && (bulleted(i-1) || bulleted(i+1))
}

// eachTitle calls mark for each title found among the texts with the given keys, with the index of its first
// text and their number. Each text belongs to at most one title, and its key is emptied.
func eachTitle(keys []string, titles []Title, mark func(k, from, n int)) {
	places := titlePlaces(keys)
	for k, t := range titles {
		name := unnumbered(t.key)
		for len(places[name]) > 0 && keys[places[name][0]] == "" {
			places[name] = places[name][1:] // it belongs to another title
		}
		for _, i := range places[name][:min(len(places[name]), titlePlacesTried)] {
			n := matching(keys[i:], t.key)
			if n == 0 {
				continue
			}
			mark(k, i, n)
			clear(keys[i : i+n])
			break
		}
	}
}

// titlePlaces lists where each text begins that could be a title, by its key without the leading number.
func titlePlaces(keys []string) map[string][]int {
	places := map[string][]int{}
	for i := range keys {
		whole := ""
		for _, key := range keys[i:min(i+titleLines, len(keys))] {
			if key == "" {
				break
			}
			whole += key
			places[unnumbered(whole)] = append(places[unnumbered(whole)], i)
		}
	}
	return places
}

func unnumbered(key string) string { return strings.TrimLeft(key, "0123456789") }

// matching returns how many texts at the start of keys make up a title together, or 0 if they do not.
func matching(keys []string, key string) int {
	whole := ""
	for n := range min(titleLines, len(keys)) {
		if keys[n] == "" {
			return 0
		}
		if whole += keys[n]; sameTitle(whole, key) {
			return n + 1
		}
	}
	return 0
}

// MarkTitles turns the blocks that are a bookmark's title into headings, in place. A title may be spread over
// several blocks ("Chapter 1", then its name).
func MarkTitles(blocks []page.Block, titles []Title) {
	if len(titles) == 0 {
		return
	}
	keys := make([]string, len(blocks))
	for i, b := range blocks {
		if text := b.Marker + b.Text(); couldBeTitle(b) && len(text) <= ink.MaxHeading && !inList(blocks, i) {
			keys[i] = titleKey(text)
		}
	}
	eachTitle(keys, titles, func(k, from, n int) {
		for i := from; i < from+n; i++ {
			makeHeading(&blocks[i], titles[k].level)
		}
	})
}

// inList reports whether a block and one next to it are items with bullets.
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
