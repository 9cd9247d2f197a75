package activities_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/schema"
)

// Every step runs twice, as after the death of a worker, and does not touch another account.
func TestPurgeOfAnAccountLeavesNothing(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	ctx := t.Context()
	l.add("vacation.md", vacation)
	l.document(t, nil)
	_, _, err := l.db.BeginTurn(ctx, schema.NewTurn{ID: newID(t), AccountID: l.account.ID, CollectionIDs: []uuid.UUID{l.collection}, Question: "How many?"})
	require.NoError(t, err)
	_, err = l.db.CreateSession(ctx, schema.NewSession{ID: newID(t), AccountID: l.account.ID, CollectionIDs: []uuid.UUID{l.collection}})
	require.NoError(t, err)
	other, err := l.db.CreateAccount(ctx, "other", "default", "whsec_other")
	require.NoError(t, err)

	_, err = l.db.DeleteAccount(ctx, l.account.ID, "req")
	require.NoError(t, err)
	_, err = l.db.DeleteAccount(ctx, l.account.ID, "req")
	require.ErrorIs(t, err, schema.ErrAccountNotFound, "its removal has begun")
	in := activities.PurgeAccountInput{AccountID: l.account.ID}
	require.ErrorContains(t, l.do.ProveAccountGone(ctx, in), "rows of the account are left")
	for _, step := range []func(context.Context, activities.PurgeAccountInput) error{
		l.do.StopAccount, l.do.RemoveAccountData, l.do.PurgeAccountRows, l.do.ProveAccountGone,
	} {
		for range 2 {
			require.NoError(t, step(ctx, in))
		}
	}
	for _, prefix := range []string{"documents/", "versions/"} {
		blobs, err := l.store.List(ctx, prefix, "", 10)
		require.NoError(t, err)
		require.Empty(t, blobs)
	}
	_, err = l.db.Account(ctx, l.account.ID)
	require.ErrorIs(t, err, schema.ErrAccountNotFound)
	left, err := l.db.LeftOfAccount(ctx, other.ID)
	require.NoError(t, err)
	require.Positive(t, left["accounts"]*left["webhook_secrets"], "the other account is whole")
	entries, err := l.db.Audit(ctx, schema.AuditFilter{AccountID: &l.account.ID, Action: "account.", Limit: 2})
	require.NoError(t, err)
	require.Equal(t, []string{schema.AuditAccountGone, schema.AuditAccountDelete}, []string{entries[0].Action, entries[1].Action})
}
