package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

var engine = sync.OnceValues(func() (*pdf.Engine, error) {
	return pdf.NewEngine(pdf.Config{MaxPages: 40})
})

func sharedEngine(t testing.TB) *pdf.Engine {
	t.Helper()
	e, err := engine()
	require.NoError(t, err)
	return e
}

func converted(t testing.TB, path string, from, to int, opt pdf.Options) []page.Page {
	t.Helper()
	var pages []page.Page
	err := sharedEngine(t).Pages(t.Context(), path, from, to, opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	require.NoError(t, err)
	return pages
}

func TestTextOfAPageIsReadWithItsBox(t *testing.T) {
	t.Parallel()
	pages := converted(t, pdfFile(t, show(12, "Hello world of paper.")), 1, 1, pdf.Options{})
	require.Len(t, pages, 1)
	p := pages[0]
	require.Equal(t, "Hello world of paper.", p.Text())
	require.Equal(t, 1, p.Number)
	require.InDelta(t, 612, p.Width, .01)
	require.InDelta(t, 792, p.Height, .01)
	require.Equal(t, page.SourceText, p.Source)
	require.Len(t, p.Words, 4)
	require.InDelta(t, 72, p.Words[0].Box.X0, 1)
	require.InDelta(t, 792-720, p.Words[0].Box.Y1, 4)
}

func TestRotatedPageReadsAsItIsShown(t *testing.T) {
	t.Parallel()
	for _, rotate := range []string{"90", "270"} {
		turned := "BT /F1 12 Tf 0 1 -1 0 300 100 Tm (Turned line) Tj ET"
		if rotate == "270" {
			turned = "BT /F1 12 Tf 0 -1 1 0 300 500 Tm (Turned line) Tj ET"
		}
		pages := converted(t, pdfFile(t, "/Rotate "+rotate+"\n---\n"+turned), 1, 1, pdf.Options{})
		require.Equal(t, "Turned line", pages[0].Text())
		require.InDelta(t, 792, pages[0].Width, .01)
		b := pages[0].Blocks[0].Box
		require.Greater(t, b.X1-b.X0, b.Y1-b.Y0)
	}
}

func TestOnlyTheRequestedPagesAreConverted(t *testing.T) {
	t.Parallel()
	path := pdfFile(t, show(12, "one"), show(12, "two"), show(12, "three"), show(12, "four"))
	pages := converted(t, path, 2, 3, pdf.Options{})
	require.Len(t, pages, 2)
	require.Equal(t, "two", pages[0].Text())
	require.Equal(t, 3, pages[1].Number)
	require.Len(t, converted(t, path, 4, 99, pdf.Options{}), 1)
}

func TestInstanceIsReplacedWithinALongDocument(t *testing.T) {
	t.Parallel()
	e, err := pdf.NewEngine(pdf.Config{RecyclePages: 2})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	path := pdfFile(t, show(12, "one"), show(12, "two"), show(12, "three"), show(12, "four"), show(12, "five"))
	for range 2 {
		var got []string
		err = e.Pages(t.Context(), path, 1, 5, pdf.Options{}, func(p page.Page) error {
			got = append(got, p.Text())
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, []string{"one", "two", "three", "four", "five"}, got)
	}
}

func TestUnreadableDocumentsGiveAReason(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	many := make([]string, 41)
	for i := range many {
		many[i] = show(12, "page")
	}
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	for name, test := range map[string]struct {
		path string
		want page.Reason
	}{
		"empty":     {write("empty.pdf", ""), page.Empty},
		"not a PDF": {write("text.pdf", "hello"), page.Corrupt},
		"cut off":   {write("cut.pdf", "%PDF-1.7\n1 0 obj\n<< /Type /Catalog"), page.Corrupt},
		"long":      {pdfFile(t, many...), page.TooManyPages},
		"locked":    {filepath.Join("testdata", "locked.pdf"), page.PasswordProtected},
	} {
		_, err := sharedEngine(t).Inspect(t.Context(), test.path)
		require.Equal(t, test.want, page.ReasonOf(err), "%s: %v", name, err)
	}
}

func TestMissingFileIsNotTheDocumentsFault(t *testing.T) {
	t.Parallel()
	_, err := sharedEngine(t).Inspect(t.Context(), filepath.Join(t.TempDir(), "none.pdf"))
	require.Error(t, err)
	require.Empty(t, page.ReasonOf(err))
}

func TestRestrictedPermissionsDoNotPreventOpening(t *testing.T) {
	t.Parallel()
	pages := converted(t, filepath.Join("testdata", "restricted.pdf"), 1, 1, pdf.Options{})
	require.Contains(t, pages[0].Text(), "Printing is not allowed")
}

func TestScanIsReadByOCR(t *testing.T) {
	t.Parallel()
	box := page.Box{X0: 72, Y0: 100, X1: 120, Y1: 112}
	read := func(_ context.Context, img image.Image, dpi int) (ink.Scan, error) {
		require.Equal(t, 300, dpi)
		require.Equal(t, 2550, img.Bounds().Dx())
		return ink.Scan{Words: []ink.ScanWord{{Word: page.Word{Text: "scanned", Box: box, Confidence: 91}}}}, nil
	}
	pages := converted(t, pdfFile(t, "0.5 g 100 100 400 500 re f"), 1, 1, pdf.Options{OCR: read, SkipImages: true})
	require.Equal(t, page.SourceOCR, pages[0].Source)
	require.Equal(t, "scanned", pages[0].Text())
	require.InDelta(t, 91, pages[0].Words[0].Confidence, .1)
}

func TestScanIsNotEnlargedForOCR(t *testing.T) {
	t.Parallel()
	const draw = "/Resources << /XObject << /Im %d 0 R >> >>\n---\nq 612 0 0 792 0 0 cm /Im Do Q\n"
	for _, c := range []struct {
		width, height int
		content       string
		want          int
	}{{1275, 1650, draw, 150}, {3400, 4400, draw, 300}, {1275, 1650, draw + "9 w 0 400 m 612 400 l S\n", 300}} {
		bits := strings.Repeat("\x00", (c.width+7)/8*c.height)
		scan := fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 1 /Length %d >>\n"+
			"stream\n%s\nendstream", c.width, c.height, len(bits), bits)
		var got int
		read := func(_ context.Context, _ image.Image, dpi int) (ink.Scan, error) {
			got = dpi
			return ink.Scan{}, nil
		}
		converted(t, pdfFileWith(t, []string{scan}, c.content), 1, 1, pdf.Options{OCR: read})
		require.InDelta(t, c.want, got, 1)
	}
}

func TestAPictureBesideTextIsDrawnAsItIsOnThePage(t *testing.T) {
	t.Parallel()
	const w, h = 90, 60
	bits := make([]byte, w*h)
	for i := range bits {
		bits[i] = byte(i * i)
	}
	picture := fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Length %d >>\n"+
		"stream\n%s\nendstream", w, h, len(bits), bits)
	path := pdfFileWith(t, []string{picture}, "/Resources << /XObject << /Im %d 0 R >> /Font << /F1 3 0 R >> >>\n---\n"+
		show(12, strings.Repeat("Text above the picture. ", 3))+"q 301.3 40 -50 199.7 150 200 cm /Im Do Q\n")
	page, err := sharedEngine(t).Render(t.Context(), path, 1, 300)
	require.NoError(t, err)
	pixels := page.(*image.RGBA) //nolint:forcetypeassert // PDFium draws in RGBA
	whole := pdf.Gray(pixels.Pix, pixels.Rect.Dx(), pixels.Rect.Dy(), pixels.Stride)
	seen := 0
	got := converted(t, path, 1, 1, pdf.Options{
		OCR: func(context.Context, image.Image, int) (ink.Scan, error) { panic("the page has text") },
		Picture: func(_ context.Context, img image.Image, dpi int) (ink.Scan, error) {
			part := img.(*image.Gray) //nolint:forcetypeassert // OCR gets grey images
			require.Equal(t, 300, dpi)
			at := image.Rect(416, 1467, 1880, 2466) // from 100, 352.3 to 451.3, 592 points
			require.Equal(t, at.Size(), part.Rect.Size())
			for row := range part.Rect.Dy() {
				from := whole.PixOffset(at.Min.X, at.Min.Y+row)
				require.Equal(t, whole.Pix[from:from+part.Rect.Dx()], part.Pix[row*part.Stride:][:part.Rect.Dx()])
			}
			seen++
			return ink.Scan{}, nil
		},
	})
	require.Equal(t, 1, seen)
	require.Contains(t, got[0].Text(), "Text above the picture.")
}

func TestEmitErrorStopsTheConversion(t *testing.T) {
	t.Parallel()
	stop := errors.New("enough")
	path := pdfFile(t, show(12, "one"), show(12, "two"))
	err := sharedEngine(t).Pages(t.Context(), path, 1, 2, pdf.Options{}, func(page.Page) error { return stop })
	require.ErrorIs(t, err, stop)
	require.Len(t, converted(t, path, 1, 2, pdf.Options{}), 2)
}

func TestCancelledConversionEndsAtOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	err := sharedEngine(t).Pages(ctx, pdfFile(t, show(12, "one"), show(12, "two")), 1, 2, pdf.Options{}, func(page.Page) error {
		cancel()
		<-ctx.Done()
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
}

func TestRenderReturnsThePagesImage(t *testing.T) {
	t.Parallel()
	img, err := sharedEngine(t).Render(t.Context(), pdfFile(t, "1 0 0 rg 0 0 306 792 re f"), 1, 72)
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 612, 792), img.Bounds())
	r, g, b, _ := img.At(100, 400).RGBA()
	require.Equal(t, []uint32{0xFFFF, 0, 0}, []uint32{r, g, b})
	r, g, b, _ = img.At(500, 400).RGBA()
	require.Equal(t, []uint32{0xFFFF, 0xFFFF, 0xFFFF}, []uint32{r, g, b})
}

func TestFormFieldsAndNotesBelongToThePage(t *testing.T) {
	t.Parallel()
	form := "<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >> /Length 43 >>\nstream\n" +
		"BT /F1 12 Tf 2 5 Td (Filled in: Jane) Tj ET\nendstream"
	path := pdfFileWith(t, []string{form},
		"/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (n) /F 4 /Rect [72 600 272 620] /AP << /N %d 0 R >> >>]\n---\n"+
			show(12, "Name of the applicant"))
	text := converted(t, path, 1, 1, pdf.Options{})[0].Text()
	require.Contains(t, text, "Name of the applicant")
	require.Contains(t, text, "Filled in: Jane")
	for flags, want := range map[int]bool{4: true, 2: false} { // printed, hidden
		path = pdfFileWith(t, []string{form}, fmt.Sprintf(
			"/Annots [<< /Type /Annot /Subtype /FreeText /F %d /Rect [72 600 272 620] /AP << /N %%d 0 R >> >>]\n---\n", flags)+
			show(12, "Name of the applicant"))
		require.Equal(t, want, strings.Contains(converted(t, path, 1, 1, pdf.Options{})[0].Text(), "Filled in: Jane"))
	}
}

func TestLinksAndEmphasisAreKept(t *testing.T) {
	t.Parallel()
	path := pdfFile(t, "/Annots [<< /Type /Annot /Subtype /Link /Rect [100 715 170 735] /A << /S /URI /URI (https://example.org/a) >> >>]\n---\n"+
		"BT /F1 12 Tf 72 720 Td (See ) Tj (example) Tj /F2 12 Tf ( strong) Tj /F3 12 Tf ( slanted) Tj ET")
	spans := converted(t, path, 1, 1, pdf.Options{})[0].Blocks[0].Spans
	require.Len(t, spans, 4)
	require.Equal(t, "https://example.org/a", spans[1].Link)
	require.True(t, spans[2].Bold)
	require.True(t, spans[3].Italic)
}

func TestBulletsMayBeDrawnAsRings(t *testing.T) {
	t.Parallel()
	ring := "q 1 0 0 1 80 %d cm 2 0 m 2 1.1 1.1 2 0 2 c -1.1 2 -2 1.1 -2 0 c -2 -1.1 -1.1 -2 0 -2 c 1.1 -2 2 -1.1 2 0 c s Q\n"
	var content strings.Builder
	for i, text := range []string{"an inner item", "another inner item"} {
		fmt.Fprintf(&content, ring+"BT /F1 12 Tf 90 %d Td (%s) Tj ET\n", 704-20*i, 700-20*i, text)
	}
	blocks := converted(t, pdfFile(t, content.String()), 1, 1, pdf.Options{})[0].Blocks
	require.Len(t, blocks, 2)
	require.Equal(t, page.ListItem, blocks[0].Kind)
	require.Equal(t, "another inner item", blocks[1].Text())
}
