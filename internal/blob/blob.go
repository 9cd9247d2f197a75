// Package blob stores immutable byte strings under keys chosen by us: in a local directory, where a blob is on disk
// before Put returns, or in an S3-compatible bucket. It also signs the links under which they are downloaded.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// The errors that callers distinguish with errors.Is.
var (
	ErrNotFound   = errors.New("blob not found")
	ErrTooLarge   = errors.New("blob exceeds its size limit")
	ErrInvalidKey = errors.New("invalid blob key")
)

const maxKeyBytes = 512

// Every segment starts with a letter, digit, underscore or hyphen, so that a key can neither climb out of its
// directory nor collide with names that the local driver reserves for itself.
var validKey = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

// Info describes what Put stored.
type Info struct {
	Size   int64
	SHA256 []byte // 32 bytes
}

// Entry is one blob of a listing.
type Entry struct {
	Key     string
	Size    int64
	ModTime time.Time
}

// Reader reads one blob. It fits http.ServeContent. The caller closes it.
type Reader struct {
	io.ReadSeekCloser
	Size    int64
	ModTime time.Time
}

// driver is what a storage backend must offer. Keys and prefixes that reach it are valid.
type driver interface {
	put(ctx context.Context, key string, r io.Reader) error
	open(ctx context.Context, key string) (*Reader, error)
	file(ctx context.Context, key string) (path string, release func(), err error)
	exists(ctx context.Context, key string) (bool, error)
	remove(ctx context.Context, key string) error
	removePrefix(ctx context.Context, prefix string) error
	list(ctx context.Context, prefix, after string, limit int) ([]Entry, error)
	close() error
}

// Store holds blobs. It is safe for concurrent use. A key must not also be a prefix of another one ("a" and "a/b"): a
// directory cannot hold both.
type Store struct{ driver driver }

// Open opens the store at rawURL: file:///absolute/directory, which is created if it is missing, or s3://bucket with
// the parameters region, endpoint, use_path_style, profile, ssetype, kmskeyid and request_checksum_calculation, and
// credentials from the places where the AWS SDK looks for them.
func Open(ctx context.Context, rawURL string) (*Store, error) {
	u, err := parseURL(rawURL)
	if err != nil {
		return nil, err
	}
	var d driver
	if u.Scheme == "file" {
		d, err = openDirectory(u.Path)
	} else {
		d, err = openBucket(ctx, u)
	}
	if err != nil {
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	return &Store{driver: d}, nil
}

// CheckURL returns the error with which Open would refuse rawURL, without accessing the store.
func CheckURL(rawURL string) error {
	u, err := parseURL(rawURL)
	if err == nil && u.Scheme == "s3" {
		_, err = parseBucket(u)
	}
	return err
}

func parseURL(rawURL string) (*url.URL, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, fmt.Errorf("blob store URL: %w", err)
	}
	directory := u.Scheme == "file" && u.Host == "" && strings.HasPrefix(u.Path, "/")
	if bucket := u.Scheme == "s3" && u.Host != ""; !directory && !bucket {
		return nil, errors.New("blob store URL: want file:///absolute/directory or s3://bucket")
	}
	return u, nil
}

// Close releases the resources the store holds.
func (s *Store) Close() error { return s.driver.close() }

// Put stores all of r under key, atomically replacing any previous blob. If it returns nil, the blob survives a crash;
// if it returns an error, nothing was stored. It returns ErrTooLarge, while streaming, for more than limit bytes.
func (s *Store) Put(ctx context.Context, key string, r io.Reader, limit int64) (Info, error) {
	if err := checkKey(key); err != nil {
		return Info{}, err
	}
	m := newMeter(r, limit)
	if err := s.driver.put(ctx, key, m); err != nil {
		return Info{}, fmt.Errorf("put blob %s: %w", key, err)
	}
	return m.info(), nil
}

// Open opens a blob for reading, or returns ErrNotFound. ctx must live as long as the Reader.
func (s *Store) Open(ctx context.Context, key string) (*Reader, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	r, err := s.driver.open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("open blob %s: %w", key, err)
	}
	return r, nil
}

// File returns a path under which the blob can be read until release is called, or ErrNotFound. The file must not be
// changed: in a local store it is the blob itself, otherwise a temporary copy.
func (s *Store) File(ctx context.Context, key string) (path string, release func(), err error) {
	if err := checkKey(key); err != nil {
		return "", nil, err
	}
	path, release, err = s.driver.file(ctx, key)
	if err != nil {
		return "", nil, fmt.Errorf("read blob %s: %w", key, err)
	}
	return path, release, nil
}

// Exists reports whether there is a blob under key.
func (s *Store) Exists(ctx context.Context, key string) (bool, error) {
	if err := checkKey(key); err != nil {
		return false, err
	}
	ok, err := s.driver.exists(ctx, key)
	if err != nil {
		return false, fmt.Errorf("look for blob %s: %w", key, err)
	}
	return ok, nil
}

// Delete removes a blob for good. A missing one is not an error.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := s.driver.remove(ctx, key); err != nil {
		return fmt.Errorf("delete blob %s: %w", key, err)
	}
	return nil
}

// DeletePrefix removes every blob whose key starts with prefix, which is a key followed by a slash. It may be
// repeated after an error.
func (s *Store) DeletePrefix(ctx context.Context, prefix string) error {
	dir, ok := strings.CutSuffix(prefix, "/")
	if !ok {
		return fmt.Errorf("%w: prefix %q does not end in a slash", ErrInvalidKey, prefix)
	}
	if err := checkKey(dir); err != nil {
		return err
	}
	if err := s.driver.removePrefix(ctx, prefix); err != nil {
		return fmt.Errorf("delete blobs under %s: %w", prefix, err)
	}
	return nil
}

// List returns at most limit blobs whose key starts with prefix (empty, or a key followed by a slash) and sorts after
// the key after, in ascending byte order of their keys. Fewer than limit means that there are no more.
func (s *Store) List(ctx context.Context, prefix, after string, limit int) ([]Entry, error) {
	if dir, ok := strings.CutSuffix(prefix, "/"); prefix != "" && (!ok || checkKey(dir) != nil) {
		return nil, fmt.Errorf("%w: prefix %q", ErrInvalidKey, prefix)
	}
	entries, err := s.driver.list(ctx, prefix, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list blobs under %q: %w", prefix, err)
	}
	return entries, nil
}

func checkKey(key string) error {
	if len(key) > maxKeyBytes || !validKey.MatchString(key) {
		return fmt.Errorf("%w: %.80q", ErrInvalidKey, key)
	}
	return nil
}
