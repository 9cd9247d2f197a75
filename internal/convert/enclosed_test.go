package convert_test

import (
	"encoding/base64"
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
	"quire/internal/growth"
)

// enclosed is a file in a message.
type enclosed struct{ name, content string }

// letter returns a message that encloses files.
func letter(subject string, files ...enclosed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Subject: %s\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n", subject)
	for _, f := range files {
		fmt.Fprintf(&b, "--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=%q\nContent-Transfer-Encoding: base64\n\n%s\n",
			f.name, base64.StdEncoding.EncodeToString([]byte(f.content)))
	}
	return b.String() + "--b--\n"
}

func sampleFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "samples", name))
	require.NoError(t, err)
	return string(b)
}

func TestWhatAMessageEnclosesFollowsIt(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	inner := letter("Inner", enclosed{"towns.csv", "town,people\nWexmouth,\"4,120\"\n"})
	path := written(t, "mail.eml", letter("Papers",
		enclosed{"report.pdf", sampleFile(t, "report.pdf")}, enclosed{"locked.pdf", sampleFile(t, "locked.pdf")},
		enclosed{"inner.eml", inner}, enclosed{"tool.bin", "\x00\x01"}, enclosed{"broken.docx", "PK\x03\x04"}, enclosed{"notes.md", "# Notes\n"}))
	pages, err := read(t.Context(), c, path, probe.EML)
	require.NoError(t, err)
	for i, p := range pages {
		require.Equal(t, i+1, p.Number)
	}
	require.Equal(t, "Papers\nSee below.\nAttachments\nreport.pdf (application/pdf, 59 KB)\nlocked.pdf (application/pdf, 63 KB)\n"+
		"inner.eml (message/rfc822, 253 bytes)\ntool.bin (application/octet-stream, 2 bytes)\n"+
		"broken.docx (application/vnd.openxmlformats-officedocument.wordprocessingml.document, 4 bytes)\nnotes.md (text/markdown, 8 bytes)", pages[0].Text())
	markdown := markdownOf(t, pages)
	for _, want := range []string{
		"\n---\n\n## report.pdf\n\n### Harbour Traffic 2024\n", "\n#### 1 Summary\n", // judged by the report's own pages
		"\n---\n\n## locked.pdf\n\n*locked.pdf could not be read: PDF is password-protected*\n",
		"\n---\n\n## inner.eml\n\n### Inner\n\nSee below.\n\n#### Attachments\n\n- towns.csv (text/csv, 29 bytes)\n",
		"\n---\n\n#### towns.csv\n\n| town | people |\n",
		"\n---\n\n## broken.docx\n\n*broken.docx could not be read: ",
		"\n---\n\n## notes.md\n\n### Notes\n",
	} {
		require.Contains(t, markdown, want)
	}
	require.Len(t, pages, 1+3+1+2+1+1)
}

func TestMessagesInMessagesAreReadToADepth(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	source := letter("Deepest", enclosed{"deep.txt", "never read"})
	for range convert.MessageDepth + 2 {
		source = letter("Around", enclosed{"in.eml", source})
	}
	pages, err := read(t.Context(), c, written(t, "mail.eml", source), probe.EML)
	require.NoError(t, err)
	require.Len(t, pages, 1+convert.MessageDepth)
	last := pages[len(pages)-1].Text()
	require.Contains(t, last, "in.eml (message/rfc822, ")
	require.Contains(t, last, "not converted, the message encloses too much")
}

func TestOnlySoManyEnclosedFilesAreConverted(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	files := make([]enclosed, 210)
	for i := range files {
		files[i] = enclosed{fmt.Sprintf("%d.txt", i), "x"}
	}
	pages, err := read(t.Context(), c, written(t, "mail.eml", letter("Many", files...)), probe.EML)
	require.NoError(t, err)
	require.Len(t, pages, 1+200)
	require.Equal(t, 10, strings.Count(pages[0].Text(), "not converted"))
}

func TestAnEnclosedFileThatSpendsTheBudgetLeavesTheMessage(t *testing.T) {
	t.Parallel()
	base := 400 * time.Millisecond // enough to read the message
	if growth.RaceDetector {
		base *= 5
	}
	c := tight(t, convert.Budget{Base: base})
	path := written(t, "mail.eml", letter("Pages", enclosed{"page.html", "<table>" + manyRows()}, enclosed{"a.txt", "short"}))
	pages, err := read(t.Context(), c, path, probe.EML)
	require.NoError(t, err)
	require.Len(t, pages, 3)
	require.Contains(t, pages[1].Text(), "page.html could not be read: The document takes far more processing")
	require.Contains(t, pages[2].Text(), "a.txt could not be read: ", "nothing is left for it")
}

func TestEnclosedFilesCanBeUnpackedAndLinked(t *testing.T) {
	t.Parallel()
	c, err := engines()
	require.NoError(t, err)
	path := written(t, "mail.eml", letter("Papers", enclosed{"a b.txt", "words"}, enclosed{"tool.bin", "\x00"}))
	files, err := c.Unpack(t.Context(), path, probe.EML, t.TempDir())
	require.NoError(t, err)
	require.Len(t, files, 2)
	require.Equal(t, convert.Enclosure{Name: "tool.bin"}, files[1])
	content, err := os.ReadFile(files[0].Path)
	require.NoError(t, err)
	require.Equal(t, "words", string(content))
	var pages []page.Page
	err = c.Pages(t.Context(), path, probe.EML, 1, 0, convert.Options{Links: []string{"mail/a b.md", ""}}, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, "# Papers\n\nSee below.\n\n## Attachments\n\n- [a b.txt](mail/a%20b.md) (text/plain, 5 bytes)\n- tool.bin (application/octet-stream, 1 byte)\n", markdownOf(t, pages))
	files, err = c.Unpack(t.Context(), written(t, "a.txt", "no message"), probe.Text, t.TempDir())
	require.NoError(t, err)
	require.Empty(t, files)
}
