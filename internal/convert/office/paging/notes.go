package paging

import (
	"slices"

	"quire/internal/convert/page"
)

// WithNotes appends the notes that blocks refer to and that have not been placed yet.
func WithNotes(blocks []page.Block, notes map[string][]page.Block, placed map[string]bool) []page.Block {
	var labels []string
	collectNotes(blocks, &labels)
	blocks = slices.Clip(blocks)
	for _, label := range labels {
		if !placed[label] {
			placed[label] = true
			blocks = append(blocks, notes[label]...)
		}
	}
	return blocks
}

func collectNotes(blocks []page.Block, labels *[]string) {
	for i := range blocks {
		b := &blocks[i]
		for k := range b.Spans {
			if b.Spans[k].Note != "" {
				*labels = append(*labels, b.Spans[k].Note)
			}
		}
		if b.Table == nil {
			continue
		}
		for _, r := range b.Table.Rows {
			for _, c := range r.Cells {
				collectNotes(c.Blocks, labels)
			}
		}
	}
}
