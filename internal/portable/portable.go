// Package portable writes and reads the archive in which an account is moved from one installation to another: a tar
// file compressed with Zstandard (RFC 8878) that is written and read in one pass, however large it is.
//
// The first entry, manifest.json, describes the archive. After every sumsAtOnce entries, or fewer at the end, comes an
// entry with their sizes and SHA-256 sums, and the last entry, end.json, says how many there were. Damaged and
// truncated archives are thus detected without keeping a list of everything in memory.
package portable

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"
)

// Format is the version of the archive format. A reader refuses other versions.
const Format = 1

// The names of entries.
const (
	manifestName = "manifest.json"
	endName      = "end.json"
	sumsPrefix   = "sums/"
	rowsPrefix   = "rows/"
	blobsPrefix  = "blobs/"
)

// sumsAtOnce is the number of entries after which their sums are written.
const sumsAtOnce = 1000

// Manifest describes the content of an archive.
type Manifest struct {
	Format     int       `json:"format"`
	Quire      string    `json:"quire"` // the version of the program that wrote it
	ExportedAt time.Time `json:"exported_at"`
	Account    Account   `json:"account"`
}

// Account describes the account in an archive.
type Account struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
	Plan string    `json:"plan"`
	// Masking holds the names of the rules by which all of its documents are masked.
	Masking []string `json:"masking,omitempty"`
}

// sum holds the size and hash of an entry until its sums are written or compared.
type sum struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// end is the last entry.
type end struct {
	Entries int `json:"entries"` // without sums and itself
}

// Writer writes an archive.
type Writer struct {
	zip     *zstd.Encoder
	tar     *tar.Writer
	at      time.Time
	pending []sum
	sums    int
	entries int
}

// NewWriter begins an archive on w.
func NewWriter(w io.Writer, m Manifest) (*Writer, error) {
	zip, err := zstd.NewWriter(w)
	if err != nil {
		return nil, err
	}
	out := &Writer{zip: zip, tar: tar.NewWriter(zip), at: m.ExportedAt}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return out, out.add(manifestName, int64(len(raw)), bytes.NewReader(raw))
}

// Rows adds rows of a table, one JSON object per line.
func (w *Writer) Rows(table string, number int, lines []byte) error {
	return w.add(fmt.Sprintf("%s%s/%06d.jsonl", rowsPrefix, table, number), int64(len(lines)), bytes.NewReader(lines))
}

// Blob adds a blob. It reads content to its end, which must have exactly size bytes.
func (w *Writer) Blob(key string, size int64, content io.Reader) error {
	return w.add(blobsPrefix+key, size, content)
}

// Close writes the end of the archive, without which readers refuse it. It does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.flush(); err != nil {
		return err
	}
	raw, err := json.Marshal(end{Entries: w.entries})
	if err != nil {
		return err
	}
	if err := w.write(endName, int64(len(raw)), bytes.NewReader(raw)); err != nil {
		return err
	}
	if err := w.tar.Close(); err != nil {
		return err
	}
	return w.zip.Close()
}

func (w *Writer) add(name string, size int64, content io.Reader) error {
	hash := sha256.New()
	if err := w.write(name, size, io.TeeReader(content, hash)); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w.entries++
	w.pending = append(w.pending, sum{Name: name, Size: size, SHA256: hex.EncodeToString(hash.Sum(nil))})
	if len(w.pending) < sumsAtOnce {
		return nil
	}
	return w.flush()
}

func (w *Writer) flush() error {
	raw, err := json.Marshal(w.pending)
	if err != nil {
		return err
	}
	w.pending = w.pending[:0]
	w.sums++
	return w.write(fmt.Sprintf("%s%06d.json", sumsPrefix, w.sums), int64(len(raw)), bytes.NewReader(raw))
}

func (w *Writer) write(name string, size int64, content io.Reader) error {
	head := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: w.at, Format: tar.FormatPAX}
	if err := w.tar.WriteHeader(head); err != nil {
		return err
	}
	n, err := io.Copy(w.tar, content)
	if err == nil && n < size {
		err = io.ErrUnexpectedEOF
	}
	return err
}
