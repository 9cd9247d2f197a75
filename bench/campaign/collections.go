package main

import (
	"context"
	"fmt"
	"net/http"
)

// wireFile is the part of a file that the campaign reads.
type wireFile struct {
	ID        string `json:"id"`
	Path      string `json:"path"`
	Status    string `json:"status"`
	Version   int    `json:"version"`
	LastError string `json:"last_error"`
}

var fileFormats = []string{"txt", "txt", "md", "pdf", "docx"}

func sentence(anchor, word string) string {
	return "The password of station " + anchor + " is " + word + " today."
}

func question(anchor string) string { return "What is the password of station " + anchor + "?" }

func (c *Client) createCollection(ctx context.Context) {
	n := &Collection{Object: &Object{Kind: "collection", Word: c.words.New(c.rng)}}
	c.model.AddCollection(n)
	c.create(ctx, n.Object, request{
		path: "/collections", contentType: "application/json", key: "campaign-" + n.Word, body: jsonBody(map[string]string{"name": n.Word}),
	})
}

func (c *Client) collection() (*Collection, bool) {
	return one(c.rng, alive(c.model, c.model.Collections(), func(n *Collection) *Object { return n.Object }))
}

func (c *Client) file() (*File, bool) {
	return one(c.rng, alive(c.model, c.model.Files(), func(f *File) *Object { return f.Object }))
}

func (c *Client) path(f *File) string { return "/collections/" + f.Parent.ID + "/files/" + f.ID }

// uploadFile puts new content on a new path.
func (c *Client) uploadFile(ctx context.Context) {
	n, ok := c.collection()
	if !ok {
		c.createCollection(ctx)
		return
	}
	anchor := c.words.New(c.rng)
	format := fileFormats[c.rng.IntN(len(fileFormats))]
	f := &File{Object: &Object{Kind: "file", Word: anchor, Parent: n.Object}, Path: anchor + "." + format}
	c.model.Hold(f)
	defer c.model.Release(f)
	c.model.AddFile(f)
	c.uploadVersion(ctx, f, format)
}

// replaceFile puts new content on an existing path.
func (c *Client) replaceFile(ctx context.Context) {
	f, ok := c.file()
	if !ok || !c.model.Hold(f) {
		return
	}
	defer c.model.Release(f)
	c.uploadVersion(ctx, f, "txt")
}

// uploadVersion sends content until it is answered. Sending the same content again never creates another
// version.
func (c *Client) uploadVersion(ctx context.Context, f *File, format string) {
	word := c.words.New(c.rng)
	in := MakeFile(format, word, sentence(f.Word, word))
	v := c.model.BeginVersion(f, word, len(in.Body))
	body, contentType := form(in, map[string]string{"path": f.Path})
	for range maxTries {
		op := c.model.Start(f.Object, "upload file", c.name)
		a := c.call(ctx, op, request{
			method: http.MethodPost, path: "/collections/" + f.Parent.ID + "/files", contentType: contentType, body: body, mayCut: true,
		}, http.StatusNotFound)
		var w wireFile
		if op.Acknowledged() {
			a.decode(&w)
			c.model.Created(f.Object, op, w.ID)
		}
		if a.Status == http.StatusNotFound {
			c.model.Seen(f.Parent, op.Start, op.End, false)
		}
		if c.model.EndVersion(f, v, op, w.Version); op.Acknowledged() || op.Refused() || ctx.Err() != nil {
			return
		}
		c.pause(ctx, maxRetryPause)
	}
}

// getFile polls a file.
func (c *Client) getFile(ctx context.Context) {
	if f, ok := c.file(); ok {
		c.inspectFile(ctx, f)
	}
}

func (c *Client) inspectFile(ctx context.Context, f *File) wireFile {
	var w wireFile
	op, ok := c.read(ctx, f.Object, c.path(f), &w)
	if !ok {
		return w
	}
	switch w.Status {
	case "ready":
		c.model.SawReady(f, w.Version, op.End)
	case "failed":
		c.model.Violate(f.Object, "a file fails by its own fault alone", "%s: %s", w.Path, w.LastError)
	}
	return w
}

// deleteFile deletes a file and asks for it at once. Nobody uploads to its path afterwards.
func (c *Client) deleteFile(ctx context.Context) {
	f, ok := c.file()
	if !ok || !c.model.Hold(f) {
		return
	}
	c.remove(ctx, f.Object, c.path(f))
	var w wireFile
	c.read(ctx, f.Object, c.path(f), &w)
	c.ask(ctx, f, false)
}

func (c *Client) deleteCollection(ctx context.Context) {
	n, ok := c.collection()
	if !ok {
		return
	}
	c.remove(ctx, n.Object, "/collections/"+n.ID)
	var w struct{ ID string }
	c.read(ctx, n.Object, "/collections/"+n.ID, &w)
}

// query asks about one file, either among all files of its collection or on its own.
func (c *Client) query(ctx context.Context) {
	if f, ok := c.file(); ok {
		c.ask(ctx, f, c.rng.IntN(2) == 0)
	}
}

func (c *Client) ask(ctx context.Context, f *File, alone bool) {
	body := map[string]any{"collection_ids": []string{f.Parent.ID}, "query": question(f.Word)}
	if alone {
		body["file_ids"] = []string{f.ID}
	}
	r := request{method: http.MethodPost, path: "/query", contentType: "application/json"}
	if c.rng.IntN(2) == 0 {
		body["stream"] = true
		r.body = jsonBody(body)
		op := c.model.Start(f.Object, "query, streamed", c.name)
		switch end := c.stream(ctx, op, r, http.StatusNotFound); {
		case end.complete:
			c.judgeAnswer(f, op, end.answer)
		case end.missing:
			c.model.Seen(f.Object, op.Start, op.End, false)
		}
		return
	}
	r.body = jsonBody(body)
	op := c.model.Start(f.Object, "query", c.name)
	a := c.call(ctx, op, r, http.StatusNotFound)
	if op.Acknowledged() {
		var w wireAnswer
		a.decode(&w)
		c.judgeAnswer(f, op, w)
	}
}

// judgeAnswer compares an answer with the versions of the file in question, and its citations with the deleted files.
func (c *Client) judgeAnswer(f *File, op *Op, w wireAnswer) {
	c.model.Answered(f, op.Start, op.End, w.Answer)
	for _, cited := range w.Citations {
		for _, other := range c.model.Files() {
			if other.ID == cited.FileID {
				c.model.Seen(other.Object, op.Start, op.End, true)
			}
		}
	}
}

// listFiles pages through a collection and checks that nothing in it was gone before.
func (c *Client) listFiles(ctx context.Context) {
	n, ok := c.collection()
	if !ok {
		return
	}
	limit := 1 + c.rng.IntN(10)
	for skip := 0; skip < 3*limit; skip += limit {
		op := c.model.Start(n.Object, "list files", c.name)
		a := c.call(ctx, op, request{
			method: http.MethodGet, path: fmt.Sprintf("/collections/%s/files?skip=%d&limit=%d", n.ID, skip, limit),
		}, http.StatusNotFound)
		if a.Status == http.StatusOK || a.Status == http.StatusNotFound {
			c.model.Seen(n.Object, op.Start, op.End, a.Status == http.StatusOK)
		}
		var page struct{ Data []wireFile }
		a.decode(&page)
		c.seenFiles(op, page.Data)
		if len(page.Data) < limit {
			return
		}
	}
}

func (c *Client) seenFiles(op *Op, rows []wireFile) {
	known := map[string]*File{}
	for _, f := range c.model.Files() {
		known[f.ID] = f
	}
	for _, w := range rows {
		if f := known[w.ID]; f != nil {
			c.model.Seen(f.Object, op.Start, op.End, true)
		}
	}
}
