package page

// MostWeight bounds what a page may weigh, in bytes. Whoever reads a stored page holds it in memory as a whole, in a
// process that also works for others. Two million cells of a few characters, the most that are read of a workbook,
// weigh 650 MB, and take 1.3 to 1.7 GB while the page is decoded and written; two million paragraphs take 1.7 GB.
const MostWeight = 768 << 20

// The memory of the parts of a page on 64-bit systems, in bytes, with the strings of a few characters that each has of
// its own once it is decoded.
const (
	weightOfWord  = 64
	weightOfBlock = 160
	weightOfSpan  = 72
	weightOfCell  = 96
	// weightOfCopy counts again for each block that is not in a cell: the list of a page's blocks is copied as it grows.
	weightOfCopy = 160
)

// Weight returns about how much memory the page takes while it is decoded, in bytes.
func (p *Page) Weight() int {
	n := weightOfBlocks(p.Blocks) + len(p.Blocks)*weightOfCopy
	for i := range p.Words {
		n += weightOfWord + len(p.Words[i].Text)
	}
	for i := range p.Fields {
		f := &p.Fields[i]
		n += weightOfBlock + len(f.Name) + len(f.Label) + len(f.Value)
		for _, option := range f.Options {
			n += weightOfWord + len(option.Value) + len(option.Label)
		}
	}
	return n
}

func weightOfBlocks(blocks []Block) int {
	n := 0
	for i := range blocks {
		b := &blocks[i]
		n += weightOfBlock + len(b.Marker) + len(b.Alt)
		for k := range b.Spans {
			s := &b.Spans[k]
			n += weightOfSpan + len(s.Text) + len(s.Link) + len(s.Note)
		}
		if b.Table == nil {
			continue
		}
		for _, row := range b.Table.Rows {
			for k := range row.Cells {
				n += weightOfCell + weightOfBlocks(row.Cells[k].Blocks)
			}
		}
	}
	return n
}
