package convert_test

import (
	"context"
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
