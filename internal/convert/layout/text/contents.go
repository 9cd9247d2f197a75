package text

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quire/internal/pattern"
)

// Entries of a table of contents, as LaTeX, word processors and browsers set them.
const (
	// ContentsEntries is the minimum number of entries of a table, and ContentsFalls how often its page numbers may
	// decrease.
	ContentsEntries = 3
	ContentsFalls   = 1
	// contentsStep is the largest distance between two entries, in ems; there is white space above chapters.
	contentsStep = 4.0
	// contentsEdge is how far apart the right ends of page numbers may be, in ems.
	contentsEdge = .3
	// maxSection is the longest number of a section, in bytes.
	maxSection = 12
)

// dotLeaders matches the end of an entry in a table of contents: leaders and a page number.
var dotLeaders = pattern.New(`(?:[.·]\s?){4,}\s*[0-9ivxlc]*$|…{2,}\s*[0-9ivxlc]*$`)

// EndsInLeaders reports whether text ends like an entry in a table of contents, with leaders and a page number.
func EndsInLeaders(text string) bool {
	before := strings.TrimRight(strings.TrimRight(text, "0123456789ivxlc"), " \t\n\f\r")
	led := strings.HasSuffix(before, ".") || strings.HasSuffix(before, "·") || strings.HasSuffix(before, "…")
	return led && dotLeaders.MatchString(text)
}

// PageNumber parses a page number and reports whether text is one. Roman numerals count as page 0, before all others.
func PageNumber(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, n >= 0 && n < pageNumbers
	}
	if text != "" && strings.Trim(text, "ivxlc") == "" {
		return 0, true
	}
	return 0, false
}

// isEntry reports whether a line is an entry of a table of contents.
func isEntry(l Line) bool {
	n := len(l.Words)
	last := l.Words[n-1]
	if n == 1 {
		return EndsInLeaders(last.Text)
	}
	if _, ok := PageNumber(last.Text); ok && last.Box.X0-l.Words[n-2].Box.X1 > entryGap*last.Size {
		return true
	}
	dots := strings.ContainsAny(last.Text, ".·…") || strings.ContainsAny(l.Words[n-2].Text, ".·…")
	return dots && EndsInLeaders(l.Text())
}

// JoinContents makes one run of every entry in a table of contents: its title, leaders if it has any, and the page number
// at the right. Entries without leaders, such as those of sections among those of their parts, would otherwise be divided
// with the page's columns.
func JoinContents(runs []Run) []Run {
	rows := Rows(runs)
	var out []Run
	found := false
	for i := 0; i < len(rows); {
		end, contents := contentsEnd(rows, i)
		found = found || contents
		for end = max(end, i+1); i < end; i++ {
			if contents {
				out = append(out, NewRun(rows[i].words()))
			} else {
				out = append(out, rows[i].Runs...)
			}
		}
	}
	if !found {
		return runs
	}
	return out
}

// contentsEnd returns the end of the lines from row i onwards that could be entries, and whether they are a table of
// contents.
func contentsEnd(rows []Row, i int) (end int, contents bool) {
	t := contentsTally{inOrder: true}
	for end = i; end < len(rows); end++ {
		e, ok := entryRow(rows[end])
		if !ok || (end > i && !goesOnInContents(rows[end-1], rows[end])) || !t.add(e) {
			break
		}
	}
	titled := i == 0 || len(rows[i-1].Runs) == 1
	return end, (t.led > 0 && t.entries >= ContentsEntries) || (titled && t.isOutline())
}

// entry is a line that ends in a page number. section is the number that its title begins with, such as 2.1.
type entry struct {
	page    int
	led     bool
	section []int
}

// contentsTally is what consecutive entries have in common.
type contentsTally struct {
	entries, led, numbered, falls int
	last                          []int // section
	page                          int
	inOrder                       bool // the sections follow each other
}

// add reports whether the page number of an entry may follow the others.
func (t *contentsTally) add(e entry) bool {
	if e.page < t.page {
		t.falls++
	}
	if t.falls > ContentsFalls {
		return false
	}
	t.entries, t.page = t.entries+1, e.page
	if e.led {
		t.led++
	}
	if e.section != nil {
		t.inOrder = t.inOrder && followsSection(t.last, e.section)
		t.numbered, t.last = t.numbered+1, e.section
	}
	return true
}

// isOutline reports whether entries without leaders are numbered sections, from the first one on. Two are enough,
// because other numbered things with rising figures are best read line by line as well.
func (t *contentsTally) isOutline() bool {
	return t.inOrder && t.falls == 0 && t.numbered >= 2 && 2*t.numbered > t.entries
}

// followsSection reports whether a section follows another, or is its first part.
func followsSection(before, next []int) bool {
	n := len(next) - 1
	if n == len(before) {
		return slices.Equal(next[:n], before) && next[n] == 1
	}
	return n < len(before) && slices.Equal(next[:n], before[:n]) && next[n] == before[n]+1
}

// parseSection parses the number of a section; it is nil if a word is none.
func parseSection(word string) []int {
	if len(word) > maxSection {
		return nil
	}
	var out []int
	for part := range strings.SplitSeq(strings.TrimSuffix(word, "."), ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// goesOnInContents reports whether an entry follows another: not far below it, with its page number below the other's.
func goesOnInContents(above, below Row) bool {
	level := math.Abs(above.Box.X1-below.Box.X1) <= contentsEdge*below.Size
	return level && below.Base-above.Base <= contentsStep*below.Size
}

// entryRow returns the entry on a line. Without leaders, nothing but its title and the number is on the line; with them, no
// other number.
func entryRow(r Row) (e entry, ok bool) {
	last := r.Runs[len(r.Runs)-1]
	e.page, ok = PageNumber(last.Words[len(last.Words)-1].Text)
	if !ok || !strings.ContainsFunc(r.Runs[0].Text(), unicode.IsLetter) {
		return e, false
	}
	e.section, e.led = parseSection(r.Runs[0].Words[0].Text), EndsInLeaders(r.Text())
	if e.led {
		return e, !slices.ContainsFunc(r.Runs[:len(r.Runs)-1], endsInNumber)
	}
	return e, len(r.Runs) == 2 && len(last.Words) == 1
}

func endsInNumber(u Run) bool {
	_, number := PageNumber(u.Words[len(u.Words)-1].Text)
	return number
}
