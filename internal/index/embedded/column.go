package embedded

import (
	"github.com/qdrant/go-client/qdrant"
)

type valueKind uint8

const (
	absent valueKind = iota
	keyword
	integer
)

// value is a payload value: a keyword's code in its column, or an integer.
type value struct {
	kind valueKind
	n    int64
}

// column holds one payload field of a tenant's points. Keywords are stored once with a reference count, so that those of
// deleted points do not accumulate.
type column struct {
	values []value
	codes  map[string]int64
	words  []string
	uses   []int
	free   []int64
	// lists holds, for each keyword code, the slots that have it; nil unless the field has a keyword index. Slots of
	// deleted points stay until the tenant is compacted.
	lists [][]uint32
	index bool
}

func newColumn(slots int) *column {
	return &column{values: make([]value, slots), codes: make(map[string]int64)}
}

// set stores slot's value, replacing the previous one.
func (c *column) set(slot uint32, v *qdrant.Value) {
	c.release(slot)
	switch x := v.GetKind().(type) {
	case *qdrant.Value_StringValue:
		code := c.intern(x.StringValue)
		c.uses[code]++
		c.values[slot] = value{kind: keyword, n: code}
		if c.index {
			c.lists[code] = append(c.lists[code], slot)
		}
	case *qdrant.Value_IntegerValue:
		c.values[slot] = value{kind: integer, n: x.IntegerValue}
	}
}

func (c *column) intern(word string) int64 {
	if code, ok := c.codes[word]; ok {
		return code
	}
	var code int64
	if n := len(c.free); n > 0 {
		code, c.free = c.free[n-1], c.free[:n-1]
		c.words[code] = word
	} else {
		code = int64(len(c.words))
		c.words, c.uses, c.lists = append(c.words, word), append(c.uses, 0), append(c.lists, nil)
	}
	c.codes[word] = code
	return code
}

// release forgets slot's value.
func (c *column) release(slot uint32) {
	v := c.values[slot]
	c.values[slot] = value{}
	if v.kind != keyword {
		return
	}
	if c.uses[v.n]--; c.uses[v.n] == 0 {
		delete(c.codes, c.words[v.n])
		c.words[v.n] = ""
		c.lists[v.n] = nil
		c.free = append(c.free, v.n)
	}
}

// buildIndex builds the lists for the existing values.
func (c *column) buildIndex(alive []bool) {
	c.index = true
	for slot, v := range c.values {
		if v.kind == keyword && alive[slot] {
			c.lists[v.n] = append(c.lists[v.n], uint32(slot))
		}
	}
}

func (c *column) proto(slot uint32) *qdrant.Value {
	switch v := c.values[slot]; v.kind {
	case keyword:
		return qdrant.NewValueString(c.words[v.n])
	case integer:
		return qdrant.NewValueInt(v.n)
	}
	return nil
}
