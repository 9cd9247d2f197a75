package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// leastLabels is the minimum number of lines of a cell that begin with a label and a colon, and labelWords the most
	// words of such a label, as on test reports and tickets.
	leastLabels = 2
	labelWords  = 4
)

// BreakAtLabels ends the lines of a cell, in place, above those that begin with a label and a colon, if there are several:
// the entries of a form that are in one cell.
func BreakAtLabels(lines []Line) {
	labels := 0
	for _, l := range lines {
		if l.beginsLabel() {
			labels++
		}
	}
	if labels < leastLabels {
		return
	}
	for i := 1; i < len(lines); i++ {
		lines[i-1].broken = lines[i-1].broken || lines[i].beginsLabel()
	}
}

// beginsLabel reports whether one of the first words of a line, in a text that begins with a capital, ends with a colon.
func (l Line) beginsLabel() bool {
	r, _ := utf8.DecodeRuneInString(l.Words[0].Text)
	if !unicode.IsLetter(r) || unicode.IsLower(r) {
		return false
	}
	for _, w := range l.Words[:min(len(l.Words), labelWords)] {
		if strings.HasSuffix(w.Text, ":") {
			return true
		}
	}
	return false
}
