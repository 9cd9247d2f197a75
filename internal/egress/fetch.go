package egress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sync/atomic"
	"time"
)

// Fetched describes a file that was fetched. FileName is empty when neither the server nor the URL supplies one;
// ContentType is what the server claims, without parameters.
type Fetched struct {
	FileName    string
	ContentType string
	Size        int64
}

// Fetch writes the file at rawURL to dst, following at most 3 redirects. A failure of the address is an *Error, of
// class TooLarge as soon as more than limit bytes have been announced or received. The end of ctx and errors from dst
// are returned as they are. dst may have received part of the file before an error.
func (c *Client) Fetch(ctx context.Context, rawURL string, limit int64, dst io.Writer) (Fetched, error) {
	u, err := c.parse(rawURL, ForFetch)
	if err != nil {
		return Fetched{}, err
	}
	reqCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer time.AfterFunc(c.times.fetch, func() { cancel(errTooLong) }).Stop()
	req, err := c.request(reqCtx, http.MethodGet, u.String(), nil)
	if err != nil {
		return Fetched{}, err
	}
	client := http.Client{Transport: c.transport, CheckRedirect: c.checkRedirect}
	resp, err := client.Do(req)
	if err != nil {
		return Fetched{}, failure(ctx, reqCtx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	if err := checkResponse(resp, limit); err != nil {
		return Fetched{}, err
	}
	size, err := c.receive(dst, resp.Body, limit, func() { cancel(errTooLong) })
	if err != nil {
		return Fetched{}, failure(ctx, reqCtx, err)
	}
	return describe(resp, rawURL, size), nil
}

func (c *Client) request(ctx context.Context, method, rawURL string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, rawURL, body)
	if err != nil {
		return nil, blocked(malformed, err)
	}
	req.Header.Set("User-Agent", c.cfg.UserAgent)
	req.Header.Set("Accept-Encoding", "identity")
	return req, nil
}

// checkRedirect treats the new address like the first one, and removes the Referer header.
func (c *Client) checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return &Error{Class: Unreachable, Message: fmt.Sprintf("The address redirects more than %d times.", maxRedirects)}
	}
	u, err := c.parse(req.URL.String(), ForFetch)
	if err != nil {
		return err
	}
	// A server on the Internet has no business with the user's own machine.
	if c.isLoopbackException(u.Hostname()) && !c.isLoopbackException(via[0].URL.Hostname()) {
		return blocked(notPublic, nil)
	}
	req.URL = u
	req.Header.Del("Referer")
	return nil
}

func checkResponse(resp *http.Response, limit int64) error {
	if resp.StatusCode != http.StatusOK {
		return statusError(resp.StatusCode)
	}
	if resp.ContentLength > limit {
		return tooLarge(limit)
	}
	return nil
}

// receive copies at most limit bytes, and calls tooSlow if a window passes with too few of them.
func (c *Client) receive(dst io.Writer, body io.Reader, limit int64, tooSlow func()) (int64, error) {
	var inWindow atomic.Int64
	done := make(chan struct{})
	defer close(done)
	go c.watchRate(&inWindow, done, tooSlow)
	n, err := io.Copy(sink{dst}, io.TeeReader(io.LimitReader(body, limit+1), counter{&inWindow}))
	if err == nil && n > limit {
		err = tooLarge(limit)
	}
	return n, err
}

func (c *Client) watchRate(inWindow *atomic.Int64, done <-chan struct{}, tooSlow func()) {
	windows := time.NewTicker(c.times.window)
	defer windows.Stop()
	enough := int64(c.times.window.Seconds() * float64(c.times.minRate))
	for {
		select {
		case <-done:
			return
		case <-windows.C:
			if inWindow.Swap(0) < enough {
				tooSlow()
			}
		}
	}
}

// failure determines whose failure err is: the caller's (ctx, dst), or the address's.
func failure(ctx, reqCtx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("fetch: %w", ctx.Err())
	}
	if e, ok := errors.AsType[sinkError](err); ok {
		return fmt.Errorf("store the download: %w", e.error)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Class: Unreachable, Message: "The connection broke off before the whole file had arrived.", cause: err}
	}
	return classify(reqCtx, err)
}

func describe(resp *http.Response, rawURL string, size int64) Fetched {
	contentType, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		contentType = ""
	}
	name := cmp.Or(dispositionName(resp.Header.Get("Content-Disposition")),
		FileName(resp.Request.URL.String()), FileName(rawURL))
	return Fetched{FileName: name, ContentType: contentType, Size: size}
}

// sink marks the errors of the destination, so that they are not mistaken for the server's.
type sink struct{ w io.Writer }

type sinkError struct{ error }

func (s sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil {
		err = sinkError{err}
	}
	return n, err
}

type counter struct{ n *atomic.Int64 }

func (c counter) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}
