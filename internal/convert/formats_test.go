package convert_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// Files of collections are detected by their content and name, and stored under neither.
func TestFilesOfCollectionsConvert(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	for _, f := range []struct{ name, content, want string }{
		{"data.csv", "town,people\nWexmouth,\"4,120\"\n", "| town | people |\n| --- | --- |\n| Wexmouth | 4,120 |\n"},
		{"data.tsv", "town\tpeople\nWexmouth\t4,120\n", "| town | people |\n| --- | --- |\n| Wexmouth | 4,120 |\n"},
		{"page.html", "<!doctype html><h1>Wexmouth</h1><p>A <b>town</b>.</p>", "# Wexmouth\n\nA **town**.\n"},
		{"notes.md", "Notes\n=====\n\n* one\n* two\n", "# Notes\n\n- one\n- two\n"},
		{"data.json", `{"town": "Wexmouth"}`, "```json\n{\n  \"town\": \"Wexmouth\"\n}\n```\n"},
		{"data.xml", "<?xml version=\"1.0\"?>\n<town/>\n", "```xml\n<?xml version=\"1.0\"?>\n<town/>\n```\n"},
		{"main.go", "package main\n", "```go\npackage main\n```\n"},
		{"notes.txt", "First.\n\nSecond.\n", "First.\n\nSecond.\n"},
		{"book.xlsx", workbook(t), "# Towns\n\n| town | people |\n| --- | --- |\n| Wexmouth | 4120 |\n"},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			format, err := probe.Check(strings.NewReader(f.content), int64(len(f.content)), filepath.Ext(f.name))
			require.NoError(t, err)
			stored := filepath.Join(t.TempDir(), "blob")
			require.NoError(t, os.WriteFile(stored, []byte(f.content), 0o600))
			var pages []page.Page
			err = c.Pages(t.Context(), stored, format, 1, 0, convert.Options{Extension: filepath.Ext(f.name)}, func(p page.Page) error {
				pages = append(pages, p)
				return nil
			})
			require.NoError(t, err)
			require.Equal(t, f.want, markdownOf(t, pages))
		})
	}
}

func workbook(t *testing.T) string {
	t.Helper()
	book := excelize.NewFile()
	require.NoError(t, book.SetSheetName("Sheet1", "Towns"))
	require.NoError(t, book.SetSheetRow("Towns", "A1", &[]any{"town", "people"}))
	require.NoError(t, book.SetSheetRow("Towns", "A2", &[]any{"Wexmouth", 4120}))
	b, err := book.WriteToBuffer()
	require.NoError(t, err)
	return b.String()
}

func TestUnknownFormatsAreRefused(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	path := filepath.Join("testdata", "samples", "photo.jpg")
	err = c.Pages(t.Context(), path, "tiff", 1, 0, convert.Options{}, func(page.Page) error { return nil })
	require.Equal(t, page.Unsupported, page.ReasonOf(err))
}

// A format that can be detected can be converted: whatever is wrong with a file, nobody is told that its format is not
// supported.
func TestEveryFormatHasAConverter(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	for _, f := range probe.Formats() {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "blob")
			require.NoError(t, os.WriteFile(path, []byte("not what it claims to be"), 0o600))
			err := c.Pages(t.Context(), path, f, 1, 0, convert.Options{}, func(page.Page) error { return nil })
			if err != nil {
				require.NotContains(t, err.Error(), probe.UnsupportedDocument(f).Message)
			}
		})
	}
}
