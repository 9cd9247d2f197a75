package convertcmd

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// contents returns the contents of the files in a folder, by path.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		found[filepath.ToSlash(rel)] = string(raw)
		return err
	}))
	return found
}

func TestFolderIsMirrored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"in/a.txt": "1", "in/A.md": "2", "in/sub/a.txt": "3", "in/sub/b.csv": "x\n", "in/sub/drafts/c.txt": "4", "in/.hidden.txt": "5",
		"in/mail.eml": papers, "in/mail/notes.txt": "6", "in/program.bin": "\x00\x01\x02", "in/broken.docx": "PK\x03\x04",
	} {
		write(t, filepath.Join(dir, name), content)
	}
	out := filepath.Join(dir, "in", "out")
	c := Command{Files: []string{filepath.Join(dir, "in")}, Out: out, Exclude: []string{"drafts"}}
	for range 2 {
		stdout, stderr, err := run(t, c)
		require.ErrorContains(t, err, "broken.docx: ", "one failure")
		require.ErrorContains(t, err, "mail.eml: broken.docx: ")
		require.NotContains(t, err.Error(), "program.bin", "nobody asked for it")
		require.Empty(t, stdout)
		require.Contains(t, stderr, "1 other files are no documents")
		got := contents(t, out)
		require.Equal(t, "1\n", got["a.txt.md"])
		require.Equal(t, "2\n", got["A.md.md"])
		require.Equal(t, "3\n", got["sub/a.md"])
		require.Equal(t, "x\n", got["sub/b.md"])
		require.Equal(t, "6\n", got["mail/notes.md"])
		require.Equal(t, "first\n", got["mail.eml/notes.txt.md"], "beside the folder of the same name")
		require.Len(t, got, 10, "%v", got)
	}
}

func TestSecondRunConvertsWhatHasChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := write(t, filepath.Join(dir, "in", "a.txt"), "1"), write(t, filepath.Join(dir, "in", "b.txt"), "1")
	c := Command{Files: []string{filepath.Join(dir, "in")}, Out: filepath.Join(dir, "out")}
	_, stderr, err := run(t, c)
	require.NoError(t, err)
	require.Contains(t, stderr, "a.txt: done in ")

	mark := write(t, filepath.Join(dir, "out", "a.md"), "edited")
	require.NoError(t, os.Chtimes(b, time.Time{}, time.Now().Add(time.Hour)))
	write(t, b, "22")
	require.NoError(t, os.Chtimes(b, time.Time{}, time.Now().Add(time.Hour)))
	_, stderr, err = run(t, c)
	require.NoError(t, err)
	require.Contains(t, stderr, "1 files were done before; --force converts them again\n")
	require.Equal(t, map[string]string{"a.md": "edited", "b.md": "22\n"}, contents(t, filepath.Dir(mark)))

	c.Force = true
	_, _, err = run(t, c)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a.md": "1\n", "b.md": "22\n"}, contents(t, filepath.Dir(mark)))

	c.Force, c.Files = false, []string{a}
	write(t, mark, "edited")
	_, _, err = run(t, c)
	require.NoError(t, err)
	require.Equal(t, "1\n", contents(t, filepath.Dir(mark))["a.md"], "a file that is named is converted")
}

func TestFileThatChangesWhileItIsReadIsNotDone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := Command{Out: dir}
	before := time.Now().Add(-time.Minute)
	in := input{out: "sub/a", state: state{1, before}}
	require.False(t, c.done(in))
	require.NoError(t, put(c.output(in), before, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }))
	require.True(t, c.done(in))
	in.state.modified = before.Add(time.Second)
	require.False(t, c.done(in))
}

func TestOutputAppearsWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "a.md"), "old")
	broken := errors.New("broken")
	require.ErrorIs(t, put(path, time.Time{}, func(w io.Writer) error { return errors.Join(broken, justWrite(w, "new")) }), broken)
	require.Equal(t, map[string]string{"a.md": "old"}, contents(t, dir))
	require.NoError(t, put(path, time.Time{}, func(w io.Writer) error { return justWrite(w, "new") }))
	require.Equal(t, map[string]string{"a.md": "new"}, contents(t, dir))
}

func justWrite(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

func TestWrongUsageIsReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for want, c := range map[string]Command{
		"--watch needs --out":                                   {Files: []string{dir}, Watch: true, Interval: time.Second},
		"cannot watch standard input":                           {Files: []string{"-"}, Watch: true, Out: dir, Interval: time.Second},
		`"[a" is not a pattern`:                                 {Files: []string{dir}, Include: []string{"[a"}},
		"--out is the folder itself":                            {Files: []string{dir}, Out: dir},
		"there are no files to convert":                         {Files: []string{dir}},
		"*.pdf: there are no files":                             {Files: []string{filepath.Join(dir, "*.pdf")}},
		`tesseract has no data for the language "klingon"`:      {Files: []string{dir}, OCRLanguages: "eng+klingon"},
		`OCR languages "eng,deu": want tesseract's codes`:       {Files: []string{dir}, OCRLanguages: "eng,deu"},
		`--pages "x": give a page or a range, such as 3 or 3-7`: {Files: []string{dir}, Pages: "x"},
	} {
		err := c.Run(t.Context(), Env{Stdout: io.Discard, Stderr: io.Discard})
		require.ErrorContains(t, err, want)
	}
}
