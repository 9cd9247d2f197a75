package schema_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"quire/schema"
	"quire/schema/testdb"
)

// story is a database with one account.
type story struct {
	*testing.T
	db      *schema.DB
	url     string
	account uuid.UUID
}

func newStory(t *testing.T) *story {
	t.Helper()
	url := testdb.NewURL(t)
	db := testdb.Open(t, url)
	a, err := db.CreateAccount(t.Context(), "acme", "default", "whsec_first")
	require.NoError(t, err)
	return &story{T: t, db: db, url: url, account: a.ID}
}

// exec changes rows behind the package's back, as the passage of time would.
func (s *story) exec(sql string, args ...any) error {
	conn, err := pgx.Connect(s.Context(), s.url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(s.Context(), sql, args...)
	return errors.Join(err, conn.Close(s.Context()))
}

// query reads one row behind the package's back.
func (s *story) query(sql string, into ...any) {
	s.Helper()
	conn, err := pgx.Connect(s.Context(), s.url)
	require.NoError(s, err)
	require.NoError(s, errors.Join(conn.QueryRow(s.Context(), sql).Scan(into...), conn.Close(s.Context())))
}

// document creates a document with a callback and returns it with the Start that begins its work.
func (s *story) document() (schema.Document, schema.Start) {
	s.Helper()
	id := uuid.Must(uuid.NewV7())
	d, start, err := s.db.CreateDocument(s.Context(), schema.NewDocument{
		ID: id, AccountID: s.account, FileName: "report.final.pdf", FileSize: 7, Format: "pdf", Accuracy: new("lite"),
		PageSeparator: true, CallbackURL: new("https://example.org/hook"), SourceKey: schema.SourceKey(id), RequestID: "req_1",
	})
	require.NoError(s, err)
	return d, start
}

func (s *story) claim(id uuid.UUID) int {
	s.Helper()
	d, err := s.db.ClaimDocument(s.Context(), id)
	require.NoError(s, err)
	return int(d.Attempt)
}

func (s *story) complete(id uuid.UUID, attempt int) error {
	return s.db.CompleteDocument(s.Context(), id, attempt, schema.DocumentOutput{
		PageCount: 3, Key: "k", Name: "report.final.md", Type: "text/markdown", Size: 9,
	}, body)
}

func (s *story) fail(id uuid.UUID, attempt int) error {
	return s.db.FailDocument(s.Context(), id, attempt, schema.DocumentFailure{Reason: "corrupt", Message: "It is broken"}, body)
}

var body = []byte(`{"status":"COMPLETED"}`)

// name identifies a promise.
func name(s schema.Start) string {
	n := fmt.Sprintf("%s/%s", s.Kind, s.ObjectID)
	if s.Kind == schema.StartFile {
		n = fmt.Sprintf("file/%s/v%d", s.ParentID, s.Version)
	}
	if s.Round > 0 {
		n += fmt.Sprintf("/r%d", s.Round)
	}
	if s.Restarts > 0 {
		n += fmt.Sprintf("/x%d", s.Restarts)
	}
	return n
}

func (s *story) deliveries(document uuid.UUID) []schema.DeliveryWithAttempts {
	s.Helper()
	list, count, err := s.db.ListDeliveries(s.Context(), document, 0, 10)
	require.NoError(s, err)
	require.Len(s, list, count)
	return list
}

// due leases what the relays would start now.
func (s *story) due() []string {
	s.Helper()
	starts, err := s.db.DueStarts(s.Context(), 50)
	require.NoError(s, err)
	for _, start := range starts {
		require.NoError(s, s.db.DeleteOutbox(s.Context(), start.OutboxID))
	}
	return names(starts)
}

func names(starts []schema.Start) []string {
	list := make([]string, 0, len(starts))
	for _, s := range starts {
		list = append(list, name(s))
	}
	return list
}

func TestEndedDeliveriesAreForgottenAndPendingOnesStay(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	var sent []schema.DeliveryWithAttempts
	for range 2 {
		d, _ := s.document()
		require.NoError(t, s.complete(d.ID, s.claim(d.ID)))
		sent = append(sent, s.deliveries(d.ID)...)
	}
	require.NoError(t, s.db.BeginAttempt(t.Context(), sent[0].ID, 1))
	require.NoError(t, s.db.FinishDelivery(t.Context(), sent[0].ID, 0, schema.DeliveryDelivered))
	for _, tc := range []struct {
		before time.Time
		gone   int64
	}{{time.Now().Add(-time.Hour), 0}, {time.Now().Add(time.Hour), 1}, {time.Now().Add(time.Hour), 0}} {
		n, err := s.db.DeleteDeliveriesBefore(t.Context(), tc.before, 10)
		require.NoError(t, err)
		require.Equal(t, tc.gone, n)
	}
	_, err := s.db.DeliveryByID(t.Context(), sent[0].ID)
	require.ErrorIs(t, err, schema.ErrDeliveryNotFound)
	_, err = s.db.DeliveryByID(t.Context(), sent[1].ID)
	require.NoError(t, err)
}

func TestDocumentRunsToItsEnd(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, start := s.document()
	require.Equal(t, schema.Pending, d.Status)
	require.Equal(t, "document/"+d.ID.String(), name(start))
	require.Equal(t, "req_1", start.RequestID)
	require.Empty(t, s.due(), "whoever created the row has a head start")

	require.Equal(t, 1, s.claim(d.ID))
	require.NoError(t, s.complete(d.ID, 1))
	end, err := s.db.Document(t.Context(), s.account, d.ID)
	require.NoError(t, err)
	require.Equal(t, schema.Completed, end.Status)
	require.Equal(t, "report.final.md", *end.OutputName)
	require.NotNil(t, end.CompletedAt)
	require.Nil(t, end.ExpiresAt)

	list := s.deliveries(d.ID)
	require.Len(t, list, 1)
	require.JSONEq(t, `{"status":"COMPLETED"}`, string(list[0].Body))
	require.Equal(t, []string{"delivery/" + list[0].ID.String()}, s.due())
}

func TestEndingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	attempt := s.claim(d.ID)
	require.NoError(t, s.complete(d.ID, attempt))
	require.NoError(t, s.complete(d.ID, attempt), "the same attempt, again")
	require.ErrorIs(t, s.fail(d.ID, attempt), schema.ErrSuperseded, "the other end")
	require.Len(t, s.deliveries(d.ID), 1)
	_, err := s.db.ClaimDocument(t.Context(), d.ID)
	require.ErrorIs(t, err, schema.ErrSuperseded)
}

func TestWorkerThatWasGivenUpOnCannotWrite(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	late, current := s.claim(d.ID), s.claim(d.ID)
	require.Equal(t, 2, current)
	require.ErrorIs(t, s.complete(d.ID, late), schema.ErrSuperseded)
	require.ErrorIs(t, s.fail(d.ID, late), schema.ErrSuperseded)
	require.ErrorIs(t, s.db.SetDocumentSource(t.Context(), d.ID, late, schema.DocumentSource{FileName: "x"}, unlimited), schema.ErrSuperseded)
	require.NoError(t, s.db.SetDocumentSource(t.Context(), d.ID, current, schema.DocumentSource{FileName: "y.pdf", FileSize: 1, Format: "pdf"}, unlimited))
	require.NoError(t, s.fail(d.ID, current))
	require.ErrorIs(t, s.complete(d.ID, late), schema.ErrSuperseded)
	require.Len(t, s.deliveries(d.ID), 1)
}

func TestNothingEndsWithoutItsWebhook(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	attempt := s.claim(d.ID)
	require.Error(t, s.db.FailDocument(t.Context(), d.ID, attempt, schema.DocumentFailure{Reason: "x", Message: "x"}, nil))
	got, err := s.db.Document(t.Context(), s.account, d.ID)
	require.NoError(t, err)
	require.Equal(t, schema.Processing, got.Status, "status and delivery come together or not at all")
}

func TestDeletingWhileInFlightIsFinal(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	attempt := s.claim(d.ID)
	was, purge, err := s.db.DeleteDocument(t.Context(), s.account, d.ID, "req_2")
	require.NoError(t, err)
	require.Equal(t, schema.Processing, was.Status)
	require.Equal(t, "purge_document/"+d.ID.String(), name(purge))
	require.Equal(t, []string{name(purge)}, s.due(), "the document's own start is gone, the purge is due")

	require.ErrorIs(t, s.complete(d.ID, attempt), schema.ErrSuperseded)
	require.ErrorIs(t, s.fail(d.ID, attempt), schema.ErrSuperseded)
	_, err = s.db.ClaimDocument(t.Context(), d.ID)
	require.ErrorIs(t, err, schema.ErrSuperseded)
	_, err = s.db.Document(t.Context(), s.account, d.ID)
	require.ErrorIs(t, err, schema.ErrDocumentNotFound)
	_, err = s.db.DocumentForDownload(t.Context(), d.ID)
	require.ErrorIs(t, err, schema.ErrDocumentNotFound)
	_, _, err = s.db.DeleteDocument(t.Context(), s.account, d.ID, "req_3")
	require.ErrorIs(t, err, schema.ErrDocumentNotFound)
	require.NoError(t, s.db.PurgeDocument(t.Context(), d.ID))
	require.NoError(t, s.db.PurgeDocument(t.Context(), d.ID))
	require.ErrorIs(t, s.complete(d.ID, attempt), schema.ErrSuperseded, "even when the row is gone")
}

func TestForeignDocumentsAreNotFound(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	other, err := s.db.CreateAccount(t.Context(), "other", "default", "whsec_other")
	require.NoError(t, err)
	_, err = s.db.Document(t.Context(), other.ID, d.ID)
	require.ErrorIs(t, err, schema.ErrDocumentNotFound)
	_, _, err = s.db.DeleteDocument(t.Context(), other.ID, d.ID, "")
	require.ErrorIs(t, err, schema.ErrDocumentNotFound)
	require.NoError(t, s.db.PurgeDocument(t.Context(), d.ID))
	_, err = s.db.Document(t.Context(), s.account, d.ID)
	require.NoError(t, err, "a purge removes only what was deleted")
}

func TestRetentionEndsADocumentByTheClock(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	require.NoError(t, s.db.CompleteDocument(t.Context(), d.ID, s.claim(d.ID), schema.DocumentOutput{
		Key: "k", Name: "report.final.md", Retention: time.Hour,
	}, body))
	d, err := s.db.Document(t.Context(), s.account, d.ID)
	require.NoError(t, err)
	require.Equal(t, schema.Completed, d.StatusAt(d.ExpiresAt.Add(-time.Second)))
	require.Equal(t, schema.Expired, d.StatusAt(*d.ExpiresAt))
	require.WithinDuration(t, d.CompletedAt.Add(time.Hour), *d.ExpiresAt, time.Millisecond)
}
