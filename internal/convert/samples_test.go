package convert_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

var update = flag.Bool("update", false, "write the golden files anew")

// engines are shared because starting PDFium takes longer than any sample.
var engines = sync.OnceValues(func() (*convert.Converter, error) {
	reader, err := ocr.New(ocr.Config{Parallel: 2})
	if err != nil {
		return nil, err
	}
	return convert.New(convert.Config{Processes: 2, OCR: reader})
})

// pagesOf converts a sample page by page.
func pagesOf(t *testing.T, name string, opt convert.Options) []page.Page {
	t.Helper()
	pages, err := convertSample(t, name, opt)
	require.NoError(t, err)
	return pages
}

func convertSample(t *testing.T, name string, opt convert.Options) ([]page.Page, error) {
	t.Helper()
	c, err := engines()
	require.NoError(t, err)
	path := filepath.Join("testdata", "samples", name)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	st, err := f.Stat()
	require.NoError(t, err)
	format, err := probe.Detect(f, st.Size(), filepath.Ext(name))
	require.NoError(t, err)
	if _, err := c.Inspect(t.Context(), path, format); err != nil {
		return nil, err
	}
	var pages []page.Page
	err = c.Pages(t.Context(), path, format, 1, 0, opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

func markdownOf(t *testing.T, pages []page.Page) string {
	t.Helper()
	var md bytes.Buffer
	_, err := convert.Assemble(t.Context(), source(pages...), convert.AssembleOptions{PageSeparator: true}, &md, nil)
	require.NoError(t, err)
	return md.String()
}

// exact samples must match their golden file byte for byte. The others depend on tesseract's version and on layout
// rules that are still evolving, so only their words, the order of those, and their headings count.
func TestSamplesConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		pages    int
		sources  []page.Source
		headings []string
		exact    bool
	}{
		{
			name: "report.pdf", pages: 3, sources: []page.Source{page.SourceText, page.SourceText, page.SourceText},
			headings: []string{
				"Harbour Traffic 2024", "1 Summary", "1.1 How the figures were collected", "2 Calls by quarter", "3 Notes from the berths",
			},
		},
		{name: "permissions.pdf", pages: 3, sources: []page.Source{page.SourceText, page.SourceText, page.SourceText}},
		{name: "scan.pdf", pages: 1, sources: []page.Source{page.SourceOCR}, headings: []string{"Minutes of the garden club"}},
		{
			name: "mixed.pdf", pages: 3, sources: []page.Source{page.SourceText, page.SourceOCR, page.SourceMixed},
			headings: []string{"Papers of the garden club", "Minutes of the garden club", "The notice at the gate"},
		},
		{name: "photo.jpg", pages: 1, sources: []page.Source{page.SourceOCR}, headings: []string{"House rules"}},
		{name: "transparent.png", pages: 1, sources: []page.Source{page.SourceOCR}, headings: []string{"Plum jam"}},
		{name: "palette.gif", pages: 1, sources: []page.Source{page.SourceOCR}, headings: []string{"Plum jam"}},
		{name: "page.webp", pages: 1, sources: []page.Source{page.SourceOCR}, headings: []string{"Plum jam"}},
		{name: "letter.docx", pages: 2, exact: true},
		{name: "tracked.docx", pages: 1, exact: true},
		{name: "minutes.odt", pages: 2, exact: true},
		{name: "minutes.rtf", pages: 2, exact: true},
		{name: "minutes.epub", pages: 3, exact: true},
		{name: "towns.ods", pages: 1, exact: true},
		{name: "talk.odp", pages: 4, exact: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pages := pagesOf(t, c.name, convert.Options{})
			got := markdownOf(t, pages)
			golden := filepath.Join("testdata", "golden", c.name+".md")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Len(t, pages, c.pages)
			for i, s := range c.sources {
				require.Equal(t, s, pages[i].Source, "page %d", i+1)
			}
			for _, h := range c.headings {
				require.Regexp(t, `(?m)^#+ `+regexp.QuoteMeta(h)+`$`, got)
			}
			if c.exact {
				require.Equal(t, string(want), got)
			}
			requireSameWords(t, string(want), got)
		})
	}
}

var notWords = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// requireSameWords compares texts without markup and allows one word in fifty to differ.
func requireSameWords(t *testing.T, want, got string) {
	t.Helper()
	w := strings.Fields(notWords.ReplaceAllString(want, " "))
	g := strings.Fields(notWords.ReplaceAllString(got, " "))
	require.LessOrEqual(t, len(w)-common(w, g), len(w)/50, "words are missing or out of order:\n%s", got)
	require.LessOrEqual(t, len(g)-common(w, g), len(w)/50, "words were added:\n%s", got)
}

// common returns the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func TestLockedPDFIsTheDocumentsFault(t *testing.T) {
	t.Parallel()
	_, err := convertSample(t, "locked.pdf", convert.Options{})
	require.Equal(t, page.PasswordProtected, page.ReasonOf(err))
}

func TestSkippingPicturesStillReadsScans(t *testing.T) {
	t.Parallel()
	pages := pagesOf(t, "mixed.pdf", convert.Options{SkipImages: true})
	require.Contains(t, pages[1].Text(), "treasurer")
	require.NotContains(t, pages[2].Text(), "upper path")
}

func TestUltraKeepsConfidentReadings(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"mixed.pdf", "transparent.png"} {
		lite := pagesOf(t, name, convert.Options{})
		ultra := pagesOf(t, name, convert.Options{Accuracy: convert.Ultra})
		require.Len(t, ultra, len(lite))
		requireSameWords(t, markdownOf(t, lite), markdownOf(t, ultra))
	}
}

func TestRangeConvertsOnItsOwn(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	var numbers []int
	err = c.Pages(t.Context(), filepath.Join("testdata", "samples", "report.pdf"), probe.PDF, 2, 3, convert.Options{},
		func(p page.Page) error {
			numbers = append(numbers, p.Number)
			return nil
		})
	require.NoError(t, err)
	require.Equal(t, []int{2, 3}, numbers)
}

func TestBoxesLieWithinTheirPage(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"report.pdf", "scan.pdf", "photo.jpg"} {
		for _, p := range pagesOf(t, name, convert.Options{}) {
			require.Positive(t, p.Width)
			for _, w := range p.Words {
				require.True(t, w.Box.X0 >= -1 && w.Box.Y0 >= -1 && w.Box.X1 <= p.Width+1 && w.Box.Y1 <= p.Height+1,
					"%s: %+v on %v × %v", name, w, p.Width, p.Height)
			}
		}
	}
}

func TestPagesWithoutTheirWordsAreTheSameOtherwise(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"report.pdf", "letter.docx"} {
		want := pagesOf(t, name, convert.Options{})
		got := pagesOf(t, name, convert.Options{WithoutWords: true})
		for i := range want {
			want[i].Words = nil
		}
		require.Equal(t, want, got, name)
	}
}
