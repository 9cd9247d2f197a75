package ocr

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// quicken keeps language data that tesseract loads sooner in the cache directory: see withPrivateLetters. If that is not possible,
// it costs only time.
func (r *Reader) quicken(folder string, languages []string) {
	if r.cfg.CacheDir == "" || folder == "" {
		return
	}
	name, err := fingerprint(folder, languages)
	if err != nil {
		return
	}
	dir := filepath.Join(r.cfg.CacheDir, name)
	if present(dir, languages) || makeQuick(dir, folder, languages) == nil {
		r.quick = dir
	}
}

// fingerprint returns a name for what is made of the data of some languages, another one when they have changed.
func fingerprint(folder string, languages []string) (string, error) {
	h := sha256.New()
	for _, l := range languages {
		file := dataFile(folder, l)
		info, err := os.Stat(file)
		if err != nil {
			return "", fmt.Errorf("look at language data: %w", err)
		}
		fmt.Fprintln(h, file, info.Size(), info.ModTime().UnixNano())
	}
	return "tesseract-" + hex.EncodeToString(h.Sum(nil)[:8]), nil
}

func dataFile(folder, language string) string { return filepath.Join(folder, language+dataSuffix) }

func present(folder string, languages []string) bool {
	return !slices.ContainsFunc(languages, func(l string) bool {
		_, err := os.Stat(dataFile(folder, l))
		return err != nil
	})
}

// makeQuick makes dir with all data that it needs, or not at all.
func makeQuick(dir, folder string, languages []string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return fmt.Errorf("keep language data: %w", err)
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), "tesseract-*.new")
	if err != nil {
		return fmt.Errorf("keep language data: %w", err)
	}
	defer os.RemoveAll(temporary)
	for _, l := range languages {
		if err := quickFile(dataFile(temporary, l), dataFile(folder, l)); err != nil {
			return err
		}
	}
	if err := os.Rename(temporary, dir); err != nil && !present(dir, languages) { // another process may have been first
		return fmt.Errorf("keep language data: %w", err)
	}
	return nil
}

func quickFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("keep language data: %w", err)
	}
	quick, ok := withPrivateLetters(data)
	if !ok {
		return fmt.Errorf("keep language data: %s is of another kind", from)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return fmt.Errorf("keep language data: %w", err)
	}
	if err := os.WriteFile(to, quick, 0o600); err != nil {
		return fmt.Errorf("keep language data: %w", err)
	}
	return nil
}

// dataArgs say where the data of the languages are.
func (r *Reader) dataArgs(languages string) []string {
	if r.quick != "" && languages == r.cfg.Languages && present(r.quick, split(languages)) {
		return []string{"--tessdata-dir", r.quick}
	}
	if r.cfg.DataDir == "" {
		return nil
	}
	return []string{"--tessdata-dir", r.cfg.DataDir}
}
