package pdf

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"time"

	"golang.org/x/sys/cpu"
)

// wazero checks and hashes every function of a module before it looks for its compiled code, which takes two thirds of
// PDFium's start. PDFium is therefore started from a shell: the same module, with functions that do nothing but fail
// and are checked in no time, next to a cache in which the compiled code of the real functions takes their place. If
// that does not work for any reason, the shell's functions fail when it starts, and PDFium starts as usual.

// launch starts PDFium, from its shell if there is one, and prepares the shell if there is not.
func launch(cfg Config) (*runtime, *instance, error) {
	shell, err := shellOf(pdfiumModule)
	if err != nil {
		return launchModule(cfg.CacheDir, cfg.MemoryMiB, nil)
	}
	dir := filepath.Join(cfg.CacheDir, shellName())
	_, missing := os.Stat(dir)
	if missing != nil && makeShell(cfg, shell, dir) != nil { // it costs only time
		return launchModule(cfg.CacheDir, cfg.MemoryMiB, nil)
	}
	r, p, err := launchModule(dir, cfg.MemoryMiB, shell)
	if err != nil {
		return launchModule(cfg.CacheDir, cfg.MemoryMiB, nil)
	}
	return r, p, nil
}

// launchModule starts a module; nil means PDFium's own.
func launchModule(cacheDir string, memoryMiB int, module []byte) (*runtime, *instance, error) {
	r, err := newRuntime(cacheDir, memoryMiB, module)
	if err != nil {
		return nil, nil, err
	}
	p, err := r.newInstance()
	if err != nil {
		r.close()
		return nil, nil, err
	}
	return r, p, nil
}

// prepared reports whether there is a shell.
func prepared(cfg Config) bool {
	_, err := os.Stat(filepath.Join(cfg.CacheDir, shellName()))
	return err == nil
}

// compiledFrom lists the modules that contain PDFium and its compiler.
var compiledFrom = []string{"github.com/klippa-app/go-pdfium", "github.com/tetratelabs/wazero"}

// shellName returns a name that depends on everything that may affect the compiled code.
func shellName() string {
	h := sha256.New()
	fmt.Fprintln(h, goruntime.GOOS, goruntime.GOARCH, cpu.X86, cpu.ARM64, len(pdfiumModule))
	known := 0
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if slices.Contains(compiledFrom, dep.Path) {
				fmt.Fprintln(h, dep.Path, dep.Version, dep.Sum)
				if dep.Sum != "" && dep.Replace == nil {
					known++
				}
			}
		}
	}
	if known < len(compiledFrom) { // a program that does not say exactly what it is built from
		h.Write(pdfiumModule)
	}
	return fmt.Sprintf("shell-%x", h.Sum(nil)[:8])
}

// errCache means that the compiler did not leave exactly one file.
var errCache = errors.New("unexpected files in the compile cache")

// abandoned is the age at which leftovers of makeShell are removed.
const abandoned = time.Hour

// makeShell compiles PDFium and its shell, and replaces the shell's code with that of PDFium. dir appears only once it
// is complete.
func makeShell(cfg Config, shell []byte, dir string) error {
	sweep(cfg.CacheDir)
	fresh, err := os.MkdirTemp(cfg.CacheDir, freshPrefix+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	code, err := compiled(filepath.Join(fresh, "module"), cfg.MemoryMiB, nil)
	if err != nil {
		return err
	}
	made := filepath.Join(fresh, "shell")
	place, err := compiled(made, cfg.MemoryMiB, shell)
	if err != nil {
		return err
	}
	if err := os.Rename(code, place); err != nil {
		return err
	}
	if err := os.Rename(made, dir); err != nil && !errors.Is(err, os.ErrExist) { // another process was faster
		return err
	}
	return nil
}

const freshPrefix = "new-"

// sweep removes leftovers of processes that ended in the middle of makeShell.
func sweep(cacheDir string) {
	left, _ := filepath.Glob(filepath.Join(cacheDir, freshPrefix+"*"))
	for _, dir := range left {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.RemoveAll(dir)
		}
	}
}

// compiled compiles a module into an empty directory and returns the file with its code.
func compiled(dir string, memoryMiB int, module []byte) (string, error) {
	r, err := newRuntime(dir, memoryMiB, module)
	if err != nil {
		return "", err
	}
	r.close()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) != 1 {
		return "", errCache
	}
	return files[0], nil
}
