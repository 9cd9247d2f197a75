package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestPageThatTrapsLeavesANote(t *testing.T) {
	t.Parallel()
	var file, kids strings.Builder
	for i, content := range []string{"BT /F1 12 Tf 72 700 Td (First) Tj ET", "100 100 400 500 re f", "BT /F1 12 Tf 72 700 Td (Third) Tj ET"} {
		fmt.Fprintf(&file, "%d 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F1 << "+
			"/Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj\n", 10+i, 20+i)
		fmt.Fprintf(&file, "%d 0 obj << /Length %d >>\nstream\n%s\nendstream endobj\n", 20+i, len(content), content)
		fmt.Fprintf(&kids, "%d 0 R ", 10+i)
	}
	path := filepath.Join(t.TempDir(), "pages.pdf")
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"+
		"2 0 obj << /Type /Pages /Kids [%s] /Count 3 >> endobj\n%strailer << /Root 1 0 R >>\n", kids.String(), file.String()), 0o600))
	for failure, reason := range map[error]page.Reason{errors.New("unreachable"): page.Corrupt, errOutOfMemory: page.TooLarge} {
		e, err := NewEngine(Config{})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, e.Close()) })
		traps := func(context.Context, image.Image, int) (ink.Scan, error) { panic(trap{failure}) }
		var texts []string
		var unread []page.Reason
		err = e.Pages(t.Context(), path, 1, 3, Options{OCR: traps}, func(p page.Page) error {
			texts, unread = append(texts, p.Text()), append(unread, p.Unread)
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, []page.Reason{"", reason, ""}, unread)
		require.Equal(t, []string{"First", "Third"}, []string{texts[0], texts[2]})
	}
}
