package compat

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"quire/internal/door"
)

const (
	// waited is how long a conversion may take before its sender is told to come back: what other servers and proxies
	// allow at most.
	waited = 10 * time.Minute
	// longestPoll bounds how long a question for the state waits for a change.
	longestPoll = 30 * time.Second
	// maxResult is how much Markdown is handed on, in bytes: several thousand pages.
	maxResult = 16 << 20
)

// Docling serves docling-serve's conversion (https://github.com/docling-project/docling-serve/blob/main/docs/usage.md):
// a task is a document.
func Docling(prefix string, connect Connect) http.Handler {
	return table(prefix, connect, doclingRefusal, map[string]endpoint{
		"POST /v1/convert/file":         waiting(convertFile),
		"POST /v1/convert/source":       waiting(convertSource),
		"POST /v1/convert/file/async":   promising(convertFile),
		"POST /v1/convert/source/async": promising(convertSource),
		"GET /v1/status/poll/{task}":    poll,
		"GET /v1/result/{task}":         result,
	})
}

func doclingRefusal(_ int, _, message string) any { return map[string]any{"detail": message} }

// formats are the forms in which a result is shown.
type formats struct{ text bool }

// The names of the forms.
const (
	formatMarkdown = "md"
	formatText     = "text"
)

// only returns the forms that are asked for; Markdown always comes along.
func only(asked []string) (formats, error) {
	for _, f := range asked {
		if f != formatMarkdown && f != formatText {
			return formats{}, failed(http.StatusUnprocessableEntity, "to_formats: "+strconv.Quote(f)+" is not served here; ask for md or text")
		}
	}
	return formats{text: slices.Contains(asked, formatText)}, nil
}

// intake sends the document of a request to be converted.
type intake func(r *http.Request, client *door.Client) (door.Document, formats, error)

// waiting responds when the document is converted.
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

// promising responds at once, with the task that has begun.
func promising(send intake) endpoint {
	return func(w http.ResponseWriter, r *http.Request, client *door.Client) error {
		d, _, err := send(r, client)
		if err != nil {
			return err
		}
		write(w, http.StatusOK, taskOf(d))
		return nil
	}
}

type task struct {
	ID       string `json:"task_id"`
	Type     string `json:"task_type"`
	Status   string `json:"task_status"`
	Position *int   `json:"task_position"`
	Meta     any    `json:"task_meta"`
}

func taskOf(d door.Document) task {
	t := task{ID: d.ID, Type: "convert", Status: "started"}
	switch d.Status {
	case "PENDING":
		t.Status = "pending"
	case door.Completed:
		t.Status = "success"
	case door.Failed, door.Expired:
		t.Status = "failure"
	}
	return t
}

func poll(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	d, err := client.Document(r.Context(), r.PathValue("task"))
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
	write(w, http.StatusOK, taskOf(d))
	return nil
}

func result(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	d, err := client.Document(r.Context(), r.PathValue("task"))
	if err != nil {
		return err
	}
	if !d.Over() {
		return failed(http.StatusNotFound, "The task has no result yet: wait until its status is success")
	}
	return show(w, r, client, d, formats{}, 0)
}

type converted struct {
	Document struct {
		FileName string  `json:"filename"`
		Markdown string  `json:"md_content"`
		JSON     *string `json:"json_content"`
		HTML     *string `json:"html_content"`
		Text     *string `json:"text_content"`
		DocTags  *string `json:"doctags_content"`
	} `json:"document"`
	Status  string   `json:"status"`
	Errors  []string `json:"errors"`
	Seconds float64  `json:"processing_time"`
	Timings struct{} `json:"timings"`
}

// show writes the result of a document that stays as it is.
func show(w http.ResponseWriter, r *http.Request, client *door.Client, d door.Document, as formats, took time.Duration) error {
	switch {
	case d.Status == door.Failed && d.Error != nil:
		return failed(http.StatusUnprocessableEntity, *d.Error)
	case d.OutputFileURL == nil:
		return failed(http.StatusGone, "The files of this document were removed at the end of their retention")
	}
	out := converted{Status: "success", Errors: []string{}, Seconds: took.Seconds()}
	out.Document.FileName = d.FileName
	var err error
	if out.Document.Markdown, err = read(r, client, *d.OutputFileURL); err != nil {
		return err
	}
	if as.text {
		plain, err := read(r, client, *d.OutputFileURL+"&format=text")
		if err != nil {
			return err
		}
		out.Document.Text = &plain
	}
	write(w, http.StatusOK, out)
	return nil
}

func read(r *http.Request, client *door.Client, link string) (string, error) {
	c, err := client.Download(r.Context(), link, maxResult)
	if err != nil {
		return "", err
	}
	if c.More {
		return "", failed(http.StatusRequestEntityTooLarge, "The result has more than 16 MB: download it by the API, GET /api/v1/documents/{id}")
	}
	return string(c.Bytes), nil
}
