package answer

import (
	"slices"
	"strings"
)

// section is a part of a document below a heading.
type section struct {
	path    []string // headings, outermost first
	at      Passage  // the first passage that begins in it
	before  Passage  // the passage before at, which may contain the heading
	extent  int      // in passages
	nested  int      // sections within it, if it stands for all of them
	heading string
	indent  int // of its entry
}

// file is a file with its sections, in order.
type file struct {
	id       string
	name     map[uint32]bool // words of its name
	common   map[uint32]bool // words that every header has: name, title and first words
	sections []section       // to show
	all      []section       // at every level
	stems    stems           // of the question
}

// filesOf returns the files and their sections, from the passages at which these begin. A header is the file's name,
// its title and first words, and the headings; only its last line differs between passages.
func filesOf(passages []Passage, asked stems) []file {
	var out []file
	for len(passages) > 0 {
		n := slices.IndexFunc(passages, func(p Passage) bool { return p.File != passages[0].File })
		if n < 0 {
			n = len(passages)
		}
		out = append(out, fileOf(passages[:n], asked))
		passages = passages[n:]
	}
	return out
}

func fileOf(passages []Passage, asked stems) file {
	first := passages[0]
	fixed := sharedLines(passages)
	shared := strings.Split(first.Header, "\n")[:fixed]
	f := file{id: first.File, stems: asked}
	f.name = asked.in(first.Language, strings.Join(append(slices.Clone(shared[:min(1, fixed)]), first.Filename), "\n"))
	f.common = asked.in(first.Language, strings.Join(shared, "\n"))
	var before Passage
	for _, p := range passages {
		path := pathBelow(p.Header, fixed)
		last := len(f.sections) - 1
		if last >= 0 {
			f.sections[last].extent = p.Number - f.sections[last].at.Number
		}
		if len(path) > 0 && (last < 0 || !slices.Equal(path, f.sections[last].path)) {
			f.sections = append(f.sections, section{path: path, at: p, before: before, extent: 1, heading: path[len(path)-1]})
		}
		before = p
	}
	if len(f.sections) == 0 {
		f.sections = []section{{path: []string{first.Filename}, at: first, extent: 1, heading: first.Filename}}
	}
	f.all = f.sections
	return f
}

// sharedLines returns the number of lines that all headers begin with, not counting a heading above all passages.
func sharedLines(passages []Passage) int {
	first := strings.Split(passages[0].Header, "\n")
	n := len(first)
	for _, p := range passages[1:] {
		lines := strings.Split(p.Header, "\n")
		n = min(n, len(lines))
		for i := range n {
			if lines[i] != first[i] {
				n = i
				break
			}
		}
	}
	if n == len(first) && n > nameAndLead && passages[0].hasLine(outermost(first[n-1])) {
		return n - 1
	}
	return n
}

// nameAndLead is the number of first lines of a header that contain no headings (internal/passage).
const nameAndLead = 2

func outermost(path string) string {
	heading, _, _ := strings.Cut(path, " > ")
	return heading
}

func pathBelow(header string, fixed int) []string {
	lines := strings.Split(header, "\n")
	if len(lines) <= fixed {
		return nil
	}
	return strings.Split(lines[len(lines)-1], " > ")
}
