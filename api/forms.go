package api

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
	"quire/internal/convert/pagestore"
	"quire/internal/convert/plaintext"
	"quire/internal/highlight"
	"quire/internal/passage"
	"quire/schema"
)

// The forms in which a conversion can be downloaded. All but Markdown are made from the stored pages while they are
// being sent.
const (
	formMarkdown = "markdown"
	formJSON     = "json"
	formText     = "text"
	formChunks   = "chunks"
)

// formed is a conversion in another form than Markdown.
type formed struct {
	form    string
	name    string    // of its Markdown
	account uuid.UUID // the owner
}

const (
	// mostForms bounds the forms that a process creates at once. Each holds one page in memory.
	mostForms = 64
	// mostFormsOf bounds the forms of one account: signed links need no key, so no rate limit counts them.
	mostFormsOf = 8
)

// formAsked returns the form that the query asks for, or "" for the file as it is stored. The signature need not cover
// it, because every form shows the document that the link gives access to.
func formAsked(c echo.Context, kind schema.DownloadKind) (string, error) {
	v := queryValues(c)
	asked := v.enum("format", "", formJSON, formMarkdown, formText, formChunks)
	if err := v.err(); err != nil {
		return "", err
	}
	if asked != "" && kind == schema.DownloadSource {
		return "", wrongForm("The original has one form only; leave the format out, or use the link to the result")
	}
	return asked, nil
}

func wrongForm(msg string) error {
	return invalid(problem{Loc: []string{"query", "format"}, Msg: msg, Type: "value_error"})
}

// serveForm responds with a conversion in another form, page by page.
func (s *Server) serveForm(c echo.Context, of paged, as formed) error {
	leave, err := s.forms.enter(as.account)
	if err != nil {
		return err
	}
	defer leave()
	return s.readPages(c.Request().Context(), of, func(r *pagestore.Reader) error {
		for _, h := range r.Heads() {
			if h.Length == 0 {
				return pageError(pagestore.ErrTooLarge)
			}
		}
		as.announce(c.Response().Header())
		if c.Request().Method == http.MethodHead {
			return c.NoContent(http.StatusOK)
		}
		out := &paced{w: c.Response(), conn: http.NewResponseController(c.Response())}
		defer out.close()
		return as.write(c, r, out)
	})
}

// announce writes the headers of the form. Its length is not known in advance, so ranges are not supported.
func (as formed) announce(h http.Header) {
	extension, mediaType := ".json", echo.MIMEApplicationJSON
	switch as.form {
	case formText:
		extension, mediaType = ".txt", echo.MIMETextPlain
	case formChunks:
		extension = ".chunks.json"
	}
	h.Set(echo.HeaderContentType, withCharset(mediaType))
	h.Set(echo.HeaderContentDisposition, attachment(strings.TrimSuffix(as.name, path.Ext(as.name))+extension))
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	h.Set(echo.HeaderContentSecurityPolicy, "sandbox; default-src 'none'")
	h.Set(echo.HeaderCacheControl, "private, no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Accept-Ranges", "none")
}

// write writes the form with one page in memory at a time.
func (as formed) write(c echo.Context, r *pagestore.Reader, to io.Writer) error {
	out := bufio.NewWriterSize(to, 64<<10)
	form := as.writer(c, out)
	for _, h := range r.Heads() {
		if err := c.Request().Context().Err(); err != nil {
			return err
		}
		p, err := r.Page(h.Number)
		if err != nil {
			return err
		}
		if err := form.page(p); err != nil {
			return err
		}
	}
	if err := form.close(); err != nil {
		return err
	}
	return out.Flush()
}

func (as formed) writer(c echo.Context, w io.Writer) formWriter {
	switch as.form {
	case formText:
		text := plaintext.NewWriter(w)
		return formWriter{
			page:  func(p page.Page) error { return text.WritePage(c.Request().Context(), p) },
			close: text.Close,
		}
	case formChunks:
		return chunkWriter(&listWriter{w: w})
	}
	pages := &listWriter{w: w}
	return formWriter{
		page:  func(p page.Page) error { return pages.add(pagejson.From(p, false)) },
		close: pages.close,
	}
}

// formWriter writes a form from pages in order.
type formWriter struct {
	page  func(page.Page) error
	close func() error
}

// chunk is a passage on the wire.
type chunk struct {
	Number    int               `json:"number"`
	Kind      passage.Kind      `json:"kind"`
	PageStart int               `json:"page_start"`
	PageEnd   int               `json:"page_end"`
	Headings  []string          `json:"headings"`
	Columns   *string           `json:"columns"`
	Text      string            `json:"text"`
	Places    []highlight.Place `json:"places"`
}

// chunkWriter cuts the pages into the same passages that a collection indexes.
func chunkWriter(chunks *listWriter) formWriter {
	var areas highlight.Areas
	splitter := passage.NewSplitter(passage.Options{}, func(p passage.Passage) error {
		return chunks.add(chunk{
			Number: p.Number, Kind: p.Kind, PageStart: p.PageStart, PageEnd: p.PageEnd, Headings: append([]string{}, p.Headings...),
			Columns: orNull(p.Columns), Text: p.Text, Places: areas.Of(p.Spans),
		})
	})
	return formWriter{
		page: func(p page.Page) error {
			areas.Add(p)
			return splitter.Add(p)
		},
		close: func() error {
			if err := splitter.Close(); err != nil {
				return err
			}
			return chunks.close()
		},
	}
}

// listWriter writes a list in the envelope of every list, with one entry in memory at a time.
type listWriter struct {
	w     io.Writer
	count int
}

func (l *listWriter) add(v any) error {
	if _, err := io.WriteString(l.w, l.separator()); err != nil {
		return err
	}
	l.count++
	e := json.NewEncoder(l.w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// separator returns the text before the next entry or the end.
func (l *listWriter) separator() string {
	if l.count == 0 {
		return `{"data":[` + "\n"
	}
	return ","
}

func (l *listWriter) close() error {
	end := fmt.Sprintf(`],"count":%d}`+"\n", l.count)
	if l.count == 0 {
		end = l.separator() + end
	}
	_, err := io.WriteString(l.w, end)
	return err
}

// paced writes a response of unknown length. It aborts the response for a client that is slower than slowest after
// downloadGrace; the time that the server takes does not count.
type paced struct {
	w       io.Writer
	conn    *http.ResponseController
	written int
	waited  time.Duration
}

// Write implements io.Writer.
func (p *paced) Write(b []byte) (int, error) {
	started := time.Now()
	p.written += len(b)
	allowed := downloadGrace + time.Duration(p.written)*time.Second/slowest
	_ = p.conn.SetWriteDeadline(started.Add(allowed - p.waited))
	n, err := p.w.Write(b)
	p.waited += time.Since(started)
	return n, err
}

// close resets the deadline for the next response on the connection.
func (p *paced) close() { _ = p.conn.SetWriteDeadline(time.Time{}) }
