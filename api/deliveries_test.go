package api_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

type deliveryRow struct {
	ID        uuid.UUID
	Status    string
	URL, Body string
	Attempts  []struct {
		Number         int
		At             time.Time
		ResponseStatus *int `json:"response_status"`
		DurationMS     *int `json:"duration_ms"`
		Error          *string
		Response       *string
		ResponseCut    bool `json:"response_cut"`
	}
}

type deliveryList struct {
	Data  []deliveryRow
	Count int
}

func TestDeliveriesReportWhatHappened(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload("callback_url=https://example.org/hook")
	var list deliveryList
	s.get(path(d.ID)+"/deliveries").into(200, &list)
	require.Equal(t, deliveryList{Data: []deliveryRow{}}, list)

	s.complete(d.ID, "text", 0)
	s.get(path(d.ID)+"/deliveries").into(200, &list)
	require.Equal(t, 1, list.Count)
	require.Equal(t, "pending", list.Data[0].Status)
	require.Equal(t, "https://example.org/hook", list.Data[0].URL)
	require.JSONEq(t, `{"document_id":"`+d.ID.String()+`","status":"COMPLETED"}`, list.Data[0].Body)
	require.Empty(t, list.Data[0].Attempts)

	id := list.Data[0].ID
	require.NoError(t, s.db.BeginAttempt(t.Context(), id, 1))
	require.NoError(t, s.db.FinishAttempt(t.Context(), id, 1, schema.AttemptOutcome{DurationMS: 15000, Error: "timeout"}))
	require.NoError(t, s.db.BeginAttempt(t.Context(), id, 2))
	require.NoError(t, s.db.FinishAttempt(t.Context(), id, 2, schema.AttemptOutcome{
		Status: 200, DurationMS: 12, Answer: "thank you", AnswerCut: true,
	}))
	require.NoError(t, s.db.FinishDelivery(t.Context(), id, 0, schema.DeliveryDelivered))
	s.get(path(d.ID)+"/deliveries").into(200, &list)
	got := list.Data[0]
	require.Equal(t, "delivered", got.Status)
	require.Len(t, got.Attempts, 2)
	require.Equal(t, "timeout", *got.Attempts[0].Error)
	require.Nil(t, got.Attempts[0].ResponseStatus)
	require.Nil(t, got.Attempts[0].Response)
	require.Equal(t, "thank you", *got.Attempts[1].Response)
	require.True(t, got.Attempts[1].ResponseCut)
	require.Equal(t, 200, *got.Attempts[1].ResponseStatus)
	require.Nil(t, got.Attempts[1].Error)
	s.get(path(d.ID)+"/deliveries?skip=1").into(200, &list)
	require.Empty(t, list.Data)
	require.Equal(t, 1, list.Count)
	s.get(path(d.ID)+"/deliveries?limit=0").invalid("query.limit", "greater_than_equal")
}

func TestDeliveriesAreTheAccountsOwn(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload("callback_url=https://example.org/hook")
	s.complete(d.ID, "text", 0)
	rows, _, err := s.db.ListDeliveries(t.Context(), d.ID, 0, 1)
	require.NoError(t, err)
	rival := s.as(s.newKey(s.newAccount("default"), true, true))
	rival.get(path(d.ID)+"/deliveries").fails(404, "Document not found")
	rival.post(path(d.ID)+"/deliveries/"+rows[0].ID.String()+"/redeliver").fails(404, "Document not found")
	own := rival.upload()
	rival.post(path(own.ID)+"/deliveries/"+rows[0].ID.String()+"/redeliver").fails(404, "Delivery not found")
}

func TestRedeliverReopensAnEndedDelivery(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload("callback_url=https://example.org/hook")
	s.fail(d.ID, "broken")
	rows, _, err := s.db.ListDeliveries(t.Context(), d.ID, 0, 1)
	require.NoError(t, err)
	id := rows[0].ID
	redeliver := path(d.ID) + "/deliveries/" + id.String() + "/redeliver"

	var got deliveryRow
	s.post(redeliver).into(200, &got)
	require.Equal(t, "pending", got.Status)
	require.Len(t, s.started, 1, "a delivery that is already pending is left alone")

	require.NoError(t, s.db.FinishDelivery(t.Context(), id, 0, schema.DeliveryExhausted))
	keyed := func() reply {
		r := s.request("POST", redeliver, nil)
		r.Header.Set("Idempotency-Key", "again")
		return s.do(r)
	}
	first := keyed()
	first.into(200, &got)
	require.Equal(t, "pending", got.Status)
	require.Equal(t, id, got.ID)
	require.Len(t, s.started, 2)
	require.Equal(t, "delivery/"+id.String()+"/r1", workflowID(t, s.started[1]))

	require.NoError(t, s.db.FinishDelivery(t.Context(), id, 1, schema.DeliveryDelivered))
	again := keyed()
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.body), string(again.body))
	require.Len(t, s.started, 2, "a repeated request sends nothing")
	s.post(path(d.ID)+"/deliveries/"+uuid.NewString()+"/redeliver").fails(404, "Delivery not found")
}
