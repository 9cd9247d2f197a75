// Package completion completes command lines in bash, zsh and fish. The scripts for the shells know nothing about the
// commands: they ask the program, so that what is completed is what this build accepts.
package completion

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Paths says which file system entries also complete a word.
type Paths string

// The kinds of paths that complete a word.
const (
	NoPaths Paths = ""
	Files   Paths = "files"
	Folders Paths = "folders"
)

// Candidate is a possible completion of the last word.
type Candidate struct{ Word, Help string }

// Reply is the set of possible completions of a command line.
type Reply struct {
	Candidates []Candidate
	Paths      Paths
}

// Of returns the possible completions of the last word. words are those after the program's name; the last one is empty
// if a new word begins.
func Of(app *kong.Node, words []string) Reply {
	if len(words) == 0 {
		words = []string{""}
	}
	l := line{node: app, given: map[*kong.Flag]bool{}}
	last := len(words) - 1
	for _, w := range words[:last] {
		l.take(w)
	}
	return l.complete(words[last])
}

// line is a command line as far as it has been read.
type line struct {
	node      *kong.Node
	given     map[*kong.Flag]bool
	waiting   *kong.Flag // expects its value next
	arguments int        // of the command so far
	noFlags   bool       // after --
}

func (l *line) take(word string) {
	switch {
	case l.waiting != nil:
		l.waiting = nil
	case word == "--" && !l.noFlags:
		l.noFlags = true
	case l.isFlag(word):
		l.takeFlag(word)
	default:
		l.takeArgument(word)
	}
}

func (l *line) isFlag(word string) bool {
	return !l.noFlags && len(word) > 1 && word[0] == '-'
}

func (l *line) takeFlag(word string) {
	name, long := strings.CutPrefix(word, "--")
	if !long {
		l.takeShort(word[1:])
		return
	}
	name, _, valued := strings.Cut(name, "=")
	if f := l.flag(func(f *kong.Flag) bool { return slices.Contains(spellings(f), name) }); f != nil {
		l.give(f, valued)
	}
}

// takeShort reads a group of one-letter flags. The rest of the group after a flag that takes a value is that value.
func (l *line) takeShort(letters string) {
	for i, letter := range letters {
		f := l.flag(func(f *kong.Flag) bool { return f.Short == letter })
		if f == nil {
			return
		}
		rest := i+len(string(letter)) < len(letters)
		l.give(f, rest)
		if !takesNone(f) {
			return
		}
	}
}

func (l *line) give(f *kong.Flag, valued bool) {
	l.given[f] = true
	if !valued && !takesNone(f) {
		l.waiting = f
	}
}

func takesNone(f *kong.Flag) bool { return f.IsBool() || f.IsCounter() }

func (l *line) takeArgument(word string) {
	if l.arguments == 0 {
		for _, c := range l.node.Children {
			if c.Name == word || slices.Contains(c.Aliases, word) {
				l.node = c
				return
			}
		}
	}
	l.node = runs(l.node)
	l.arguments++
}

// runs returns the command that takes the arguments and flags of a node: a group may delegate to one of its commands.
func runs(n *kong.Node) *kong.Node {
	if n.DefaultCmd != nil && n.DefaultCmd.Tag.Default == "withargs" {
		return n.DefaultCmd
	}
	return n
}

// flag returns the first accepted flag for which wanted returns true, or nil if there is none.
func (l *line) flag(wanted func(*kong.Flag) bool) *kong.Flag {
	for _, group := range runs(l.node).AllFlags(true) {
		for _, f := range group {
			if wanted(f) {
				return f
			}
		}
	}
	return nil
}

// spellings returns the long names of a flag, without dashes.
func spellings(f *kong.Flag) []string {
	names := append([]string{f.Name}, f.Aliases...)
	if f.Tag.Negatable != "" {
		names = append(names, "no-"+f.Name)
	}
	return names
}

func (l *line) complete(word string) Reply {
	name, value, valued := strings.Cut(word, "=")
	switch {
	case l.waiting != nil:
		return values(l.waiting.Value, "", word)
	case l.isFlag(word) && valued:
		f := l.flag(func(f *kong.Flag) bool { return slices.Contains(spellings(f), strings.TrimPrefix(name, "--")) })
		if f == nil {
			return Reply{}
		}
		return values(f.Value, name+"=", value)
	case !l.noFlags && strings.HasPrefix(word, "-"):
		return Reply{Candidates: l.flags(word)}
	}
	return l.plain(word)
}

// plain completes a word that is a command or an argument. If neither is possible, it offers flags.
func (l *line) plain(word string) Reply {
	var reply Reply
	at := runs(l.node)
	if n := len(at.Positional); n > 0 {
		if next := at.Positional[min(l.arguments, n-1)]; l.arguments < n || next.IsCumulative() {
			reply = values(next, "", word)
		}
	}
	if l.arguments == 0 {
		reply.Candidates = append(commands(l.node, word), reply.Candidates...)
	}
	if word == "" && !l.noFlags && len(at.Positional) == 0 && len(l.node.Children) == 0 {
		reply.Candidates = l.flags(word)
	}
	return reply
}

func commands(n *kong.Node, start string) []Candidate {
	var found []Candidate
	for _, c := range n.Children {
		if !c.Hidden && strings.HasPrefix(c.Name, start) {
			found = append(found, Candidate{c.Name, c.Help})
		}
	}
	return found
}

// flags returns the flags that begin with start and can still be given.
func (l *line) flags(start string) []Candidate {
	var found []Candidate
	l.flag(func(f *kong.Flag) bool {
		if name := "--" + f.Name; strings.HasPrefix(name, start) && (!l.given[f] || f.IsCumulative()) {
			found = append(found, Candidate{name, f.Help})
		}
		return false
	})
	return found
}

// values completes the value of a flag or an argument. The tag "complete" or else kong's type says whether paths are
// offered.
func values(v *kong.Value, before, start string) Reply {
	var reply Reply
	if v.Enum != "" {
		for _, one := range v.EnumSlice() {
			if strings.HasPrefix(one, start) {
				reply.Candidates = append(reply.Candidates, Candidate{Word: before + one})
			}
		}
	}
	switch v.Tag.Type {
	case "path", "existingfile":
		reply.Paths = Files
	case "existingdir":
		reply.Paths = Folders
	}
	if v.Tag.Has("complete") {
		reply.Paths = Paths(v.Tag.Get("complete"))
	}
	return reply
}
