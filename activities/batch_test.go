package activities_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/schema"
)

func TestACancelledBatchIsEndedAndReportedOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := schema.NewBatch{ID: uuid.Must(uuid.NewV7()), AccountID: b.account.ID, CallbackURL: new("https://example.org/hook")}
	for range 250 {
		id := uuid.Must(uuid.NewV7())
		n.Documents = append(n.Documents, schema.NewDocument{
			ID: id, AccountID: b.account.ID, FileName: "a.pdf", Format: "pdf", SourceKey: schema.SourceKey(id),
		})
	}
	_, err := b.db.CreateBatch(t.Context(), n)
	require.NoError(t, err)
	load := func() activities.BatchJob {
		var job activities.BatchJob
		value, err := b.env.ExecuteActivity(b.do.LoadBatch, n.ID)
		require.NoError(t, err)
		require.NoError(t, value.Get(&job))
		return job
	}
	require.Equal(t, activities.BatchJob{Status: schema.BatchProcessing}, load())
	_, _, err = b.db.CancelBatch(t.Context(), b.account.ID, n.ID, "", nil)
	require.NoError(t, err)
	require.Equal(t, activities.BatchJob{Cancel: true, Status: schema.BatchCancelling}, load())
	for range 2 {
		_, err = b.env.ExecuteActivity(b.do.CancelBatch, n.ID)
		require.NoError(t, err)
	}
	require.Equal(t, activities.BatchJob{Notify: true, Status: schema.BatchCancelled}, load())
	for range 2 {
		_, err = b.env.ExecuteActivity(b.do.NotifyBatch, n.ID)
		require.NoError(t, err)
	}
	require.Equal(t, activities.BatchJob{Status: schema.BatchCancelled}, load())
	sent, count, err := b.db.ListDeliveries(t.Context(), n.ID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, 1, count)
	var body struct {
		BatchID uuid.UUID `json:"batch_id"`
		Status  string
		Size    int
		Counts  map[string]int
	}
	require.NoError(t, json.Unmarshal(sent[0].Body, &body))
	require.Equal(t, n.ID, body.BatchID)
	require.Equal(t, "CANCELLED", body.Status)
	require.Equal(t, 250, body.Size)
	require.Equal(t, map[string]int{"COMPLETED": 0, "FAILED": 250, "EXPIRED": 0}, body.Counts)
	_, err = b.env.ExecuteActivity(b.do.LoadBatch, uuid.New())
	reason, ended := activities.Fault(err)
	require.True(t, ended)
	require.Equal(t, activities.Superseded, reason)
}
