package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"quire/internal/glob"
)

// settles is how old a change must be before the modification time of the file is sure to distinguish it from the next
// one. File systems store times in steps of up to two seconds (FAT), and clocks differ.
const settles = 3 * time.Second

// folder is a directory below a root, which none of its paths and links can leave.
type folder struct {
	root   *os.Root
	filter glob.Filter
	now    func() time.Time
}

func (o Opener) openFolder(s Settings, f glob.Filter) (Reader, error) {
	root, rest, err := o.within(s.Path)
	if err != nil {
		return nil, err
	}
	top, err := os.OpenRoot(root)
	if err != nil {
		return nil, folderError(err)
	}
	defer func() { _ = top.Close() }() // the folder holds its own handle
	dir, err := top.OpenRoot(rest)
	if err != nil {
		return nil, folderError(err)
	}
	return &folder{root: dir, filter: f, now: time.Now}, nil
}

func folderError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &Error{Reason: Misconfigured, Message: "The folder does not exist, or its disk is not mounted.", cause: err}
	}
	if errors.Is(err, fs.ErrPermission) {
		return &Error{Reason: Misconfigured, Message: "The service may not read the folder.", cause: err}
	}
	return &Error{Reason: Unreachable, Message: "The folder cannot be read at present.", cause: err}
}

// Close implements Reader.
func (f *folder) Close() error { return f.root.Close() }

// List implements Reader. It leaves out names that begin with a dot, links, and whatever is not a file. The cursor is the
// path of the last file of a page.
func (f *folder) List(ctx context.Context, cursor string, page func(Page) error) error {
	return listTree(ctx, cursor, f.filter, f.directory, page)
}

// directory returns the entries of a directory, ordered by name.
func (f *folder) directory(_ context.Context, dir string) ([]entry, error) {
	list, err := fs.ReadDir(f.root.FS(), path.Join(".", dir))
	if errors.Is(err, fs.ErrNotExist) && dir != "" {
		return nil, nil // removed since its parent was read
	}
	if err != nil {
		return nil, &Error{Reason: Unreachable, Message: fmt.Sprintf("The folder %q cannot be read.", dir), cause: err}
	}
	entries := make([]entry, 0, len(list))
	for _, e := range list {
		if !e.IsDir() && !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, folderError(err)
		}
		name := path.Join(dir, e.Name())
		entries = append(entries, entry{name: e.Name(), dir: e.IsDir(), item: Item{Path: name, Key: name, Tag: fileTag(info), Size: info.Size()}})
	}
	return entries, nil
}

func fileTag(info fs.FileInfo) string {
	return fmt.Sprintf("%d-%d", info.Size(), info.ModTime().UnixNano())
}

// Read implements Reader.
func (f *folder) Read(_ context.Context, item Item, w io.Writer) (string, error) {
	file, err := f.root.Open(item.Key)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &Error{Reason: Gone, Message: "The file was removed before it could be read.", cause: err}
	}
	if err != nil {
		return "", &Error{Reason: Unsettled, Message: "The file cannot be read.", cause: err}
	}
	defer func() { _ = file.Close() }() // only read from
	before, err := file.Stat()
	if err != nil {
		return "", folderError(err)
	}
	if !before.Mode().IsRegular() {
		return "", &Error{Reason: Gone, Message: "It is no longer a file."}
	}
	if _, err := io.Copy(w, file); err != nil {
		return "", err
	}
	after, err := file.Stat()
	if err != nil {
		return "", folderError(err)
	}
	return f.settled(before, after)
}

// settled returns the tag of a file from its state before and after it was read, or "" if its last change is too recent
// for the tag to be reliable.
func (f *folder) settled(before, after fs.FileInfo) (string, error) {
	if fileTag(before) != fileTag(after) {
		return "", &Error{Reason: Unsettled, Message: "The file was being written while it was read."}
	}
	if f.now().Sub(after.ModTime()) < settles {
		return "", nil
	}
	return fileTag(after), nil
}
