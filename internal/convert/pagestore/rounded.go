package pagestore

import (
	"math"

	"quire/internal/convert/page"
)

// rounded returns a copy of a page with its lengths rounded, which halves its size in storage. A hundredth of a point
// is far below what a screen or a printer shows.
func rounded(p page.Page) page.Page {
	p.Width, p.Height = round(p.Width), round(p.Height)
	p.Blocks = roundedBlocks(p.Blocks)
	words := make([]page.Word, len(p.Words))
	for i, w := range p.Words {
		w.Box, w.Confidence = roundedBox(w.Box), round(w.Confidence)
		words[i] = w
	}
	p.Words = words
	fields := make([]page.Field, len(p.Fields))
	for i, f := range p.Fields {
		fields[i] = f.Placed(roundedBox)
	}
	p.Fields = fields
	return p
}

func roundedBlocks(list []page.Block) []page.Block {
	out := make([]page.Block, len(list))
	for i, b := range list {
		b.Box = roundedBox(b.Box)
		if b.Table != nil {
			b.Table = roundedTable(*b.Table)
		}
		out[i] = b
	}
	return out
}

func roundedTable(t page.Table) *page.Table {
	rows := make([]page.Row, len(t.Rows))
	for i, r := range t.Rows {
		cells := make([]page.Cell, len(r.Cells))
		for k, c := range r.Cells {
			c.Box, c.Blocks = roundedBox(c.Box), roundedBlocks(c.Blocks)
			cells[k] = c
		}
		rows[i] = page.Row{Cells: cells}
	}
	t.Rows = rows
	return &t
}

func roundedBox(b page.Box) page.Box {
	return page.Box{X0: round(b.X0), Y0: round(b.Y0), X1: round(b.X1), Y1: round(b.Y1)}
}

// round returns 0 for NaN and infinities, which JSON cannot represent.
func round(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*100) / 100
}

// The estimated overhead of JSON per element of text, in bytes.
const (
	perWord  = 60
	perBlock = 80
	perSpan  = 12
)

// estimate returns the approximate size of a page's record before compression. It only has to recognize pages that must
// not be built in memory once more.
func estimate(p page.Page) int {
	n := 0
	for _, w := range p.Words {
		n += perWord + len(w.Text)
	}
	return n + estimateBlocks(p.Blocks)
}

func estimateBlocks(list []page.Block) int {
	n := 0
	for _, b := range list {
		n += perBlock
		for _, s := range b.Spans {
			n += perSpan + len(s.Text)
		}
		if b.Table == nil {
			continue
		}
		for _, r := range b.Table.Rows {
			for _, c := range r.Cells {
				n += perBlock + estimateBlocks(c.Blocks)
			}
		}
	}
	return n
}
