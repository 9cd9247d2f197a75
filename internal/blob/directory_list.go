package blob

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// list walks the directories in the order of the keys, so that it can skip whole directories that precede after and
// stop at limit.
func (d *directory) list(ctx context.Context, prefix, after string, limit int) ([]Entry, error) {
	w := walk{d: d, after: after, limit: limit}
	err := w.dir(ctx, strings.TrimSuffix(prefix, "/"))
	if errors.Is(err, fs.SkipAll) {
		err = nil
	}
	return w.found, err
}

type walk struct {
	d     *directory
	after string
	limit int
	found []Entry
}

func (w *walk) dir(ctx context.Context, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	children, err := os.ReadDir(w.d.path(dir))
	if err = w.d.missing(err); errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, c := range inKeyOrder(dir, children) {
		if err := w.visit(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) visit(ctx context.Context, c child) error {
	if len(w.found) >= w.limit {
		return fs.SkipAll
	}
	if c.entry.IsDir() {
		if c.key < w.after && !strings.HasPrefix(w.after, c.key) {
			return nil
		}
		return w.dir(ctx, strings.TrimSuffix(c.key, "/"))
	}
	if c.key <= w.after {
		return nil
	}
	info, err := c.entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	w.found = append(w.found, Entry{Key: c.key, Size: info.Size(), ModTime: info.ModTime()})
	return nil
}

// child is an entry of a directory with its key; a directory's key ends in a slash.
type child struct {
	key   string
	entry fs.DirEntry
}

// inKeyOrder sorts by key, which is not the order of the names: "a-b" comes before "a/", "a" before both.
func inKeyOrder(dir string, entries []fs.DirEntry) []child {
	children := make([]child, 0, len(entries))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		key := path.Join(dir, e.Name())
		if e.IsDir() {
			key += "/"
		}
		children = append(children, child{key, e})
	}
	slices.SortFunc(children, func(a, b child) int { return cmp.Compare(a.key, b.key) })
	return children
}
