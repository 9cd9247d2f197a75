package convert

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"quire/internal/convert/page"
)

// maxLine bounds one stored page, in bytes of JSON.
const maxLine = 64 << 20

// PageEncoder stores pages as gzipped JSON lines.
type PageEncoder struct {
	zip *gzip.Writer
	enc *json.Encoder
}

// NewPageEncoder writes to w; Close ends the stream but not w.
func NewPageEncoder(w io.Writer) *PageEncoder {
	zip, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
	return &PageEncoder{zip: zip, enc: json.NewEncoder(zip)}
}

// Encode writes one page.
func (e *PageEncoder) Encode(p page.Page) error { return e.enc.Encode(p) }

// Close writes what is buffered.
func (e *PageEncoder) Close() error { return e.zip.Close() }

// DecodePages reads what a PageEncoder wrote, one page in memory at a time.
func DecodePages(r io.Reader, yield func(*page.Page) error) error {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("stored pages: %w", err)
	}
	lines := bufio.NewReaderSize(zip, 256<<10)
	for {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("stored pages: %w", err)
		}
		var p page.Page
		if err := json.Unmarshal(line, &p); err != nil {
			return fmt.Errorf("stored page: %w", err)
		}
		if err := yield(&p); err != nil {
			return err
		}
	}
}

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, errors.New("a page is too long")
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
