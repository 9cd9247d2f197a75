package convertcmd

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"quire/internal/convert"
)

// Sent is a file to be converted elsewhere.
type Sent struct {
	Path string
	// Name is the file's own name, or empty for standard input.
	Name      string
	Options   convert.Options
	Separator bool // between pages
}

// Remote converts a file elsewhere and returns its Markdown, which the caller closes. It calls show with the number of
// pages done and the total, which is 0 while it is not known. An error that wraps ErrUnavailable is not the file's
// fault.
type Remote func(ctx context.Context, file Sent, show func(done, total int)) (io.ReadCloser, error)

// ErrUnavailable is wrapped by the errors of a Remote that cannot be reached.
var ErrUnavailable = errors.New("the service is not available")

// remote has a file converted elsewhere. It calls converted when the Markdown is available.
func (j job) remote(ctx context.Context, in input, opt convert.Options, below bool, converted func()) error {
	sent := Sent{Path: in.path, Name: in.name, Options: opt, Separator: !j.cmd.NoSeparator}
	counted, started := 0, false
	markdown, err := j.env.Remote(ctx, sent, func(done, total int) {
		if total > 0 && !started {
			started = true
			j.bar.expect(total)
		}
		for ; counted < done; counted++ {
			j.bar.pageDone(filepath.Base(in.shown), "", 0) // the service does not say how a page was read
		}
	})
	if converted(); err != nil {
		return err
	}
	defer func() { _ = markdown.Close() }() // only read from
	return j.put(in, below, func(w io.Writer) error {
		_, err := io.Copy(w, markdown)
		return err
	})
}
