package slides

const (
	// mostCards is the maximum number of cards side by side.
	mostCards = 12
	// cardBody is how many times as tall as its heading the text of a card must be.
	cardBody = 1.5
)

// pairCards moves the text of each card behind its heading if a row of headings is followed by the row of their texts:
// authors draw one row after the other, but nobody reads them in that order.
func pairCards(shapes []shape) []shape {
	ordered := make([]shape, 0, len(shapes))
	for len(shapes) > 0 {
		n := rowLength(shapes)
		if n < 2 || !headEach(shapes[:n], shapes[n:]) {
			ordered, shapes = append(ordered, shapes[0]), shapes[1:]
			continue
		}
		for i := range n {
			ordered = append(ordered, shapes[i], shapes[n+i])
		}
		shapes = shapes[2*n:]
	}
	return ordered
}

// rowLength returns how many of the shapes, from the first one on, are side by side, up to mostCards.
func rowLength(shapes []shape) int {
	n := 1
	for n < min(len(shapes), mostCards) {
		last, next := shapes[n-1].box, shapes[n].box
		if overlap(last.Y0, last.Y1, next.Y0, next.Y1) <= overlapShare || middle(next.X0, next.X1) < last.X1 {
			break
		}
		n++
	}
	return n
}

// headEach reports whether each of the heads is the heading of the text below it at the same index.
func headEach(heads, texts []shape) bool {
	if len(texts) < len(heads) {
		return false
	}
	for i := range heads {
		head, text := heads[i].box, texts[i].box
		height := head.Y1 - head.Y0
		below := text.Y0 >= middle(head.Y0, head.Y1) && text.Y0-head.Y1 <= height
		if !below || overlap(head.X0, head.X1, text.X0, text.X1) <= overlapShare || text.Y1-text.Y0 < cardBody*height {
			return false
		}
	}
	return true
}
