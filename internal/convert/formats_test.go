package convert_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"quire/internal/convert"
	"quire/internal/convert/compound/compoundtest"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// Files of collections are recognized by their content and name, but are stored under neither.
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
		{"talk.pptx", presentation(t), "# Towns\n\nWexmouth\n"},
		{"letter.fodt", `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"` +
			` xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>` +
			`<text:h text:outline-level="1">Wexmouth</text:h><text:p>A town.</text:p></office:text></office:body></office:document>`, "# Wexmouth\n\nA town.\n"},
		{"mail.eml", "From: a@b.example\nSubject: Towns\n\nWexmouth\n", "# Towns\n\n| From | a@b.example |\n| --- | --- |\n\nWexmouth\n"},
		{"letter.rtf", `{\rtf1\ansi{\stylesheet{\s1 heading 1;}}\pard\s1 Wexmouth\par\pard A {\b town}.\par}`, "# Wexmouth\n\nA **town**.\n"},
		{"mail.msg", string(compoundtest.File(map[string]string{
			"__properties_version1.0": strings.Repeat("\x00", 32), "__substg1.0_0037001F": "T\x00o\x00w\x00n\x00s\x00",
		})), "# Towns\n"},
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

func presentation(t *testing.T) string {
	t.Helper()
	const (
		drawing       = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
		relations     = `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
		relationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range map[string]string{
		"ppt/presentation.xml":            `<p:presentation ` + drawing + ` ` + relations + `><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels": relationships + `<Relationship Id="rId1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>`,
		"ppt/slides/slide1.xml": `<p:sld ` + drawing + `><p:cSld><p:spTree>` +
			`<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Towns</a:t></a:r></a:p></p:txBody></p:sp>` +
			`<p:sp><p:txBody><a:p><a:r><a:t>Wexmouth</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
	} {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = w.Write([]byte(content))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.String()
}

func TestUnknownFormatsAreRejected(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	path := filepath.Join("testdata", "samples", "photo.jpg")
	err = c.Pages(t.Context(), path, "tiff", 1, 0, convert.Options{}, func(page.Page) error { return nil })
	require.Equal(t, page.Unsupported, page.ReasonOf(err))
}

// Every format that can be detected can be converted: whatever is wrong with a file, nobody is told that its format is
// unsupported.
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
