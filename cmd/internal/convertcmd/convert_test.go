package convertcmd

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
)

func sample(name string) string {
	return filepath.Join("..", "..", "..", "internal", "convert", "testdata", "samples", name)
}

func run(t *testing.T, c Command) (stdout, stderr string, err error) {
	t.Helper()
	var out, errOut bytes.Buffer
	c.OCRLanguages, c.Parallel = "eng", 2
	err = c.Run(t.Context(), Env{Stdout: &out, Stderr: &errOut})
	return out.String(), errOut.String(), err
}

func TestMarkdownIsWrittenInTheOrderOfTheArguments(t *testing.T) {
	t.Parallel()
	out, stderr, err := run(t, Command{Files: []string{sample("mixed.pdf"), sample("tracked.docx")}, NoSeparator: true})
	require.NoError(t, err)
	require.Empty(t, stderr, "no progress bar without a terminal")
	require.Less(t, strings.Index(out, "Papers of the garden club"), strings.Index(out, "Lease of the boathouse"))
	require.NotContains(t, out, "\n---\n")
}

func TestFileThatFailsDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, Command{Files: []string{sample("locked.pdf"), sample("tracked.docx")}})
	require.ErrorContains(t, err, "locked.pdf: PDF is password-protected")
	require.Contains(t, out, "Lease of the boathouse")
}

func TestFilesGoIntoADirectory(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	out, stderr, err := run(t, Command{Files: []string{sample("report.pdf"), sample("tracked.docx")}, Out: dir, JSON: true})
	require.NoError(t, err)
	require.Contains(t, stderr, "4 pages of 2 files")
	require.Empty(t, out)
	f, err := os.Open(filepath.Join(dir, "report.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	pages := json.NewDecoder(f)
	for n := 1; n <= 3; n++ {
		var p pagejson.Page
		require.NoError(t, pages.Decode(&p))
		require.Equal(t, n, p.Number)
		require.Equal(t, page.Heading, p.Blocks[0].Kind)
		require.NotZero(t, p.Blocks[0].Box)
	}
	require.FileExists(t, filepath.Join(dir, "tracked.jsonl"))
}

func TestPagesAsJSONFollowTheirSchema(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "..", "docs", "schema", "page-1.schema.json"))
	require.NoError(t, err)
	require.Equal(t, pagejson.Schema, schema.ID)
	files := []string{"report.pdf", "mixed.pdf", "letter.docx", "tracked.docx"}
	for i, f := range files {
		files[i] = sample(f)
	}
	out, _, err := run(t, Command{Files: files, JSON: true})
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Greater(t, len(lines), len(files))
	placed := 0
	for _, line := range lines {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(value))
		var p pagejson.Page
		require.NoError(t, json.Unmarshal([]byte(line), &p))
		for _, b := range p.Blocks {
			for _, w := range b.Words {
				if w.Start != nil {
					require.Contains(t, w.Text, string([]rune(b.Text)[*w.Start:*w.End]))
					placed++
				}
			}
		}
	}
	require.Greater(t, placed, 300)
}

func TestOnlyTheRequestedPagesAreConverted(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, Command{Files: []string{sample("report.pdf")}, Pages: "2"})
	require.NoError(t, err)
	require.Contains(t, out, "Calls by quarter")
	require.NotContains(t, out, "Notes from the berths")
}

func TestDebugDrawsEveryPageThatHasAnImage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, _, err := run(t, Command{Files: []string{sample("report.pdf"), sample("letter.docx")}, Debug: dir})
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 3)
	f, err := os.Open(filepath.Join(dir, "report-002.png"))
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	tables := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			if table := kindColors[page.TableKind]; r>>8 == uint32(table.R) && g>>8 == uint32(table.G) && b>>8 == uint32(table.B) {
				tables++
			}
		}
	}
	require.Greater(t, tables, 1000, "the table's cells are drawn")
}

func TestPageRanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in       string
		from, to int
		ok       bool
	}{
		{"", 1, 0, true},
		{"3", 3, 3, true},
		{"3-7", 3, 7, true},
		{"7-3", 0, 0, false},
		{"0", 0, 0, false},
		{"x", 0, 0, false},
		{"3-", 0, 0, false},
		{"3-7x", 0, 0, false},
		{"3x", 0, 0, false},
		{"-2", 0, 0, false},
	} {
		from, to, err := parsePages(c.in)
		require.Equal(t, c.ok, err == nil, c.in)
		require.Equal(t, [2]int{c.from, c.to}, [2]int{from, to}, c.in)
	}
}

func TestProgressBarShowsPagesAndFiles(t *testing.T) {
	t.Parallel()
	p := &progress{files: 1}
	p.expect(4)
	p.pageDone("a.pdf", page.SourceText, 8*time.Millisecond)
	require.Equal(t, "[#######                       ]  25 %  1 pages, 0.5 a second, 6s left, file 1 of 1: a.pdf", p.line("a.pdf", 2*time.Second))
	many := &progress{files: 4, filed: 2, opened: 2, pages: 10, paged: 10}
	require.Equal(t, "[######################        ]  75 %  10 pages, 2.0 a second, 5s left, file 3 of 4: …lder/in/which/is/the/file.pdf",
		many.line("a/long/folder/in/which/is/the/file.pdf", 5*time.Second))
	p.pageDone("a.pdf", page.SourceOCR, 2*time.Second)
	require.Equal(t, "2 pages of 1 files in 3s: 1 with their own text, 8ms each; 1 read with OCR or a model, 2s each",
		p.summary(3*time.Second))
	elsewhere := &progress{files: 1}
	elsewhere.pageDone("a.pdf", "", 0)
	require.Equal(t, "1 pages of 1 files in 3s", elsewhere.summary(3*time.Second), "a service does not say how it read a page")
	require.Equal(t, "there is nothing to convert; 2 other files are no documents", (&progress{passed: 2}).summary(time.Second))
}
