// Package archive opens the zip containers of Office documents and bounds how much they inflate to.
package archive

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// Limits bound an archive. Zero fields take their defaults.
type Limits struct {
	Entries    int   // files in the archive; 10,000
	EntryBytes int64 // one file, inflated; 256 MiB
	TotalBytes int64 // everything read, inflated; 1 GiB
	Ratio      int64 // ratio of a file's inflated to compressed size, once past 16 MiB; 100
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Entries:    cmp.Or(l.Entries, 10_000),
		EntryBytes: cmp.Or(l.EntryBytes, 256<<20),
		TotalBytes: cmp.Or(l.TotalBytes, 1<<30),
		Ratio:      cmp.Or(l.Ratio, 100),
	}
}

// ratioFloor is what any file may inflate to, in bytes, because repetitive markup compresses very well: the 12 MB of a
// ledger with a sheet for each account to a hundred and fortieth. So much markup is read in a few seconds at most.
const ratioFloor = 16 << 20

// Archive is an opened container. It is not safe for concurrent use.
type Archive struct {
	limits Limits
	source *source
	files  map[string]*zip.File
	read   int64
}

// Open reads the container's directory. Every error except r's own is a *page.Error: a locked document, an old
// binary format, a broken or an oversized archive.
func Open(r io.ReaderAt, size int64, limits Limits) (*Archive, error) {
	if err := refuseCompound(r, size); err != nil {
		return nil, err
	}
	src := &source{r: r, budget: directoryLimit}
	z, err := zip.NewReader(src, size)
	if src.err != nil {
		return nil, fmt.Errorf("read archive: %w", src.err)
	}
	if src.budget < 0 {
		return nil, tooLarge(errors.New("directory is too long"))
	}
	src.budget = math.MaxInt64
	if err != nil {
		return nil, Broken(err)
	}
	a := &Archive{limits: limits.withDefaults(), source: src, files: make(map[string]*zip.File, len(z.File))}
	if len(z.File) > a.limits.Entries {
		return nil, tooLarge(fmt.Errorf("%d entries", len(z.File)))
	}
	for _, f := range z.File {
		name := key(f.Name)
		if _, ok := a.files[name]; ok {
			return nil, Broken(fmt.Errorf("duplicate entry %q", f.Name))
		}
		a.files[name] = f
	}
	if err := refuseOverlap(z.File); err != nil {
		return nil, err
	}
	return a, nil
}

// directoryLimit bounds how much is read to list an archive, in bytes, so that a directory with millions of entries is
// not built in memory before the entries are counted.
const directoryLimit = 8 << 20

// source distinguishes the errors of the underlying reader from those caused by its bytes.
type source struct {
	r      io.ReaderAt
	err    error
	budget int64
}

func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if s.budget -= int64(len(p)); s.budget < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := s.r.ReadAt(p, off)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// key returns a part name in the form in which OPC compares it: without a leading slash and case-insensitive.
func key(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// refuseOverlap rejects archives whose entries share bytes, as in non-recursive zip bombs.
func refuseOverlap(files []*zip.File) error {
	type extent struct{ from, to int64 }
	extents := make([]extent, 0, len(files))
	for _, f := range files {
		from, err := f.DataOffset()
		if err != nil {
			return Broken(err)
		}
		if f.CompressedSize64 > 0 {
			extents = append(extents, extent{from, from + int64(min(f.CompressedSize64, 1<<62))})
		}
	}
	slices.SortFunc(extents, func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(extents); i++ {
		if extents[i].from < extents[i-1].to {
			return Broken(errors.New("overlapping entries"))
		}
	}
	return nil
}

// Has reports whether the archive holds a part.
func (a *Archive) Has(name string) bool { return a.files[key(name)] != nil }

// Open opens a part. The error is fs.ErrNotExist if there is none. Reading past a limit, or reading damaged
// data, fails with a *page.Error.
func (a *Archive) Open(name string) (io.ReadCloser, error) {
	f := a.files[key(name)]
	if f == nil {
		return nil, fmt.Errorf("part %s: %w", name, fs.ErrNotExist)
	}
	rc, err := f.Open()
	if err != nil {
		return nil, Broken(err)
	}
	return &part{ReadCloser: rc, archive: a, compressed: int64(min(f.CompressedSize64, 1<<62))}, nil
}

// ReadPart reads a whole part, which must not be longer than limit.
func (a *Archive) ReadPart(name string, limit int64) ([]byte, error) {
	rc, err := a.Open(name)
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	data, err := io.ReadAll(io.LimitReader(rc, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, tooLarge(fmt.Errorf("part %s is longer than %d", name, limit))
	}
	return data, nil
}

// part counts what a part actually inflates to, since the sizes in its headers are merely the sender's claim.
type part struct {
	io.ReadCloser
	archive    *Archive
	compressed int64
	read       int64
}

func (p *part) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.read += int64(n)
	p.archive.read += int64(n)
	lim := p.archive.limits
	if p.read > lim.EntryBytes || p.archive.read > lim.TotalBytes || (p.read > ratioFloor && p.read/lim.Ratio > p.compressed) {
		return 0, tooLarge(fmt.Errorf("inflated %d bytes from %d, %d in all", p.read, p.compressed, p.archive.read))
	}
	switch {
	case p.archive.source.err != nil:
		return n, fmt.Errorf("read archive: %w", p.archive.source.err)
	case err != nil && !errors.Is(err, io.EOF):
		return n, Broken(err)
	}
	return n, err
}

// Inflated returns how many bytes of parts have been read so far.
func (a *Archive) Inflated() int64 { return a.read }

func tooLarge(cause error) error {
	return &page.Error{Reason: page.TooLarge, Message: "Document unpacks to more than is allowed; save it again or split it", Cause: cause}
}

// Broken returns the error for a document that cannot be read because it is damaged.
func Broken(cause error) error {
	return &page.Error{Reason: page.Corrupt, Message: "Document is damaged and cannot be read; open it in its program and save it again", Cause: cause}
}

// XMLError converts an error from decoding a part. The document is damaged if its XML is malformed, ends early or
// declares a version that does not exist; any other error is the machine's and is returned unchanged.
func XMLError(err error) error {
	if _, ok := errors.AsType[*xml.SyntaxError](err); ok || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.HasPrefix(err.Error(), "xml: ") {
		return Broken(err)
	}
	return err
}
