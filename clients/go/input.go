package quire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Input is a file to be sent, or the address of one. Path, Bytes, Reader and URL make one; Stored does for batches.
type Input struct {
	name   string
	size   int64 // -1 if it is not known
	again  bool  // it can be read again
	open   func() (io.ReadCloser, error)
	urls   string
	stored string
	failed error
}

// Path is a file of this machine, under its own name. It is read as it is sent.
func Path(path string) Input {
	source := Input{name: filepath.Base(path), again: true, open: func() (io.ReadCloser, error) { return os.Open(path) }} //nolint:gosec // the program's own
	info, err := os.Stat(path)
	if err != nil {
		return Input{failed: err}
	}
	source.size = info.Size()
	return source
}

// Bytes is the content of a file of this name.
func Bytes(name string, content []byte) Input {
	return Input{name: name, size: int64(len(content)), again: true, open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}}
}

// Reader is a stream under this name. One that is an io.Seeker, like an *os.File, is sent from where it stands, and may be
// sent again; any other is sent once. It is not closed.
func Reader(name string, stream io.Reader) Input {
	source := Input{name: name, size: -1, open: func() (io.ReadCloser, error) { return io.NopCloser(stream), nil }}
	seeker, ok := stream.(io.Seeker)
	if !ok {
		return source
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return source // a pipe, say
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if err != nil {
		return source
	}
	source.size, source.again = end-start, true
	source.open = func() (io.ReadCloser, error) {
		_, err := seeker.Seek(start, io.SeekStart)
		return io.NopCloser(stream), err
	}
	return source
}

// URL is the address of a file that the service fetches itself.
func URL(address string) Input { return Input{urls: address} }

// Stored is a file of a collection by its id. Only batches take it.
func Stored(fileID string) Input {
	return Input{stored: fileID, failed: errors.New("quire: only batches take files of collections")}
}

// Named returns the same source under another name.
func (s Input) Named(name string) Input {
	s.name = name
	return s
}

// fileError is a file that could not be read: no attempt changes that.
type fileError struct{ err error }

// Error says why.
func (e *fileError) Error() string { return fmt.Sprintf("the file cannot be read: %v", e.err) }

// Unwrap returns why.
func (e *fileError) Unwrap() error { return e.err }
