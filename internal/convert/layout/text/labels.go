package text

import "strings"

// labelledLines is the minimum number of lines with labels after lines with room in a list of entries, and labelledShare
// the least share of them among all lines with labels. In running text, a line that happens to begin in bold follows one
// without room.
const (
	labelledLines = 3
	labelledShare = .5
)

// markLabelled marks lines that begin in bold and go on in regular type, if they are the entries of a list, one below
// the other: most of them follow a line on which there was room for their first word.
func markLabelled(lines []Line, left, right float64) {
	all, free := 0, 0
	for i := 1; i < len(lines); i++ {
		if !isLabelled(lines[i]) || endsBold(lines[i-1]) {
			continue
		}
		all++
		if hasRoom(lines[i-1], lines[i], left, right) {
			free++
		}
	}
	if free < labelledLines || float64(free) < labelledShare*float64(all) {
		return
	}
	for i := range lines {
		lines[i].labelled = isLabelled(lines[i])
	}
}

// beginsEntry reports whether a line of a list of entries with labels begins one: its first word would have fitted on the
// line before, its label ends in a colon, or a sentence ends before it. Names are in bold in the middle of entries, too.
func beginsEntry(prev, cur Line, right float64) bool {
	switch {
	case endsBold(prev):
		return false
	case !fitsNoMore(prev, cur, right), endsInColon(cur):
		return true
	}
	return sentenceEnd(prev) && StartsUpper(cur)
}

// endsInColon reports whether the label of a line ends in a colon, which may be in regular type.
func endsInColon(l Line) bool {
	for i, w := range l.Words {
		if !w.Style.Bold {
			return strings.HasPrefix(w.Text, ":") || (i > 0 && strings.HasSuffix(l.Words[i-1].Text, ":"))
		}
	}
	return false
}

// isLabelled reports whether a line begins in bold and goes on in regular type.
func isLabelled(l Line) bool { return l.Words[0].Style.Bold && !l.Bold }

// endsBold reports whether a line ends in bold, so that bold type at the start of the next one may belong to it.
func endsBold(l Line) bool { return l.Words[len(l.Words)-1].Style.Bold }
