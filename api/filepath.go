package api

import (
	"cmp"
	"context"
	"path"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"quire/internal/convert/probe"
	"quire/schema"
)

const maxPath = schema.MaxPath

// bindFile reads the form fields of a file: its path, which defaults to the name of the upload.
func (s *Server) bindFile(f *form) (string, error) {
	v := f.values()
	if f.file == nil {
		v.wrong("file", "missing", "Field required")
	}
	p := norm.NFC.String(v.get("path"))
	if p == "" && f.file != nil {
		p = s.defaultPath(f.file.name)
	}
	if problem := schema.PathProblem(p); problem != "" && f.file != nil {
		v.wrong("path", "value_error", "Value error, "+problem)
	}
	return p, v.err()
}

// defaultPath returns the name of the upload, unchanged if that is a legal path, because it distinguishes files.
func (s *Server) defaultPath(name string) string {
	last := norm.NFC.String(name[strings.LastIndexAny(name, `/\`)+1:])
	if schema.PathProblem(last) == "" {
		return last
	}
	return cmp.Or(s.cfg.CleanFileName(last), unnamed)
}

// identify determines from the content of an upload whether it can be indexed. Whatever cannot be determined for
// certain is left to the workflow, whose explanation is then stored with the file.
func (s *Server) identify(ctx context.Context, key string, n *schema.NewFile) error {
	r, err := s.cfg.Blobs.Open(ctx, key)
	if err != nil {
		return unavailable("blob store", err)
	}
	defer func() { _ = r.Close() }() // it was only read from
	id, err := probe.IdentityOf(probe.Detect(readerAt(r), n.Size, path.Ext(n.Path)))
	if err != nil {
		return unavailable("blob store", err)
	}
	n.Format, n.MediaType, n.Indexed = id.Format, id.MediaType, id.Indexed
	return nil
}

// anyExtension begins with a letter: the number at the end of 1706.03762 distinguishes it from 1706.03763.
var anyExtension = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// markdownName returns the name of a file's Markdown: its stem (for ".pdf" that is the whole name) plus .md.
func markdownName(name string) string {
	if stem := anyExtension.ReplaceAllString(name, ""); stem != "" {
		name = stem
	}
	return name + ".md"
}
