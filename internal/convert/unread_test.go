package convert_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// undecodable writes a PDF that begins with one page for each of the texts. The pages after them are pictures
// that cannot be decoded.
func undecodable(t *testing.T, pictures int, texts ...string) string {
	t.Helper()
	const noise = "This is no picture, whatever its dictionary says."
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width 200 /Height 300 /ColorSpace /DeviceGray /BitsPerComponent 1 "+
			"/Filter /JBIG2Decode /Length %d >>\nstream\n%s\nendstream", len(noise), noise),
	}
	contents := make([]string, 0, len(texts)+pictures)
	for _, text := range texts {
		contents = append(contents, "BT /F1 12 Tf 72 700 Td ("+text+") Tj ET")
	}
	for range pictures {
		contents = append(contents, "q 612 0 0 792 0 0 cm /I Do Q")
	}
	var kids strings.Builder
	for _, content := range contents {
		objects = append(objects, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "+
				"/Resources << /Font << /F1 3 0 R >> /XObject << /I 4 0 R >> >> >>", len(objects)+1))
		fmt.Fprintf(&kids, "%d 0 R ", len(objects))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(contents))
	path := filepath.Join(t.TempDir(), "scan.pdf")
	require.NoError(t, os.WriteFile(path, pdfOf(objects), 0o600))
	return path
}

func TestUnreadablePagesAreReported(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pictures int
		texts    []string
		markdown string
		reason   page.Reason
	}{
		"beside one that can": {
			1,
			[]string{"The first page."},
			"The first page.\n\n---\n\n*Page 2 could not be read: its picture is damaged or of a kind that cannot be decoded.*\n", "",
		},
		"alone":              {3, nil, "", page.Corrupt},
		"beside a blank one": {2, []string{""}, "", page.Corrupt},
		"nothing but blanks": {0, []string{"", ""}, "\n\n---\n\n\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := engines()
			require.NoError(t, err)
			pages, err := read(t.Context(), c, undecodable(t, test.pictures, test.texts...), probe.PDF)
			require.NoError(t, err)
			require.Len(t, pages, test.pictures+len(test.texts))
			var md bytes.Buffer
			_, err = convert.Assemble(t.Context(), source(pages...), convert.AssembleOptions{PageSeparator: true}, &md, nil)
			require.Equal(t, test.reason, page.ReasonOf(err), "%v", err)
			if test.reason != "" {
				require.ErrorContains(t, err, "Nothing in the document could be read")
				require.ErrorContains(t, err, "send that")
			}
			require.Equal(t, test.markdown, md.String())
		})
	}
}

func TestDocumentOfPagesThatNeedTooMuchIsNotCalledDamaged(t *testing.T) {
	t.Parallel()
	for reason, says := range map[page.Reason]string{page.TooLarge: "needs more memory than allowed", page.TooComplex: "far more processing"} {
		_, err := convert.Assemble(t.Context(), source(page.Unreadable(1, reason, "it needs too much")), convert.AssembleOptions{}, &bytes.Buffer{}, nil)
		require.Equal(t, reason, page.ReasonOf(err))
		require.ErrorContains(t, err, says)
	}
}
