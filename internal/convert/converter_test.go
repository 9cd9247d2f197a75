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

// tight is a converter whose budget is so small that a slow document spends it at once.
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

// manyRows is a table that takes a second or more, however fast the converter: it is a matter of size.
func manyRows() string { return strings.Repeat("<tr><td>a<td>b<td>c</tr>\n", 400_000) }

func TestADocumentThatSpendsItsBudgetEndsInWords(t *testing.T) {
	t.Parallel()
	c := tight(t, convert.Budget{Base: 200 * time.Millisecond})
	_, err := read(t.Context(), c, written(t, "page.html", "<table>"+manyRows()), probe.HTML)
	require.Equal(t, page.TooComplex, page.ReasonOf(err), "%v", err)
	require.ErrorContains(t, err, "split it")
	pages, err := read(t.Context(), c, written(t, "a.md", "# Title\n"), probe.Markdown)
	require.NoError(t, err)
	require.Equal(t, "Title", pages[0].Text())
}

// slowPDF has a page of far more text than any, in between quick ones.
func slowPDF() string {
	const lines = 20_000
	quick := "BT /F1 12 Tf 72 720 Td (A page that is quick to read) Tj ET"
	slow := strings.Repeat("BT /F1 2 Tf 20 %d Td (a line of the many that are on a page which is slow to read) Tj ET\n", lines)
	places := make([]any, lines)
	for i := range places {
		places[i] = 20 + i%750
	}
	pages := []string{quick, fmt.Sprintf(slow, places...), quick}
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [4 0 R 6 0 R 8 0 R] /Count 3 >>", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	for i, content := range pages {
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "+
			"/Resources << /Font << /F1 3 0 R >> >> >>", 5+2*i),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	return string(pdfOf(objects))
}

func TestASlowPageIsLeftOutWithANoteInItsPlace(t *testing.T) {
	t.Parallel()
	c := tight(t, convert.Budget{Base: time.Hour, Step: 60 * time.Millisecond})
	pages, err := read(t.Context(), c, written(t, "slow.pdf", slowPDF()), probe.PDF)
	require.NoError(t, err)
	require.Len(t, pages, 3)
	require.Equal(t, "A page that is quick to read", pages[0].Text())
	require.Equal(t, page.TooComplex, pages[1].Unread)
	require.Contains(t, markdownOf(t, pages), "\n\n*Page 2 could not be read: it takes too long to read.*\n\n")
	require.Equal(t, "A page that is quick to read", pages[2].Text())
}
