package ocr

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const someLetters = "7\nNULL 0 Common 0\nJoined 7 Latin 1\n|Broken|0|1 f Common 2\nA 5 Latin 4 0 3 A\tx\nffi 3 Latin 5\n- 10 Common 6\n\ufb01 3 Latin 7\n"

// dataOf returns language data with the given parts.
func dataOf(content map[int]string) []byte {
	p := make(parts, partLetters+3)
	for i, s := range content {
		p[i] = []byte(s)
	}
	return p.bytes()
}

func TestLettersInLanguageDataAreMadePrivate(t *testing.T) {
	t.Parallel()
	got, ok := withPrivateLetters(dataOf(map[int]string{17: "network", partLetters: someLetters, 23: "version"}))
	require.True(t, ok)
	p, ok := partsOf(got)
	require.True(t, ok)
	require.Equal(t, "network", string(p[17]))
	require.Equal(t, "version", string(p[23]))
	require.Nil(t, p[partConfig])
	changed := string(p[partLetters])
	require.Contains(t, changed, "\nJoined 7 ")
	require.Contains(t, changed, "\n|Broken|0|1 f")
	require.Contains(t, changed, "\n\U000F0041 5 Latin 4 0 3 A\tx\n")
	require.Contains(t, changed, "\n\U000F0066\U000F0066\U000F0069 3 Latin 5\n- 10 Common 6\n\ufb01 3")
	require.Equal(t, someLetters, strings.Map(showLetter, changed))
}

func TestUnsupportedLanguageDataAreNotChanged(t *testing.T) {
	t.Parallel()
	good := dataOf(map[int]string{partLetters: someLetters})
	beyond := append([]byte(nil), good...)
	binary.LittleEndian.PutUint64(beyond[partCount+partLetters*partOffset:], 1<<40)
	many := append([]byte(nil), good...)
	binary.LittleEndian.PutUint32(many, 1<<31)
	for name, data := range map[string][]byte{
		"empty":                   nil,
		"cut off":                 good[:100],
		"too many parts":          many,
		"a part beyond the end":   beyond,
		"without letters":         dataOf(map[int]string{17: "network"}),
		"of the older engine":     dataOf(map[int]string{partLetters: someLetters, partOldLetters: someLetters}),
		"with another language":   dataOf(map[int]string{partLetters: someLetters, partConfig: "tessedit_load_sublangs jpn_vert"}),
		"with private letters":    dataOf(map[int]string{partLetters: "1\n\U000F0041 5\n"}),
		"its letters are damaged": dataOf(map[int]string{partLetters: ""}),
	} {
		_, ok := withPrivateLetters(data)
		require.False(t, ok, name)
	}
}

func FuzzLanguageData(f *testing.F) {
	f.Add(dataOf(map[int]string{partLetters: someLetters}))
	f.Add(dataOf(map[int]string{partLetters: "1\n", partConfig: "x"}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if out, ok := withPrivateLetters(data); ok {
			_, ok = partsOf(out)
			require.True(t, ok)
		}
	})
}

func TestQuickDataAreMadeOnceAndUsedWhileTheyAreThere(t *testing.T) {
	t.Parallel()
	folder, cache := t.TempDir(), t.TempDir()
	for _, l := range []string{"eng", "script/Latin", "deu"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(dataFile(folder, l)), 0o755))
		require.NoError(t, os.WriteFile(dataFile(folder, l), dataOf(map[int]string{partLetters: someLetters}), 0o600))
	}
	reader := func(languages string) *Reader {
		r := &Reader{cfg: Config{Languages: languages, CacheDir: cache}}
		r.quicken(folder, split(languages))
		return r
	}
	first := reader("eng+script/Latin")
	require.Equal(t, []string{"--tessdata-dir", first.quick}, first.dataArgs("eng+script/Latin"))
	require.Empty(t, first.dataArgs("osd"), "other data stay where they are")
	require.Equal(t, first.quick, reader("eng+script/Latin").quick)

	require.NoError(t, os.Truncate(dataFile(folder, "eng"), 10))
	require.Empty(t, reader("eng+script/Latin").quick, "data that are not understood are used as they are")
	require.NotEmpty(t, reader("deu").quick)
	require.NoError(t, os.RemoveAll(cache))
	require.Empty(t, first.dataArgs("eng+script/Latin"), "a cache may be emptied at any time")
}
