package workflows

import (
	"fmt"
	"strings"

	"go.temporal.io/sdk/workflow"
)

// ranges shows operators how far a long conversion has come: one line a range, in Markdown.
type ranges struct {
	pages int
	done  []bool // by the place of the range
}

func newRanges(pages int) *ranges {
	return &ranges{pages: pages, done: make([]bool, (pages+pagesPerRange-1)/pagesPerRange)}
}

// finish notes that the range that begins after page from is converted.
func (r *ranges) finish(ctx workflow.Context, from int) {
	r.done[from/pagesPerRange] = true
	workflow.SetCurrentDetails(ctx, r.String())
}

// shownRanges keeps the details of the longest documents far below the 20,000 bytes that Temporal takes.
const shownRanges = 200

// String implements fmt.Stringer.
func (r *ranges) String() string {
	var rows []string // not by Fprintf, which writes to what it cannot know is deterministic
	count := 0
	for i, done := range r.done {
		state := "waits or runs"
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
