package text

import (
	"regexp"
	"strconv"
	"strings"
)

// DotLeaders matches the end of an entry in a table of contents: leaders and a page number.
var DotLeaders = regexp.MustCompile(`(?:\.\s?){4,}\s*[0-9ivxlc]*$|…{2,}\s*[0-9ivxlc]*$`)

// entryGap is the least space before the page number of an entry without leaders, in ems.
const entryGap = 1.5

// PageNumber parses a page number and reports whether text is one. Roman numerals count as page 0, before all others.
func PageNumber(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, n >= 0 && n < 5000
	}
	if text != "" && strings.Trim(text, "ivxlc") == "" {
		return 0, true
	}
	return 0, false
}

// isEntry reports whether a line is an entry of a table of contents.
func isEntry(l Line) bool {
	n := len(l.Words)
	if n < 2 {
		return false
	}
	last := l.Words[n-1]
	if _, ok := PageNumber(last.Text); ok && last.Box.X0-l.Words[n-2].Box.X1 > entryGap*last.Size {
		return true
	}
	return strings.ContainsAny(last.Text, ".…") && DotLeaders.MatchString(l.Text()) ||
		strings.ContainsAny(l.Words[n-2].Text, ".…") && DotLeaders.MatchString(l.Text())
}
