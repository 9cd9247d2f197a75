package source_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/glob"
	"quire/internal/source"
)

// tree is a folder on disk below a root that may be read.
type tree struct {
	*testing.T
	root, dir string
}

func newTree(t *testing.T, files ...string) *tree {
	t.Helper()
	root := t.TempDir()
	tr := &tree{T: t, root: root, dir: filepath.Join(root, "docs")}
	require.NoError(t, os.Mkdir(tr.dir, 0o700))
	for _, name := range files {
		tr.write(name, "the text of "+name)
	}
	return tr
}

// write writes a file that was last changed a minute ago.
func (tr *tree) write(name, text string) {
	tr.Helper()
	file := filepath.Join(tr.dir, filepath.FromSlash(name))
	require.NoError(tr, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(tr, os.WriteFile(file, []byte(text), 0o600))
	old := time.Now().Add(-time.Minute)
	require.NoError(tr, os.Chtimes(file, old, old))
}

func (tr *tree) open() source.Reader {
	tr.Helper()
	r, err := source.Opener{Roots: []string{tr.root}}.Open(source.Folder, source.Settings{Path: tr.dir}, glob.Filter{}, "")
	require.NoError(tr, err)
	tr.Cleanup(func() { require.NoError(tr, r.Close()) })
	return r
}

// list returns the paths after a cursor, and the pages.
func list(t *testing.T, r source.Reader, cursor string) (paths []string, pages []source.Page) {
	t.Helper()
	require.NoError(t, r.List(t.Context(), cursor, func(p source.Page) error {
		pages = append(pages, p)
		for _, item := range p.Items {
			paths = append(paths, item.Path)
		}
		return nil
	}))
	return paths, pages
}

func TestAFolderListsItsFilesInOneOrderFromAnyCursor(t *testing.T) {
	t.Parallel()
	tr := newTree(t, "b.txt", "a/z.txt", "a/b/c.txt", "a.txt", "a-1/x.txt", ".git/config", "a/.hidden")
	require.NoError(t, os.Symlink(filepath.Join(tr.dir, "b.txt"), filepath.Join(tr.dir, "link.txt")))
	require.NoError(t, os.Symlink(tr.dir, filepath.Join(tr.dir, "loop")))
	r := tr.open()
	all, _ := list(t, r, "")
	require.ElementsMatch(t, []string{"b.txt", "a/z.txt", "a/b/c.txt", "a.txt", "a-1/x.txt"}, all)
	for i, name := range all {
		rest, _ := list(t, r, name)
		require.Equal(t, append([]string(nil), all[i+1:]...), rest, "behind %s", name)
	}
	require.NoError(t, os.Remove(filepath.Join(tr.dir, "a", "b", "c.txt")))
	rest, _ := list(t, r, "a/b/c.txt")
	require.NotContains(t, rest, "a/b/c.txt")
	require.Contains(t, rest, "a/z.txt", "a cursor outlives its file")
}

func TestPatternsDecideWhatOfASourceIsListed(t *testing.T) {
	t.Parallel()
	tr := newTree(t, "a.pdf", "b.txt", "~$a.pdf", "letters/c.PDF", "letters/old/d.pdf", "drafts/e.pdf")
	opener := source.Opener{Roots: []string{tr.root}}
	for name, tc := range map[string]struct {
		filter glob.Filter
		want   []string
	}{
		"names":  {glob.Filter{Include: []string{"*.pdf"}, Exclude: []string{"drafts"}}, []string{"a.pdf", "letters/c.PDF", "letters/old/d.pdf"}},
		"paths":  {glob.Filter{Include: []string{"letters/*"}, Exclude: []string{"drafts"}}, []string{"letters/c.PDF"}},
		"folder": {glob.Filter{Exclude: []string{"letters/old", "drafts"}}, []string{"a.pdf", "b.txt", "letters/c.PDF"}},
	} {
		r, err := opener.Open(source.Folder, source.Settings{Path: tr.dir}, tc.filter, "")
		require.NoError(t, err)
		all, _ := list(t, r, "")
		require.Equal(t, tc.want, all, name)
		require.NoError(t, r.Close())
	}
}

func TestALongListingComesInPages(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	for i := range 2100 {
		tr.write(fmt.Sprintf("%d/%04d.txt", i%3, i), "x")
	}
	r := tr.open()
	all, pages := list(t, r, "")
	require.Len(t, all, 2100)
	require.Len(t, pages, 3)
	rest, _ := list(t, r, pages[0].Next)
	require.Equal(t, all[1000:], rest)

	enough := errors.New("enough")
	calls := 0
	require.ErrorIs(t, r.List(t.Context(), "", func(source.Page) error { calls++; return enough }), enough)
	require.Equal(t, 1, calls)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, r.List(ctx, "", func(source.Page) error { return nil }), context.Canceled)
}

func TestAFileIsReadWithATagThatChangesWithIt(t *testing.T) {
	t.Parallel()
	tr := newTree(t, "a.txt")
	r := tr.open()
	_, pages := list(t, r, "")
	item := pages[0].Items[0]
	var text bytes.Buffer
	tag, err := r.Read(t.Context(), item, &text)
	require.NoError(t, err)
	require.Equal(t, "the text of a.txt", text.String())
	require.Equal(t, item.Tag, tag)
	require.EqualValues(t, text.Len(), item.Size)

	require.NoError(t, os.WriteFile(filepath.Join(tr.dir, "a.txt"), []byte("the text of b.txt"), 0o600))
	_, pages = list(t, r, "")
	require.NotEqual(t, tag, pages[0].Items[0].Tag)
	tag, err = r.Read(t.Context(), item, &text)
	require.NoError(t, err)
	require.Empty(t, tag, "a file that was changed this second may change again without another time")

	require.NoError(t, os.Remove(filepath.Join(tr.dir, "a.txt")))
	_, err = r.Read(t.Context(), item, &text)
	gone, ok := source.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, source.Gone, gone.Reason)
}

// A file that grows while it is being read is read again by the next run.
func TestAFileThatIsBeingWrittenIsNotTaken(t *testing.T) {
	t.Parallel()
	tr := newTree(t, "log.txt")
	_, err := tr.open().Read(t.Context(), source.Item{Key: "log.txt"}, writer(func() { tr.write("log.txt", "much more text than before") }))
	e, ok := source.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, source.Unsettled, e.Reason)
}

// writer calls itself on every write.
type writer func()

func (w writer) Write(p []byte) (int, error) {
	w()
	return len(p), nil
}

func TestNothingOutsideTheRootsIsRead(t *testing.T) {
	t.Parallel()
	tr := newTree(t, "a.txt")
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o600))
	require.NoError(t, os.Symlink(secret, filepath.Join(tr.dir, "way-out")))
	require.NoError(t, os.Symlink(filepath.Dir(secret), filepath.Join(tr.root, "dir-out")))
	var out bytes.Buffer
	_, err := tr.open().Read(t.Context(), source.Item{Key: "way-out"}, &out)
	require.Error(t, err)
	_, err = tr.open().Read(t.Context(), source.Item{Key: "../../secret"}, &out)
	require.Error(t, err)
	require.Zero(t, out.Len())
	opener := source.Opener{Roots: []string{tr.root}}
	for name, path := range map[string]string{
		"beside": filepath.Dir(secret), "above": filepath.Dir(tr.root), "dots": tr.root + "/../", "relative": "docs",
		"prefix": tr.root + "-other", "link": filepath.Join(tr.root, "dir-out"), "missing": filepath.Join(tr.root, "none"), "empty": "",
	} {
		_, err := opener.Open(source.Folder, source.Settings{Path: path}, glob.Filter{}, "")
		e, ok := source.As(err)
		require.True(t, ok, "%s: %v", name, err)
		require.NotContains(t, e.Error(), tr.root, name)
	}
	_, err = source.Opener{}.Open(source.Folder, source.Settings{Path: tr.dir}, glob.Filter{}, "")
	require.ErrorContains(t, err, "QUIRE_SOURCE_ROOTS")
	_, err = opener.Open("ftp", source.Settings{}, glob.Filter{}, "")
	require.ErrorContains(t, err, "ftp")
}
