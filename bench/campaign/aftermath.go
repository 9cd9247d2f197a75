package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// page holds the counts of one page of a list.
type page struct{ rows, count int }

// decodePage passes each row of a page to each, decoded into a value made by row.
func decodePage(body []byte, row func() any, each func(any)) page {
	var list struct {
		Data  []json.RawMessage
		Count int
	}
	_ = json.Unmarshal(body, &list) // an answer that is not a list has no rows, which the comparison reports
	for _, raw := range list.Data {
		v := row()
		_ = json.Unmarshal(raw, v)
		each(v)
	}
	return page{len(list.Data), list.Count}
}

// checkWebhooks waits until each ended document's receiver has accepted its webhook.
func (i *Inspector) checkWebhooks(ctx context.Context) {
	for _, d := range i.model.Documents() {
		if d.Callback == "" {
			continue
		}
		i.eventually(ctx, d.Object, "every status is announced", func() string {
			if i.model.Presence(d.Object) != MustBe || i.model.Accepted(d) {
				return ""
			}
			return fmt.Sprintf("no webhook has arrived and been accepted (receiver: %s)", d.Callback)
		})
	}
}

// wireMessage is the part of a message that the campaign reads.
type wireMessage struct {
	ID      int64  `json:"id"`
	Role    string `json:"role"`
	Status  string `json:"status"`
	Content string `json:"content"`
}

// checkSessions reads every conversation: no message may be under way, each question must occur once, and the
// answers must be those that the clients received.
func (i *Inspector) checkSessions(ctx context.Context) {
	for _, s := range i.model.Sessions() {
		if s.ID == "" || i.model.Presence(s.Object) != MustBe {
			continue
		}
		var messages []wireMessage
		i.eventually(ctx, s.Object, "no message is stuck", func() string {
			messages = nil
			i.pages(ctx, "/chat/sessions/"+s.ID+"/messages", func() any { return new(wireMessage) }, func(v any) {
				messages = append(messages, *v.(*wireMessage))
			})
			for _, m := range messages {
				if m.Status == "streaming" {
					return fmt.Sprintf("message %d is streaming", m.ID)
				}
			}
			return ""
		})
		i.checkTurns(s, messages)
	}
}

func (i *Inspector) checkTurns(s *Session, messages []wireMessage) {
	for n := 1; n < len(messages); n++ {
		if messages[n].ID <= messages[n-1].ID {
			i.model.Violate(s.Object, "ids of messages increase", "%d stands after %d", messages[n].ID, messages[n-1].ID)
		}
	}
	for _, t := range s.turns {
		asked, answered := 0, false
		for n, m := range messages {
			if m.Role != "user" || !strings.Contains(m.Content, t.Question) {
				continue
			}
			asked++
			answered = n+1 < len(messages) && messages[n+1].Content == t.Answer && messages[n+1].Status == "complete"
		}
		switch {
		case asked > 1 || (asked == 1 && !t.Begun):
			i.model.Violate(s.Object, "a question stands once", "%s stands %d times", t.Question, asked)
		case t.Done && !answered:
			i.model.Violate(s.Object, "an answer that was given is kept", "the answer to %s is not there or another: %q", t.Question, t.Answer)
		}
	}
}

// checkDeleted requests everything that was deleted again.
func (i *Inspector) checkDeleted(ctx context.Context) {
	var w struct{ ID string }
	ask := func(o *Object, path string) bool {
		if o.ID == "" || i.model.Presence(o) != MustNotBe {
			return false
		}
		i.read(ctx, o, path, &w)
		return true
	}
	for _, d := range i.model.Documents() {
		if ask(d.Object, "/documents/"+d.ID) {
			i.checkLink(ctx, d)
		}
	}
	for _, f := range i.model.Files() {
		ask(f.Object, i.path(f))
	}
	for _, n := range i.model.Collections() {
		ask(n.Object, "/collections/"+n.ID)
	}
	for _, s := range i.model.Sessions() {
		ask(s.Object, "/chat/sessions/"+s.ID)
	}
}

const (
	brokenWorkflows = `ExecutionStatus IN ("Failed", "TimedOut", "Terminated")`
	// A File workflow runs on for a minute after the file is ready, until nobody reads the previous version.
	// Files have a separate check.
	waitingWorkflows = `ExecutionStatus = "Running" AND WorkflowType IN ("Document", "Turn", "Delivery")`
	purgesOf         = `ExecutionStatus = "Running" AND WorkflowId STARTS_WITH "purge/document/%s"`
)

// checkWorkflows asks Temporal: workflows may only have closed by reaching their end, and none that somebody
// waits for may still be running.
func (i *Inspector) checkWorkflows(ctx context.Context) {
	for _, w := range i.workflows(ctx, brokenWorkflows) {
		i.model.Violate(nil, "no workflow breaks", "%s", w)
	}
	i.eventually(ctx, nil, "no workflow is left over", func() string {
		return strings.Join(i.workflows(ctx, waitingWorkflows), ", ")
	})
}

// workflows returns the workflows that a Temporal query finds, with their state.
func (i *Inspector) workflows(ctx context.Context, query string) []string {
	status, body, err := i.world.get(ctx, i.world.ui+"/api/v1/namespaces/default/workflows?query="+url.QueryEscape(query))
	if err != nil || status != http.StatusOK {
		return []string{fmt.Sprintf("Temporal does not say: %d %v", status, err)}
	}
	var list struct {
		Executions []struct {
			Execution struct{ WorkflowID, RunID string }
			Status    string
		}
	}
	_ = json.Unmarshal(body, &list)
	var out []string
	for _, e := range list.Executions {
		out = append(out, e.Execution.WorkflowID+" "+e.Status)
	}
	return out
}

// checkBlobs counts what is stored: nothing that was deleted, and no more than was sent. Work that did not yet
// know about a deletion may have written something more, which the purge removes on its second pass. If
// Temporal has lost the purge, or an upload was cut off, the nightly cleaning removes it.
func (i *Inspector) checkBlobs(ctx context.Context) {
	i.eventually(ctx, nil, "what is deleted leaves nothing behind", func() string {
		stored := i.stored("documents")
		for _, d := range i.model.Documents() {
			if d.ID == "" || !stored[d.ID] || i.model.Presence(d.Object) != MustNotBe || i.faults.LostAfter(d.leaving()) {
				continue
			}
			if len(i.workflows(ctx, fmt.Sprintf(purgesOf, d.ID))) == 0 {
				return "blobs of document " + d.ID
			}
		}
		return ""
	})
	i.eventually(ctx, nil, "nothing is stored twice", func() string {
		versions := 0
		for _, f := range i.model.Files() {
			if i.model.Presence(f.Object) != MustNotBe {
				versions += len(f.versions)
			}
		}
		if stored := len(i.stored("versions")); stored > versions+i.model.lostUploads() {
			return fmt.Sprintf("%d versions are stored, %d were sent and not deleted, %d uploads were not answered", stored, versions, i.model.lostUploads())
		}
		return ""
	})
}

// stored returns the names below one directory of the blobs.
func (i *Inspector) stored(kind string) map[string]bool {
	entries, err := os.ReadDir(filepath.Join(i.world.dir, "data", "blobs", kind))
	if err != nil {
		return nil // nothing has been stored yet
	}
	out := map[string]bool{}
	for _, e := range entries {
		files := 0
		_ = filepath.WalkDir(filepath.Join(i.world.dir, "data", "blobs", kind, e.Name()), func(_ string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files++
			}
			return nil
		})
		if files > 0 {
			out[e.Name()] = true
		}
	}
	return out
}

// logLine is the part of the product's log lines that the campaign reads.
type logLine struct {
	Time  time.Time
	Level string
	Msg   string
	Error any
}

// checkLogs reads what was logged since the last check. An ERROR while no fault is active has no cause.
func (i *Inspector) checkLogs() {
	paths, _ := filepath.Glob(filepath.Join(i.world.dir, "*.log"))
	more, _ := filepath.Glob(filepath.Join(i.world.dir, "data", "*.log"))
	for _, path := range append(paths, more...) {
		i.checkLog(path)
	}
}

func (i *Inspector) checkLog(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if _, err := f.Seek(i.logs[path], 0); err != nil {
		return
	}
	lines := bufio.NewReader(f)
	for {
		raw, err := lines.ReadBytes('\n')
		if err != nil {
			return // the rest of an unfinished line is read next time
		}
		i.logs[path] += int64(len(raw))
		var line logLine
		if json.Unmarshal(raw, &line) != nil || line.Level != "ERROR" {
			continue
		}
		if at := i.model.clock.At(line.Time); !i.faults.Explain(at, at) {
			i.model.Violate(nil, "every ERROR has a cause", "%s at %v: %s: %v", filepath.Base(path), at.Round(time.Millisecond), line.Msg, line.Error)
		}
	}
}
