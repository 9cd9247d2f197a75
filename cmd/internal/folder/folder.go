// Package folder finds files in folders.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"quire/internal/glob"
)

// File is a file that was found.
type File struct {
	Path     string // for opening the file
	Below    string // path below the folder, with slashes
	Size     int64
	Modified time.Time
}

// Folder is where to look for files.
type Folder struct {
	root   string
	filter glob.Filter
	depth  int         // maximum number of levels to descend; 0 means no limit
	except fs.FileInfo // a folder to skip
	found  []File
	faults []error
}

// New returns the folder at root.
func New(root string, f glob.Filter) *Folder { return &Folder{root: filepath.Clean(root), filter: f} }

// ByPattern returns the folder at the fixed beginning of a pattern such as scans/**/*.pdf, filtered by the rest of the
// pattern.
func ByPattern(arg string, exclude []string) *Folder {
	root, pattern := doublestar.SplitPattern(filepath.ToSlash(arg))
	depth := 0
	if !strings.Contains(pattern, "**") {
		depth = strings.Count(pattern, "/") + 1
	}
	return &Folder{root: filepath.FromSlash(root), depth: depth, filter: glob.Filter{Include: []string{"/" + pattern}, Exclude: exclude}}
}

// Except skips the folder at path.
func (f *Folder) Except(path string) {
	if st, err := os.Stat(path); err == nil {
		f.except = st
	}
}

// ErrExcepted means that the folder to search is the one to be skipped.
var ErrExcepted = errors.New("it is the folder itself")

// Files returns the regular files in the order of their names, and faults for what could not be read, which does not
// stop the search. It follows links to files but not links to folders, which could form cycles.
func (f *Folder) Files() (files []File, faults []error, err error) {
	if st, err := os.Stat(f.root); err == nil && f.excepted(st) {
		return nil, nil, ErrExcepted
	}
	f.found, f.faults = nil, nil
	below := strings.TrimRight(f.root, string(filepath.Separator)) + string(filepath.Separator) // the trailing separator enters a root that is a link
	err = filepath.WalkDir(below, func(path string, entry fs.DirEntry, err error) error {
		rel, wrong := filepath.Rel(f.root, path)
		switch {
		case err != nil:
			f.fault(path, err)
		case wrong != nil || rel == ".":
			return wrong
		case entry.IsDir():
			return f.enter(rel, entry)
		default:
			f.add(path, filepath.ToSlash(rel))
		}
		return nil
	})
	return f.found, f.faults, err
}

func (f *Folder) excepted(st fs.FileInfo) bool { return f.except != nil && os.SameFile(st, f.except) }

func (f *Folder) enter(rel string, entry fs.DirEntry) error {
	st, err := entry.Info()
	tooDeep := f.depth > 0 && strings.Count(rel, string(filepath.Separator))+1 >= f.depth
	if err != nil || tooDeep || f.excepted(st) || !f.filter.Enters(filepath.ToSlash(rel)) {
		return filepath.SkipDir
	}
	return nil
}

// add adds a file if it passes the filter. Pipes and devices are ignored.
func (f *Folder) add(path, below string) {
	if !f.filter.Takes(below) {
		return
	}
	st, err := os.Stat(path) // of the target of a link
	switch {
	case err != nil:
		f.fault(path, err)
	case st.Mode().IsRegular():
		f.found = append(f.found, File{Path: path, Below: below, Size: st.Size(), Modified: st.ModTime()})
	}
}

func (f *Folder) fault(path string, err error) {
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		err = inner.Err
	}
	f.faults = append(f.faults, fmt.Errorf("%s: %w", path, err))
}
