package layout

import (
	"regexp"
	"strconv"
	"strings"
)

// leadsTo is how an entry of a table of contents ends: leaders and a page number.
var leadsTo = regexp.MustCompile(`(?:\.\s?){4,}\s*[0-9ivxlc]*$|…{2,}\s*[0-9ivxlc]*$`)

// entryGap is the least space before the page number of an entry without leaders, in ems.
const entryGap = 1.5

// pageNumber reads a page number: digits, or roman numerals, which count as none of the pages that follow.
func pageNumber(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, n >= 0 && n < 5000
	}
	if text != "" && strings.Trim(text, "ivxlc") == "" {
		return 0, true
	}
	return 0, false
}

// isEntry reports a line of a table of contents.
func isEntry(l line) bool {
	n := len(l.words)
	if n < 2 {
		return false
	}
	last := l.words[n-1]
	if _, ok := pageNumber(last.text); ok && last.box.X0-l.words[n-2].box.X1 > entryGap*last.size {
		return true
	}
	return strings.ContainsAny(last.text, ".…") && leadsTo.MatchString(l.text()) ||
		strings.ContainsAny(l.words[n-2].text, ".…") && leadsTo.MatchString(l.text())
}
