package pdf_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pdfFile writes a PDF by hand, with each page given as a content stream. Fonts F1 (Helvetica), F2
// (Helvetica-Bold) and F3 (Helvetica-Oblique) are available. Further entries for a page's dictionary can
// precede its content, separated by a line "---".
func pdfFile(t testing.TB, pages ...string) string {
	t.Helper()
	return pdfFileWith(t, nil, pages...)
}

// pdfFileWith also adds objects, whose number replaces %d in the pages.
func pdfFileWith(t testing.TB, extraObjects []string, pages ...string) string {
	t.Helper()
	return pdfFileOf(t, "", extraObjects, pages...)
}

// firstExtra is the number of the first extra object.
const firstExtra = 6

// pdfFileOf also adds entries to the catalog.
func pdfFileOf(t testing.TB, catalog string, extraObjects []string, pages ...string) string {
	t.Helper()
	var objects []string
	add := func(s string) int { objects = append(objects, s); return len(objects) }
	add("<< /Type /Catalog /Pages 2 0 R " + catalog + " >>")
	add("")
	resources := "<< /Font << "
	for i, name := range []string{"Helvetica", "Helvetica-Bold", "Helvetica-Oblique"} {
		n := add("<< /Type /Font /Subtype /Type1 /BaseFont /" + name + " /Encoding /WinAnsiEncoding >>")
		resources += fmt.Sprintf("/F%d %d 0 R ", i+1, n)
	}
	resources += ">> >>"
	number := 0
	for _, o := range extraObjects {
		number = add(o)
	}
	var kids []string
	for _, content := range pages {
		extra, stream, found := strings.Cut(content, "\n---\n")
		if !found {
			extra, stream = "", content
		}
		extra = strings.ReplaceAll(extra, "%d", strconv.Itoa(number))
		body := add(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(stream), stream))
		kid := add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources %s /Contents %d 0 R %s >>",
			resources, body, extra))
		kids = append(kids, fmt.Sprintf("%d 0 R", kid))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	return pdfFileFrom(t, objects)
}

// pdfFileFrom writes a PDF from objects, the first of which is the catalog.
func pdfFileFrom(t testing.TB, objects []string) string {
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

// show returns a content stream that shows lines of text from the top of the page.
func show(size float64, lines ...string) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "BT /F1 %g Tf 72 %g Td (%s) Tj ET\n", size, 720-float64(i)*size*1.2, l)
	}
	return b.String()
}
