package source

import (
	"context"
	"slices"
	"strings"

	"quire/internal/glob"
)

const (
	// deepest is the maximum nesting of directories: a path of 1024 bytes has no more than 512.
	deepest = 512
	// mostDirectories is the maximum number of directories that one listing reads, so that a server that makes them up
	// does not keep it going forever.
	mostDirectories = 200_000
)

// entry is an entry of a directory.
type entry struct {
	name string
	dir  bool
	item Item // unless it is a directory
}

// listTree lists a tree depth first, with each directory ordered by name, and skips directories that the filter
// excludes. The cursor is the path of the last file of a page. Directories are named by their paths; the first one is
// "".
func listTree(ctx context.Context, cursor string, f glob.Filter, read func(context.Context, string) ([]entry, error), page func(Page) error) error {
	w := &walk{filter: f, read: read, page: page}
	var after []string
	if cursor != "" {
		after = strings.Split(cursor, "/")
	}
	if err := w.directory(ctx, "", after, 0); err != nil {
		return err
	}
	return w.flush()
}

// walk is a visit of a tree.
type walk struct {
	filter      glob.Filter
	read        func(context.Context, string) ([]entry, error)
	page        func(Page) error
	next        Page
	directories int
}

// directory visits what comes after after, a path relative to the directory; nil means everything.
func (w *walk) directory(ctx context.Context, dir string, after []string, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if w.directories++; depth > deepest || w.directories > mostDirectories {
		return misconfigured("The source has too many folders. Choose a part of it.", nil)
	}
	entries, err := w.read(ctx, dir)
	if err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for _, e := range entries {
		rest, skip := behind(e, after)
		if skip {
			continue
		}
		if err := w.visit(ctx, strings.TrimPrefix(dir+"/"+e.name, "/"), e, rest, depth); err != nil {
			return err
		}
	}
	return nil
}

// behind returns the part of a cursor that remains within an entry, and reports whether the cursor is beyond the entry.
func behind(e entry, after []string) (rest []string, skip bool) {
	if len(after) == 0 || e.name > after[0] {
		return nil, false
	}
	if e.name == after[0] && e.dir {
		return after[1:], false
	}
	return nil, true
}

func (w *walk) visit(ctx context.Context, name string, e entry, after []string, depth int) error {
	if e.dir && !w.filter.Enters(name) {
		return nil
	}
	if e.dir {
		return w.directory(ctx, name, after, depth+1)
	}
	w.next.Items = append(w.next.Items, e.item)
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
