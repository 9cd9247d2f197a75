package convert_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// tight returns a converter whose budget is so small that a slow document exhausts it at once.
func tight(t *testing.T, b convert.Budget) *convert.Converter {
	t.Helper()
	c, err := convert.New(convert.Config{Processes: 1, Budget: b})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func written(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func read(ctx context.Context, c *convert.Converter, path string, f probe.Format) ([]page.Page, error) {
	var pages []page.Page
	err := c.Pages(ctx, path, f, 1, 0, convert.Options{}, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

// manyRows returns a table so large that it takes a second or more, however fast the converter.
func manyRows() string { return strings.Repeat("<tr><td>a<td>b<td>c</tr>\n", 400_000) }

func TestExhaustedBudgetYieldsAReadableError(t *testing.T) {
	t.Parallel()
	c := tight(t, convert.Budget{Base: 200 * time.Millisecond})
	_, err := read(t.Context(), c, written(t, "page.html", "<table>"+manyRows()), probe.HTML)
	require.Equal(t, page.TooComplex, page.ReasonOf(err), "%v", err)
	require.ErrorContains(t, err, "split it")
	pages, err := read(t.Context(), c, written(t, "a.md", "# Title\n"), probe.Markdown)
	require.NoError(t, err)
	require.Equal(t, "Title", pages[0].Text())
}

func TestPageThatIsTooHeavyIsRefused(t *testing.T) {
	t.Parallel()
	c := tight(t, convert.Budget{Base: time.Minute})
	linked := "[" + strings.Repeat("*a*b", 800) + "](https://example.org/" + strings.Repeat("c", 4000) + ")\n\n"
	_, err := read(t.Context(), c, written(t, "a.md", strings.Repeat(linked, 150)), probe.Markdown)
	require.Equal(t, page.TooLarge, page.ReasonOf(err), "%v", err)
	require.ErrorContains(t, err, "more text on one page than can be processed; split it")
	pages, err := read(t.Context(), c, written(t, "b.md", linked), probe.Markdown)
	require.NoError(t, err)
	require.Len(t, pages, 1)
}

func TestLinksInPDFsKeepTheirTargetsOnRequest(t *testing.T) {
	t.Parallel()
	content := "BT /F1 12 Tf 72 700 Td (See the manual for more.) Tj ET"
	path := written(t, "linked.pdf", string(pdfOf([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [5 0 R] /Count 1 >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> " +
			"/Annots [<< /Type /Annot /Subtype /Link /Rect [96 695 158 712] /A << /S /URI /URI (https://example.org/) >> >>] >>",
	})))
	for keep, want := range map[bool]string{
		false: "See the manual for more.",
		true:  "See [the manual](https://example.org/) for more.",
	} {
		t.Run(fmt.Sprint(keep), func(t *testing.T) {
			t.Parallel()
			c, err := convert.New(convert.Config{Processes: 1, PDFLinks: keep})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, c.Close()) })
			pages, err := read(t.Context(), c, path, probe.PDF)
			require.NoError(t, err)
			require.Len(t, pages, 1)
			require.Equal(t, want, page.Markdown(pages[0]))
		})
	}
}
