package text

import "slices"

// Listings parts the runs of listings from the others: of rows in fixed-width type throughout, several of them below each
// other. The spaces in them are no gutters of a table.
func Listings(runs []Run) (code, rest []Run) {
	if !slices.ContainsFunc(runs, Run.isCode) { // as on most pages
		return nil, runs
	}
	rows := Rows(runs)
	for i := 0; i < len(rows); {
		end := i
		for end < len(rows) && rows[end].isCode() && (end == i || rows[end].Base-rows[end-1].Base <= codeStep*rows[end].Size) {
			end++
		}
		to := &code
		if end-i < CodeLines {
			to, end = &rest, max(end, i+1)
		}
		for _, r := range rows[i:end] {
			*to = append(*to, r.Runs...)
		}
		i = end
	}
	return code, rest
}

// isCode reports whether a row is set in fixed-width type throughout.
func (r Row) isCode() bool {
	return !slices.ContainsFunc(r.Runs, func(u Run) bool { return !u.isCode() })
}

func (r Run) isCode() bool {
	return !slices.ContainsFunc(r.Words, func(w Word) bool { return !w.Style.Mono })
}
