package pdf_test

import (
	"context"
	"fmt"
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/pdf"
)

// pixelTypeFile writes a page with a line in Helvetica and another in a bitmap font at 600 dots per inch, whose unit is a
// pixel. Its capitals and small letters are 58 and 36 pixels high, and its glyphs have the names that dvips gives.
func pixelTypeFile(t *testing.T, helvetica, bitmap string) string {
	t.Helper()
	const pixel = .12 // points
	stream := func(s string) string { return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s) }
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
		stream(fmt.Sprintf("BT /F1 10 Tf 72 700 Td (%s) Tj ET BT /F2 %g Tf 72 660 Td <%x> Tj ET", helvetica, pixel, bitmap)),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"",
	}
	var differences, procedures strings.Builder
	for code := 33; code < 256; code++ {
		height := 36
		if code >= 'A' && code <= 'Z' {
			height = 58
		}
		objects = append(objects, stream(fmt.Sprintf("48 0 4 0 44 %d d1 4 0 40 %d re f", height, height)))
		name := string(rune('A'+code/36)) + strings.ToUpper(strconv.FormatInt(int64(code%36), 36))
		fmt.Fprintf(&differences, "%d /%s ", code, name)
		fmt.Fprintf(&procedures, "/%s %d 0 R ", name, len(objects))
	}
	objects[5] = fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 -20 50 60] /FirstChar 33 /LastChar 255 /Widths [%s] "+
		"/Encoding << /Differences [%s] >> /CharProcs << %s >> >>", strings.Repeat("48 ", 223), differences.String(), procedures.String())
	return pdfFileFrom(t, objects)
}

func TestTypeWhoseUnitIsAPixelIsReadAtItsSize(t *testing.T) {
	t.Parallel()
	p := converted(t, pixelTypeFile(t, "Above.", "Bitmaps[etc]"), 1, 1, pdf.Options{})[0]
	require.Equal(t, "Above.\nBitmaps[etc]", p.Text())
	require.InDelta(t, 10, p.Words[1].Box.Y1-p.Words[1].Box.Y0, 1, "the capital is 7 points high")
	require.Empty(t, p.Notes)
}

func TestTypeWhoseUnitIsAPixelIsMeaninglessIfItsGlyphsAreNumbered(t *testing.T) {
	t.Parallel()
	const numbers = "\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xCA\xCB\xCC"
	t.Run("it is left out beside more text of other kinds", func(t *testing.T) {
		t.Parallel()
		p := converted(t, pixelTypeFile(t, "All of this is more text than the other.", numbers), 1, 1, pdf.Options{})[0]
		require.Equal(t, "All of this is more text than the other.", p.Text())
		require.Len(t, p.Notes, 1)
	})
	t.Run("otherwise the page is read by OCR", func(t *testing.T) {
		t.Parallel()
		asked := false
		read := func(context.Context, image.Image, int) (ink.Scan, error) {
			asked = true
			return ink.Scan{}, nil
		}
		converted(t, pixelTypeFile(t, "Few.", numbers), 1, 1, pdf.Options{OCR: read})
		require.True(t, asked)
	})
}
