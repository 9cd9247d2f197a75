package content

// room is where the many small parts of a page are kept. The next page of the document takes it over.
type room struct {
	texts    arena[Text]
	items    arena[item]
	drawn    []Drawn
	outlines []PathPoint
}

// clear makes all of it free.
func (r *room) clear() {
	r.texts.clear()
	r.items.clear()
	r.drawn, r.outlines = r.drawn[:0], r.outlines[:0]
}

// arena gives out room for values, in blocks that stay where they are.
type arena[T any] struct {
	blocks [][]T
	// block and used are how many blocks are full, and how much of the next one is taken.
	block, used int
}

// arenaSize is for how many values a block has room at least.
const arenaSize = 256

// take returns room for n values, of which none is there yet. What is in it is old.
func (a *arena[T]) take(n int) []T {
	for a.block < len(a.blocks) && a.used+n > len(a.blocks[a.block]) {
		a.block, a.used = a.block+1, 0
	}
	if a.block == len(a.blocks) {
		a.blocks = append(a.blocks, make([]T, max(n, arenaSize)))
	}
	out := a.blocks[a.block][a.used : a.used : a.used+n]
	a.used += n
	return out
}

func (a *arena[T]) clear() { a.block, a.used = 0, 0 }
