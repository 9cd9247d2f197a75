package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
)

// wireDocument is the part of a document that the campaign reads.
type wireDocument struct {
	ID            string `json:"id"`
	FileName      string `json:"file_name"`
	Status        string `json:"status"`
	Error         string `json:"error"`
	OutputFileURL string `json:"output_file_url"`
}

var (
	documentFormats = []string{"pdf", "pdf", "pdf", "docx", "png", "invoice", "broken"}
	callbacks       = []string{"", "", "ok", "ok", "slow", "failing", "closing"}
	fileHosts       = []string{"ok", "ok", "slow", "flaky", "missing"}
)

const maxPages = 30 // of a PDF: more than one range of pages

// postDocument sends a new document, as a file or as an address.
func (c *Client) postDocument(ctx context.Context) {
	format := documentFormats[c.rng.IntN(len(documentFormats))]
	d := &Document{
		Object: &Object{Kind: "document", Word: c.words.New(c.rng)}, Format: format, Fails: format == "broken",
		Callback: callbacks[c.rng.IntN(len(callbacks))],
	}
	path := "/documents"
	if format == "invoice" {
		d.Extractor, path = "invoice", "/e/invoice"
	}
	pages := 1
	if c.rng.IntN(6) == 0 {
		pages += c.rng.IntN(maxPages)
	}
	fields, in := map[string]string{}, MakeInput(format, d.Word, pages)
	if d.Callback != "" {
		fields["callback_url"] = c.receivers.Hook(d.Callback, d.Word)
	}
	if c.rng.IntN(4) == 0 {
		host := fileHosts[c.rng.IntN(len(fileHosts))]
		d.Fails = d.Fails || host == "missing"
		fields["url"] = c.receivers.Offer(host, in)
		in = Input{}
	}
	c.model.AddDocument(d)
	c.receivers.Expect(d)
	body, contentType := form(in, fields)
	d.request = request{path: path, contentType: contentType, body: body, key: c.key(d.Word)}
	c.create(ctx, d.Object, d.request)
}

// replayDocument repeats a creation under its key, long after it was answered or deleted, and expects the same
// id.
func (c *Client) replayDocument(ctx context.Context) {
	d, ok := one(c.rng, c.model.Documents())
	if ok && d.request.key != "" && c.model.Known(d.Object) {
		c.create(ctx, d.Object, d.request)
	}
}

// redeliver requests a document's webhook again. It must have its original id.
func (c *Client) redeliver(ctx context.Context) {
	d, ok := c.document()
	if !ok || d.Callback == "" {
		return
	}
	path := "/documents/" + d.ID + "/deliveries"
	var list struct{ Data []struct{ ID string } }
	if _, ok := c.read(ctx, d.Object, path, &list); !ok || len(list.Data) == 0 {
		return
	}
	op := c.model.Start(d.Object, "redeliver", c.name)
	c.call(ctx, op, request{method: http.MethodPost, path: path + "/" + list.Data[0].ID + "/redeliver"}, http.StatusNotFound, http.StatusConflict)
}

// document picks a document that must be there.
func (c *Client) document() (*Document, bool) {
	return one(c.rng, alive(c.model, c.model.Documents(), func(d *Document) *Object { return d.Object }))
}

// getDocument polls a document and reads its output if it has one.
func (c *Client) getDocument(ctx context.Context) {
	if d, ok := c.document(); ok {
		c.inspect(ctx, d)
	}
}

// inspect reads a document and judges its status and its output.
func (c *Client) inspect(ctx context.Context, d *Document) wireDocument {
	var w wireDocument
	op, ok := c.read(ctx, d.Object, "/documents/"+d.ID, &w)
	if !ok {
		return w
	}
	c.model.SawStatus(d, op.Start, op.End, w.Status)
	switch {
	case w.Status == "FAILED" && !d.Fails:
		c.model.Violate(d.Object, "a document fails by its own fault alone", "%s document: %s", d.Format, w.Error)
	case w.Status == "COMPLETED" && d.Fails:
		c.model.Violate(d.Object, "a document that cannot be read fails", "%s document is COMPLETED", d.Format)
	case w.Status == "FAILED" && w.Error == "":
		c.model.Violate(d.Object, "a failure has a reason", "FAILED without an error")
	case w.Status == "COMPLETED" && !d.checked:
		c.checkOutput(ctx, d, w.OutputFileURL)
	}
	return w
}

// checkOutput downloads the output, which must contain the document's word and no other document's.
func (c *Client) checkOutput(ctx context.Context, d *Document, link string) {
	op := c.model.Start(d.Object, "download output", c.name)
	a := c.fetch(ctx, link)
	c.model.End(op, a.Status, a.note())
	c.judge(op, a, []int{http.StatusNotFound})
	if a.Status == http.StatusNotFound {
		c.model.Seen(d.Object, op.Start, op.End, false)
	}
	if a.Status != http.StatusOK {
		return
	}
	c.model.Seen(d.Object, op.Start, op.End, true)
	d.link = link
	text := string(a.Body)
	if foreign := c.words.Foreign(text, d.Word); len(foreign) > 0 {
		c.model.Violate(d.Object, "outputs never mix", "the output of %s has %v", d.Word, foreign)
	}
	if d.checked = contains(text, d.Word, d.Format == "png"); !d.checked {
		c.model.Violate(d.Object, "the output has what was sent", "%s output: %.300q", d.Format, text)
	}
}

// maxMisread is how many letters of a picture's word may be misread, added or missing: tesseract alone reads "VU" as
// "VJI" in the font that words are drawn in.
const maxMisread = 2

// contains reports whether text contains the word, with a few letters misread if it came from a picture.
func contains(text, word string, picture bool) bool {
	if !picture {
		return strings.Contains(text, word)
	}
	notWord := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToUpper(text), notWord), func(read string) bool {
		return levenshtein.ComputeDistance(read, word) <= maxMisread
	})
}

// fetch follows a signed link, without a key.
func (c *Client) fetch(ctx context.Context, link string) Answer {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return Answer{Err: err}
	}
	res, err := c.http.Do(req)
	if err != nil {
		return Answer{Err: err}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxBody))
	return Answer{Status: res.StatusCode, Header: res.Header, Body: body, Err: err}
}

// deleteDocument deletes a document in whatever state it is.
func (c *Client) deleteDocument(ctx context.Context) {
	d, ok := c.document()
	if !ok {
		return
	}
	c.remove(ctx, d.Object, "/documents/"+d.ID)
	var w wireDocument
	c.read(ctx, d.Object, "/documents/"+d.ID, &w)
	c.checkLink(ctx, d)
}

// checkLink follows the link to the output of a document that may be gone.
func (c *Client) checkLink(ctx context.Context, d *Document) {
	if d.link == "" {
		return
	}
	op := c.model.Start(d.Object, "follow old link", c.name)
	a := c.fetch(ctx, d.link)
	c.model.End(op, a.Status, a.note())
	c.judge(op, a, []int{http.StatusNotFound})
	if a.Status == http.StatusOK || a.Status == http.StatusNotFound {
		c.model.Seen(d.Object, op.Start, op.End, a.Status == http.StatusOK)
	}
}

// listDocuments pages through the list and checks that nothing in it was gone before.
func (c *Client) listDocuments(ctx context.Context) {
	known := map[string]*Document{}
	for _, d := range c.model.Documents() {
		known[d.Word] = d
	}
	limit := 1 + c.rng.IntN(40)
	for skip := 0; skip < 3*limit; skip += limit {
		list := &Object{Kind: "list", Word: "documents"}
		op := c.model.Start(list, "list documents", c.name)
		a := c.call(ctx, op, request{method: http.MethodGet, path: fmt.Sprintf("/documents?skip=%d&limit=%d", skip, limit)})
		var page struct{ Data []wireDocument }
		a.decode(&page)
		for _, w := range page.Data {
			if d := known[wordOf(w.FileName)]; d != nil {
				c.model.Seen(d.Object, op.Start, op.End, true)
			}
		}
		if len(page.Data) < limit {
			return
		}
	}
}

// wordOf returns the word in the name of one of the campaign's files.
func wordOf(name string) string { return wordPattern.FindString(name) }
