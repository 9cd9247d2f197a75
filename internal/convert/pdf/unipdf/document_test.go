package unipdf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

var (
	samples = filepath.Join("..", "..", "testdata", "samples")
	further = filepath.Join("..", "testdata")
)

func TestADocumentIsWhatPDFiumSaysItIs(t *testing.T) {
	t.Parallel()
	pdfium, err := pdf.NewEngine(pdf.Config{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, pdfium.Close()) })
	var paths []string
	for _, dir := range []string{samples, further} {
		found, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	require.NotEmpty(t, paths)
	for _, path := range paths {
		want, err := pdfium.Inspect(t.Context(), path)
		if page.ReasonOf(err) == page.PasswordProtected {
			continue
		}
		require.NoError(t, err, path)
		d := opened(t, path)
		require.Equal(t, want, d.info(), path)
		require.NoError(t, pdfium.Pages(t.Context(), path, 1, want.Pages, pdf.Options{SkipImages: true}, func(p page.Page) error {
			g, err := d.page(p.Number)
			require.NoError(t, err)
			require.InDelta(t, p.Width, g.width, 0.01, "%s page %d", path, p.Number)
			require.InDelta(t, p.Height, g.height, 0.01, "%s page %d", path, p.Number)
			return nil
		}))
	}
}

func TestDocumentsThatDoNotOpenHaveAReason(t *testing.T) {
	t.Parallel()
	text := func(content string) string {
		path := filepath.Join(t.TempDir(), "file.pdf")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	certificate := strings.Replace(drawnText(t), "/Root 1 0 R", "/Root 1 0 R /Encrypt << /Filter /Adobe.PubSec /V 4 >> /ID [<00> <00>]", 1)
	for name, test := range map[string]struct {
		path string
		want page.Reason
	}{
		"empty":                 {text(""), page.Empty},
		"not a PDF":             {text("hello"), page.Corrupt},
		"cut off":               {text("%PDF-1.7\n1 0 obj\n<< /Type /Catalog"), page.Corrupt},
		"locked":                {filepath.Join(further, "locked.pdf"), page.PasswordProtected},
		"locked sample":         {filepath.Join(samples, "locked.pdf"), page.PasswordProtected},
		"locked for a key":      {text(certificate), page.PasswordProtected},
		"pages that are a loop": {written(t, "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"), page.Corrupt},
	} {
		file, err := os.Open(test.path)
		require.NoError(t, err)
		info, err := file.Stat()
		require.NoError(t, err)
		d, err := open(file, info.Size())
		if err == nil {
			err = pdf.CheckCount(d.pages, 0)
		}
		require.Equal(t, test.want, page.ReasonOf(err), "%s: %v", name, err)
		require.NoError(t, file.Close())
	}
}

// drawnText returns an empty page as text.
func drawnText(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(drawn(t, "", ""))
	require.NoError(t, err)
	return string(raw)
}

func TestPermissionsDoNotKeepADocumentClosed(t *testing.T) {
	t.Parallel()
	for _, path := range []string{filepath.Join(further, "restricted.pdf"), filepath.Join(samples, "permissions.pdf")} {
		require.NotNil(t, first(t, path))
	}
}

func TestBookmarksThatAreALoopEnd(t *testing.T) {
	t.Parallel()
	path := written(t,
		"<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 300] >>",
		"<< /Type /Page /Parent 2 0 R >>",
		"<< /Type /Outlines /First 5 0 R /Last 5 0 R >>",
		"<< /Title (again) /Parent 4 0 R /Next 5 0 R /First 5 0 R /Dest [3 0 R /Fit] >>",
	)
	require.LessOrEqual(t, len(opened(t, path).info().Outline), pdf.MaxOutline)
}

func TestBookmarksNameTheirPage(t *testing.T) {
	t.Parallel()
	path := written(t,
		"<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>",
		"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 300] >>",
		"<< /Type /Page /Parent 2 0 R >>",
		"<< /Type /Page /Parent 2 0 R >>",
		"<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 2 >>",
		"<< /Title (One) /Parent 5 0 R /First 7 0 R /Last 7 0 R /Count 1 /Dest [3 0 R /Fit] >>",
		"<< /Title (Two) /Parent 6 0 R /Dest [4 0 R /XYZ 0 300 0] >>",
	)
	require.Equal(t, []pdf.Bookmark{{Title: "One", Level: 1, Page: 1}, {Title: "Two", Level: 2, Page: 2}}, opened(t, path).info().Outline)
}

func TestWhatIsShownOfAPageIsItsCropBoxTurned(t *testing.T) {
	t.Parallel()
	// A mark in PDF space is 30 from the left and 40 from the bottom of the crop box, which is 100 by 200.
	for rotate, want := range map[string]struct{ width, height, x, y float64 }{
		"":             {100, 200, 30, 160},
		"/Rotate 90":   {200, 100, 40, 30},
		"/Rotate 180":  {100, 200, 70, 40},
		"/Rotate 270":  {200, 100, 160, 70},
		"/Rotate -90":  {200, 100, 160, 70},
		"/Rotate 1170": {200, 100, 40, 30},
	} {
		g := first(t, drawn(t, "/CropBox [10 20 110 220] "+rotate, ""))
		x, y := g.matrix.Point(40, 60)
		require.Equal(t, want, struct{ width, height, x, y float64 }{g.width, g.height, x, y}, rotate)
	}
}

func TestLinksLeadToTheWebOnly(t *testing.T) {
	t.Parallel()
	link := func(action string) string {
		return "<< /Type /Annot /Subtype /Link /Rect [20 30 80 40] /A << " + action + " >> >>"
	}
	g := first(t, drawn(t, "/Annots [5 0 R 6 0 R 7 0 R]", "",
		link("/S /URI /URI (https://example.org/a)"), link("/S /URI /URI (javascript:alert)"), link("/S /GoTo /D [3 0 R /Fit]")))
	var in ink.Input
	g.links(&in)
	require.Equal(t, []ink.Link{{Box: page.Box{X0: 20, Y0: 260, X1: 80, Y1: 270}, Target: "https://example.org/a"}}, in.Links)
}
