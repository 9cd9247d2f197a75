// Package worker_test tests the relay and the sweeper of quire/worker against a real database and a real Temporal
// server, which only this module has.
package worker_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"

	"quire/activities"
	"quire/cmd/quire-dev/temporal"
	"quire/internal/blob"
	"quire/schema"
	"quire/schema/testdb"
	"quire/worker"
	"quire/workflows"
)

// server is shared, because starting it takes longer than the tests.
var server *temporal.Server

func TestMain(m *testing.M) { testdb.Main(withTemporal{m}) }

// withTemporal runs tests with a Temporal server.
type withTemporal struct{ *testing.M }

// Run runs the tests, like testing.M's Run.
func (w withTemporal) Run() int {
	dir, err := os.MkdirTemp("", "quire-temporal-*")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if server, err = temporal.Start(context.Background(), temporal.Config{Dir: dir}); err != nil {
		panic(err)
	}
	defer server.Stop()
	return w.M.Run()
}

const patience = 30 * time.Second

// deployment is a database, Temporal without workers, and a relay between them.
type deployment struct {
	*testing.T
	db      *schema.DB
	client  client.Client
	relay   *worker.Relay
	account uuid.UUID
}

func newDeployment(t *testing.T) *deployment {
	t.Helper()
	d := &deployment{T: t, db: testdb.New(t)}
	account, err := d.db.CreateAccount(t.Context(), "acme", "default", "whsec_first")
	require.NoError(t, err)
	d.account = account.ID
	d.client, err = client.Dial(client.Options{
		HostPort: server.HostPort(), Namespace: temporal.Namespace, Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
	require.NoError(t, err)
	t.Cleanup(d.client.Close)
	require.NoError(t, worker.EnsureSearchAttributes(t.Context(), d.client, temporal.Namespace))
	return d
}

// relayOn runs a relay until the returned function stops it.
func (d *deployment) relayOn() (stop func()) {
	ctx, cancel := context.WithCancel(d.Context())
	d.relay = worker.NewRelay(d.db, d.client, slog.New(slog.DiscardHandler))
	done := make(chan struct{})
	go func() { defer close(done); d.relay.Run(ctx) }()
	stop = func() { cancel(); <-done }
	d.Cleanup(stop)
	return stop
}

// awaitEmptyOutbox waits until no promises are left.
func (d *deployment) awaitEmptyOutbox() {
	d.Helper()
	require.Eventually(d, func() bool {
		n, err := d.db.CountOutbox(d.Context())
		return err == nil && n == 0
	}, patience, 20*time.Millisecond)
}

func (d *deployment) document() (schema.Document, schema.Start) {
	d.Helper()
	id := uuid.Must(uuid.NewV7())
	row, start, err := d.db.CreateDocument(d.Context(), schema.NewDocument{
		ID: id, AccountID: d.account, FileName: "a.pdf", Format: "pdf", Accuracy: new("lite"), SourceKey: schema.SourceKey(id),
		CallbackURL: new("https://example.org/hook"), RequestID: "req_relay",
	})
	require.NoError(d, err)
	return row, start
}

func (d *deployment) upload() (uuid.UUID, schema.Uploaded) {
	d.Helper()
	c, err := d.db.CreateCollection(d.Context(), schema.NewCollection{ID: uuid.Must(uuid.NewV7()), AccountID: d.account, Name: uuid.NewString()})
	require.NoError(d, err)
	version := uuid.Must(uuid.NewV7())
	up, err := d.db.UploadFile(d.Context(), schema.NewFile{
		VersionID: version, AccountID: d.account, CollectionID: c.ID, Path: "a.txt", Size: 1, SHA256: []byte("x"), Format: "txt",
		Indexed: true, SourceKey: schema.VersionSourceKey(version), RequestID: "req_relay",
	})
	require.NoError(d, err)
	return c.ID, up
}

func (d *deployment) describe(id string) *workflowpb.WorkflowExecutionInfo {
	d.Helper()
	described, err := d.client.DescribeWorkflowExecution(d.Context(), id, "")
	require.NoError(d, err, id)
	return described.GetWorkflowExecutionInfo()
}

// everyKind creates rows that promise work of every kind, and returns the promises.
func (d *deployment) everyKind() []schema.Start {
	d.Helper()
	_, start := d.document()
	all := []schema.Start{start}
	gone, _ := d.document()
	_, purge, err := d.db.DeleteDocument(d.Context(), d.account, gone.ID, "req_relay")
	require.NoError(d, err)
	collection, up := d.upload()
	turn, err := uuid.NewV7()
	require.NoError(d, err)
	_, answer, err := d.db.BeginTurn(d.Context(), schema.NewTurn{
		ID: turn, AccountID: d.account, Question: "Why?", CollectionIDs: []uuid.UUID{collection}, RequestID: "req_relay",
	})
	require.NoError(d, err)
	c, old := d.upload()
	file, err := d.db.DeleteFile(d.Context(), d.account, c, old.File.ID, "req_relay")
	require.NoError(d, err)
	c, _ = d.upload()
	emptied, err := d.db.DeleteCollection(d.Context(), d.account, c, "req_relay")
	require.NoError(d, err)
	ended, _ := d.document()
	claimed, err := d.db.ClaimDocument(d.Context(), ended.ID)
	require.NoError(d, err)
	require.NoError(d, d.db.FailDocument(d.Context(), ended.ID, int(claimed.Attempt), schema.DocumentFailure{Reason: "corrupt"}, []byte("{}")))
	list, _, err := d.db.ListDeliveries(d.Context(), ended.ID, 0, 1)
	require.NoError(d, err)
	delivery := schema.Start{
		Kind: schema.StartDelivery, AccountID: d.account, ObjectID: list[0].ID, ParentID: &ended.ID, RequestID: "req_relay",
	}
	return append(all, purge, *up.Start, answer, file.Start, emptied.Start, delivery, d.evalRun(), d.cancelledBatch(), d.sourceRun(), d.export(), d.deletedAccount())
}

// evalRun begins a run of an evaluation, and returns its promise.
func (d *deployment) evalRun() schema.Start {
	d.Helper()
	c, _ := d.upload()
	eval, err := d.db.CreateEval(d.Context(), schema.NewEval{
		ID: uuid.Must(uuid.NewV7()), AccountID: d.account, Name: uuid.NewString(), CollectionIDs: []uuid.UUID{c},
	})
	require.NoError(d, err)
	_, err = d.db.AddEvalCase(d.Context(), d.account, eval.ID, schema.NewEvalCase{Question: "Why?"}, nil)
	require.NoError(d, err)
	_, start, err := d.db.StartEvalRun(d.Context(), schema.NewEvalRun{
		ID: uuid.Must(uuid.NewV7()), AccountID: d.account, EvalID: eval.ID, RequestID: "req_relay",
	})
	require.NoError(d, err)
	return start
}

// deletedAccount deletes the account, and returns the promise of its removal.
func (d *deployment) deletedAccount() schema.Start {
	d.Helper()
	start, err := d.db.DeleteAccount(d.Context(), d.account, "req_relay")
	require.NoError(d, err)
	return start
}

// export begins an export of the account, and returns its promise.
func (d *deployment) export() schema.Start {
	d.Helper()
	_, start, err := d.db.StartExport(d.Context(), schema.NewExport{ID: uuid.Must(uuid.NewV7()), AccountID: d.account, RequestID: "req_relay"})
	require.NoError(d, err)
	return start
}

// cancelledBatch cancels a batch of one document, and returns the promise to end the batch.
func (d *deployment) cancelledBatch() schema.Start {
	d.Helper()
	batch, document := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	_, err := d.db.CreateBatch(d.Context(), schema.NewBatch{
		ID: batch, AccountID: d.account, RequestID: "req_relay", Documents: []schema.NewDocument{{
			ID: document, AccountID: d.account, FileName: "a.pdf", Format: "pdf", Accuracy: new("lite"), SourceKey: schema.SourceKey(document),
			RequestID: "req_relay",
		}},
	})
	require.NoError(d, err)
	_, start, err := d.db.CancelBatch(d.Context(), d.account, batch, "req_relay", nil)
	require.NoError(d, err)
	return start
}

// sourceRun creates a source, and returns the promise of its first run.
func (d *deployment) sourceRun() schema.Start {
	d.Helper()
	c, _ := d.upload()
	_, start, err := d.db.CreateSource(d.Context(), schema.NewSource{
		ID: uuid.Must(uuid.NewV7()), AccountID: d.account, CollectionID: c, Name: "Disk", Kind: schema.SourceFolder, EveryMinutes: 60,
		RequestID: "req_relay",
	})
	require.NoError(d, err)
	return start
}

func TestRelayStartsWhatEveryKindOfRowPromises(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	promised := d.everyKind()
	d.relayOn()
	d.awaitEmptyOutbox()
	kinds := map[schema.Kind]bool{}
	for _, s := range promised {
		w, err := workflows.StartableOf(s)
		require.NoError(t, err)
		kinds[s.Kind] = true
		info := d.describe(w.ID(s))
		require.Equal(t, w.Name, info.GetType().GetName())
		require.Equal(t, enums.WORKFLOW_EXECUTION_STATUS_RUNNING, info.GetStatus())
		require.Equal(t, w.Queue, info.GetTaskQueue())
		require.EqualValues(t, w.Priority(s).PriorityKey, info.GetPriority().GetPriorityKey())
		require.Equal(t, d.account.String(), info.GetPriority().GetFairnessKey())
		require.Contains(t, string(info.GetMemo().GetFields()["request_id"].GetData()), "req_relay")
		require.Contains(t, string(info.GetSearchAttributes().GetIndexedFields()["AccountId"].GetData()), d.account.String())
	}
	for _, w := range workflows.Startables() {
		require.True(t, w.Clock != nil || kinds[w.Kind], "the test knows no row of kind %s", w.Kind)
	}
}

// A relay that dies after starting the workflow but before removing the row leaves behind a promise that was kept.
func TestPromiseThatWasKeptIsNotKeptTwice(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	row, start := d.document()
	stop := d.relayOn()
	d.relay.Submit(start)
	d.awaitEmptyOutbox()
	stop()
	id := "document/" + row.ID.String()
	first := d.describe(id).GetExecution().GetRunId()
	d.relayOn()
	for range 3 {
		d.relay.Submit(start)
	}
	d.relay.Wake()
	_, next := d.document()
	d.relay.Submit(next)
	d.awaitEmptyOutbox()
	require.Equal(t, first, d.describe(id).GetExecution().GetRunId())

	require.NoError(t, d.client.TerminateWorkflow(t.Context(), id, "", "lost"))
	d.relay.Submit(start)
	_, last := d.document()
	d.relay.Submit(last)
	d.awaitEmptyOutbox()
	require.Equal(t, enums.WORKFLOW_EXECUTION_STATUS_TERMINATED, d.describe(id).GetStatus(), "an id runs only once: restarts have their own ids")
}

func TestRelayCancelsWorkThatIsNoLongerWanted(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	row, start := d.document()
	d.relayOn()
	d.relay.Submit(start)
	d.awaitEmptyOutbox()
	d.relay.Cancel(start)
	require.Eventually(t, func() bool {
		history, err := d.client.WorkflowService().GetWorkflowExecutionHistory(t.Context(), &workflowservice.GetWorkflowExecutionHistoryRequest{
			Namespace: temporal.Namespace, Execution: d.describe("document/" + row.ID.String()).GetExecution(),
		})
		require.NoError(t, err)
		for _, e := range history.GetHistory().GetEvents() {
			if e.GetEventType() == enums.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED {
				return true
			}
		}
		return false
	}, patience, 20*time.Millisecond)
}

func (d *deployment) sweep() {
	d.Helper()
	signer, err := blob.NewSigner(map[string][]byte{"1": bytes.Repeat([]byte("k"), 32)}, "1")
	require.NoError(d, err)
	s := &worker.Sweeper{
		DB: d.db, Client: d.client, Log: slog.New(slog.DiscardHandler), Webhooks: activities.Webhooks{Signer: signer},
	}
	require.NoError(d, s.Sweep(d.Context()))
}

func TestSweeperLeavesRunningWorkAloneAndRestartsLostWork(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	row, _ := d.document()
	d.relayOn()
	d.awaitEmptyOutbox()
	d.sweep()
	n, err := d.db.CountOutbox(t.Context())
	require.NoError(t, err)
	require.Zero(t, n, "no worker is on it, but its workflow is open: it is waiting its turn")

	first := "document/" + row.ID.String()
	require.NoError(t, d.client.TerminateWorkflow(t.Context(), first, "", "lost"))
	d.sweep()
	d.awaitEmptyOutbox()
	require.Equal(t, enums.WORKFLOW_EXECUTION_STATUS_RUNNING, d.describe(first+"/x1").GetStatus())
}

func TestSweeperGivesUpWorkThatKeepsGettingLost(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	row, _ := d.document()
	gone, _ := d.document()
	_, _, err := d.db.DeleteDocument(t.Context(), d.account, gone.ID, "")
	require.NoError(t, err)
	d.relayOn()
	d.awaitEmptyOutbox()
	work, purge := "document/"+row.ID.String(), "purge/document/"+gone.ID.String()
	for _, suffix := range []string{"", "/x1", "/x2", "/x3", "/x4", "/x5"} {
		require.NoError(t, d.client.TerminateWorkflow(t.Context(), work+suffix, "", "lost"))
		require.NoError(t, d.client.TerminateWorkflow(t.Context(), purge+suffix, "", "lost"))
		d.sweep()
		d.awaitEmptyOutbox()
	}
	end, err := d.db.Document(t.Context(), d.account, row.ID)
	require.NoError(t, err)
	require.Equal(t, schema.Failed, end.Status)
	require.Equal(t, schema.LostDocument.Message, *end.Error)
	list, _, err := d.db.ListDeliveries(t.Context(), row.ID, 0, 2)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Contains(t, string(list[0].Body), `"status":"FAILED","file_name":"a.pdf"`)
	require.Contains(t, string(list[0].Body), schema.LostDocument.Message)
	require.Equal(t, enums.WORKFLOW_EXECUTION_STATUS_RUNNING, d.describe("delivery/"+list[0].ID.String()).GetStatus(), "its owner is notified")
	require.Equal(t, enums.WORKFLOW_EXECUTION_STATUS_RUNNING, d.describe(purge+"/x6").GetStatus(), "deleted data must go, however many restarts it takes")
}
