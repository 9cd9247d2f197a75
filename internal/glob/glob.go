// Package glob selects files of a folder by patterns.
package glob

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Filter selects files of a folder by patterns. The zero value selects all except hidden and unfinished ones. A pattern
// with a slash applies to the whole path below the folder, and any other pattern to the last name.
type Filter struct {
	Include []string // only files that match one of them; all if empty
	Exclude []string // no file or folder that matches one of them
}

// Check returns an error that names the first malformed pattern.
func (f Filter) Check() error {
	for _, p := range slices.Concat(f.Include, f.Exclude) {
		if !doublestar.ValidatePattern(p) {
			return fmt.Errorf("%q is not a pattern: give one such as '*.pdf' or 'letters/**'", p)
		}
		if alternatives(p) > maxAlternatives {
			return fmt.Errorf("%q stands for more than %d patterns: give several with fewer alternatives in braces", p, maxAlternatives)
		}
	}
	return nil
}

// maxAlternatives is how many patterns a pattern with braces may stand for, because each of them may be tried.
const maxAlternatives = 256

// alternatives returns how many patterns without braces a pattern stands for. It stops counting beyond maxAlternatives.
func alternatives(pattern string) int {
	type group struct{ before, sum int }
	var open []group
	n := 1
	for i := 0; i < len(pattern) && n <= maxAlternatives; i++ {
		switch last := len(open) - 1; {
		case pattern[i] == '\\':
			i++
		case pattern[i] == '{':
			open, n = append(open, group{before: n}), 1
		case pattern[i] == ',' && last >= 0:
			open[last].sum, n = open[last].sum+n, 1
		case pattern[i] == '}' && last >= 0:
			n = open[last].before * (open[last].sum + n)
			open = open[:last]
		}
	}
	return n
}

// Finds reports whether the file at rel, a path below the folder, is selected and in no excluded folder.
func (f Filter) Finds(rel string) bool {
	for dir := path.Dir(rel); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if !f.Enters(dir) {
			return false
		}
	}
	return f.Takes(rel)
}

// Takes reports whether the file at rel is selected, given that the folders above it are entered.
func (f Filter) Takes(rel string) bool {
	if unwanted(rel) || f.excluded(rel) {
		return false
	}
	return len(f.Include) == 0 || slices.ContainsFunc(f.Include, func(p string) bool { return matches(p, rel) })
}

// Enters reports whether the folder at rel may contain selected files.
func (f Filter) Enters(rel string) bool { return !hidden(rel) && !f.excluded(rel) }

func (f Filter) excluded(rel string) bool {
	return slices.ContainsFunc(f.Exclude, func(p string) bool { return matches(p, rel) })
}

// matches reports whether a pattern matches the path: a pattern with a slash the whole path, any other pattern the last
// name. Case does not matter, because scanners and cameras write extensions in capitals.
func matches(pattern, rel string) bool {
	if !strings.Contains(pattern, "/") {
		rel = path.Base(rel)
	}
	pattern = strings.Trim(pattern, "/")
	ok, err := doublestar.Match(strings.ToLower(pattern), strings.ToLower(rel))
	return ok && err == nil
}

func hidden(rel string) bool { return strings.HasPrefix(path.Base(rel), ".") }

// unfinished lists the extensions of files that browsers and other programs are still writing.
var unfinished = []string{".part", ".partial", ".crdownload", ".download", ".tmp"}

// unwanted reports whether the owner of a file does not know it exists: it is hidden, the lock of an office program, or
// unfinished.
func unwanted(rel string) bool {
	base := path.Base(rel)
	return hidden(rel) || strings.HasPrefix(base, "~$") || strings.HasPrefix(base, ".~lock") ||
		slices.Contains(unfinished, strings.ToLower(path.Ext(base)))
}

// IsPattern reports whether an argument that does not name a file is meant as a pattern.
func IsPattern(arg string) bool {
	return strings.ContainsAny(arg, "*?[{") && doublestar.ValidatePattern(arg)
}
