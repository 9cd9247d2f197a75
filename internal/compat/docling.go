package compat

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quire/internal/door"
)

const (
	// waited is how long a conversion may take before its sender is told to come back: the most that other servers and
	// proxies allow.
	waited = 10 * time.Minute
	// longestPoll bounds how long a request for the status waits for a change.
	longestPoll = 30 * time.Second
	// maxResult is how much Markdown is passed on, in bytes: several thousand pages.
	maxResult = 16 << 20
)

// Docling serves docling-serve's conversion and chunking
// (https://github.com/docling-project/docling-serve/blob/main/docs/usage.md): a task is a document in the requested
// form.
func Docling(prefix string, connect Connect) http.Handler {
	endpoints := map[string]endpoint{
		"GET /v1/status/poll/{task}": poll,
		"GET /v1/result/{task}":      result,
	}
	for kind, send := range map[string]intake{"file": fromFile, "source": fromSource} {
		endpoints["POST /v1/convert/"+kind] = waiting(send)
		endpoints["POST /v1/convert/"+kind+"/async"] = promising(send)
		for _, chunker := range []string{chunkerHybrid, chunkerHierarchical} {
			endpoints["POST /v1/chunk/"+chunker+"/"+kind] = waiting(send.as(chunker))
			endpoints["POST /v1/chunk/"+chunker+"/"+kind+"/async"] = promising(send.as(chunker))
		}
	}
	return table(prefix, connect, doclingRefusal, endpoints)
}

func doclingRefusal(_ int, _, message string) any { return map[string]any{"detail": message} }

// The names of the output formats.
const (
	formatMarkdown = "md"
	formatText     = "text"
)

// intake submits the document of a request for conversion.
type intake func(r *http.Request, client *door.Client) (door.Document, wish, error)

// waiting responds once the document has been converted.
func waiting(send intake) endpoint {
	return func(w http.ResponseWriter, r *http.Request, client *door.Client) error {
		started := time.Now()
		d, as, err := send(r, client)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(r.Context(), waited)
		defer cancel()
		d, err = client.Await(ctx, d.ID, func(door.Progress) {})
		if errors.Is(err, context.DeadlineExceeded) {
			return failed(http.StatusGatewayTimeout, "The conversion takes longer than this request may wait; use the async endpoints")
		}
		if err != nil {
			return err
		}
		return show(w, r, client, d, as, time.Since(started))
	}
}

// promising responds at once, with the task that it has started.
func promising(send intake) endpoint {
	return func(w http.ResponseWriter, r *http.Request, client *door.Client) error {
		d, as, err := send(r, client)
		if err != nil {
			return err
		}
		write(w, http.StatusOK, taskOf(d, as))
		return nil
	}
}

type task struct {
	ID       string `json:"task_id"`
	Type     string `json:"task_type"`
	Status   string `json:"task_status"`
	Position *int   `json:"task_position"`
	Meta     any    `json:"task_meta"`
	Error    string `json:"error_message,omitempty"`
}

func taskOf(d door.Document, as wish) task {
	t := task{ID: as.name(d.ID), Type: "convert", Status: "started"}
	if as.chunker != "" {
		t.Type = "chunk"
	}
	switch d.Status {
	case "PENDING":
		t.Status = "pending"
	case door.Completed:
		t.Status = "success"
	case door.Failed, door.Expired:
		t.Status = "failure"
		if d.Error != nil {
			t.Error = *d.Error
		}
	}
	return t
}

func poll(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	id, as, err := readTask(r.PathValue("task"))
	if err != nil {
		return err
	}
	d, err := client.Document(r.Context(), id)
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseFloat(r.URL.Query().Get("wait"), 64)
	if err == nil && seconds > 0 && !d.Over() {
		ctx, cancel := context.WithTimeout(r.Context(), time.Duration(min(seconds, longestPoll.Seconds())*float64(time.Second)))
		defer cancel()
		if now, err := client.Await(ctx, d.ID, func(door.Progress) {}); err == nil {
			d = now
		}
	}
	write(w, http.StatusOK, taskOf(d, as))
	return nil
}

func result(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	id, as, err := readTask(r.PathValue("task"))
	if err != nil {
		return err
	}
	d, err := client.Document(r.Context(), id)
	if err != nil {
		return err
	}
	if !d.Over() {
		return failed(http.StatusNotFound, "The task has no result yet: wait until its status is success")
	}
	return show(w, r, client, d, as, 0)
}

type content struct {
	FileName string           `json:"filename"`
	Markdown *string          `json:"md_content"`
	JSON     *doclingDocument `json:"json_content"`
	HTML     *string          `json:"html_content"`
	Text     *string          `json:"text_content"`
	DocTags  *string          `json:"doctags_content"`
}

// verdict holds the fields that every result has about a conversion.
type verdict struct {
	Status  string   `json:"status"`
	Errors  []string `json:"errors"`
	Timings struct{} `json:"timings"`
}

var done = verdict{Status: "success", Errors: []string{}}

type converted struct {
	Document content `json:"document"`
	verdict
	Seconds float64 `json:"processing_time"`
}

// exported is a document that accompanies its chunks.
type exported struct {
	Kind    string  `json:"kind"`
	Content content `json:"content"`
	verdict
}

type chunked struct {
	Chunks    []chunk    `json:"chunks"`
	Documents []exported `json:"documents"`
	Seconds   float64    `json:"processing_time"`
}

// show writes the result of a document that has ended.
func show(w http.ResponseWriter, r *http.Request, client *door.Client, d door.Document, as wish, took time.Duration) error {
	switch {
	case d.Status == door.Failed && d.Error != nil:
		return failed(http.StatusUnprocessableEntity, *d.Error)
	case d.OutputFileURL == nil:
		return failed(http.StatusGone, "The files of this document were removed at the end of their retention")
	}
	if as.chunker != "" {
		return showChunks(w, r, client, d, as, took)
	}
	found, err := contents(r, client, d, as)
	if err != nil {
		return err
	}
	write(w, http.StatusOK, converted{Document: found, verdict: done, Seconds: took.Seconds()})
	return nil
}

// contents reads the requested forms of a document.
func contents(r *http.Request, client *door.Client, d door.Document, as wish) (found content, err error) {
	found.FileName = d.FileName
	markdown, err := read(r, client, *d.OutputFileURL)
	if err != nil {
		return found, err
	}
	if as.mark != "" {
		markdown = strings.ReplaceAll(markdown, pageBreak, "\n\n"+as.mark+"\n\n")
	}
	found.Markdown = &markdown
	if as.text {
		plain, err := read(r, client, *d.OutputFileURL+"&format=text")
		if err != nil {
			return found, err
		}
		found.Text = &plain
	}
	if as.json {
		found.JSON, err = asDocling(r, client, d)
	}
	return found, err
}

// pageBreak occurs between the pages of a conversion and nowhere else in it.
const pageBreak = "\n\n---\n\n"

func asDocling(r *http.Request, client *door.Client, d door.Document) (*doclingDocument, error) {
	out := newDoclingDocument(d.FileName)
	err := client.Pages(r.Context(), *d.OutputFileURL, func(p door.FormedPage) error {
		if out.page(p); out.size > maxResult {
			return errLong
		}
		return nil
	})
	return out, err
}

// showChunks writes a document as chunks.
func showChunks(w http.ResponseWriter, r *http.Request, client *door.Client, d door.Document, as wish, took time.Duration) error {
	out := chunked{Chunks: []chunk{}, Seconds: took.Seconds()}
	size := 0
	cutter := chunker{wish: as, out: func(p *portion) {
		if size += p.size(); size <= maxResult {
			out.Chunks = append(out.Chunks, as.shown(p, d.FileName, len(out.Chunks)))
		}
	}}
	err := client.Pages(r.Context(), *d.OutputFileURL, func(p door.FormedPage) error {
		cutter.page(p)
		if size > maxResult {
			return errLong
		}
		return nil
	})
	if err != nil {
		return err
	}
	if cutter.end(); size > maxResult {
		return errLong
	}
	original := exported{Kind: "ExportResult", Content: content{FileName: d.FileName}, verdict: done}
	if as.document {
		if original.Content, err = contents(r, client, d, as); err != nil {
			return err
		}
	}
	out.Documents = []exported{original}
	write(w, http.StatusOK, out)
	return nil
}

var errLong = failed(http.StatusRequestEntityTooLarge, "The result has more than 16 MB: download it by the API, GET /api/v1/documents/{id}")

func read(r *http.Request, client *door.Client, link string) (string, error) {
	c, err := client.Download(r.Context(), link, maxResult)
	if err != nil {
		return "", err
	}
	if c.More {
		return "", errLong
	}
	return string(c.Bytes), nil
}
