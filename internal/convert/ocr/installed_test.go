package ocr_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/ocr"
)

// lister returns a tesseract that lists the languages in a folder until silence is called.
func lister(t *testing.T) (binary, folder string, silence func()) {
	t.Helper()
	dir := t.TempDir()
	folder, silent := filepath.Join(dir, "tessdata"), filepath.Join(dir, "silent")
	for _, name := range []string{"eng", "osd", "script/Latin"} {
		addLanguage(t, folder, name)
	}
	binary = script(t, `# --list-langs
[ -e `+silent+` ] && exit 1
echo "List of available languages in \"`+folder+`/\" (3):"
cd `+folder+` && find . -name '*.traineddata' | sed 's#^\./##; s#\.traineddata$##'`)
	return binary, folder, func() { require.NoError(t, os.WriteFile(silent, nil, 0o600)) }
}

func addLanguage(t *testing.T, folder, name string) {
	t.Helper()
	file := filepath.Join(folder, name+".traineddata")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, nil, 0o600))
}

func TestTesseractIsAskedForItsDataDirectoryOnce(t *testing.T) {
	t.Parallel()
	binary, folder, silence := lister(t)
	cfg := ocr.Config{Binary: binary, CacheDir: filepath.Join(t.TempDir(), "cache")}
	first, err := ocr.New(cfg)
	require.NoError(t, err)
	silence()
	second, err := ocr.New(cfg)
	require.NoError(t, err)
	require.Equal(t, first.Setup(), second.Setup())

	cfg.Languages = "script/Latin+eng"
	_, err = ocr.New(cfg)
	require.NoError(t, err)

	addLanguage(t, folder, "deu")
	cfg.Languages = "deu"
	_, err = ocr.New(cfg)
	require.NoError(t, err, "data installed later are found")
}

func TestTesseractIsAskedAgainIfItsMemoryMayBeOutOfDate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		languages string
		change    func(t *testing.T, binary, folder, cache string)
	}{
		"a language is missing": {languages: "eng+fra"},
		"data were removed": {change: func(t *testing.T, _, folder, _ string) {
			t.Helper()
			require.NoError(t, os.Remove(filepath.Join(folder, "eng.traineddata")))
		}},
		"the folder was removed": {change: func(t *testing.T, _, folder, _ string) {
			t.Helper()
			require.NoError(t, os.RemoveAll(folder))
		}},
		"another version was installed": {change: func(t *testing.T, binary, _, _ string) {
			t.Helper()
			text, err := os.ReadFile(binary)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(binary, append(text, "\n# new\n"...), 0o755))
		}},
		"what is remembered is damaged": {change: func(t *testing.T, _, _, cache string) {
			t.Helper()
			require.NoError(t, os.Truncate(filepath.Join(cache, "tesseract.json"), 20))
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			binary, folder, silence := lister(t)
			cfg := ocr.Config{Binary: binary, CacheDir: t.TempDir()}
			_, err := ocr.New(cfg)
			require.NoError(t, err)
			if test.change != nil {
				test.change(t, binary, folder, cfg.CacheDir)
			}
			silence()
			cfg.Languages = test.languages
			_, err = ocr.New(cfg)
			require.ErrorContains(t, err, "ask tesseract for its languages")
		})
	}
}

func TestALanguageWithoutDataIsAlsoRefusedFromMemory(t *testing.T) {
	t.Parallel()
	binary, _, _ := lister(t)
	cfg := ocr.Config{Binary: binary, CacheDir: t.TempDir()}
	_, err := ocr.New(cfg)
	require.NoError(t, err)
	cfg.Languages = "eng+fra"
	_, err = ocr.New(cfg)
	require.ErrorContains(t, err, "tesseract-ocr-fra")
}

func TestQuickDataGiveTheSameReading(t *testing.T) {
	t.Parallel()
	var read []ocr.Result
	for _, cache := range []string{"", t.TempDir()} {
		r, err := ocr.New(ocr.Config{CacheDir: cache})
		require.NoError(t, err)
		require.Equal(t, cache != "", r.Setup().Quick != "")
		got, err := r.Read(t.Context(), sheetOf(t, letterText, 20), 300)
		require.NoError(t, err)
		require.NotEmpty(t, got.Words)
		read = append(read, got)
	}
	require.Equal(t, read[0], read[1])
}
