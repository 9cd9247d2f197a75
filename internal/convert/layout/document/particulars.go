package document

import (
	"strings"
	"unicode"
)

// isParticulars reports whether the lines of a text, each ended on purpose, are an address or a list of numbers and
// dates instead of a title: half of them contain a digit. In a title of three lines, one may name a year.
func isParticulars(title string) bool {
	lines := strings.Split(title, "\n")
	numbers := 0
	for _, l := range lines {
		if strings.ContainsFunc(l, unicode.IsDigit) {
			numbers++
		}
	}
	return len(lines) >= leastParticulars && 2*numbers >= len(lines)
}
