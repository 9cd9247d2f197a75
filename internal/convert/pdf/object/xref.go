package object

import (
	"bytes"
	"strconv"
)

const (
	// maxSections is the maximum number of updates of a file.
	maxSections = 256
	// maxNumber is the maximum number of an object, as in other readers.
	maxNumber = 4 << 20
	// tailBytes is the length of the end of a file in which the position of the table must be stated.
	tailBytes = 1024
	// entryBytes is the length of an entry of a table.
	entryBytes = 20
)

// tables reads the cross-reference tables, the newest first.
func (f *File) tables() error {
	tail := f.data[max(0, len(f.data)-tailBytes):]
	i := bytes.LastIndex(tail, []byte("startxref"))
	if i < 0 {
		return errSyntax
	}
	start, err := NewLexer(tail[i+len("startxref"):]).Next()
	if err != nil || start.Kind != Integer {
		return errSyntax
	}
	offset, seen := start.Int(), map[int]bool{}
	for !seen[offset] && len(seen) < maxSections {
		seen[offset] = true
		trailer, err := f.section(offset)
		if err != nil {
			return err
		}
		if f.Trailer == nil {
			f.Trailer = trailer
		}
		previous, more := trailer["Prev"]
		if !more {
			return nil
		}
		if previous.Kind != Integer {
			return errSyntax
		}
		offset = previous.Int()
	}
	return errSyntax
}

// section reads one table and its trailer. Objects that are in a newer table keep their positions.
func (f *File) section(offset int) (Dict, error) {
	if offset < 0 || offset >= len(f.data) {
		return nil, errSyntax
	}
	l := &Lexer{data: f.data, pos: offset, references: true}
	if !l.keyword("xref") {
		return f.streamed(offset)
	}
	for !l.keyword("trailer") {
		if err := f.subsection(l); err != nil {
			return nil, err
		}
	}
	trailer, err := l.Next()
	if err != nil || trailer.Kind != Dictionary {
		return nil, errSyntax
	}
	if _, hybrid := trailer.Dict["XRefStm"]; hybrid { // two tables that need not agree
		return nil, errSyntax
	}
	return trailer.Dict, nil
}

// subsection reads a run of entries of a table.
func (f *File) subsection(l *Lexer) error {
	first, err := l.Next()
	if err != nil || first.Kind != Integer {
		return errSyntax
	}
	count, err := l.Next()
	if err != nil || count.Kind != Integer {
		return errSyntax
	}
	l.skipSpace()
	n, at := count.Int(), l.pos
	if first.Int() < 0 || n < 0 || first.Int()+n > maxNumber || n > (len(l.data)-at)/entryBytes {
		return errSyntax
	}
	for i := range n {
		entry := l.data[at+i*entryBytes:][:entryBytes]
		place, err := strconv.Atoi(string(entry[:10]))
		if err != nil || entry[10] != ' ' || entry[16] != ' ' {
			return errSyntax
		}
		switch entry[17] {
		case 'n':
			f.claim(first.Int()+i, location{offset: place})
		case 'f':
			f.claim(first.Int()+i, location{offset: -1})
		default:
			return errSyntax
		}
	}
	l.pos = at + n*entryBytes
	return nil
}

// claim records the position of an object, unless a newer table has it. A free object has none.
func (f *File) claim(number int, at location) {
	if _, ok := f.places[number]; !ok {
		f.places[number] = at
	}
}

// streamed reads a table in a stream.
func (f *File) streamed(offset int) (Dict, error) {
	o, err := f.at(offset, -1)
	if err != nil || o.Kind != Stream || !o.Dict["Type"].Is("XRef") {
		return nil, errSyntax
	}
	var widths [3]int
	w := o.Dict["W"].Items
	if len(w) != len(widths) {
		return nil, errSyntax
	}
	size := 0
	for i := range widths {
		if widths[i] = w[i].Int(); widths[i] < 0 || widths[i] > 4 {
			return nil, errSyntax
		}
		size += widths[i]
	}
	data, err := f.Data(o)
	if err != nil || size == 0 {
		return nil, errSyntax
	}
	index := o.Dict["Index"].Items
	if index == nil {
		index = []Object{{Kind: Integer}, o.Dict["Size"]}
	}
	for i := 0; i+1 < len(index); i += 2 {
		first, n := index[i].Int(), index[i+1].Int()
		if first < 0 || n < 0 || first+n > maxNumber || n > len(data)/size {
			return nil, errSyntax
		}
		for k := range n {
			f.entry(first+k, data[k*size:][:size], widths)
		}
		data = data[n*size:]
	}
	return o.Dict, nil
}

// entry records an entry of a table in a stream: its kind, and two fields that depend on it.
func (f *File) entry(number int, b []byte, widths [3]int) {
	field := func(i, standard int) int {
		if widths[i] == 0 {
			return standard
		}
		v := 0
		for _, c := range b[:widths[i]] {
			v = v<<8 | int(c)
		}
		b = b[widths[i]:]
		return v
	}
	const free, plain, packed = 0, 1, 2
	kind, second := field(0, plain), field(1, 0)
	switch kind {
	case free:
		f.claim(number, location{offset: -1})
	case plain:
		f.claim(number, location{offset: second})
	case packed:
		f.claim(number, location{stream: second})
	}
}
