package object

import "sort"

// maxContainers is the maximum number of object streams that are kept unpacked.
const maxContainers = 64

// container is an unpacked object stream.
type container struct {
	data []byte
	// numbers and offsets hold those of its objects, ordered by number.
	numbers, offsets []int
}

// contained reads an object in an object stream.
func (f *File) contained(number, stream int) (Object, error) {
	c, ok := f.streams[stream]
	if !ok {
		var err error
		if c, err = f.container(stream); err != nil {
			return Object{}, err
		}
		if len(f.streams) >= maxContainers {
			clear(f.streams)
		}
		f.streams[stream] = c
	}
	i := sort.SearchInts(c.numbers, number)
	if i == len(c.numbers) || c.numbers[i] != number {
		return Object{}, errSyntax
	}
	l := &Lexer{data: c.data, pos: c.offsets[i], references: true}
	o, err := l.Next()
	if err != nil || o.Kind == Keyword || o.Kind == End {
		return Object{}, errSyntax
	}
	return o, nil
}

// container unpacks an object stream.
func (f *File) container(number int) (*container, error) {
	if f.places[number].stream != 0 { // an object stream cannot be inside another
		return nil, errSyntax
	}
	o, err := f.object(number)
	if err != nil || o.Kind != Stream || !o.Dict["Type"].Is("ObjStm") {
		return nil, errSyntax
	}
	n, err := f.Get(o.Dict, "N")
	if err != nil {
		return nil, err
	}
	first, err := f.Get(o.Dict, "First")
	if err != nil {
		return nil, err
	}
	c := &container{}
	if c.data, err = f.Data(o); err != nil || first.Int() < 0 || first.Int() > len(c.data) || n.Int() < 0 || n.Int() > first.Int() {
		return nil, errSyntax
	}
	return c, c.index(n.Int(), first.Int())
}

// index reads the table of n objects, which begin at the offset first.
func (c *container) index(n, first int) error {
	l := &Lexer{data: c.data[:first]}
	for range n {
		number, err := l.Next()
		if err != nil || number.Kind != Integer {
			return errSyntax
		}
		offset, err := l.Next()
		if err != nil || offset.Kind != Integer || offset.Int() < 0 || offset.Int() >= len(c.data)-first {
			return errSyntax
		}
		c.numbers, c.offsets = append(c.numbers, number.Int()), append(c.offsets, first+offset.Int())
	}
	sort.Stable(c)
	return nil
}

// Len implements sort.Interface.
func (c *container) Len() int { return len(c.numbers) }

// Less implements sort.Interface.
func (c *container) Less(i, j int) bool { return c.numbers[i] < c.numbers[j] }

// Swap implements sort.Interface.
func (c *container) Swap(i, j int) {
	c.numbers[i], c.numbers[j] = c.numbers[j], c.numbers[i]
	c.offsets[i], c.offsets[j] = c.offsets[j], c.offsets[i]
}
