package pdf

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/gofont/goregular"

	"quire/internal/convert/page"
)

// severalPages writes a file with pages of the given content, in an embedded font.
func severalPages(t *testing.T, catalog string, contents ...string) string {
	t.Helper()
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R " + catalog + " >>", "",
		simpleFont + widths + "/Encoding /WinAnsiEncoding >>", "", "",
		"<< /Type /FontDescriptor /FontName /ABCDEF+Go /Flags 32 /FontBBox [-100 -250 1100 950] /ItalicAngle 0 /StemV 80 /FontFile2 7 0 R >>",
		streamOf(string(goregular.TTF)),
		"<< >>",
	}
	var kids []string
	for _, content := range contents {
		n := len(objects) + 1
		objects = append(objects, streamOf(content),
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents "+reference(n)+" >>")
		kids = append(kids, reference(n+1))
	}
	objects[1] = "<< /Type /Pages /Kids [" + strings.Join(kids, " ") + "] /Count " + strings.Fields(reference(len(kids)))[0] + " >>"
	objects[3], objects[4] = "null", "null"
	return objectFile(t, objects...)
}

// emitted reads all pages of a file. It returns them and whether PDFium was started for them.
func emitted(t *testing.T, cfg Config, path string) (pages []page.Page, info Info, started bool) {
	t.Helper()
	e, err := NewEngine(cfg)
	require.NoError(t, err)
	defer func() { require.NoError(t, e.Close()) }()
	info, err = e.Inspect(t.Context(), path)
	require.NoError(t, err)
	started = e.instance != nil
	starts := 0
	opt := Options{Start: func(start func() error) error {
		starts++
		return start()
	}}
	require.NoError(t, e.Pages(t.Context(), path, 1, info.Pages, opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	}))
	require.Equal(t, e.instance != nil, started || starts > 0, "PDFium is started as the caller wishes")
	return pages, info, e.instance != nil
}

// The text of one page, and content that only PDFium understands.
const (
	someText   = "BT /F1 11 Tf 72 700 Td (Words of a page) Tj ET"
	moreText   = "BT /F1 11 Tf 72 700 Td (Words of another page) Tj ET"
	onlyPDFium = "q 9 0 0 9 9 9 cm BI /W 1 /H 1 /CS /G /BPC 8 ID a a EI Q " + someText
)

func TestPDFiumIsNotStartedForWhatIsReadWithoutIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		catalog  string
		contents []string
		started  bool
	}{
		"one page":               {"", []string{someText}, false},
		"several pages":          {"/MarkInfo << /Marked false >>", []string{someText, moreText, someText}, false},
		"a page for PDFium":      {"", []string{onlyPDFium}, true},
		"one of several pages":   {"", []string{someText, onlyPDFium, moreText}, true},
		"the last page":          {"", []string{someText, moreText, onlyPDFium}, true},
		"a tagged document":      {"/MarkInfo << /Marked true >>", []string{someText}, true},
		"a document with a form": {"/AcroForm << /Fields [] >>", []string{someText}, true},
		"an empty outline":       {"/Outlines << /Type /Outlines /Count 0 >>", []string{someText}, false},
		"some pages":             {"", slices.Repeat([]string{someText, moreText}, 3), false},
		"many pages":             {"", slices.Repeat([]string{someText, moreText}, 5), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := severalPages(t, c.catalog, c.contents...)
			want, wantInfo, _ := emitted(t, Config{PDFiumOnly: true}, path)
			got, info, started := emitted(t, Config{}, path)
			require.Equal(t, c.started, started)
			require.Equal(t, want, got)
			require.Equal(t, wantInfo, info)
		})
	}
}

func TestWhatIsKnownWithoutPDFiumIsWhatPDFiumSays(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "testdata", "samples", "*.pdf"))
	require.NoError(t, err)
	more, err := filepath.Glob(filepath.Join("testdata", "*.pdf"))
	require.NoError(t, err)
	e, err := NewEngine(Config{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	only, err := NewEngine(Config{PDFiumOnly: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, only.Close()) })
	for _, path := range append(files, more...) {
		want, err := only.Inspect(t.Context(), path)
		got, err2 := e.Inspect(t.Context(), path)
		require.Equal(t, page.ReasonOf(err), page.ReasonOf(err2), path)
		require.Equal(t, want, got, path)
	}
}

func TestTooManyPagesAreRefusedWithoutPDFiumToo(t *testing.T) {
	t.Parallel()
	path := severalPages(t, "", someText, moreText)
	e, err := NewEngine(Config{MaxPages: 1})
	require.NoError(t, err)
	defer func() { require.NoError(t, e.Close()) }()
	_, err = e.Inspect(t.Context(), path)
	require.Equal(t, page.TooManyPages, page.ReasonOf(err))
	err = e.Pages(t.Context(), path, 1, 2, Options{}, func(page.Page) error { return nil })
	require.Equal(t, page.TooManyPages, page.ReasonOf(err))
}

func TestErrorsOfTheCallerEndAReadingWithoutPDFium(t *testing.T) {
	t.Parallel()
	path := severalPages(t, "", someText, moreText)
	e, err := NewEngine(Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, e.Close()) }()
	full := errors.New("the disk is full")
	require.Equal(t, full, e.Pages(t.Context(), path, 1, 2, Options{}, func(page.Page) error { return full }))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, context.Canceled, e.Pages(ctx, path, 1, 2, Options{}, func(page.Page) error { return nil }))
	failed := errors.New("no memory")
	opt := Options{Start: func(func() error) error { return failed }}
	require.Equal(t, failed, e.Pages(t.Context(), severalPages(t, "", onlyPDFium), 1, 1, opt, func(page.Page) error { return nil }))
}

// reference returns a reference to an object.
func reference(n int) string { return strconv.Itoa(n) + " 0 R" }
