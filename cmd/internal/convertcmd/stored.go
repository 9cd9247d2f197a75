package convertcmd

import (
	"errors"
	"io"
	"os"

	"quire/internal/convert"
	"quire/internal/convert/page"
)

// heldPages is how many pages of a file are held in memory; those of longer ones are stored, because headings depend on all
// of them. What the format of stored pages costs once a file is more than most single pages cost.
const heldPages = 4

// pageStore holds the pages of a file until all have been read.
type pageStore struct {
	held []page.Page
	file *os.File // nil if pages are held
	enc  *convert.PageEncoder
}

// keepInFile makes the pages to come go to a temporary file.
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

// complete ends the adding of pages.
func (s *pageStore) complete() error {
	if s.file == nil {
		return nil
	}
	return s.enc.Close()
}

// source yields the pages. Those that are held may be changed by whoever gets them.
func (s *pageStore) source(yield func(*page.Page) error) error {
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return convert.DecodePages(s.file, yield)
	}
	for i := range s.held {
		p := s.held[i]
		if err := yield(&p); err != nil {
			return err
		}
	}
	return nil
}

// close removes what was stored.
func (s *pageStore) close() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
