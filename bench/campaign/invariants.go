package main

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	// restTimeout is how long the service may take to finish its work once it is left alone. Pauses between
	// attempts grow to a minute.
	restTimeout = 4 * time.Minute
	restPoll    = 200 * time.Millisecond
	longWait    = 2 * time.Second // from which the journal mentions a wait
	pageLimit   = 37              // for lists that are compared whole; divides no other count evenly
)

// Inspector examines a world at rest.
type Inspector struct {
	*Client
	logs map[string]int64 // how much of each log has been read
}

// Inspect checks every invariant. No client is running and no fault is active.
func (i *Inspector) Inspect(ctx context.Context) {
	i.awaitDocuments(ctx)
	i.awaitFiles(ctx)
	i.compareDocuments(ctx)
	i.checkWebhooks(ctx)
	i.compareCollections(ctx)
	i.checkSessions(ctx)
	i.checkDeleted(ctx)
	i.checkWorkflows(ctx)
	i.checkBlobs(ctx)
	i.checkLogs()
}

// eventually repeats a check until it passes, and reports the rule as broken if it never does.
func (i *Inspector) eventually(ctx context.Context, o *Object, rule string, look func() (problem string)) {
	began, waitedFor := time.Now(), ""
	for {
		problem := look()
		if problem == "" || ctx.Err() != nil {
			if waited := time.Since(began); waited > longWait {
				i.model.journal.Write("wait", map[string]string{"rule": rule, "for": waitedFor, "long": waited.String()})
			}
			return
		}
		waitedFor = problem
		if time.Since(began) > restTimeout {
			i.model.Violate(o, rule, "%s, %v after everything was left alone", problem, restTimeout)
			return
		}
		wait(ctx, restPoll)
	}
}

// awaitDocuments waits until every document has ended.
func (i *Inspector) awaitDocuments(ctx context.Context) {
	for _, d := range i.model.Documents() {
		if i.model.Presence(d.Object) != MustBe || (d.status == "FAILED" || d.checked) {
			continue
		}
		i.eventually(ctx, d.Object, "no document is stuck", func() string {
			w := i.inspect(ctx, d)
			if Terminal(w.Status) || i.model.Presence(d.Object) != MustBe {
				return ""
			}
			return "it is " + w.Status
		})
	}
}

// awaitFiles waits until every file has ended, and checks that the right version is the current one and
// answers.
func (i *Inspector) awaitFiles(ctx context.Context) {
	for _, f := range i.model.Files() {
		if i.model.Presence(f.Object) != MustBe {
			continue
		}
		var w wireFile
		i.eventually(ctx, f.Object, "no file is stuck", func() string {
			w = i.inspectFile(ctx, f)
			if w.Status == "ready" || w.Status == "failed" || i.model.Presence(f.Object) != MustBe {
				return ""
			}
			return "it is " + w.Status
		})
		if w.Status == "ready" {
			i.checkContent(ctx, f)
			i.ask(ctx, f, true)
		}
	}
}

// checkContent reads a file's Markdown and checks that it belongs to a version that may be the current one.
func (i *Inspector) checkContent(ctx context.Context, f *File) {
	op := i.model.Start(f.Object, "get content", i.name)
	a := i.call(ctx, op, request{method: http.MethodGet, path: i.path(f) + "/content?format=markdown"})
	if !op.Acknowledged() {
		return
	}
	for _, v := range i.model.possible(f) {
		if contains(string(a.Body), v.Word, false) {
			if foreign := i.words.Foreign(string(a.Body), v.Word); len(foreign) != 1 || foreign[0] != f.Word {
				i.model.Violate(f.Object, "outputs never mix", "the content of %s has %v", v.Word, foreign)
			}
			return
		}
	}
	i.model.Violate(f.Object, "the last acknowledged version is the current one", "content: %.300q", a.Body)
}

// pages reads a list to its end and returns its count.
func (i *Inspector) pages(ctx context.Context, path string, row func() any, each func(any)) (rows, count int) {
	for {
		list := &Object{Kind: "list", Word: path}
		op := i.model.Start(list, "list at rest", i.name)
		a := i.call(ctx, op, request{method: http.MethodGet, path: fmt.Sprintf("%s?skip=%d&limit=%d", path, rows, pageLimit)})
		if !op.Acknowledged() {
			return rows, rows
		}
		got := decodePage(a.Body, row, each)
		if rows += got.rows; got.rows < pageLimit {
			return rows, got.count
		}
	}
}

// compareDocuments compares the whole list with the model: nothing lost, nothing duplicated, nothing back from
// the dead.
func (i *Inspector) compareDocuments(ctx context.Context) {
	known, listed := map[string]*Document{}, map[string]string{}
	for _, d := range i.model.Documents() {
		known[d.Word] = d
	}
	began := i.model.clock.Now()
	rows, count := i.pages(ctx, "/documents", func() any { return new(wireDocument) }, func(v any) {
		w := v.(*wireDocument)
		d := known[wordOf(w.FileName)]
		if d == nil {
			i.model.Violate(nil, "only what was sent is listed", "document %s %q", w.ID, w.FileName)
			return
		}
		if other, twice := listed[d.Word]; twice {
			i.model.Violate(d.Object, "one creation, one object", "it is listed as %s and as %s", other, w.ID)
		}
		listed[d.Word] = w.ID
		i.model.Adopt(d.Object, w.ID)
		i.model.Seen(d.Object, began, i.model.clock.Now(), true)
	})
	if rows != count {
		i.model.Violate(nil, "counts of lists are true", "GET /documents lists %d and counts %d", rows, count)
	}
	for _, d := range known {
		if _, there := listed[d.Word]; !there && i.model.Presence(d.Object) == MustBe {
			i.model.Violate(d.Object, "what was acknowledged is there", "it is not listed")
		}
	}
}

// compareCollections compares each collection's list and count with the model.
func (i *Inspector) compareCollections(ctx context.Context) {
	for _, n := range i.model.Collections() {
		if i.model.Presence(n.Object) != MustBe {
			continue
		}
		var w struct {
			FileCount int `json:"file_count"`
			TotalSize int `json:"total_size"`
		}
		if _, ok := i.read(ctx, n.Object, "/collections/"+n.ID, &w); !ok {
			continue
		}
		rows, count := i.compareFiles(ctx, n)
		if rows != count || rows != w.FileCount {
			i.model.Violate(n.Object, "counts of lists are true", "%d files are listed, the list counts %d, the collection %d", rows, count, w.FileCount)
		}
		if size, certain := i.sizeOf(n); certain && size != w.TotalSize {
			i.model.Violate(n.Object, "sizes are true", "the files have %d bytes, the collection says %d", size, w.TotalSize)
		}
	}
}

// sizeOf adds up the current versions of a collection's files. The sum is uncertain while an upload is
// unanswered.
func (i *Inspector) sizeOf(n *Collection) (size int, certain bool) {
	for _, f := range i.model.Files() {
		if f.Parent != n.Object || i.model.Presence(f.Object) == MustNotBe {
			continue
		}
		possible := i.model.possible(f)
		if i.model.Presence(f.Object) == MayBe || len(possible) != 1 {
			return 0, false
		}
		size += possible[0].Size
	}
	return size, true
}

func (i *Inspector) compareFiles(ctx context.Context, n *Collection) (rows, count int) {
	known, listed := map[string]*File{}, map[string]bool{}
	for _, f := range i.model.Files() {
		if f.Parent == n.Object {
			known[f.Path] = f
		}
	}
	began := i.model.clock.Now()
	rows, count = i.pages(ctx, "/collections/"+n.ID+"/files", func() any { return new(wireFile) }, func(v any) {
		w := v.(*wireFile)
		f := known[w.Path]
		if f == nil || listed[w.Path] {
			i.model.Violate(n.Object, "only what was sent is listed", "file %s %q", w.ID, w.Path)
			return
		}
		listed[w.Path] = true
		i.model.Adopt(f.Object, w.ID)
		i.model.Seen(f.Object, began, i.model.clock.Now(), true)
	})
	for _, f := range known {
		if !listed[f.Path] && i.model.Presence(f.Object) == MustBe {
			i.model.Violate(f.Object, "what was acknowledged is there", "it is not listed")
		}
	}
	return rows, count
}
