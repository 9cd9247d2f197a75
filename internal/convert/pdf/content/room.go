package content

// room holds the many small parts of a page. The next page of the document reuses it.
type room struct {
	texts    arena[Text]
	items    arena[item]
	drawn    []Drawn
	outlines []PathPoint
}

// clear frees all of it.
func (r *room) clear() {
	r.texts.clear()
	r.items.clear()
	r.drawn, r.outlines = r.drawn[:0], r.outlines[:0]
}

// arena allocates values, in blocks that do not move.
type arena[T any] struct {
	blocks [][]T
	// block and used are the number of full blocks, and how much of the next one is in use.
	block, used int
}

// arenaSize is the minimum number of values in a block.
const arenaSize = 256

// take returns a slice of length 0 with room for n values. Its memory may contain old values.
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
