package answer

import (
	"strconv"

	"quire/internal/pattern"
)

// fewestEntries is how many lines with leaders make a table of contents.
const fewestEntries = 3

// entryPage matches the page number that ends an entry of a table of contents.
var entryPage = pattern.New(`[.·•…_\s](\d{1,4})$`)

// contentsIn returns where a passage's entries of a table of contents start: lines with leaders before page numbers that
// never decrease. They have the words of the headings they list, but say nothing about them.
func contentsIn(p Passage) map[int]bool {
	entries, last := map[int]bool{}, 0
	for s := range spans(p.Passage) {
		text := p.Text[s.start:s.end]
		if !leaders.MatchString(text) {
			continue
		}
		m := entryPage.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[1]) // up to four digits
		if n < last || (p.PageCount > 0 && n > p.PageCount) {
			return nil
		}
		entries[s.start], last = true, n
	}
	if len(entries) < fewestEntries {
		return nil
	}
	return entries
}
