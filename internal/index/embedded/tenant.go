package embedded

import (
	"slices"

	"github.com/qdrant/go-client/qdrant"
)

// tenant holds the points of one tenant in slots: columns of payload, inverted lists, flat matrices. A deleted point
// leaves its slot dead; once a quarter of the slots are dead, the tenant is rewritten without them, so that the cost
// of deleting stays proportional to the number of deleted points.
type tenant struct {
	key     string
	ids     []pointID
	alive   []bool
	dead    int
	columns map[string]*column
	dense   map[string]*matrix
	sparse  map[string]*inverted
}

// compactAbove is the number of dead slots below which rewriting is not worth it.
const compactAbove = 1024

func newTenant(key string, dense map[string]int, sparse map[string]bool) *tenant {
	t := &tenant{key: key, columns: make(map[string]*column), dense: make(map[string]*matrix), sparse: make(map[string]*inverted)}
	for name, dimensions := range dense {
		t.dense[name] = &matrix{dimensions: dimensions}
	}
	for name, idf := range sparse {
		t.sparse[name] = &inverted{idf: idf, lists: make(map[uint32]*[]posting)}
	}
	return t
}

func (t *tenant) live() int { return len(t.ids) - t.dead }

func (t *tenant) column(field string) *column {
	c, ok := t.columns[field]
	if !ok {
		c = newColumn(len(t.ids))
		t.columns[field] = c
	}
	return c
}

func (t *tenant) indexField(field string) {
	if c := t.column(field); !c.index {
		c.buildIndex(t.alive)
	}
}

// insert puts a point into a new slot.
func (t *tenant) insert(p point) uint32 {
	slot := uint32(len(t.ids))
	t.ids = append(t.ids, p.id)
	t.alive = append(t.alive, true)
	for field := range p.payload {
		t.column(field)
	}
	for field, c := range t.columns {
		if len(c.values) <= int(slot) {
			c.values = append(c.values, value{})
		}
		if v, ok := p.payload[field]; ok {
			c.set(slot, v)
		}
	}
	for name, m := range t.dense {
		m.add(p.dense[name])
	}
	for name, inv := range t.sparse {
		inv.add(slot, p.sparse[name])
	}
	return slot
}

// remove marks a slot as dead. The caller forgets the point's place, and compacts when it is done.
func (t *tenant) remove(slot uint32) {
	t.alive[slot] = false
	t.dead++
	for _, c := range t.columns {
		c.release(slot)
	}
	for _, inv := range t.sparse {
		inv.remove(slot)
	}
}

func (t *tenant) wantsCompaction() bool {
	return t.dead >= compactAbove && t.dead*4 >= len(t.ids)
}

// compact rewrites the tenant without its dead slots and calls moved for every point with its new slot.
func (t *tenant) compact(moved func(id pointID, slot uint32)) {
	renumbered := make([]uint32, len(t.ids))
	ids := make([]pointID, 0, t.live())
	for old, id := range t.ids {
		if t.alive[old] {
			renumbered[old] = uint32(len(ids))
			moved(id, uint32(len(ids)))
			ids = append(ids, id)
		}
	}
	for _, c := range t.columns {
		c.compact(t.alive, len(ids))
	}
	for _, m := range t.dense {
		m.compact(t.alive)
	}
	for _, inv := range t.sparse {
		inv.compact(t.alive, renumbered)
	}
	t.ids, t.dead = ids, 0
	t.alive = slices.Repeat([]bool{true}, len(ids))
}

func (c *column) compact(alive []bool, live int) {
	values := make([]value, 0, live)
	for slot, v := range c.values {
		if alive[slot] {
			values = append(values, v)
		}
	}
	c.values = values
	if c.index {
		clear(c.lists)
		c.buildIndex(slices.Repeat([]bool{true}, len(values)))
	}
}

// payload returns the selected fields of slot.
func (t *tenant) payload(slot uint32, selected func(field string) bool) map[string]*qdrant.Value {
	out := make(map[string]*qdrant.Value)
	for field, c := range t.columns {
		if c.values[slot].kind != absent && selected(field) {
			out[field] = c.proto(slot)
		}
	}
	return out
}
