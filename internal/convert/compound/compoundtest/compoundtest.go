// Package compoundtest writes compound files for tests.
package compoundtest

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"quire/internal/convert/compound"
)

const (
	sectorSize = 512
	entrySize  = 128
	end        = 0xfffffffe
	none       = 0xffffffff
)

// entry is a stream, or a storage, of a file being written.
type entry struct {
	name     string
	content  []byte
	children map[string]*entry
	id       int
}

// File returns a compound file with the given streams by path, whose names are separated by slashes. All of them are
// stored in regular sectors: the cutoff below which they would be in the mini stream is zero.
func File(streams map[string]string) []byte {
	root := &entry{name: "Root Entry", children: map[string]*entry{}}
	for path, content := range streams {
		at := root
		names := strings.Split(path, "/")
		for _, name := range names[:len(names)-1] {
			if at.children[name] == nil {
				at.children[name] = &entry{name: name, children: map[string]*entry{}}
			}
			at = at.children[name]
		}
		name := names[len(names)-1]
		at.children[name] = &entry{name: name, content: []byte(content)}
	}
	w := &writer{}
	w.number(root)
	return w.file()
}

type writer struct {
	entries []*entry
	next    []uint32
	data    []byte
}

func (w *writer) number(e *entry) {
	e.id = len(w.entries)
	w.entries = append(w.entries, e)
	for _, name := range slices.Sorted(maps.Keys(e.children)) {
		w.number(e.children[name])
	}
}

// store appends content as a chain of sectors and returns the first.
func (w *writer) store(content []byte) uint32 {
	if len(content) == 0 {
		return end
	}
	start := len(w.next)
	w.data = append(w.data, content...)
	w.data = append(w.data, make([]byte, (sectorSize-len(content)%sectorSize)%sectorSize)...)
	for len(w.next) < len(w.data)/sectorSize {
		w.next = append(w.next, uint32(len(w.next)+1)) //nolint:gosec // tests are small
	}
	w.next[len(w.next)-1] = end
	return uint32(start) //nolint:gosec // tests are small
}

func (w *writer) file() []byte {
	var directory []byte
	siblings := map[int]int{} // the next sibling of an entry
	for _, e := range w.entries {
		names := slices.Sorted(maps.Keys(e.children))
		for i, name := range names[:max(len(names)-1, 0)] {
			siblings[e.children[name].id] = e.children[names[i+1]].id
		}
	}
	for _, e := range w.entries {
		directory = append(directory, w.entry(e, siblings)...)
	}
	first := w.store(directory)
	tables := (len(w.next)*4 + sectorSize) / (sectorSize - 4)
	header := make([]byte, sectorSize)
	copy(header, compound.Magic)
	binary.LittleEndian.PutUint16(header[26:], 3)
	binary.LittleEndian.PutUint16(header[28:], 0xfffe)
	binary.LittleEndian.PutUint16(header[30:], 9)
	binary.LittleEndian.PutUint16(header[32:], 6)
	binary.LittleEndian.PutUint32(header[44:], uint32(tables)) //nolint:gosec // tests are small
	binary.LittleEndian.PutUint32(header[48:], first)
	for _, at := range []int{60, 68} {
		binary.LittleEndian.PutUint32(header[at:], end)
	}
	w.tables(header[76:], tables)
	return append(header, w.data...)
}

// tables appends the allocation table and lists its sectors; those for which the header has no room are listed in
// separate sectors.
func (w *writer) tables(list []byte, count int) {
	for at := 0; at < len(list); at += 4 {
		binary.LittleEndian.PutUint32(list[at:], none)
	}
	from := len(w.next)
	for i := range count {
		if 4*i >= len(list) {
			break
		}
		binary.LittleEndian.PutUint32(list[4*i:], uint32(from+i)) //nolint:gosec // tests are small
		w.next = append(w.next, 0xfffffffd)
	}
	table := make([]byte, 0, count*sectorSize)
	for _, n := range w.next {
		table = binary.LittleEndian.AppendUint32(table, n)
	}
	for len(table) < count*sectorSize {
		table = binary.LittleEndian.AppendUint32(table, none)
	}
	w.data = append(w.data, table...)
}

func (w *writer) entry(e *entry, siblings map[int]int) []byte {
	raw := make([]byte, entrySize)
	name := utf16.Encode([]rune(e.name))
	for i, c := range name[:min(len(name), 31)] {
		binary.LittleEndian.PutUint16(raw[2*i:], c)
	}
	binary.LittleEndian.PutUint16(raw[64:], uint16(2*min(len(name), 31)+2)) //nolint:gosec // bounded
	kind := byte(2)
	if e.children != nil {
		kind = 1
	}
	if e.id == 0 {
		kind = 5
	}
	raw[66] = kind
	for _, at := range []int{68, 72, 76} {
		binary.LittleEndian.PutUint32(raw[at:], none)
	}
	if next, ok := siblings[e.id]; ok {
		binary.LittleEndian.PutUint32(raw[72:], uint32(next)) //nolint:gosec // tests are small
	}
	if len(e.children) > 0 {
		binary.LittleEndian.PutUint32(raw[76:], uint32(e.children[slices.Min(slices.Collect(maps.Keys(e.children)))].id)) //nolint:gosec // tests are small
	}
	binary.LittleEndian.PutUint32(raw[116:], w.store(e.content))
	binary.LittleEndian.PutUint32(raw[120:], uint32(len(e.content))) //nolint:gosec // tests are small
	return raw
}
