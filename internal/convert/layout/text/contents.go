package text

import (
	"strconv"
	"strings"

	"quire/internal/pattern"
)

// dotLeaders matches the end of an entry in a table of contents: leaders and a page number.
var dotLeaders = pattern.New(`(?:[.·]\s?){4,}\s*[0-9ivxlc]*$|…{2,}\s*[0-9ivxlc]*$`)

// EndsInLeaders reports whether text ends like an entry in a table of contents, with leaders and a page number. Most texts
// do not have a dot there.
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
	if n < 2 {
		return false
	}
	last := l.Words[n-1]
	if _, ok := PageNumber(last.Text); ok && last.Box.X0-l.Words[n-2].Box.X1 > entryGap*last.Size {
		return true
	}
	dots := strings.ContainsAny(last.Text, ".·…") || strings.ContainsAny(l.Words[n-2].Text, ".·…")
	return dots && EndsInLeaders(l.Text())
}
