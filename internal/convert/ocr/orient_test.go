package ocr_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
)

// englishOnly returns a data directory with English and no data for orientation detection.
func englishOnly(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "tesseract", "--list-langs").CombinedOutput()
	require.NoError(t, err)
	installed := regexp.MustCompile(`"(.+)"`).FindSubmatch(out)
	require.NotNil(t, installed, "%s", out)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(string(installed[1]), "eng.traineddata"), filepath.Join(dir, "eng.traineddata")))
	require.NoError(t, os.Symlink(filepath.Join(string(installed[1]), "configs"), filepath.Join(dir, "configs")))
	return dir
}

func TestTurnsPagesWithoutOrientationData(t *testing.T) {
	t.Parallel()
	r, err := ocr.New(ocr.Config{DataDir: englishOnly(t)})
	require.NoError(t, err)
	for _, degrees := range []float64{90, 180} {
		got, err := r.Read(t.Context(), turned(sheetOf(t, letterText, 10), degrees), 300)
		require.NoError(t, err)
		require.InDelta(t, 360-degrees, got.Rotation, 0)
		requireText(t, letterText, got.Text())
	}
}

// tsvOf returns tesseract's output for words of one line.
func tsvOf(confidence string, words ...string) string {
	var b strings.Builder
	for i, w := range words {
		b.WriteString("5\\t1\\t1\\t1\\t1\\t" + string(rune('1'+i)) + "\\t10\\t10\\t50\\t20\\t" + confidence + "\\t" + w + "\\n")
	}
	return b.String()
}

// foreignScript returns a tesseract that produces nonsense for a page in English and detects Cyrillic.
func foreignScript(t *testing.T, installed string) string {
	t.Helper()
	words := strings.Fields("порт хранит список всех судов вошедших сюда")
	return script(t, strings.Join([]string{
		`cat >/dev/null`,
		`case "$*" in`,
		`*--list-langs*) printf 'List\neng\nosd\n` + installed + `' ;;`,
		`*'--psm 0'*) printf 'Rotate: 0\nOrientation confidence: 9.0\nScript: Cyrillic\nScript confidence: 4.5\n' ;;`,
		`*'-l script/Cyrillic'* | *'-l Cyrillic'*) printf '` + tsvOf("93", words...) + `' ;;`,
		`*) printf '` + tsvOf("41", "nopt", "xpahnt", "cnncok", "bcex", "cyaob", "bowe", "qwnx", "cioga") + `' ;;`,
		`esac`,
	}, "\n"))
}

func TestReadsAnotherScriptWhenItsDataIsInstalled(t *testing.T) {
	t.Parallel()
	for _, data := range []string{"script/Cyrillic", "Cyrillic"} { // tesseract's layout and Debian's
		r, err := ocr.New(ocr.Config{Binary: foreignScript(t, data+"\\n")})
		require.NoError(t, err)
		got, err := r.Read(t.Context(), sheetOf(t, letterText, 10), 300)
		require.NoError(t, err)
		require.Equal(t, "порт хранит список всех судов вошедших сюда", got.Text())
		require.Empty(t, got.Unread)
	}
}

func TestNamesAScriptThatCannotBeRead(t *testing.T) {
	t.Parallel()
	r, err := ocr.New(ocr.Config{Binary: foreignScript(t, "")})
	require.NoError(t, err)
	got, err := r.Read(t.Context(), sheetOf(t, letterText, 10), 300)
	require.NoError(t, err)
	var p page.Page
	got.ApplyTo(&p)
	require.Contains(t, p.Notes, "no OCR data for the script of the page: Cyrillic")
}
