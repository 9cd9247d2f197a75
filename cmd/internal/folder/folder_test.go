package folder_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/folder"
	"quire/internal/glob"
)

// tree creates empty files and returns the folder they are in.
func tree(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range files {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	return root
}

func found(t *testing.T, f *folder.Folder) (below []string, faults []error) {
	t.Helper()
	files, faults, err := f.Files()
	require.NoError(t, err)
	for _, file := range files {
		below = append(below, file.Below)
	}
	return below, faults
}

func TestPatternsDecideWhichFilesAreMeant(t *testing.T) {
	t.Parallel()
	root := tree(t, "a.pdf", "B.PDF", "c.txt", "drafts/d.pdf", "letters/e.docx", "letters/old/f.docx", ".hidden/g.pdf", ".h.pdf", "~$a.docx", "i.pdf.crdownload")
	for name, c := range map[string]struct {
		include, exclude, want []string
	}{
		"all":                     {nil, nil, []string{"B.PDF", "a.pdf", "c.txt", "drafts/d.pdf", "letters/e.docx", "letters/old/f.docx"}},
		"a name, at every depth":  {[]string{"*.pdf"}, nil, []string{"B.PDF", "a.pdf", "drafts/d.pdf"}},
		"several":                 {[]string{"*.{txt,docx}"}, nil, []string{"c.txt", "letters/e.docx", "letters/old/f.docx"}},
		"a path":                  {[]string{"letters/*"}, nil, []string{"letters/e.docx"}},
		"a path to the bottom":    {[]string{"letters/**"}, nil, []string{"letters/e.docx", "letters/old/f.docx"}},
		"without a folder":        {nil, []string{"drafts", "letters/old"}, []string{"B.PDF", "a.pdf", "c.txt", "letters/e.docx"}},
		"without files":           {[]string{"*.pdf"}, []string{"b.*"}, []string{"a.pdf", "drafts/d.pdf"}},
		"without the top's files": {nil, []string{"/*.*"}, []string{"drafts/d.pdf", "letters/e.docx", "letters/old/f.docx"}},
	} {
		below, faults := found(t, folder.New(root, glob.Filter{Include: c.include, Exclude: c.exclude}))
		require.Empty(t, faults, name)
		require.Equal(t, c.want, below, name)
	}
}

func TestPatternIsTheFolderItBeginsWith(t *testing.T) {
	t.Parallel()
	root := tree(t, "in/a.pdf", "in/x/b.pdf", "in/x/y/c.pdf", "in/x/d.txt", "other/e.pdf")
	for pattern, want := range map[string][]string{
		"/in/*.pdf":      {"a.pdf"},
		"/in/*/*.pdf":    {"x/b.pdf"},
		"/in/**/*.pdf":   {"a.pdf", "x/b.pdf", "x/y/c.pdf"},
		"/{in,other}/*":  {"in/a.pdf", "other/e.pdf"},
		"/in/x/[a-c].??": nil,
	} {
		require.True(t, glob.IsPattern(pattern))
		below, _ := found(t, folder.ByPattern(root+pattern, nil))
		require.Equal(t, want, below, pattern)
	}
}

func TestLinksNeverLeadInCircles(t *testing.T) {
	t.Parallel()
	root := tree(t, "a.pdf", "sub/b.pdf")
	for link, target := range map[string]string{"sub/up": "..", "file.pdf": "sub/b.pdf", "round.pdf": "round.pdf", "nowhere.pdf": "nothing", "sub/self": "."} {
		require.NoError(t, os.Symlink(target, filepath.Join(root, link)))
	}
	require.NoError(t, syscall.Mkfifo(filepath.Join(root, "pipe.pdf"), 0o600))
	below, faults := found(t, folder.New(root, glob.Filter{}))
	require.Equal(t, []string{"a.pdf", "file.pdf", "sub/b.pdf"}, below)
	require.Len(t, faults, 2)
	require.ErrorContains(t, faults[0], "nowhere.pdf: no such file or directory")
	require.ErrorContains(t, faults[1], "round.pdf: too many levels of symbolic links")

	itself := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(root, itself))
	below, _ = found(t, folder.New(itself, glob.Filter{Include: []string{"a.*", "b.*"}}))
	require.Equal(t, []string{"a.pdf", "sub/b.pdf"}, below, "a link that is named is entered")
}

func TestFolderOfOutputsIsPassedOver(t *testing.T) {
	t.Parallel()
	root := tree(t, "a.pdf", "out/a.md")
	f := folder.New(root, glob.Filter{})
	f.Except(filepath.Join(root, "sub", "..", "out"))
	below, _ := found(t, f)
	require.Equal(t, []string{"a.pdf"}, below)
	f.Except(root + "/.")
	_, _, err := f.Files()
	require.ErrorIs(t, err, folder.ErrExcepted)
}
