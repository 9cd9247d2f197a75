package activities_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"quire/activities"
	"quire/internal/blob"
	"quire/internal/egress"
	"quire/internal/webhook"
	"quire/schema"
	"quire/schema/testdb"
)

const sample = "../internal/convert/testdata/samples/report.pdf"

// everything is the activities of all queues in one struct.
type everything struct {
	*activities.Rows
	*activities.Convert
	*activities.Model
	*activities.Egress
}

// bundle is an account in a real database and blob directory, with the activities that work on it.
type bundle struct {
	do      everything
	db      *schema.DB
	store   *blob.Store
	env     *testsuite.TestActivityEnvironment
	account schema.Account
	secret  string
	plans   map[string]schema.Allowance
	woken   atomic.Int32
}

func setup(t testing.TB) *bundle {
	t.Helper()
	b := &bundle{secret: webhook.NewSecret(), db: testdb.New(t)}
	var err error
	b.account, err = b.db.CreateAccount(t.Context(), "acme", "default", b.secret)
	require.NoError(t, err)
	signer, err := blob.NewSigner(map[string][]byte{"1": make([]byte, 32)}, "1")
	require.NoError(t, err)
	out, err := egress.New(egress.Config{AllowLoopback: true})
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	b.do = everything{
		Rows: &activities.Rows{
			DB: b.db, Webhooks: activities.Webhooks{Signer: signer, PublicURL: "https://quire.example", LinkLifetime: time.Hour},
			Wake: func() { b.woken.Add(1) },
		},
		Convert: &activities.Convert{DB: b.db, Log: log},
		Model:   &activities.Model{DB: b.db, Log: log},
		Egress: &activities.Egress{
			DB: b.db, Client: out, MaxFetch: 1 << 20, Allowance: func(plan string) schema.Allowance { return b.plans[plan] },
		},
	}
	b.openBlobs(t, t.TempDir())
	var suite testsuite.WorkflowTestSuite
	b.env = suite.NewTestActivityEnvironment()
	for _, queue := range []any{b.do.Rows, b.do.Convert, b.do.Model, b.do.Egress} {
		b.env.RegisterActivity(queue)
	}
	return b
}

// openBlobs makes the activities use the blobs of a directory.
func (b *bundle) openBlobs(t testing.TB, dir string) {
	t.Helper()
	blobs, err := blob.Open(t.Context(), "file://"+dir)
	require.NoError(t, err)
	t.Cleanup(func() { blobs.Close() })
	b.store, b.do.Rows.Blobs, b.do.Convert.Blobs, b.do.Model.Blobs, b.do.Egress.Blobs = blobs, blobs, blobs, blobs, blobs
}

// document inserts a document; change may alter it first.
func (b *bundle) document(t *testing.T, change func(*schema.NewDocument)) schema.Document {
	t.Helper()
	id, err := uuid.NewV7()
	require.NoError(t, err)
	n := schema.NewDocument{
		ID: id, AccountID: b.account.ID, FileName: "report.pdf", Format: "pdf", Accuracy: new("lite"), PageSeparator: true,
		SourceKey: schema.SourceKey(id),
	}
	if change != nil {
		change(&n)
	}
	d, _, err := b.db.CreateDocument(t.Context(), n)
	require.NoError(t, err)
	return d
}

func (b *bundle) reload(t *testing.T, id uuid.UUID) schema.Document {
	t.Helper()
	d, err := b.db.DocumentForDownload(t.Context(), id)
	require.NoError(t, err)
	return d
}

// errorType returns the type of the application error in err, and whether it is final.
func errorType(t *testing.T, err error) (string, bool) {
	t.Helper()
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	require.True(t, ok, "%v", err)
	return e.Type(), e.NonRetryable()
}

func TestFinishingTwicePromisesOneDelivery(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.document(t, func(n *schema.NewDocument) { n.CallbackURL = new("https://example.com/hook") })
	job, err := b.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	out := activities.Output{Pages: 3, Key: "documents/x/output-1", Size: 10}
	for range 2 {
		require.NoError(t, b.do.CompleteDocument(t.Context(), job, out))
	}
	done := b.reload(t, d.ID)
	require.Equal(t, schema.Completed, done.Status)
	require.Equal(t, "report.md", *done.OutputName)
	list, count, err := b.db.ListDeliveries(t.Context(), d.ID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, 1, count)
	require.Contains(t, string(list[0].Body), `"output_file_url":"https://quire.example/api/v1/`)
	require.EqualValues(t, 2, b.woken.Load())
}

func TestWorkerPresumedDeadCannotOverwrite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.document(t, nil)
	old, err := b.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	current, err := b.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	kind, final := errorType(t, b.do.CompleteDocument(t.Context(), old, activities.Output{Pages: 1, Key: "late"}))
	require.Equal(t, activities.Superseded, kind)
	require.True(t, final)
	require.NoError(t, b.do.FailDocument(t.Context(), current, activities.Failure{Reason: "corrupt", Message: "The file is damaged"}))
	require.Equal(t, "The file is damaged", *b.reload(t, d.ID).Error)
}

func TestDeletedDocumentCannotBeClaimed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.document(t, nil)
	_, _, err := b.db.DeleteDocument(t.Context(), b.account.ID, d.ID, "req")
	require.NoError(t, err)
	_, err = b.do.ClaimDocument(t.Context(), d.ID)
	kind, _ := errorType(t, err)
	require.Equal(t, activities.Superseded, kind)
}

func TestPurgeLeavesNeitherFilesNorRow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.document(t, nil)
	_, err := b.store.Put(t.Context(), d.SourceKey, strings.NewReader("secret"), 100)
	require.NoError(t, err)
	_, _, err = b.db.DeleteDocument(t.Context(), b.account.ID, d.ID, "req")
	require.NoError(t, err)
	for range 2 {
		_, err := b.env.ExecuteActivity(b.do.RemoveFiles, d.ID)
		require.NoError(t, err)
		require.NoError(t, b.do.PurgeRow(t.Context(), d.ID))
	}
	there, err := b.store.Exists(t.Context(), d.SourceKey)
	require.NoError(t, err)
	require.False(t, there)
	_, err = b.db.DocumentForDownload(t.Context(), d.ID)
	require.ErrorIs(t, err, schema.ErrDocumentNotFound)
}

// fetch runs FetchSource against a handler and returns the document afterwards.
func (b *bundle) fetch(t *testing.T, h http.HandlerFunc) (schema.Document, error) {
	t.Helper()
	origin := httptest.NewServer(h)
	t.Cleanup(origin.Close)
	d := b.document(t, func(n *schema.NewDocument) {
		n.SourceURL, n.Format, n.FileName = new(origin.URL+"/file"), "", "file"
	})
	job, err := b.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	require.True(t, job.Fetch)
	_, err = b.env.ExecuteActivity(b.do.FetchSource, job)
	return b.reload(t, d.ID), err
}

func TestFetchedFileIsCheckedAsAnUploadWouldBe(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(sample)
	require.NoError(t, err)
	t.Run("a good file is stored under its own name", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		d, err := b.fetch(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", `attachment; filename="annual.pdf"`)
			_, _ = w.Write(file)
		})
		require.NoError(t, err)
		require.Equal(t, "annual.pdf", d.FileName)
		require.EqualValues(t, len(file), d.FileSize)
		require.Equal(t, "pdf", d.Format)
	})
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		reason  string
	}{
		"no document": {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }, "unsupported"},
		"missing":     {http.NotFound, "http_status"},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.Copy(w, io.LimitReader(strings.NewReader(strings.Repeat("x", 2<<20)), 2<<20))
		}, "too_large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := setup(t).fetch(t, c.handler)
			reason, final := errorType(t, err)
			require.Equal(t, c.reason, reason)
			require.True(t, final)
		})
	}
}

// deliver fails a document with a callback to h and posts its webhook once.
func (b *bundle) deliver(t *testing.T, h http.HandlerFunc) (activities.PostOutcome, schema.DeliveryAttempt) {
	t.Helper()
	receiver := httptest.NewServer(h)
	t.Cleanup(receiver.Close)
	d := b.document(t, func(n *schema.NewDocument) { n.CallbackURL = &receiver.URL })
	job, err := b.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	require.NoError(t, b.do.FailDocument(t.Context(), job, activities.Failure{Reason: "corrupt", Message: "damaged"}))
	list, _, err := b.db.ListDeliveries(t.Context(), d.ID, 0, 1)
	require.NoError(t, err)
	work, err := b.do.LoadDelivery(t.Context(), list[0].ID)
	require.NoError(t, err)
	out, err := b.do.PostWebhook(t.Context(), activities.PostInput{Job: work, Number: 1})
	require.NoError(t, err)
	list, _, err = b.db.ListDeliveries(context.Background(), d.ID, 0, 1)
	require.NoError(t, err)
	require.Len(t, list[0].Attempts, 1)
	return out, list[0].Attempts[0]
}

func TestWebhookIsSignedAndItsAnswerRecorded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	out, attempt := b.deliver(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || webhook.Verify([]string{b.secret}, r.Header, body, time.Now()) != nil {
			w.WriteHeader(http.StatusUnauthorized)
		}
		_, _ = io.WriteString(w, "filed under 17")
	})
	require.True(t, out.Delivered)
	require.EqualValues(t, 200, *attempt.ResponseStatus)
	require.Nil(t, attempt.Error)
	require.Equal(t, "filed under 17", *attempt.Answer)
	require.False(t, attempt.AnswerCut)
}

func TestRefusalByTheReceiverIsAValueAndNotAnError(t *testing.T) {
	t.Parallel()
	out, attempt := setup(t).deliver(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	})
	require.False(t, out.Delivered, "a redirect counts as a failure")
	require.EqualValues(t, 302, *attempt.ResponseStatus)
	require.NotEmpty(t, *attempt.Error)
}
