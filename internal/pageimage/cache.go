package pageimage

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// keptFor is how long an image is kept, and so how long it can outlive a deleted document.
const keptFor = time.Hour

// cache keeps images in a directory, which several processes may share. It removes the oldest first.
type cache struct {
	dir   string // "" means that nothing is kept
	limit int64
	log   *slog.Logger
	mu    sync.Mutex
	fresh int64 // bytes added since the last sweep
}

func newCache(dirs []string, limit int64, log *slog.Logger) *cache {
	c := &cache{limit: limit, log: log}
	if limit <= 0 {
		return c
	}
	var refused error
	for _, dir := range dirs {
		c.dir = dir
		err := writable(dir)
		if err == nil {
			return c
		}
		refused = errors.Join(refused, err)
	}
	c.dir = ""
	log.Warn("pictures of pages cannot be cached", "error", refused)
	return c
}

// writable returns an error unless a directory, which it creates if necessary, and a file in it can be created.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func (c *cache) path(p Page) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%d\n%d\n%t", p.SourceKey, p.Number, p.Turn, p.Width, p.WebP))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:]))
}

// get returns an image, or nil if it is not in the cache.
func (c *cache) get(p Page) []byte {
	if c.dir == "" {
		return nil
	}
	path := c.path(p)
	st, err := os.Stat(path)
	if err != nil || time.Since(st.ModTime()) > keptFor {
		return nil
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return file
}

// put adds an image, if possible.
func (c *cache) put(p Page, file []byte) {
	if c.dir == "" || int64(len(file)) > c.limit {
		return
	}
	if err := c.write(c.path(p), file); err != nil {
		c.log.Warn("a picture of a page was not cached", "error", err)
		return
	}
	c.mu.Lock()
	c.fresh += int64(len(file))
	full := c.fresh > c.limit/4
	c.mu.Unlock()
	if full {
		c.sweep(time.Now())
	}
}

// write writes the file completely or not at all.
func (c *cache) write(path string, file []byte) error {
	temporary, err := os.CreateTemp(c.dir, "new-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(file)
	if closing := temporary.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temporary.Name()) // a sweep removes what is left
	}
	return err
}

// sweep removes expired images, and then the oldest ones until a quarter of the space is free.
func (c *cache) sweep(now time.Time) {
	if c.dir == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fresh = 0
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		c.log.Warn("old pictures of pages cannot be removed", "error", err)
		return
	}
	files := make([]os.FileInfo, 0, len(entries))
	var total int64
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // another process has removed it
		}
		files = append(files, info)
		total += info.Size()
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files {
		if now.Sub(f.ModTime()) <= keptFor && total <= c.limit*3/4 {
			return
		}
		if err := os.Remove(filepath.Join(c.dir, f.Name())); err == nil {
			total -= f.Size()
		}
	}
}
