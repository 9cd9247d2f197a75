package docx_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestRealDocumentsAsRecorded(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.docx")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			pages, _, err := convert(t.Context(), data, docx.Options{})
			require.NoError(t, err)
			var got bytes.Buffer
			m := page.NewMarkdownWriter(&got, page.MarkdownOptions{PageSeparator: true})
			for i := range pages {
				require.NoError(t, m.WritePage(&pages[i]))
			}
			require.NoError(t, m.Close())
			golden := strings.TrimSuffix(name, ".docx") + ".md"
			if *update {
				require.NoError(t, os.WriteFile(golden, got.Bytes(), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got.String())
		})
	}
}
