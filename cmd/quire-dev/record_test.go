package main_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/history/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"google.golang.org/protobuf/encoding/protojson"

	"quire/internal/model/modeltest"
)

// recordings is the directory of histories that the tests of package workflows replay.
const recordings = "../../workflows/testdata/replay"

// TestRecordHistories writes the histories of the stories below next to those of earlier releases. Their names end in
// the value of QUIRE_RECORD. It runs only on request (make record), and only from released code: histories of the code
// under test would agree with any change to it.
func TestRecordHistories(t *testing.T) {
	if os.Getenv("QUIRE_RECORD") == "" {
		t.Skip("QUIRE_RECORD is not set")
	}
	s := newService(t)
	m := modeltest.New(t)
	withModel(s, m)
	disk := newDisk(t, 3)
	s.env = append(s.env, "QUIRE_SOURCE_ROOTS="+filepath.Dir(disk.dir))
	s.start()
	c, err := client.Dial(client.Options{HostPort: s.temporalAddress()})
	require.NoError(t, err)
	defer c.Close()
	hook := newReceiver(t, s.command("account", "secret", "default"))
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	t.Cleanup(refusing.Close)
	origin := httptest.NewServer(http.FileServer(http.Dir(samples)))
	t.Cleanup(origin.Close)

	for story, fields := range map[string]map[string]string{
		"document_delivered": {"callback_url": hook.URL},
		"document_exhausted": {"callback_url": refusing.URL},
		"document_by_url":    {"url": origin.URL + "/report.pdf"},
		"document_dead_url":  {"url": origin.URL + "/missing.pdf"},
	} {
		sample := "report.pdf"
		if fields["url"] != "" {
			sample = ""
		}
		s.record(c, story, s.upload(sample, fields).ID)
	}
	s.record(c, "document_extracted", s.upload("invoice.pdf", map[string]string{"extractor_id": s.extractor("table-dump")}).ID)
	s.record(c, "document_out_of_the_quick_lane", s.upload(longPDF(t, 30), nil).ID)
	s.recordFiles(c)
	s.recordTurns(c, m)
	s.recordEvals(c, m)
	s.recordBatches(c, hook.URL)
	s.recordSources(c, disk)
	s.recordPurgedAccount(c)
	s.recordExport(c)
	s.recordCleaning(c)
	long := s.upload(longPDF(t, 103), nil).ID
	s.record(c, "document_in_ranges", long)
	require.Equal(t, http.StatusOK, s.call(http.MethodDelete, "/documents/"+long, nil, "", nil))
	require.Eventually(t, func() bool { return s.save(c, "purge_waiting", "purge/document/"+long) > 10 }, time.Minute, time.Second)
	s.recordSuperseded(c)
}

// recordSuperseded saves the histories of a document that was deleted and of a version that was replaced while in
// progress.
func (s *service) recordSuperseded(c client.Client) {
	s.t.Helper()
	long := longPDF(s.t, 1200)
	deleted := s.upload(long, nil).ID
	office := s.collection("Superseded")
	file := s.put(office, "minutes.pdf", s.sample(long))
	for _, id := range []string{"document/" + deleted, "file/" + file.ID + "/v1"} {
		require.Eventually(s.t, func() bool { return len(s.events(c, id).GetEvents()) > 12 }, time.Minute, 20*time.Millisecond)
	}
	require.Equal(s.t, http.StatusOK, s.call(http.MethodDelete, "/documents/"+deleted, nil, "", nil))
	s.put(office, "minutes.pdf", s.sample("report.pdf"))
	require.Equal(s.t, "ready", s.awaitFile(office, file.ID).Status)
	for story, id := range map[string]string{"document_deleted": "document/" + deleted, "file_superseded": "file/" + file.ID + "/v1"} {
		require.NoError(s.t, c.GetWorkflow(s.t.Context(), id, "").Get(s.t.Context(), nil))
		s.save(c, story, id)
	}
}

// recordFiles saves the histories of files: indexed in batches, replaced by a new version, and failed.
func (s *service) recordFiles(c client.Client) {
	s.t.Helper()
	office := s.collection("Archive")
	long := s.put(office, "minutes.pdf", s.sample(longPDF(s.t, 300)))
	require.Equal(s.t, "ready", s.awaitFile(office, long.ID).Status)
	locked := s.put(office, "locked.pdf", s.sample("locked.pdf"))
	require.Equal(s.t, "failed", s.awaitFile(office, locked.ID).Status)
	s.put(office, "minutes.pdf", s.sample("report.pdf"))
	require.Equal(s.t, "ready", s.awaitFile(office, long.ID).Status)
	for story, id := range map[string]string{
		"file_in_batches": "file/" + long.ID + "/v1", "file_failed": "file/" + locked.ID + "/v1", "file_replacing": "file/" + long.ID + "/v2",
	} {
		require.Eventually(s.t, func() bool { return s.save(c, story, id) > 10 }, time.Minute, time.Second)
	}
}

// recordTurns saves the histories of turns: the first in a session, one that depends on it, and one that the model
// declines.
func (s *service) recordTurns(c client.Client, m *modeltest.Server) {
	s.t.Helper()
	k := talk(s, m)
	m.Script(
		modeltest.Answer(generated(1)), modeltest.Answer("Vacation days"),
		modeltest.Answer(`{"standalone":"How many days of vacation last year?","keywords":[]}`), modeltest.Answer(generated(1)),
		modeltest.Answer(`{"standalone":"Why?","keywords":[]}`), modeltest.Refusal("no"),
	)
	for i, story := range []string{"turn_first", "turn_leaning", "turn_declined"} {
		stream := k.ask("How many days?")
		for ok := true; ok; _, ok = stream.next() { //nolint:revive // up to the end
		}
		var latest string
		require.Eventually(s.t, func() bool {
			list, err := c.ListWorkflow(s.t.Context(), &workflowservice.ListWorkflowExecutionsRequest{
				Query: `WorkflowType = "Turn" AND ExecutionStatus = "Completed"`,
			})
			require.NoError(s.t, err)
			if len(list.GetExecutions()) > 0 {
				latest = list.GetExecutions()[0].GetExecution().GetWorkflowId()
			}
			return len(list.GetExecutions()) == i+1
		}, time.Minute, 100*time.Millisecond)
		s.save(c, story, latest)
	}
}

// recordEvals saves the histories of runs of an evaluation: one completed and one cancelled.
func (s *service) recordEvals(c client.Client, m *modeltest.Server) {
	s.t.Helper()
	office := s.collection("Examined")
	require.Equal(s.t, "ready", s.awaitFile(office, s.put(office, "vacation.md", []byte(vacation)).ID).Status)
	var eval, run struct{ ID string }
	post := func(path, body string, into any) {
		require.Equal(s.t, http.StatusOK, s.call(http.MethodPost, path, strings.NewReader(body), "application/json", into))
	}
	post("/evals", fmt.Sprintf(`{"name":"Examined","collection_ids":[%q]}`, office), &eval)
	for _, question := range []string{"How many days of vacation?", "Where do requests go?", "Who has vacation?"} {
		post("/evals/"+eval.ID+"/cases", fmt.Sprintf(`{"question":%q}`, question), nil)
	}
	m.Always(modeltest.Answer(generated(1)))
	post("/evals/"+eval.ID+"/runs", "{}", &run)
	require.Eventually(s.t, func() bool { return len(s.events(c, "eval/"+run.ID).GetEvents()) > 0 }, time.Minute, 20*time.Millisecond)
	require.NoError(s.t, c.GetWorkflow(s.t.Context(), "eval/"+run.ID, "").Get(s.t.Context(), nil))
	s.save(c, "eval_completed", "eval/"+run.ID)
	m.Always(slowly())
	post("/evals/"+eval.ID+"/runs", "{}", &run)
	require.Eventually(s.t, func() bool { return len(s.events(c, "eval/"+run.ID).GetEvents()) > 20 }, time.Minute, 20*time.Millisecond)
	post("/evals/"+eval.ID+"/runs/"+run.ID+"/cancel", "", nil)
	require.NoError(s.t, c.GetWorkflow(s.t.Context(), "eval/"+run.ID, "").Get(s.t.Context(), nil))
	s.save(c, "eval_cancelled", "eval/"+run.ID)
	m.Always(modeltest.Answer(generated(1)))
}

// recordBatches saves the histories of batches: one that reports its end, and one that is cancelled.
func (s *service) recordBatches(c client.Client, callback string) {
	s.t.Helper()
	done := s.sendBatch(3, callback, "report.pdf", "letter.docx")
	s.awaitBatch(done.ID, func(b batchOf) bool { return b.Status == "COMPLETED" })
	long := s.sendBatch(40, callback, "scan.pdf")
	require.Equal(s.t, http.StatusOK, s.call(http.MethodPost, "/batches/"+long.ID+"/cancel", nil, "", nil))
	s.awaitBatch(long.ID, func(b batchOf) bool { return b.Status == "CANCELLED" })
	for story, id := range map[string]string{"batch_ended": "batch/" + done.ID + "/r1", "batch_cancelled": "batch/" + long.ID} {
		require.Eventually(s.t, func() bool { return len(s.events(c, id).GetEvents()) > 0 }, time.Minute, 100*time.Millisecond)
		require.NoError(s.t, c.GetWorkflow(s.t.Context(), id, "").Get(s.t.Context(), nil))
		s.save(c, story, id)
	}
}

// recordSources saves the histories of runs of sources: a dry run, one with several turns because of a rate limit, one
// that deletes, one that cannot read its place, and one that was stopped; and that of the schedule that starts runs.
func (s *service) recordSources(c client.Client, d *disk) {
	s.t.Helper()
	for range 210 { // more than one turn reads
		d.add()
	}
	var source sourceOf
	s.sendJSON(http.MethodPost, "/sources", map[string]any{
		"name": "Disk", "collection_id": s.collection("Mirrored"), "kind": "folder", "settings": map[string]string{"path": d.dir}, "rate": 6000,
	}, &source)
	path := "/sources/" + source.ID
	saved := func(story string) {
		run := s.awaitRun(source.ID)
		id := "source/" + run.ID
		require.NoError(s.t, c.GetWorkflow(s.t.Context(), id, "").Get(s.t.Context(), nil))
		require.Positive(s.t, s.save(c, story, id))
	}
	saved("source_dry_run")
	s.sendJSON(http.MethodPost, path+"/resume", map[string]any{}, nil)
	saved("source_in_turns")
	require.NoError(s.t, os.Remove(filepath.Join(d.dir, d.files[0])))
	s.sendJSON(http.MethodPost, path+"/runs", map[string]any{}, nil)
	saved("source_deleting")
	s.sendJSON(http.MethodPatch, path, map[string]any{"rate": 1}, nil)
	for range 5 {
		d.add()
	}
	s.sendJSON(http.MethodPost, path+"/runs", map[string]any{}, nil)
	require.Eventually(s.t, func() bool { return s.lastRun(source.ID).Counts.Added > 0 }, time.Minute, 100*time.Millisecond)
	s.sendJSON(http.MethodPost, path+"/pause", map[string]any{}, nil)
	saved("source_stopped")
	require.NoError(s.t, os.RemoveAll(d.dir))
	s.sendJSON(http.MethodPost, path+"/resume", map[string]any{}, nil)
	saved("source_failed")
	require.Eventually(s.t, func() bool {
		return s.saveNewest(c, `WorkflowType = "SourcesDue" AND ExecutionStatus = "Completed"`, "sources_due") > 0
	}, 2*time.Minute, time.Second)
}

// recordPurgedAccount saves the history of purging an account with a document and a file, which waits for late writers.
func (s *service) recordPurgedAccount(c client.Client) {
	s.t.Helper()
	s.command("account", "create", "leaving")
	theirs := *s
	theirs.key = strings.TrimSpace(s.command("key", "create", "leaving"))
	theirs.await(theirs.upload("report.pdf", nil).ID)
	shelf := theirs.collection("Shelf")
	theirs.awaitFile(shelf, theirs.put(shelf, "letter.docx", s.sample("letter.docx")).ID)
	s.command("account", "delete", "leaving", "--confirm", "leaving")
	require.Eventually(s.t, func() bool {
		return s.saveNewest(c, `WorkflowType = "PurgeAccount"`, "purge_account_waiting") > 20
	}, 2*time.Minute, time.Second)
}

// recordExport saves the history of an export of the account.
func (s *service) recordExport(c client.Client) {
	s.t.Helper()
	var x struct{ ID string }
	s.sendJSON(http.MethodPost, "/account/exports", map[string]any{}, &x)
	id := "export/" + x.ID
	require.Eventually(s.t, func() bool { return len(s.events(c, id).GetEvents()) > 0 }, time.Minute, 100*time.Millisecond)
	require.NoError(s.t, c.GetWorkflow(s.t.Context(), id, "").Get(s.t.Context(), nil))
	s.save(c, "export_done", id)
}

// recordCleaning saves the histories of the scheduled clean-ups.
func (s *service) recordCleaning(c client.Client) {
	s.t.Helper()
	for name, id := range map[string]string{"Clean": "clean/rows", "CleanBlobs": "clean/blobs", "CleanAudit": "clean/audit"} {
		require.NoError(s.t, c.ScheduleClient().GetHandle(s.t.Context(), id).Trigger(s.t.Context(), client.ScheduleTriggerOptions{}))
		query := fmt.Sprintf(`WorkflowType = %q AND ExecutionStatus = "Completed"`, name)
		story := strings.ReplaceAll(id, "/", "_")
		require.Eventually(s.t, func() bool { return s.saveNewest(c, query, story) > 0 }, time.Minute, time.Second)
	}
}

// saveNewest saves the history so far of the newest workflow that matches a query, and returns its length, or 0 if
// there is none.
func (s *service) saveNewest(c client.Client, query, story string) int {
	s.t.Helper()
	list, err := c.ListWorkflow(s.t.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: query})
	require.NoError(s.t, err)
	if len(list.GetExecutions()) == 0 {
		return 0
	}
	return s.save(c, story, list.GetExecutions()[0].GetExecution().GetWorkflowId())
}

func (s *service) temporalAddress() string {
	for _, v := range slices.Backward(s.env) {
		if port, ok := strings.CutPrefix(v, "QUIRE_TEMPORAL_PORT="); ok {
			return "127.0.0.1:" + port
		}
	}
	return ""
}

// record waits for the document and its delivery, and saves both histories.
func (s *service) record(c client.Client, story, id string) {
	s.t.Helper()
	s.await(id)
	var list struct {
		Data []struct{ ID, Status string }
	}
	require.Eventually(s.t, func() bool {
		s.call(http.MethodGet, "/documents/"+id+"/deliveries", nil, "", &list)
		return len(list.Data) == 0 || list.Data[0].Status != "pending"
	}, time.Minute, 100*time.Millisecond)
	require.Eventually(s.t, func() bool { return s.save(c, story, "document/"+id) > 0 }, time.Minute, time.Second)
	for _, d := range list.Data {
		s.save(c, fmt.Sprintf("delivery_of_%s", story), "delivery/"+d.ID)
	}
}

// save writes a workflow's history so far and returns its length, which is 0 before the workflow has started.
func (s *service) save(c client.Client, story, workflowID string) int {
	s.t.Helper()
	h := s.events(c, workflowID)
	if len(h.GetEvents()) == 0 {
		return 0
	}
	raw, err := protojson.MarshalOptions{Indent: " "}.Marshal(h)
	require.NoError(s.t, err)
	require.NoError(s.t, os.MkdirAll(recordings, 0o755))
	require.NoError(s.t, os.WriteFile(filepath.Join(recordings, story+"_"+os.Getenv("QUIRE_RECORD")+".json"), raw, 0o644)) //nolint:gosec // test data
	return len(h.GetEvents())
}

// events returns a workflow's history so far, which is empty before the workflow has started.
func (s *service) events(c client.Client, workflowID string) *history.History {
	s.t.Helper()
	events := c.GetWorkflowHistory(s.t.Context(), workflowID, "", false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	h := &history.History{}
	for events.HasNext() {
		e, err := events.Next()
		if _, ok := errors.AsType[*serviceerror.NotFound](err); ok {
			return h
		}
		require.NoError(s.t, err)
		h.Events = append(h.Events, e)
	}
	return h
}
