package ocr

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// quicken keeps a copy of the language data that tesseract loads faster in the cache directory: see withPrivateLetters.
// If that fails, starts only take longer.
func (r *Reader) quicken(folder string, languages []string) {
	if r.cfg.CacheDir == "" || folder == "" {
		return
	}
	files, state, err := fingerprint(folder, languages)
	if err != nil {
		return
	}
	copies := filepath.Join(r.cfg.CacheDir, "tesseract-"+files)
	dir := copies + "-" + state
	if present(dir, languages) {
		r.quick = dir
		return
	}
	if makeQuick(dir, folder, languages) == nil {
		r.quick = dir
		removeStale(copies, dir)
	}
}

// fingerprint returns a name for the data files of the languages, and another for their state, which changes when they
// do.
func fingerprint(folder string, languages []string) (files, state string, err error) {
	names, states := sha256.New(), sha256.New()
	for _, l := range languages {
		file := dataFile(folder, l)
		info, err := os.Stat(file)
		if err != nil {
			return "", "", fmt.Errorf("inspect language data: %w", err)
		}
		fmt.Fprintln(names, file)
		fmt.Fprintln(states, info.Size(), info.ModTime().UnixNano())
	}
	return hex.EncodeToString(names.Sum(nil)[:8]), hex.EncodeToString(states.Sum(nil)[:8]), nil
}

// removing is the suffix of copies that are being removed.
const removing = ".old"

// removeStale removes the copies of the same data except the current one, and the remains of interrupted removals. A
// copy is renamed first, so that no process finds half of it. Processes that still use it fall back to the original
// data.
func removeStale(copies, current string) {
	stale, _ := filepath.Glob(copies + "-*")
	for _, dir := range stale {
		if dir == current {
			continue
		}
		if !strings.HasSuffix(dir, removing) {
			if os.Rename(dir, dir+removing) != nil {
				continue
			}
			dir += removing
		}
		_ = os.RemoveAll(dir)
	}
}

func dataFile(folder, language string) string { return filepath.Join(folder, language+dataSuffix) }

func present(folder string, languages []string) bool {
	return !slices.ContainsFunc(languages, func(l string) bool {
		_, err := os.Stat(dataFile(folder, l))
		return err != nil
	})
}

// makeQuick makes dir with all its data, or not at all.
func makeQuick(dir, folder string, languages []string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return fmt.Errorf("copy language data: %w", err)
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), "tesseract-*.new")
	if err != nil {
		return fmt.Errorf("copy language data: %w", err)
	}
	defer os.RemoveAll(temporary)
	for _, l := range languages {
		if err := quickFile(dataFile(temporary, l), dataFile(folder, l)); err != nil {
			return err
		}
	}
	if err := os.Rename(temporary, dir); err != nil && !present(dir, languages) { // another process may have made it first
		return fmt.Errorf("copy language data: %w", err)
	}
	return nil
}

func quickFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("copy language data: %w", err)
	}
	quick, ok := withPrivateLetters(data)
	if !ok {
		return fmt.Errorf("copy language data: %s has an unsupported format", from)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return fmt.Errorf("copy language data: %w", err)
	}
	if err := os.WriteFile(to, quick, 0o600); err != nil {
		return fmt.Errorf("copy language data: %w", err)
	}
	return nil
}

// dataArgs returns the arguments that say where the data of the languages are.
func (r *Reader) dataArgs(languages string) []string {
	if r.quick != "" && languages == r.cfg.Languages && present(r.quick, split(languages)) {
		return []string{"--tessdata-dir", r.quick}
	}
	if r.cfg.DataDir == "" {
		return nil
	}
	return []string{"--tessdata-dir", r.cfg.DataDir}
}
