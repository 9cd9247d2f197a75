package page

// Place moves every box of the page, of words, blocks and cells, to where place puts it. A block without a box stays
// without.
func (p *Page) Place(place func(Box) Box) {
	for i := range p.Words {
		p.Words[i].Box = place(p.Words[i].Box)
	}
	placeBlocks(p.Blocks, place)
}

func placeBlocks(blocks []Block, place func(Box) Box) {
	for i := range blocks {
		b := &blocks[i]
		if b.Box != (Box{}) {
			b.Box = place(b.Box)
		}
		if b.Table == nil {
			continue
		}
		for _, row := range b.Table.Rows {
			for k := range row.Cells {
				row.Cells[k].Box = place(row.Cells[k].Box)
				placeBlocks(row.Cells[k].Blocks, place)
			}
		}
	}
}
