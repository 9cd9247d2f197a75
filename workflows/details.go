package workflows

import (
	"fmt"
	"strings"

	"go.temporal.io/sdk/workflow"
)

// ranges shows operators the progress of a long conversion in Markdown, with one line per range.
type ranges struct {
	pages int
	done  []bool // indexed by range
}

func newRanges(pages int) *ranges {
	return &ranges{pages: pages, done: make([]bool, (pages+pagesPerRange-1)/pagesPerRange)}
}

// finish records that the range that begins after page from has been converted.
func (r *ranges) finish(ctx workflow.Context, from int) {
	r.done[from/pagesPerRange] = true
	workflow.SetCurrentDetails(ctx, r.String())
}

// shownRanges keeps the details of the longest documents far below the 20,000 bytes that Temporal accepts.
const shownRanges = 200

// String implements fmt.Stringer.
func (r *ranges) String() string {
	var rows []string // not Fprintf, whose writer the determinism check cannot see through
	count := 0
	for i, done := range r.done {
		state := "waiting or running"
		if done {
			state = "converted"
			count++
		}
		if i < shownRanges {
			rows = append(rows, fmt.Sprintf("| %d–%d | %s |\n", i*pagesPerRange+1, min((i+1)*pagesPerRange, r.pages), state))
		}
	}
	return fmt.Sprintf("%d of %d ranges converted\n\n| pages | state |\n|---|---|\n%s", count, len(r.done), strings.Join(rows, ""))
}
