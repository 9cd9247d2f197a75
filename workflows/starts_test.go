package workflows_test

import (
	"reflect"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"quire/schema"
	"quire/workflows"
)

// TestWorkflowIDsStay checks that ids match those of released builds: a different id would run the same work twice.
func TestWorkflowIDsStay(t *testing.T) {
	t.Parallel()
	object, file := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	for _, tc := range []struct {
		start    schema.Start
		id       string
		summary  string
		priority int
	}{
		{schema.Start{Kind: schema.StartDocument, About: "pdf · ultra"}, "document/" + object.String(), "Convert · pdf · ultra", 3},
		{schema.Start{Kind: schema.StartDocument, Restarts: 2}, "document/" + object.String() + "/x2", "Convert", 3},
		{schema.Start{Kind: schema.StartTurn}, "turn/" + object.String(), "Answer", 1},
		{schema.Start{Kind: schema.StartEval, About: "12 questions"}, "eval/" + object.String(), "Evaluate · 12 questions", 4},
		{schema.Start{Kind: schema.StartDelivery, Round: 1, Restarts: 2}, "delivery/" + object.String() + "/r1/x2", "Webhook", 2},
		{schema.Start{Kind: schema.StartFile, ParentID: &file, Version: 3}, "file/" + file.String() + "/v3", "Index a file", 3},
		{schema.Start{Kind: schema.StartFile, ParentID: &file, Version: 3, Round: 1, Reindex: true}, "file/" + file.String() + "/v3/r1", "Index a file", 4},
		{schema.Start{Kind: schema.StartBatch, Round: 1}, "batch/" + object.String() + "/r1", "End a batch", 2},
		{schema.Start{Kind: schema.StartPurgeDocument}, "purge/document/" + object.String(), "Remove a deleted document", 5},
		{schema.Start{Kind: schema.StartPurgeFile}, "purge/file/" + object.String(), "Remove a deleted file", 5},
		{schema.Start{Kind: schema.StartPurgeAccount}, "purge/account/" + object.String(), "Remove a deleted account", 5},
		{schema.Start{Kind: schema.StartPurgeCollection}, "purge/collection/" + object.String(), "Remove a deleted collection", 5},
	} {
		tc.start.ObjectID, tc.start.AccountID = object, uuid.Must(uuid.NewV7())
		w, err := workflows.StartableOf(tc.start)
		require.NoError(t, err)
		require.Equal(t, tc.id, w.ID(tc.start))
		require.Equal(t, tc.summary, w.Summary(tc.start))
		require.Equal(t, temporal.Priority{PriorityKey: tc.priority, FairnessKey: tc.start.AccountID.String()}, w.Priority(tc.start))
	}
	_, err := workflows.StartableOf(schema.Start{Kind: "of a later build"})
	require.ErrorContains(t, err, "of a later build")
}

func TestEveryStartableGetsTheArgumentsItExpects(t *testing.T) {
	t.Parallel()
	names, ids := map[string]bool{}, map[string]bool{}
	for _, w := range workflows.Startables() {
		require.False(t, names[w.Name], w.Name)
		names[w.Name] = true
		s := schema.Start{Kind: w.Kind, ObjectID: uuid.Must(uuid.NewV7())}
		require.False(t, ids[w.ID(s)], w.Name)
		ids[w.ID(s)] = true
		f := reflect.TypeOf(w.Function)
		args := w.Args(s)
		require.Len(t, args, f.NumIn()-1, w.Name)
		for i, arg := range args {
			require.Equal(t, f.In(i+1), reflect.TypeOf(arg), w.Name)
		}
		require.Equal(t, w.Clock == nil, w.Kind != "", "%s is started by a row or by the clock", w.Name)
	}
}
