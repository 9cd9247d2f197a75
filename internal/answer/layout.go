package answer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quire/internal/pattern"
)

// layout is what a question says about where its answer is: on a page, in a numbered table, in a section.
type layout struct {
	pages  []int    // from 1; negative ones count from the end, -1 being the last
	labels []string // how a caption or heading begins, in lower case: "table 2", "3.4"
	tables []table  // named by their subject
}

// maxPages is how many pages a question can name.
const maxPages = 8

var (
	pageNumbers = pattern.New(`(?i)\b(?:pages?|seiten?)\s+([-–−]?\d{1,5})(?:\s*(-|–|to|bis|and|und|,)\s*(\d{1,5})\b)?`)
	pageOrdinal = pattern.New(`(?i)\b(\pL+|\d{1,5}(?:st|nd|rd|th|\.))\s+(?:page|seite)\b`)
	captions    = pattern.New(`\b(?i:(tables?|figures?|charts?|exhibits?|appendix|annex|tabellen?|abbildung|anhang))\s+(\d+(?:\.\d+)*|[A-Z]|[IVX]+)\b`)
	sections    = pattern.New(`(?i)\b(sections?|chapters?|kapitel|abschnitt)\s+(\d+(?:\.\d+)*)\b`)
)

var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "last": -1,
	"erste": 1, "ersten": 1, "zweite": 2, "zweiten": 2, "dritte": 3, "dritten": 3, "vierte": 4, "vierten": 4, "fünfte": 5, "fünften": 5,
	"letzte": -1, "letzten": -1,
}

func layoutOf(q Question) layout {
	text := gist(q.Text)
	var l layout
	for _, m := range pageNumbers.FindAllStringSubmatch(text, maxPages) {
		l.addPages(m[1], m[2], m[3])
	}
	for _, m := range pageOrdinal.FindAllStringSubmatch(text, maxPages) {
		word := strings.ToLower(m[1])
		n := ordinals[word]
		if unicode.IsDigit(runeAt(word, 0)) {
			n, _ = strconv.Atoi(strings.TrimRight(word, ".dhnrst"))
		}
		if n != 0 {
			l.pages = append(l.pages, n)
		}
	}
	for _, m := range captions.FindAllStringSubmatch(text, maxPages) {
		l.labels = append(l.labels, strings.ToLower(singular(m[1])+" "+m[2]))
	}
	for _, m := range sections.FindAllStringSubmatch(text, maxPages) {
		l.labels = append(l.labels, m[2], singular(m[1])+" "+m[2])
	}
	l.pages = l.pages[:min(len(l.pages), maxPages)]
	return l
}

// placesIn returns the words of a question that name places in a document.
func placesIn(q Question) string {
	text := gist(q.Text)
	var out []string
	for _, places := range []*pattern.Pattern{pageNumbers, pageOrdinal, captions, sections} {
		out = append(out, places.FindAllString(text, maxPages)...)
	}
	return strings.Join(out, " ")
}

// singular returns the word used in captions: "Tables 1 and 2" are captioned "Table 1" and "Table 2".
func singular(word string) string {
	word = strings.ToLower(word)
	if word == "tabellen" {
		return "tabelle"
	}
	return strings.TrimSuffix(word, "s")
}

// addPages adds one page, two pages, or the range between them.
func (l *layout) addPages(from, joint, to string) {
	first, failed := strconv.Atoi(from)
	if failed != nil || first < 0 {
		first = 0 // page numbers have no sign
	}
	last, err := strconv.Atoi(to)
	l.pages = append(l.pages, first)
	switch joint = strings.ToLower(joint); {
	case err != nil || last == first:
	case joint == "and" || joint == "und" || joint == ",":
		l.pages = append(l.pages, last)
	default:
		for n := first + 1; n <= last && len(l.pages) < maxPages; n++ {
			l.pages = append(l.pages, n)
		}
	}
}

// These limit what is read of the pages that a question names: pages of at most MaxFiles files, and at most MaxOfPage
// passages of each page.
const (
	MaxFiles  = 3
	MaxOfPage = 20
)

// Pages returns the pages that a question names by number ("page 14", "the last page") of a file with count pages, in
// ascending order, or the first page if that may say who wrote the file and when; nil if the question names none. If
// the count is unknown, 0, "the last page" is ignored. The passages of these pages are added to those found for the
// question, whatever words they have.
func Pages(q Question, count int) []int {
	pages := layoutOf(q).pagesOf(count)
	asked, rest := imprintOf(q)
	if len(pages) == 0 && len(asked) > 0 && len(q.words(besidesDocuments(rest))) <= fewWords {
		return []int{1}
	}
	return pages
}

func (l layout) pagesOf(count int) []int {
	var out []int
	for _, n := range l.pages {
		if n < 0 && count > 0 {
			n += count + 1
		}
		if n > 0 && (count == 0 || n <= count) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// named reports whether the question says that its answer is where a passage is.
func (l layout) named(p Passage) bool {
	return slices.ContainsFunc(l.pagesOf(p.PageCount), func(n int) bool { return p.PageStart <= n && n <= p.PageEnd }) ||
		l.labelled(p) || slices.ContainsFunc(l.tables, func(t table) bool { return t.from.File == p.File && t.from.Number == p.Number })
}

// labelled reports whether a passage contains, or is below, a caption or heading that the question names.
func (l layout) labelled(p Passage) bool {
	if len(l.labels) == 0 {
		return false
	}
	path := p.Header[strings.LastIndexByte(p.Header, '\n')+1:]
	for heading := range strings.SplitSeq(path, " > ") {
		if l.begins(heading) {
			return true
		}
	}
	for line := range strings.Lines(p.Text) {
		if l.begins(line) {
			return true
		}
	}
	return false
}

// begins reports whether a line begins with one of the labels: "Table 2: Wages" with "table 2", but not "Table 21".
func (l layout) begins(line string) bool {
	line = strings.TrimSpace(line)
	for _, label := range l.labels {
		if len(line) < len(label) || !strings.EqualFold(line[:len(label)], label) {
			continue
		}
		next := strings.TrimPrefix(line[len(label):], ".")
		if next == "" || !(unicode.IsDigit(runeAt(next, 0)) || unicode.IsLetter(runeAt(next, 0))) {
			return true
		}
	}
	return false
}
