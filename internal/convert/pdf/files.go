package pdf

import (
	"io/fs"
	"os"
	"time"
)

// documentName is the only path that the sandbox can open.
const documentName = "document.pdf"

// fileSystem is the only part of the machine that the sandbox sees: the current document, read on demand.
type fileSystem struct{ path string }

// Open implements fs.FS.
func (f *fileSystem) Open(name string) (fs.File, error) {
	switch {
	case name == ".":
		return root{}, nil
	case name == documentName && f.path != "":
		return os.Open(f.path)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// root is the directory that contains the document; it cannot be listed.
type root struct{}

func (root) Stat() (fs.FileInfo, error) { return root{}, nil }
func (root) Read([]byte) (int, error)   { return 0, fs.ErrInvalid }
func (root) Close() error               { return nil }
func (root) Name() string               { return "." }
func (root) Size() int64                { return 0 }
func (root) Mode() fs.FileMode          { return fs.ModeDir | 0o500 }
func (root) ModTime() time.Time         { return time.Time{} }
func (root) IsDir() bool                { return true }
func (root) Sys() any                   { return nil }
