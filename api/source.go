package api

import (
	"context"
	"errors"
	"io"
	"net/url"
	"path"
	"sync"

	"quire/internal/blob"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
	"quire/schema"
)

const (
	maxURL  = 8192 // characters
	unnamed = "document"
)

// bindDocument reads the fields of a form for a document.
func (s *Server) bindDocument(f *form, n *schema.NewDocument) error {
	v := f.values()
	n.PageSeparator = v.boolean("page_separator", true)
	n.SkipImages = v.boolean("skip_images", false)
	n.Masking = v.masking()
	accuracy := v.enum("accuracy", "lite", "lite", "ultra")
	if accuracy == "ultra" && len(n.Masking) > 0 {
		v.wrong("accuracy", "value_error", "Value error, "+ultraShowsPictures)
	}
	if v.uuid("extractor_id") == nil && n.Extractor == nil {
		n.Accuracy = &accuracy
	}
	n.SourceURL = sourceURL(v)
	n.CallbackURL = s.callbackURL(v)
	return v.err()
}

// sourceURL reads the address to fetch the document from. Whether it may be used is checked when it is fetched.
func sourceURL(v *values) *string {
	raw := v.text("url", maxURL)
	if raw == "" {
		return nil
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "":
		v.wrong("url", "url_parsing", "Input should be a valid URL")
	case u.Scheme != "http" && u.Scheme != "https":
		v.wrong("url", "url_scheme", "URL scheme should be 'http' or 'https'")
	}
	return &raw
}

func (s *Server) callbackURL(v *values) *string {
	raw := v.text("callback_url", maxURL)
	if raw == "" {
		return nil
	}
	if err := s.cfg.CheckCallback(raw); err != nil {
		v.wrong("callback_url", "value_error", "Value error, "+err.Error())
	}
	return &raw
}

// acceptFile determines from its content whether the file is a document that can be opened.
func (s *Server) acceptFile(ctx context.Context, u *upload, n *schema.NewDocument) error {
	n.FileName, n.FileSize = s.cfg.CleanFileName(u.name), u.Size
	if err := addMasking(n, u.masking); err != nil {
		return err
	}
	r, err := s.cfg.Blobs.Open(ctx, u.key)
	if err != nil {
		return unavailable("blob store", err)
	}
	defer func() { _ = r.Close() }() // only read from
	format, err := probe.Document(readerAt(r), u.Size, path.Ext(n.FileName))
	if err == nil {
		err = probe.CheckName(n.FileName)
	}
	if e, ok := errors.AsType[*page.Error](err); ok {
		return badRequest(e.Message)
	}
	if err != nil {
		return unavailable("blob store", err)
	}
	n.Format = string(format)
	if n.FileName == "" {
		n.FileName = unnamed + "." + n.Format
	}
	return nil
}

// readerAt reads at any offset of a blob: directly if it is a file, and by seeking if it is in a bucket.
func readerAt(r *blob.Reader) io.ReaderAt {
	if at, ok := r.ReadSeekCloser.(io.ReaderAt); ok {
		return at
	}
	return &seeker{r: r}
}

type seeker struct {
	mu sync.Mutex
	r  io.ReadSeeker
}

// ReadAt implements io.ReaderAt.
func (s *seeker) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.r.Seek(off, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(s.r, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
