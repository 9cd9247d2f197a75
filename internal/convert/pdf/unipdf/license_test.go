package unipdf

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/unidoc/unipdf/v3/extractor"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/pdf/unidoc"
)

func TestThereIsNoEngineWithoutALicense(t *testing.T) {
	t.Parallel()
	for _, l := range []unidoc.License{{}, {Key: "k"}, {Customer: "c"}} {
		_, err := NewEngine(unidoc.Config{License: l})
		require.ErrorIs(t, err, unidoc.ErrNoLicense)
	}
}

func TestALicenseThatIsNoneIsRefusedAndNotShown(t *testing.T) {
	t.Parallel()
	const key = "-----BEGIN UNIDOC LICENSE KEY-----\nc2VjcmV0\n+\nc2VjcmV0\n-----END UNIDOC LICENSE KEY-----\n"
	for _, l := range []unidoc.License{{Key: "nothing of a license", Customer: "a customer"}, {Key: key, Customer: "a customer"}} {
		e, err := NewEngine(unidoc.Config{License: l, StateDir: t.TempDir()})
		require.NoError(t, err)
		err = e.Start()
		require.ErrorContains(t, err, "UniPDF rejects the license")
		require.NotContains(t, err.Error(), "c2VjcmV0")
		require.NotContains(t, err.Error(), l.Key)
		_, err = e.Inspect(context.Background(), filepath.Join(samples, "report.pdf"))
		require.Error(t, err)
		require.Empty(t, page.ReasonOf(err), "that is no fault of the document")
	}
}

// TestTextTakesALicense goes as far as UniPDF does without a license: it opens the page, follows its drawings, and
// refuses to return its text, which is not the document's fault either.
func TestTextTakesALicense(t *testing.T) {
	t.Parallel()
	d := opened(t, filepath.Join(samples, "report.pdf"))
	g, err := d.page(1)
	require.NoError(t, err)
	extract, err := extractor.New(g.page)
	require.NoError(t, err)
	fonts, err := extract.ExtractFonts(nil)
	require.NoError(t, err)
	require.NotEmpty(t, fonts.Fonts)
	_, err = extract.ExtractText()
	require.ErrorContains(t, err, "license code required")
	err = blame(func(d *document) error {
		_, err := d.convert(t.Context(), ink.Input{Number: 1}, pdf.Options{})
		return err
	}, d)
	require.ErrorIs(t, err, unidoc.ErrNoLicense)
	require.Empty(t, page.ReasonOf(err))
}

func TestABlankPageTellsALicenseFromADocument(t *testing.T) {
	t.Parallel()
	d, err := open(strings.NewReader(blank), int64(len(blank)))
	require.NoError(t, err, "with nothing to keep it from opening")
	require.Equal(t, 1, d.pages)
	require.NoError(t, terms{APIKey: "metered"}.trouble())
	counted := 0
	require.NoError(t, terms{APIKey: "metered"}.counted(t.TempDir(), func() error { counted++; return nil }))
	require.Equal(t, 1, counted)
}
