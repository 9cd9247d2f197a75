package quire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Input is a file to send, or the address of one. Path, Bytes, Reader and URL create one; Stored creates one for
// batches.
type Input struct {
	name   string
	size   int64 // -1 if unknown
	again  bool  // it can be read again
	open   func() (io.ReadCloser, error)
	urls   string
	stored string
	failed error
}

// Path returns a local file as input, under its own name. It is read while it is sent.
func Path(path string) Input {
	source := Input{name: filepath.Base(path), again: true, open: func() (io.ReadCloser, error) { return os.Open(path) }} //nolint:gosec // the program's own
	info, err := os.Stat(path)
	if err != nil {
		return Input{failed: err}
	}
	source.size = info.Size()
	return source
}

// Bytes returns content as input under the given name.
func Bytes(name string, content []byte) Input {
	return Input{name: name, size: int64(len(content)), again: true, open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}}
}

// Reader returns a stream as input under the given name. An io.Seeker, such as an *os.File, is sent from its current
// position and can be sent again; any other stream is sent once. The stream is not closed.
func Reader(name string, stream io.Reader) Input {
	source := Input{name: name, size: -1, open: func() (io.ReadCloser, error) { return io.NopCloser(stream), nil }}
	seeker, ok := stream.(io.Seeker)
	if !ok {
		return source
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return source // such as a pipe
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

// URL returns the address of a file that the service itself fetches.
func URL(address string) Input { return Input{urls: address} }

// Stored returns a file of a collection as input. Only batches accept it.
func Stored(fileID string) Input {
	return Input{stored: fileID, failed: errors.New("quire: only batches take files of collections")}
}

// Named returns the same input under another name.
func (s Input) Named(name string) Input {
	s.name = name
	return s
}

// fileError reports that a file could not be read, which retrying does not change.
type fileError struct{ err error }

// Error returns a message with the cause.
func (e *fileError) Error() string { return fmt.Sprintf("the file cannot be read: %v", e.err) }

// Unwrap returns the cause.
func (e *fileError) Unwrap() error { return e.err }
