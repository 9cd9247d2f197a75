package pdf

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// shellFor returns PDFium's shell, the directory of its code, and the settings used. The code is compiled once for all
// tests, because that takes seconds.
func shellFor(t *testing.T) (shell []byte, dir string, cfg Config) {
	t.Helper()
	cfg, err := Config{}.Complete()
	require.NoError(t, err)
	r, p, err := launch(cfg)
	require.NoError(t, err)
	p.close()
	r.close()
	shell, err = shellOf(pdfiumModule)
	require.NoError(t, err)
	return shell, filepath.Join(cfg.CacheDir, shellName()), cfg
}

func TestPDFiumStartsFromItsShell(t *testing.T) {
	t.Parallel()
	shell, dir, cfg := shellFor(t)
	require.Less(t, len(shell), len(pdfiumModule)/2)
	r, p, err := launchModule(dir, cfg.MemoryMiB, shell)
	require.NoError(t, err, "its code is that of PDFium")
	defer r.close()
	defer p.close()
	require.NotZero(t, p.call("FPDF_CreateNewDocument"))
}

func TestShellWithoutTheCodeOfPDFiumDoesNotStart(t *testing.T) {
	t.Parallel()
	shell, _, cfg := shellFor(t)
	_, _, err := launchModule(t.TempDir(), cfg.MemoryMiB, shell)
	require.ErrorContains(t, err, "unreachable")
}

func TestPDFiumStartsWhateverBecameOfItsShell(t *testing.T) {
	t.Parallel()
	_, dir, cfg := shellFor(t)
	ordinary := cfg.CacheDir
	r, p, err := launchModule(ordinary, cfg.MemoryMiB, nil) // fills the ordinary cache
	require.NoError(t, err)
	p.close()
	r.close()
	code, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	require.NoError(t, err)
	require.Len(t, code, 1)
	whole, err := os.ReadFile(code[0])
	require.NoError(t, err)
	for name, damage := range map[string]func(file string) error{
		"it lost its code":   os.Remove,
		"its code is cut":    func(file string) error { return os.WriteFile(file, whole[:len(whole)/2], 0o600) },
		"its code is others": func(file string) error { return os.WriteFile(file, []byte("not code"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cache := t.TempDir()
			require.NoError(t, os.CopyFS(filepath.Join(cache, shellName()), os.DirFS(dir)))
			copyCode(t, ordinary, cache)
			rel, err := filepath.Rel(dir, code[0])
			require.NoError(t, err)
			require.NoError(t, damage(filepath.Join(cache, shellName(), rel)))
			r, p, err := launch(Config{CacheDir: cache, MemoryMiB: cfg.MemoryMiB})
			require.NoError(t, err)
			defer r.close()
			defer p.close()
			require.NotZero(t, p.call("FPDF_CreateNewDocument"))
		})
	}
}

// copyCode copies the ordinary cache.
func copyCode(t *testing.T, from, to string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "wazero-*", "*"))
	require.NoError(t, err)
	for _, file := range files {
		if filepath.Ext(file) != "" { // a file that is being written
			continue
		}
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		place := filepath.Join(to, filepath.Base(filepath.Dir(file)))
		require.NoError(t, os.MkdirAll(place, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(place, filepath.Base(file)), data, 0o600))
	}
}

func TestWhatAnEndedProcessLeftInTheCacheIsRemoved(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	old, recent := filepath.Join(cache, freshPrefix+"1"), filepath.Join(cache, freshPrefix+"2")
	for _, dir := range []string{old, recent} {
		require.NoError(t, os.Mkdir(dir, 0o700))
	}
	then := time.Now().Add(-2 * abandoned)
	require.NoError(t, os.Chtimes(old, then, then))
	sweep(cache)
	require.NoDirExists(t, old)
	require.DirExists(t, recent)
}

func TestModuleThatIsNoneHasNoShell(t *testing.T) {
	t.Parallel()
	for _, module := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x01", "\x00asm\x01\x00\x00\x00\x01\x7f", "\x00asm\x01\x00\x00\x00\x0a\x01\xff"} {
		_, err := shellOf([]byte(module))
		require.ErrorIs(t, err, errModule, "%q", module)
	}
}
