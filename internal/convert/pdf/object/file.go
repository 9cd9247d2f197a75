package object

import "bytes"

const (
	// maxReferences is the maximum length of a chain of references.
	maxReferences = 16
	// maxGeneration is the maximum generation of an object.
	maxGeneration = 65535
	// maxCached is the maximum number of objects that are cached.
	maxCached = 20_000
)

// File is an open PDF. It is not safe for concurrent use.
type File struct {
	// Trailer is the newest trailer.
	Trailer Dict

	data     []byte
	places   map[int]location
	cached   map[int]Object
	streams  map[int]*container
	crypt    *crypt // nil if nothing is encrypted
	unpacked int
	busy     int      // nested calls of Object
	open     []Object // memory for arrays that are being read
}

// location is the position of an object: at an offset in the file, or in an object stream.
type location struct {
	offset int
	// stream is the number of the object stream, or 0.
	stream int
}

// Open reads the cross-reference table of a file. The data must not change while the file is in use.
func Open(data []byte) (*File, error) {
	f := &File{data: data, places: map[int]location{}, cached: map[int]Object{}, streams: map[int]*container{}}
	if !bytes.HasPrefix(data, []byte("%PDF-")) {
		return nil, errSyntax
	}
	if err := f.tables(); err != nil {
		return nil, err
	}
	if _, ok := f.Trailer["Encrypt"]; ok {
		if err := f.unlock(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// Get returns an entry of a dictionary, or null. References are followed.
func (f *File) Get(d Dict, key string) (Object, error) { return f.Resolve(d[key]) }

// Resolve follows references.
func (f *File) Resolve(o Object) (Object, error) {
	for range maxReferences {
		if o.Kind != Reference {
			return o, nil
		}
		var err error
		if o, err = f.object(int(o.Number)); err != nil {
			return o, err
		}
	}
	return Object{}, errSyntax
}

// object returns the object with a number, or null if there is none.
func (f *File) object(number int) (Object, error) {
	if o, ok := f.cached[number]; ok {
		return o, nil
	}
	at, ok := f.places[number]
	if !ok || at.offset < 0 {
		return Object{}, nil
	}
	f.busy++
	defer func() { f.busy-- }()
	if f.busy > maxReferences {
		return Object{}, errSyntax
	}
	var o Object
	var err error
	if at.stream != 0 {
		o, err = f.contained(number, at.stream)
	} else {
		o, err = f.at(at.offset, number)
	}
	if err != nil {
		return o, err
	}
	if len(f.cached) >= maxCached {
		clear(f.cached)
	}
	f.cached[number] = o
	return o, nil
}

// keptItems is the largest number of items of an array for which a file keeps memory.
const keptItems = 4096

// at reads the object at an offset, which must have the number unless that is negative.
func (f *File) at(offset, number int) (Object, error) {
	if offset < 0 || offset >= len(f.data) {
		return Object{}, errSyntax
	}
	l := &Lexer{data: f.data, pos: offset, references: true, open: f.open[:0]}
	defer func() {
		if cap(l.open) <= keptItems {
			f.open = l.open
		}
	}()
	own, err := l.Next()
	if err != nil || own.Kind != Integer || (number >= 0 && own.Int() != number) {
		return Object{}, errSyntax
	}
	generation, err := l.Next()
	if err != nil || generation.Kind != Integer || generation.Number < 0 || generation.Number > maxGeneration || !l.keyword("obj") {
		return Object{}, errSyntax
	}
	o, err := l.Next()
	if err != nil || o.Kind == Keyword || o.Kind == End {
		return Object{}, errSyntax
	}
	if o.Kind == Dictionary && l.keyword("stream") {
		if o, err = f.stream(o.Dict, l); err != nil {
			return o, err
		}
		o.Number = serial(own.Int(), generation.Int())
	}
	if f.crypt != nil && !o.Dict["Type"].Is("XRef") {
		return f.crypt.openStrings(o, serial(own.Int(), generation.Int()))
	}
	return o, nil
}

// keyword skips a keyword if it is next, and reports whether it is.
func (l *Lexer) keyword(word string) bool {
	l.skipSpace()
	if !bytes.HasPrefix(l.data[l.pos:], []byte(word)) {
		return false
	}
	l.pos += len(word)
	return true
}

// stream reads the data of a stream, which the lexer has reached. The data must end where the length says.
func (f *File) stream(d Dict, l *Lexer) (Object, error) {
	switch rest := l.data[l.pos:]; {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		l.pos += 2
	case bytes.HasPrefix(rest, []byte("\n")):
		l.pos++
	default:
		return Object{}, errSyntax
	}
	length, err := f.Get(d, "Length")
	if err != nil || length.Kind != Integer || length.Int() < 0 || length.Int() > len(l.data)-l.pos {
		return Object{}, errSyntax
	}
	start := l.pos
	l.pos += length.Int()
	if !l.keyword("endstream") {
		return Object{}, errSyntax
	}
	if _, elsewhere := d["F"]; elsewhere {
		return Object{}, errSyntax
	}
	return Object{Kind: Stream, Dict: d, Bytes: f.data[start : start+length.Int()]}, nil
}
