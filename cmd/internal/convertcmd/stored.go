package convertcmd

import (
	"context"
	"errors"
	"io"
	"os"

	"quire/internal/convert"
	"quire/internal/convert/page"
)

// heldPages is how many pages of a file are held in memory; the pages of longer files are stored, because headings
// depend on all of them. The format of stored pages has a fixed cost per file that exceeds the cost of most single
// pages.
const heldPages = 4

// pageStore holds the pages of a file until all have been read.
type pageStore struct {
	held []page.Page
	file *os.File // nil if pages are held
	enc  *convert.PageEncoder
}

// keepInFile sends the pages that follow to a temporary file.
func (s *pageStore) keepInFile() error {
	var err error
	if s.file, err = os.CreateTemp("", "quire-pages-*"); err == nil {
		s.enc = convert.NewPageEncoder(s.file)
	}
	return err
}

func (s *pageStore) add(p page.Page) error {
	if s.file == nil {
		s.held = append(s.held, p)
		return nil
	}
	return s.enc.Encode(p)
}

// complete marks the end of the pages.
func (s *pageStore) complete() error {
	if s.file == nil {
		return nil
	}
	return s.enc.Close()
}

// source returns the pages. A caller may modify pages held in memory.
func (s *pageStore) source(ctx context.Context) convert.PageSource {
	return func(yield func(*page.Page) error) error { return s.read(ctx, yield) }
}

func (s *pageStore) read(ctx context.Context, yield func(*page.Page) error) error {
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return convert.DecodePages(ctx, s.file, yield)
	}
	for i := range s.held {
		p := s.held[i]
		if err := yield(&p); err != nil {
			return err
		}
	}
	return nil
}

// close removes the temporary file.
func (s *pageStore) close() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
