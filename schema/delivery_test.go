package schema_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestDeliveryRecordsItsAttemptsAndRounds(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	require.NoError(t, s.fail(d.ID, s.claim(d.ID)))
	id := s.deliveries(d.ID)[0].ID
	s.due()

	require.NoError(t, s.db.BeginAttempt(t.Context(), id, 1))
	require.NoError(t, s.db.BeginAttempt(t.Context(), id, 1), "again, after a crash")
	require.NoError(t, s.db.FinishAttempt(t.Context(), id, 1, schema.AttemptOutcome{Status: 500, DurationMS: 3}))
	require.NoError(t, s.db.FinishDelivery(t.Context(), id, 0, schema.DeliveryExhausted))
	got := s.deliveries(d.ID)[0]
	require.Equal(t, schema.DeliveryExhausted, got.Status)
	require.Len(t, got.Attempts, 1)
	require.EqualValues(t, 500, *got.Attempts[0].ResponseStatus)

	again := schema.Redelivery{AccountID: s.account, Subject: d.ID, ID: id, RequestID: "req_2"}
	reopened, start, err := s.db.Redeliver(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, schema.DeliveryPending, reopened.Status)
	require.Equal(t, "delivery/"+id.String()+"/r1", name(start))
	_, start, err = s.db.Redeliver(t.Context(), again)
	require.NoError(t, err)
	require.Zero(t, start, "it is already pending")
	require.NoError(t, s.db.FinishDelivery(t.Context(), id, 0, schema.DeliveryDelivered))
	require.Equal(t, schema.DeliveryPending, s.deliveries(d.ID)[0].Status, "the workflow of an earlier round ends nothing")
}

func TestDeliveryForgetsAnswersToAttemptsLongBefore(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	require.NoError(t, s.fail(d.ID, s.claim(d.ID)))
	id := s.deliveries(d.ID)[0].ID
	for n := range 25 {
		require.NoError(t, s.db.BeginAttempt(t.Context(), id, n+1))
		outcome := schema.AttemptOutcome{Status: 500, Answer: "no room", AnswerCut: true}
		require.NoError(t, s.db.FinishAttempt(t.Context(), id, n+1, outcome))
	}
	attempts := s.deliveries(d.ID)[0].Attempts
	require.Len(t, attempts, 25, "the attempts themselves stay")
	for _, a := range attempts {
		require.Equal(t, a.Number > 5, a.Answer != nil, "attempt %d", a.Number)
		require.Equal(t, a.Number > 5, a.AnswerCut, "attempt %d", a.Number)
	}
}

func TestRedeliveryNeedsTheRightOwnerAndDocument(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, _ := s.document()
	require.NoError(t, s.fail(d.ID, s.claim(d.ID)))
	id := s.deliveries(d.ID)[0].ID
	for _, r := range []schema.Redelivery{
		{AccountID: uuid.New(), Subject: d.ID, ID: id},
		{AccountID: s.account, Subject: uuid.New(), ID: id},
		{AccountID: s.account, Subject: d.ID, ID: uuid.New()},
	} {
		_, _, err := s.db.Redeliver(t.Context(), r)
		require.ErrorIs(t, err, schema.ErrDeliveryNotFound)
	}
}
