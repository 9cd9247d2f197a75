package text

import (
	"regexp"
	"strconv"
	"strings"
)

// LeadsTo is how an entry of a table of contents ends: leaders and a page number.
var LeadsTo = regexp.MustCompile(`(?:\.\s?){4,}\s*[0-9ivxlc]*$|…{2,}\s*[0-9ivxlc]*$`)

// entryGap is the least space before the page number of an entry without leaders, in ems.
const entryGap = 1.5

// PageNumber reads a page number: digits, or roman numerals, which count as none of the pages that follow.
func PageNumber(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, n >= 0 && n < 5000
	}
	if text != "" && strings.Trim(text, "ivxlc") == "" {
		return 0, true
	}
	return 0, false
}

// isEntry reports a line of a table of contents.
func isEntry(l Line) bool {
	n := len(l.Words)
	if n < 2 {
		return false
	}
	last := l.Words[n-1]
	if _, ok := PageNumber(last.Text); ok && last.Box.X0-l.Words[n-2].Box.X1 > entryGap*last.Size {
		return true
	}
	return strings.ContainsAny(last.Text, ".…") && LeadsTo.MatchString(l.Text()) ||
		strings.ContainsAny(l.Words[n-2].Text, ".…") && LeadsTo.MatchString(l.Text())
}
