// Package pagestore stores the finished pages of a document in one file, from which each page can be read separately.
//
// The file holds one record per page, then the index of all pages, then the index's length and the mark of the format.
// A record is a page in JSON, compressed, with its boxes rounded to a hundredth of a point.
package pagestore

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"quire/internal/convert/page"
)

// MaxPage is the maximum size of a page's record, in bytes before compression. A printed page has about 50 KiB; only a
// text file, which is one page of any length, comes near it. Larger pages are in the index without their content.
const MaxPage = 16 << 20

// maxIndex bounds the index in memory: more than a hundred thousand pages with their notes.
const maxIndex = 64 << 20

// mark ends every file and names its format.
const mark = "quirepg1"

const footer = 8 + len(mark)

// The errors of a Reader.
var (
	// ErrNoPage means that the document has no page with that number.
	ErrNoPage = errors.New("no such page")
	// ErrTooLarge means that a page is larger than MaxPage.
	ErrTooLarge = errors.New("the page is too large to be read at once")
)

// Head is the entry of a page in the index.
type Head struct {
	Number     int         `json:"number"`
	Width      float64     `json:"width,omitempty"`
	Height     float64     `json:"height,omitempty"`
	Source     page.Source `json:"source,omitempty"`
	Angle      float64     `json:"angle,omitempty"`
	Turned     int         `json:"-"` // as page.Page's
	Confidence float64     `json:"confidence,omitempty"`
	Coverage   float64     `json:"coverage,omitempty"`
	Unread     page.Reason `json:"unread,omitempty"`
	Notes      []string    `json:"notes,omitempty"`
	Offset     int64       `json:"offset"`
	// Length is the length of the record; 0 for a page that is too large.
	Length int64 `json:"length"`
}

// Writer writes pages in the order of their numbers.
type Writer struct {
	w     io.Writer
	at    int64
	heads []Head
	buf   bytes.Buffer
	zip   *gzip.Writer
}

// NewWriter returns a writer to w. Close must be called after the last page.
func NewWriter(w io.Writer) *Writer {
	zip, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	return &Writer{w: w, zip: zip}
}

// Add writes a page, which it neither changes nor retains.
func (w *Writer) Add(p page.Page) error {
	h := Head{
		Number: p.Number, Width: p.Width, Height: p.Height, Source: p.Source, Angle: p.Angle, Confidence: p.Confidence,
		Coverage: p.Coverage, Unread: p.Unread, Notes: slices.Clone(p.Notes), Offset: w.at,
	}
	if estimate(p) <= MaxPage {
		n, err := w.record(rounded(p), MaxPage)
		if err != nil {
			return fmt.Errorf("store page %d: %w", p.Number, err)
		}
		h.Length = n
	}
	w.heads = append(w.heads, h)
	return nil
}

// Close writes the index. It does not close the underlying writer.
func (w *Writer) Close() error {
	n, err := w.record(w.heads, maxIndex)
	if err != nil {
		return fmt.Errorf("store the index of pages: %w", err)
	}
	if n == 0 {
		return errors.New("store the index of pages: it is too large")
	}
	_, err = w.w.Write(append(binary.BigEndian.AppendUint64(nil, uint64(n)), mark...))
	return err
}

// record writes v and returns the length of its record. If v has more than limit bytes, it writes nothing and returns
// 0.
func (w *Writer) record(v any, limit int) (int64, error) {
	raw, err := json.Marshal(v)
	if err != nil || len(raw) > limit {
		return 0, err
	}
	w.buf.Reset()
	w.zip.Reset(&w.buf)
	if _, err := w.zip.Write(raw); err != nil {
		return 0, err
	}
	if err := w.zip.Close(); err != nil {
		return 0, err
	}
	n, err := w.w.Write(w.buf.Bytes())
	w.at += int64(n)
	return int64(n), err
}

// Reader reads the pages of one file. It turns pages that were converted on their side or upside down upright.
type Reader struct {
	file  io.ReadSeeker
	heads []Head
}

// NewReader reads the index of a file of size bytes, which must stay open while its pages are read.
func NewReader(file io.ReadSeeker, size int64) (*Reader, error) {
	if size < int64(footer) {
		return nil, fmt.Errorf("stored pages: %w", io.ErrUnexpectedEOF)
	}
	end, err := section(file, size-int64(footer), int64(footer))
	if err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint64(end)
	if string(end[8:]) != mark || n > uint64(size-int64(footer)) {
		return nil, errors.New("stored pages: not in the expected format")
	}
	r := &Reader{file: file}
	err = read(file, size-int64(footer)-int64(n), int64(n), maxIndex, &r.heads)
	for i := range r.heads {
		h := &r.heads[i]
		h.Width, h.Height, h.Angle, h.Turned = page.UprightSize(h.Width, h.Height, h.Angle)
	}
	return r, err
}

// Heads returns the index entries of all pages, in order.
func (r *Reader) Heads() []Head { return r.heads }

// Head returns the index entry of a page.
func (r *Reader) Head(number int) (Head, bool) {
	i, ok := slices.BinarySearchFunc(r.heads, number, func(h Head, n int) int { return h.Number - n })
	if !ok {
		return Head{}, false
	}
	return r.heads[i], true
}

// Page returns the page with a number. The error is ErrNoPage or ErrTooLarge if there is none or it is too large.
func (r *Reader) Page(number int) (page.Page, error) {
	h, ok := r.Head(number)
	if !ok {
		return page.Page{}, ErrNoPage
	}
	if h.Length == 0 {
		return page.Page{}, ErrTooLarge
	}
	var p page.Page
	err := read(r.file, h.Offset, h.Length, MaxPage, &p)
	p.Upright()
	return p, err
}

// read decodes the record at offset into v.
func read(file io.ReadSeeker, offset, length int64, limit int, v any) error {
	packed, err := section(file, offset, length)
	if err != nil {
		return err
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return fmt.Errorf("stored pages: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(zip, int64(limit)+1))
	if err != nil {
		return fmt.Errorf("stored pages: %w", err)
	}
	if len(raw) > limit {
		return ErrTooLarge
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("stored pages: %w", err)
	}
	return nil
}

func section(file io.ReadSeeker, offset, length int64) ([]byte, error) {
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, fmt.Errorf("stored pages: %w", err)
	}
	raw := make([]byte, length)
	if _, err := io.ReadFull(file, raw); err != nil {
		return nil, fmt.Errorf("stored pages: %w", err)
	}
	return raw, nil
}
