package convertcmd

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// write creates a file for a test.
func write(t *testing.T, path, content string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func TestMissingFilesAreReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, _, err := run(t, Command{Files: []string{filepath.Join(dir, "none.pdf"), write(t, filepath.Join(dir, "a.txt"), "first"), write(t, filepath.Join(dir, "b.csv"), "x,y\n1,2\n")}})
	require.ErrorContains(t, err, "none.pdf: no such file or directory")
	require.Equal(t, "\nfirst\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n", out)
}

func TestFilesWithTheSameNameDoNotOverwriteEachOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	files := []string{write(t, filepath.Join(dir, "a.txt"), "1"), write(t, filepath.Join(dir, "a.md"), "2"), write(t, filepath.Join(dir, "b", "a.txt"), "3"), write(t, filepath.Join(dir, "c.txt"), "4")}
	_, _, err := run(t, Command{Files: files, Out: out})
	require.NoError(t, err)
	for name, want := range map[string]string{"a.txt.md": "1\n", "a.md.md": "2\n", "a.txt-2.md": "3\n", "c.md": "4\n"} {
		got, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

func TestStandardInputIsReadOnce(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	c := Command{Files: []string{"-"}, JSON: true, OCRLanguages: "eng"}
	require.NoError(t, c.Run(t.Context(), Env{Stdin: strings.NewReader("<!DOCTYPE html><h1>Hello</h1>"), Stdout: &out, Stderr: &out}))
	require.Contains(t, out.String(), `{"file":"standard input","schema":"urn:quire:schema:page:1","number":1,`)
	require.Contains(t, out.String(), `"t":"Hello"`)
}

func TestMissingPagesAreAnError(t *testing.T) {
	t.Parallel()
	_, _, err := run(t, Command{Files: []string{sample("report.pdf"), sample("letter.docx")}, Pages: "7-9"})
	require.ErrorContains(t, err, "report.pdf: the document has only 3 pages")
	require.ErrorContains(t, err, "letter.docx: the document has only 2 pages")
	out, _, err := run(t, Command{Files: []string{sample("letter.docx")}, Pages: "2"})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(out, "## Questions"), out)
}

func TestOmissionsAreReported(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.xlsx")
	f, err := os.Create(path)
	require.NoError(t, err)
	z := zip.NewWriter(f)
	for name, content := range map[string]string{
		"[Content_Types].xml":        `<Types/>`,
		"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="Sheet1" r:id="r1"/><sheet name="b" state="hidden" r:id="r2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>`,
		"xl/s.xml":                   `<worksheet><sheetData><row><c><v>7</v></c></row><row hidden="1"><c><v>8</v></c></row></sheetData></worksheet>`,
	} {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(w, content)
		require.NoError(t, err)
	}
	require.NoError(t, errors.Join(z.Close(), f.Close()))
	out, stderr, err := run(t, Command{Files: []string{path}})
	require.NoError(t, err)
	require.Equal(t, "7\n", out)
	require.Equal(t, path+", page 1: Sheet1: hidden rows left out: 1\n", stderr)
}

func TestInterruptedRunReportsHowMuchIsMissing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	c := Command{Files: []string{"none.txt", sample("letter.docx"), sample("tracked.docx")}, OCRLanguages: "eng"}
	err := c.Run(ctx, Env{Stdout: &out, Stderr: &out})
	require.EqualError(t, err, "none.txt: no such file or directory\nstopped: 2 of 3 files were not converted")
}
