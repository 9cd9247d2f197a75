package pdf

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// wordsOf reads the first page of a file.
func wordsOf(t *testing.T, e *Engine, path string) string {
	t.Helper()
	var text string
	require.NoError(t, e.Pages(t.Context(), path, 1, 1, Options{}, func(p page.Page) error {
		text = strings.TrimSpace(p.Text())
		return nil
	}))
	return text
}

func TestAFileIsReadOnceForItsInspectionAndItsPages(t *testing.T) {
	t.Parallel()
	e, err := NewEngine(Config{})
	require.NoError(t, err)
	path := severalPages(t, "", someText)
	_, err = e.Inspect(t.Context(), path)
	require.NoError(t, err)
	require.NotNil(t, e.desk.file)
	require.Equal(t, "Words of a page", wordsOf(t, e, path))
	require.Nil(t, e.desk.file, "it is given up when it is read")
}

func TestAFileThatChangesAfterItsInspectionIsReadAsItIs(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, path string){
		"replaced": func(t *testing.T, path string) {
			t.Helper()
			require.NoError(t, os.Rename(severalPages(t, "", strings.Replace(someText, "page", "leaf", 1)), path))
		},
		"written over": func(t *testing.T, path string) {
			t.Helper()
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(data), "a page", "a leaf", 1)), 0o600))
			require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(time.Second)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := NewEngine(Config{})
			require.NoError(t, err)
			path := severalPages(t, "", someText)
			_, err = e.Inspect(t.Context(), path)
			require.NoError(t, err)
			change(t, path)
			require.Equal(t, "Words of a leaf", wordsOf(t, e, path))
		})
	}
}

func TestMemoryForALargePageIsNotKept(t *testing.T) {
	t.Parallel()
	e, err := NewEngine(Config{})
	require.NoError(t, err)
	var lines strings.Builder
	for i := range keptGlyphs/20 + 1 {
		fmt.Fprintf(&lines, "0 -.6 Td (%020d) Tj ", i)
	}
	require.NotEmpty(t, wordsOf(t, e, severalPages(t, "", "BT /F1 2 Tf 72 700 Td "+lines.String()+"ET")))
	require.Greater(t, cap(e.desk.glyphs), keptGlyphs)
	require.Equal(t, "Words of a page", wordsOf(t, e, severalPages(t, "", someText)))
	require.Less(t, cap(e.desk.glyphs), keptGlyphs)
}
