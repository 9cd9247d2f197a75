package ocr

import (
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// addData writes language data with the given letters into a folder.
func addData(t *testing.T, folder, letters string, languages ...string) {
	t.Helper()
	for _, l := range languages {
		require.NoError(t, os.MkdirAll(filepath.Dir(dataFile(folder, l)), 0o755))
		require.NoError(t, os.WriteFile(dataFile(folder, l), dataOf(map[int]string{partLetters: letters}), 0o600))
	}
}

func quickReader(folder, cache, languages string) *Reader {
	r := &Reader{cfg: Config{Languages: languages, CacheDir: cache}}
	r.quicken(folder, split(languages))
	return r
}

func TestACopyOfChangedDataReplacesTheFormerOnes(t *testing.T) {
	t.Parallel()
	folder, cache := t.TempDir(), t.TempDir()
	addData(t, folder, someLetters, "eng", "deu")
	former, other := quickReader(folder, cache, "eng"), quickReader(folder, cache, "eng+deu")
	interrupted := former.quick[:len(former.quick)-1] + "x" + removing
	require.NoError(t, os.Mkdir(interrupted, 0o700))

	changed := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(dataFile(folder, "eng"), changed, changed))
	current := quickReader(folder, cache, "eng")
	require.NotEqual(t, former.quick, current.quick)
	require.NoDirExists(t, former.quick)
	require.NoDirExists(t, former.quick+removing)
	require.NoDirExists(t, interrupted)
	require.Empty(t, former.dataArgs("eng"), "it reads the original data from now on")
	require.DirExists(t, other.quick, "a reader of other languages may not know yet that data have changed")
	require.Equal(t, current.quick, quickReader(folder, cache, "eng").quick)
}

func TestAPageIsReadAgainIfTheCopyOfTheDataWasRemovedMeanwhile(t *testing.T) {
	t.Parallel()
	folder, dir := t.TempDir(), t.TempDir()
	addData(t, folder, someLetters, "eng")
	r := quickReader(folder, filepath.Join(dir, "cache"), "eng")
	require.NotEmpty(t, r.quick)
	r.binary = filepath.Join(dir, "tesseract")
	// Like tesseract, it succeeds if it could load at least one language.
	require.NoError(t, os.WriteFile(r.binary, []byte(`#!/bin/sh
case "$*" in *--tessdata-dir*) rm -r `+r.quick+`; exit 0 ;; esac
printf 'level\n5\t1\t1\t1\t1\t1\t10\t10\t20\t10\t90\tword\n'
`), 0o700)) //nolint:gosec // it is run
	r.cfg.MemoryLimit = 1 << 30
	words, err := r.recognize(t.Context(), &sheet{languages: "eng", dpi: 150, scale: 1}, image.NewGray(image.Rect(0, 0, 50, 50)), segmentBlock)
	require.NoError(t, err)
	require.Len(t, words, 1)
	require.Equal(t, "word", words[0].Text)
}
