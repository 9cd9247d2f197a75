package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// settles is how old a change has to be before the time of the file is sure to tell it from the next one. Network
// file systems keep times in steps of up to two seconds (FAT), and clocks differ.
const settles = 3 * time.Second

// folder is a directory below a root, which none of its paths and links can leave.
type folder struct {
	root *os.Root
	now  func() time.Time
}

func (o Opener) openFolder(s Settings) (Reader, error) {
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
	return &folder{root: dir, now: time.Now}, nil
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
	w := &walk{ctx: ctx, f: f, page: page}
	var after []string
	if cursor != "" {
		after = strings.Split(cursor, "/")
	}
	if err := w.directory(".", after); err != nil {
		return err
	}
	return w.flush()
}

// walk visits a folder depth first, each directory in the order of its names.
type walk struct {
	ctx  context.Context //nolint:containedctx // the walk lives as long as one call of List
	f    *folder
	page func(Page) error
	next Page
}

// directory visits what is behind after, which is a path from the directory: nil means everything.
func (w *walk) directory(dir string, after []string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := fs.ReadDir(w.f.root.FS(), dir)
	if errors.Is(err, fs.ErrNotExist) && dir != "." {
		return nil // removed since its parent was read
	}
	if err != nil {
		return &Error{Reason: Unreachable, Message: fmt.Sprintf("The folder %q cannot be read.", dir), cause: err}
	}
	for _, e := range entries {
		var rest []string
		switch {
		case strings.HasPrefix(e.Name(), "."), len(after) > 0 && e.Name() < after[0]:
			continue
		case len(after) > 0 && e.Name() == after[0]:
			rest = after[1:]
			if !e.IsDir() {
				continue
			}
		}
		if err := w.entry(path.Join(dir, e.Name()), e, rest); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) entry(name string, e fs.DirEntry, after []string) error {
	if e.IsDir() {
		return w.directory(name, after)
	}
	if !e.Type().IsRegular() {
		return nil
	}
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return folderError(err)
	}
	w.next.Items = append(w.next.Items, Item{Path: name, Key: name, Tag: fileTag(info), Size: info.Size()})
	if len(w.next.Items) < pageSize {
		return nil
	}
	return w.flush()
}

func (w *walk) flush() error {
	if len(w.next.Items) == 0 {
		return nil
	}
	w.next.Next = w.next.Items[len(w.next.Items)-1].Path
	full := w.next
	w.next = Page{}
	return w.page(full)
}

func fileTag(info fs.FileInfo) string {
	return fmt.Sprintf("%d-%d", info.Size(), info.ModTime().UnixNano())
}

// Read implements Reader.
func (f *folder) Read(_ context.Context, key string, w io.Writer) (string, error) {
	file, err := f.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &Error{Reason: Gone, Message: "The file was removed before it could be read.", cause: err}
	}
	if err != nil {
		return "", &Error{Reason: Unsettled, Message: "The file cannot be read.", cause: err}
	}
	defer func() { _ = file.Close() }() // it was only read from
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

// settled returns the tag of a file that was read between two looks at it.
func (f *folder) settled(before, after fs.FileInfo) (string, error) {
	if fileTag(before) != fileTag(after) {
		return "", &Error{Reason: Unsettled, Message: "The file was being written while it was read."}
	}
	if f.now().Sub(after.ModTime()) < settles {
		return "", nil
	}
	return fileTag(after), nil
}
