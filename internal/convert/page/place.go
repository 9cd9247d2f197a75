package page

// Place maps every box on the page (of words, blocks, cells and fields) through place. Zero boxes are kept.
func (p *Page) Place(place func(Box) Box) {
	for i := range p.Words {
		p.Words[i].Box = place(p.Words[i].Box)
	}
	for i := range p.Fields {
		p.Fields[i] = p.Fields[i].Placed(place)
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
				if c := &row.Cells[k]; c.Box != (Box{}) {
					c.Box = place(c.Box)
				}
				placeBlocks(row.Cells[k].Blocks, place)
			}
		}
	}
}
