package activities_test

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/schema"
)

// personal lists the personal data planted in documents that are to be masked.
var personal = []string{"erika@example.org", "DE89 3704 0044 0532 0130 00", "4111 1111 1111 1111", "+49 30 901820"}

const letterOfErika = "# Contract\n\nWrite to erika@example.org or call +49 30 901820.\n\n" +
	"| Account | Card |\n|---|---|\n| DE89 3704 0044 0532 0130 00 | 4111 1111 1111 1111 |\n"

func TestWhatIsMadeOfAMaskedDocumentHasNoPersonalData(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	d := l.document(t, func(n *schema.NewDocument) {
		n.FileName, n.Format, n.Masking = "letter.md", "md", []string{"card", "email", "iban", "phone"}
	})
	dir := t.TempDir()
	l.openBlobs(t, dir)
	_, err := l.store.Put(t.Context(), d.SourceKey, strings.NewReader(letterOfErika), 1<<20)
	require.NoError(t, err)
	job, err := l.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	res, err := l.env.ExecuteActivity(l.do.ConvertRange, activities.RangeInput{Conversion: job.Conversion, From: 1, To: 25})
	require.NoError(t, err)
	var converted activities.ConvertedRange
	require.NoError(t, res.Get(&converted))
	require.Empty(t, converted.Setback)
	res, err = l.env.ExecuteActivity(l.do.AssembleMarkdown,
		activities.AssembleInput{Conversion: job.Conversion, Pages: converted.TotalPages, PagesPerRange: 25})
	require.NoError(t, err)
	var out activities.Output
	require.NoError(t, res.Get(&out))
	for _, p := range l.pages(t, out.Key) {
		for _, secret := range personal {
			require.NotContains(t, p.Text(), secret)
		}
	}
	seen := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Base(path) == filepath.Base(d.SourceKey) {
			return err
		}
		raw, err := os.ReadFile(path)
		seen++
		for _, secret := range personal {
			require.NotContains(t, string(raw), secret, path)
		}
		return err
	}))
	require.GreaterOrEqual(t, seen, 3) // a range, the pages, the Markdown
	markdown, err := l.store.Open(t.Context(), out.Key)
	require.NoError(t, err)
	defer markdown.Close()
	text, err := io.ReadAll(markdown)
	require.NoError(t, err)
	require.Contains(t, string(text), "Write to █████@███████.███ or call +██ ██ ██████.")
}
