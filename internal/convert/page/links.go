package page

// DropLinks turns the page's links into plain text.
func (p *Page) DropLinks() { dropLinks(p.Blocks) }

func dropLinks(blocks []Block) {
	for i := range blocks {
		b := &blocks[i]
		for k := range b.Spans {
			b.Spans[k].Link = ""
		}
		if b.Table == nil {
			continue
		}
		for _, row := range b.Table.Rows {
			for k := range row.Cells {
				dropLinks(row.Cells[k].Blocks)
			}
		}
	}
}
