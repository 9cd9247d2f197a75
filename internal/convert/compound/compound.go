// Package compound reads OLE compound files ([MS-CFB]): a file system in a file, which holds the documents of Office
// before 2007 and the messages of Outlook.
package compound

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

// Magic begins every compound file.
const Magic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

const (
	headerSize   = 512
	entrySize    = 128
	headerTables = 109 // sectors of the allocation table that the header lists
	// last is the greatest sector number; greater values have special meanings. none means no entry.
	last = 0xfffffffa
	none = 0xffffffff
	// directoryLimit is the maximum size of the directory, in bytes: a hundred thousand entries.
	directoryLimit = 16 << 20
	// readFactor bounds how much is read of a file, as a multiple of its size, because streams may claim each other's
	// sectors.
	readFactor = 4
)

// ErrFormat means that a file is not a compound file, or is damaged.
var ErrFormat = errors.New("not a compound file")

// File is an opened compound file. It is not safe for concurrent use.
type File struct {
	r          io.ReaderAt
	size       int64
	sectorSize int64
	miniSize   int64    // of a sector of the mini stream
	cutoff     int64    // streams shorter than this are in the mini stream
	next       []uint32 // the sector that follows each sector
	nextMini   []uint32
	mini       []byte
	budget     int64
	root       *Entry
}

// Entry is a stream, or a storage with its children, in the order of the directory.
type Entry struct {
	Name     string
	Storage  bool
	Size     int64
	Children []*Entry
	start    uint32
}

// Child returns the child with the given name, ignoring case, or nil.
func (e *Entry) Child(name string) *Entry {
	for _, c := range e.Children {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

// Open reads the directory of a compound file of size bytes. The error is ErrFormat or r's own.
func Open(r io.ReaderAt, size int64) (*File, error) {
	header := make([]byte, headerSize)
	if size < headerSize {
		return nil, ErrFormat
	}
	if _, err := r.ReadAt(header, 0); err != nil {
		return nil, fmt.Errorf("read a compound file: %w", err)
	}
	sectorShift, miniShift := word(header, 30), word(header, 32)
	if string(header[:len(Magic)]) != Magic || (sectorShift != 9 && sectorShift != 12) || miniShift > sectorShift {
		return nil, ErrFormat
	}
	f := &File{r: r, size: size, sectorSize: 1 << sectorShift, miniSize: 1 << miniShift, cutoff: int64(long(header, 56)), budget: readFactor * size}
	if err := f.readTable(header); err != nil {
		return nil, err
	}
	directory, err := f.read(long(header, 48), directoryLimit)
	if err != nil {
		return nil, err
	}
	if err := f.readTree(directory); err != nil {
		return nil, err
	}
	return f, f.readMini(header)
}

func word(b []byte, at int) uint16 { return binary.LittleEndian.Uint16(b[at:]) }
func long(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// sectors returns the number of sectors of the file, the last of which may be truncated.
func (f *File) sectors() int64 { return (f.size - 1) / f.sectorSize }

// sector reads a sector. Bytes beyond the end of the file are zero.
func (f *File) sector(n uint32, into []byte) error {
	at := (int64(n) + 1) * f.sectorSize
	if int64(n) >= f.sectors() {
		return ErrFormat
	}
	if f.budget -= int64(len(into)); f.budget < 0 {
		return ErrFormat
	}
	read, err := f.r.ReadAt(into[:min(int64(len(into)), f.size-at)], at)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read a compound file: %w", err)
	}
	clear(into[read:])
	return nil
}

// readTable reads the allocation table, whose sectors are listed in the header and in a chain of further sectors.
func (f *File) readTable(header []byte) error {
	buf := make([]byte, f.sectorSize)
	list := header[headerSize-4*headerTables:]
	more, need := long(header, 68), f.sectors()
	for int64(len(f.next)) < need {
		for ; len(list) >= 4 && int64(len(f.next)) < need; list = list[4:] {
			n := long(list, 0)
			if n > last {
				continue
			}
			if err := f.sector(n, buf); err != nil {
				return err
			}
			f.next = appendLongs(f.next, buf)
		}
		if more > last || int64(len(f.next)) >= need {
			break
		}
		table := make([]byte, f.sectorSize)
		if err := f.sector(more, table); err != nil {
			return err
		}
		list, more = table[:len(table)-4], long(table, len(table)-4)
	}
	return nil
}

func appendLongs(to []uint32, b []byte) []uint32 {
	for ; len(b) >= 4; b = b[4:] {
		to = append(to, long(b, 0))
	}
	return to
}

// read returns the chain of sectors from start on: at most limit bytes, rounded up to a sector.
func (f *File) read(start uint32, limit int64) ([]byte, error) {
	var out []byte
	for n, steps := start, int64(0); n <= last && int64(len(out)) < limit; steps++ {
		if steps > f.sectors() || int64(n) >= int64(len(f.next)) {
			return nil, ErrFormat
		}
		from := len(out)
		out = append(out, make([]byte, f.sectorSize)...)
		if err := f.sector(n, out[from:]); err != nil {
			return nil, err
		}
		n = f.next[n]
	}
	return out, nil
}

// readTree reads the entries of the directory. Siblings form binary trees.
func (f *File) readTree(directory []byte) error {
	count := len(directory) / entrySize
	if count == 0 || directory[66] != rootKind {
		return ErrFormat
	}
	seen := make([]bool, count)
	f.root = newEntry(directory)
	type pending struct {
		parent *Entry
		id     uint32
	}
	todo := []pending{{f.root, long(directory, 76)}}
	seen[0] = true
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int64(p.id) >= int64(count) || seen[p.id] {
			continue
		}
		seen[p.id] = true
		raw := directory[int(p.id)*entrySize:][:entrySize]
		e := newEntry(raw)
		p.parent.Children = append(p.parent.Children, e)
		todo = append(todo, pending{p.parent, long(raw, 72)}, pending{p.parent, long(raw, 68)})
		if e.Storage {
			todo = append(todo, pending{e, long(raw, 76)})
		}
	}
	return nil
}

// The kinds of entries.
const (
	storageKind = 1
	rootKind    = 5
)

func newEntry(raw []byte) *Entry {
	length := min(max(int(word(raw, 64))-2, 0), 62)
	name := make([]uint16, length/2)
	for i := range name {
		name[i] = word(raw, 2*i)
	}
	kind := raw[66]
	return &Entry{
		Name: string(utf16.Decode(name)), Storage: kind == storageKind || kind == rootKind, Size: int64(long(raw, 120)), start: long(raw, 116),
	}
}

// readMini reads the stream that holds the short streams, and its allocation table.
func (f *File) readMini(header []byte) error {
	if f.root.start > last || long(header, 60) > last {
		return nil
	}
	table, err := f.read(long(header, 60), f.size)
	if err != nil {
		return err
	}
	f.nextMini = appendLongs(nil, table)
	f.mini, err = f.read(f.root.start, f.root.Size)
	return err
}

// Root returns the outermost storage.
func (f *File) Root() *Entry { return f.root }

// Read returns a stream's content. The error is ErrFormat or the reader's own.
func (f *File) Read(e *Entry) ([]byte, error) {
	if e == nil || e.Storage || e.Size > f.size {
		return nil, ErrFormat
	}
	if e.Size >= f.cutoff {
		b, err := f.read(e.start, e.Size)
		if err == nil && int64(len(b)) < e.Size {
			err = ErrFormat
		}
		return b[:min(int64(len(b)), e.Size)], err
	}
	if f.budget -= e.Size; f.budget < 0 {
		return nil, ErrFormat
	}
	out := make([]byte, 0, e.Size+f.miniSize)
	for n := e.start; int64(len(out)) < e.Size; n = f.nextMini[n] {
		at := int64(n) * f.miniSize
		if int64(n) >= int64(len(f.nextMini)) || at+f.miniSize > int64(len(f.mini)) {
			return nil, ErrFormat
		}
		out = append(out, f.mini[at:at+f.miniSize]...)
	}
	return out[:e.Size], nil
}
