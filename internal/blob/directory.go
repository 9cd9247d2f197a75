package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Half-written uploads are kept next to the blobs, on the same file system, so that a rename finishes them. No key
// starts with a dot.
const uploadsDir = ".uploads"

// An upload older than this was left behind by a crash.
const abandonedAfter = 24 * time.Hour

// A directory that Delete tidies away between mkdir and rename is created again at most this often.
const renameTries = 100

// directory is the local driver. It syncs files and directories; otherwise a blob could be lost after its row was
// committed.
type directory struct {
	root    string
	uploads string
}

func openDirectory(root string) (*directory, error) {
	d := &directory{root: filepath.Clean(root), uploads: filepath.Join(root, uploadsDir)}
	if err := os.MkdirAll(d.uploads, 0o700); err != nil {
		return nil, err
	}
	return d, d.sweepUploads(time.Now().Add(-abandonedAfter))
}

func (d *directory) sweepUploads(before time.Time) error {
	left, err := os.ReadDir(d.uploads)
	if err != nil {
		return err
	}
	for _, e := range left {
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(filepath.Join(d.uploads, e.Name()))
		}
	}
	return nil
}

func (d *directory) path(key string) string { return filepath.Join(d.root, filepath.FromSlash(key)) }

func (d *directory) put(ctx context.Context, key string, r io.Reader) error {
	f, err := os.CreateTemp(d.uploads, "*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // fails if the rename has happened
	if err := fill(ctx, f, r); err != nil {
		return err
	}
	return d.install(f.Name(), key)
}

// fill writes r to f, to the disk, and closes f.
func fill(ctx context.Context, f *os.File, r io.Reader) error {
	_, err := io.Copy(f, contextReader{ctx, r})
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (d *directory) install(tmp, key string) error {
	dir := path.Dir(key)
	for range renameTries {
		err := os.MkdirAll(d.path(dir), 0o700)
		if err == nil {
			err = os.Rename(tmp, d.path(key))
		}
		if err == nil {
			return d.syncUpwards(dir)
		}
		// MkdirAll reports that a directory exists if it vanishes right after that.
		if vanished := errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist); !vanished {
			return err
		}
	}
	return fmt.Errorf("directory %s keeps vanishing", dir)
}

// syncUpwards makes a new entry of dir durable, along with all directories above it, even those that another Put has
// created: it may not have synced them yet. Syncing an unchanged directory writes nothing.
func (d *directory) syncUpwards(dir string) error {
	for ; dir != "."; dir = path.Dir(dir) {
		if err := syncDir(d.path(dir)); err != nil {
			return err
		}
	}
	return syncDir(d.root)
}

// syncDir makes the entries of a directory durable. It does nothing if the directory no longer exists.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d *directory) open(_ context.Context, key string) (*Reader, error) {
	f, err := os.Open(d.path(key))
	if err != nil {
		return nil, d.missing(err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = ErrNotFound
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Reader{ReadSeekCloser: f, Size: info.Size(), ModTime: info.ModTime()}, nil
}

func (d *directory) file(ctx context.Context, key string) (string, func(), error) {
	ok, err := d.exists(ctx, key)
	if err != nil {
		return "", nil, err
	}
	if !ok {
		return "", nil, ErrNotFound
	}
	return d.path(key), func() {}, nil
}

func (d *directory) exists(_ context.Context, key string) (bool, error) {
	info, err := os.Stat(d.path(key))
	if err = d.missing(err); errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil && info.Mode().IsRegular(), err
}

func (d *directory) remove(_ context.Context, key string) error {
	err := os.Remove(d.path(key))
	if err = d.missing(err); errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return d.tidy(path.Dir(key))
}

func (d *directory) removePrefix(_ context.Context, prefix string) error {
	dir := strings.TrimSuffix(prefix, "/")
	if err := d.here(); err != nil {
		return err // RemoveAll would treat a missing directory as removed
	}
	if err := d.missing(os.RemoveAll(d.path(dir))); err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	return d.tidy(path.Dir(dir))
}

// tidy removes directories that have become empty, from dir upwards, and syncs the first one that has not.
func (d *directory) tidy(dir string) error {
	for dir != "." && os.Remove(d.path(dir)) == nil {
		dir = path.Dir(dir)
	}
	return syncDir(d.path(dir))
}

func (d *directory) close() error { return nil }

// missing converts the system's errors for a file that does not exist to ErrNotFound. If the whole directory is
// missing, for example because its disk is not mounted, that says nothing about the blob, and the error is returned
// unchanged.
func (d *directory) missing(err error) error {
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return err
	}
	if away := d.here(); away != nil {
		return away
	}
	return ErrNotFound
}

// here returns an error if the directory of the blobs is missing. Every start creates an entry in it, whose absence
// shows that.
func (d *directory) here() error {
	if _, err := os.Stat(d.uploads); err != nil {
		return fmt.Errorf("the blob directory is missing: %w", err)
	}
	return nil
}

// contextReader stops a copy when its context ends.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
