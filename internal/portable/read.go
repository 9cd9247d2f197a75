package portable

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"
)

// The bounds on what an archive may make a reader hold in memory at once.
const (
	maxWindow = 64 << 20 // of the compression
	maxSmall  = 1 << 20  // manifest, sums and end
	maxRows   = 64 << 20 // bytes of one entry with rows
	maxLines  = 10_000   // of one entry with rows
)

// DamagedError says why an archive is refused.
type DamagedError struct{ Problem string }

// Error implements error.
func (e *DamagedError) Error() string {
	return "the archive is damaged or not one of Quire's: " + e.Problem
}

func damaged(format string, a ...any) error { return &DamagedError{fmt.Sprintf(format, a...)} }

// Visitor receives the content of an archive, in order. Functions that are nil are not called.
type Visitor struct {
	Manifest func(Manifest) error
	// Rows receives rows of a table as a JSON array.
	Rows func(table string, rows []json.RawMessage) error
	// Blob receives the content of a blob that belongs to a document or a version of a file. Whatever it does not read
	// is skipped.
	Blob func(b Blob, content io.Reader) error
}

// Blob identifies a blob.
type Blob struct {
	Key  string
	Kind string // documents or versions
	ID   uuid.UUID
	Size int64
}

var (
	rowsName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^rows/([a-z_]{1,40})/[0-9]{6,9}\.jsonl$`) })
	blobName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^blobs/((documents|versions)/([0-9a-f-]{36})(?:/[A-Za-z0-9_-][A-Za-z0-9._-]{0,100}){1,8})$`)
	})
)

// Read reads an archive from its beginning and calls the visitor. It unpacks at most limit bytes. The archive is known
// to be intact only once Read returns nil, so callers that write read it twice, and write nothing during the first
// pass.
func Read(from io.Reader, limit int64, v Visitor) error {
	zip, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer zip.Close()
	budget := &budgeted{from: zip, left: limit}
	r := &reader{tar: tar.NewReader(budget), visit: v}
	for !r.ended {
		if err := r.next(); err != nil {
			if budget.left < 0 {
				return damaged("it unpacks to more than the %d bytes that are allowed", limit)
			}
			return err
		}
	}
	if _, err := r.tar.Next(); !errors.Is(err, io.EOF) {
		return damaged("something follows its end")
	}
	return nil
}

// budgeted returns an error once more is unpacked than allowed.
type budgeted struct {
	from io.Reader
	left int64
}

var errBudget = errors.New("the budget is used up")

func (b *budgeted) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errBudget
	}
	return n, err
}

// reader is the state of reading.
type reader struct {
	tar     *tar.Reader
	visit   Visitor
	pending []sum
	entries int
	ended   bool
}

// next reads one entry.
func (r *reader) next() error {
	head, err := r.tar.Next()
	if err != nil {
		return damaged("it ends early, or cannot be unpacked: %v", err)
	}
	switch {
	case head.Typeflag != tar.TypeReg || head.Size < 0:
		return damaged("%q is not a file", head.Name)
	case strings.HasPrefix(head.Name, sumsPrefix):
		return r.compare(head)
	case head.Name == endName:
		return r.end(head)
	case len(r.pending) >= sumsAtOnce:
		return damaged("sums are missing before %q", head.Name)
	}
	digest := sha256.New()
	if err := r.enter(head, io.TeeReader(r.tar, digest)); err != nil {
		return err
	}
	r.entries++
	return r.remember(head, digest)
}

// remember reads what the visitor has left of an entry, and keeps its sum for comparison.
func (r *reader) remember(head *tar.Header, digest hash.Hash) error {
	if _, err := io.Copy(digest, r.tar); err != nil {
		return damaged("%q ends early: %v", head.Name, err)
	}
	r.pending = append(r.pending, sum{Name: head.Name, Size: head.Size, SHA256: hex.EncodeToString(digest.Sum(nil))})
	return nil
}

func (r *reader) enter(head *tar.Header, content io.Reader) error {
	if r.entries == 0 {
		return r.manifest(head, content)
	}
	if name := rowsName().FindStringSubmatch(head.Name); name != nil {
		return r.rows(name[1], head, content)
	}
	name := blobName().FindStringSubmatch(head.Name)
	if name == nil {
		return damaged("%q is no name of an entry", head.Name)
	}
	id, err := uuid.Parse(name[3])
	if err != nil {
		return damaged("%q is no name of an entry", head.Name)
	}
	if r.visit.Blob == nil {
		return nil
	}
	return r.visit.Blob(Blob{Key: name[1], Kind: name[2], ID: id, Size: head.Size}, content)
}

func (r *reader) manifest(head *tar.Header, content io.Reader) error {
	var m Manifest
	if head.Name != manifestName {
		return damaged("it begins with %q", head.Name)
	}
	if err := decode(head, content, maxSmall, &m); err != nil {
		return err
	}
	if m.Format != Format {
		return damaged("it has the form %d, and this program knows %d", m.Format, Format)
	}
	if m.Account.ID == uuid.Nil {
		return damaged("it names no account")
	}
	if r.visit.Manifest == nil {
		return nil
	}
	return r.visit.Manifest(m)
}

func (r *reader) rows(table string, head *tar.Header, content io.Reader) error {
	if r.visit.Rows == nil {
		return nil
	}
	if head.Size > maxRows {
		return damaged("%q is too large", head.Name)
	}
	lines := json.NewDecoder(content)
	var rows []json.RawMessage
	for {
		var row json.RawMessage
		err := lines.Decode(&row)
		if errors.Is(err, io.EOF) {
			return r.visit.Rows(table, rows)
		}
		if err != nil {
			return damaged("%q is not JSON: %v", head.Name, err)
		}
		if rows = append(rows, row); len(rows) > maxLines {
			return damaged("%q has too many rows", head.Name)
		}
	}
}

// compare compares the preceding entries with their sums.
func (r *reader) compare(head *tar.Header) error {
	var said []sum
	if err := decode(head, r.tar, maxSmall, &said); err != nil {
		return err
	}
	if !slices.Equal(said, r.pending) {
		return damaged("what comes before %q is not what was written", head.Name)
	}
	r.pending = r.pending[:0]
	return nil
}

func (r *reader) end(head *tar.Header) error {
	var said end
	if err := decode(head, r.tar, maxSmall, &said); err != nil {
		return err
	}
	if said.Entries != r.entries || len(r.pending) > 0 {
		return damaged("entries are missing")
	}
	r.ended = true
	return nil
}

func decode(head *tar.Header, content io.Reader, limit int64, v any) error {
	if head.Size > limit {
		return damaged("%q is too large", head.Name)
	}
	raw, err := io.ReadAll(content)
	if err != nil {
		return damaged("%q ends early: %v", head.Name, err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return damaged("%q is not JSON: %v", head.Name, err)
	}
	return nil
}
