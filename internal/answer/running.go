package answer

import (
	"strconv"
	"strings"

	"quire/internal/pattern"
)

// running is the text beside the page number at the top or bottom of pages: a running head or foot.
type running struct {
	file, text string
	offset     int // of the printed number from the page number
}

// paged matches a line with a number at its beginning or end.
var paged = pattern.New(`^(\d{1,4})\s+([^\t\n]*\pL[^\t\n]*)$|^([^\t\n]*\pL[^\t\n]*?)\s+(\d{1,4})$`)

// runningAt returns the running head or foot that a line may be.
func runningAt(p Passage, s span) (r running, page int, ok bool) {
	text := p.Text[s.start:s.end]
	if len(strings.Fields(text)) > fewInALine+1 {
		return r, 0, false
	}
	m := paged.FindStringSubmatch(text)
	if m == nil {
		return r, 0, false
	}
	number, err := strconv.Atoi(m[1] + m[4])
	page, _ = p.Pages(s.start, s.end)
	return running{p.File, m[2] + m[3], number - page}, page, err == nil
}

// runningIn returns the lines that have the same words on several pages and a number that counts the pages.
func runningIn(found []examinedPassage) map[running]bool {
	seen, out := map[running]int{}, map[running]bool{}
	for _, p := range found {
		for s := range spans(p.Passage.Passage) {
			r, page, ok := runningAt(p.Passage, s)
			if first := seen[r]; ok && first != 0 && first != page {
				out[r] = true
			}
			if ok {
				seen[r] = page
			}
		}
	}
	return out
}

// isRunning reports whether a line is a running head or foot.
func (q question) isRunning(p Passage, s span) bool {
	r, _, ok := runningAt(p, s)
	return ok && q.running[r]
}
