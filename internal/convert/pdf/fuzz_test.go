package pdf_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// FuzzPages feeds damaged documents through the whole path. Each must end in pages or in the document's own
// error, and the engine must keep working.
func FuzzPages(f *testing.F) {
	for _, name := range []string{"restricted.pdf", "locked.pdf", "scripts.pdf", "tables.pdf", "tagged.pdf"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "fuzz.pdf")
		require.NoError(t, os.WriteFile(path, data, 0o600))
		s := document.NewSurvey()
		err := sharedEngine(t).Pages(t.Context(), path, 1, 3, pdf.Options{}, func(p page.Page) error {
			s.Add(p)
			s.Finish(&p)
			return nil
		})
		if err != nil {
			require.NotEmpty(t, page.ReasonOf(err), "%v", err)
		}
	})
}
