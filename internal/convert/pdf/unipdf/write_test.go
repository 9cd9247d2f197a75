package unipdf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// written returns the path of a PDF with objects, the first of which is the catalog.
func written(t *testing.T, objects ...string) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	path := filepath.Join(t.TempDir(), "test.pdf")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

// firstOther is the number of the first of the other objects in the file of a drawn page.
const firstOther = 5

// drawn returns the path of a PDF with one page of 200 by 300 points that has a content stream, further entries, and
// other objects.
func drawn(t *testing.T, entries, content string, others ...string) string {
	t.Helper()
	return written(t, append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 300] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R " + entries + " >>",
		stream("", content),
	}, others...)...)
}

func stream(entries, content string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(content), entries, content)
}

// opened opens the document at path.
func opened(t *testing.T, path string) *document {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, file.Close()) })
	info, err := file.Stat()
	require.NoError(t, err)
	d, err := open(file, info.Size())
	require.NoError(t, err)
	return d
}

// first opens the first page of the document at path.
func first(t *testing.T, path string) *shown {
	t.Helper()
	g, err := opened(t, path).page(1)
	require.NoError(t, err)
	return g
}
