package activities

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/activity"
)

// PurgeAccountInput identifies a deleted account.
type PurgeAccountInput struct {
	AccountID uuid.UUID
}

// StopAccount hides everything that a deleted account owns, so that no new work on it starts.
func (a *Rows) StopAccount(ctx context.Context, in PurgeAccountInput) error {
	stop := heartbeat(ctx)
	defer stop()
	return a.DB.StopAccount(ctx, in.AccountID)
}

// RemoveAccountData removes the account's points and all of its blobs.
func (a *Rows) RemoveAccountData(ctx context.Context, in PurgeAccountInput) error {
	stop := heartbeat(ctx)
	defer stop()
	ix, err := a.Index(ctx)
	if err != nil {
		return err
	}
	if err := ix.DeleteAccount(ctx, in.AccountID.String()); err != nil {
		return err
	}
	return a.DB.EachBlobPrefix(ctx, in.AccountID, func(prefix string) error { return a.removeBlobs(ctx, prefix) })
}

// removeBlobs removes the blobs under a prefix. It fails unless none is left, because the row that leads to them will
// be removed next.
func (a *Rows) removeBlobs(ctx context.Context, prefix string) error {
	if err := a.Blobs.DeletePrefix(ctx, prefix); err != nil {
		return err
	}
	left, err := a.Blobs.List(ctx, prefix, "", 1)
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("blobs are left under %s", prefix)
	}
	return err
}

// workflowsAtOnce is the number of executions in one page of Temporal's list.
const workflowsAtOnce = 200

// ForgetAccountWorkflows ends every execution that concerns the account and removes it from Temporal, including its
// list. It spares the execution that calls it.
func (a *Rows) ForgetAccountWorkflows(ctx context.Context, in PurgeAccountInput) error {
	stop := heartbeat(ctx)
	defer stop()
	self := activity.GetInfo(ctx)
	service := activity.GetClient(ctx).WorkflowService()
	query := fmt.Sprintf("AccountId = '%s'", in.AccountID)
	var page []byte
	for {
		list, err := service.ListWorkflowExecutions(ctx, &workflowservice.ListWorkflowExecutionsRequest{
			Namespace: self.Namespace, Query: query, PageSize: workflowsAtOnce, NextPageToken: page,
		})
		if err != nil {
			return err
		}
		for _, e := range list.GetExecutions() {
			if e.GetExecution().GetWorkflowId() == self.WorkflowExecution.ID {
				continue
			}
			_, err := service.DeleteWorkflowExecution(ctx, &workflowservice.DeleteWorkflowExecutionRequest{
				Namespace: self.Namespace, WorkflowExecution: e.GetExecution(),
			})
			if _, gone := errors.AsType[*serviceerror.NotFound](err); err != nil && !gone {
				return err
			}
		}
		if page = list.GetNextPageToken(); len(page) == 0 {
			return nil
		}
	}
}

// PurgeAccountRows removes all rows of the account, and then the account itself.
func (a *Rows) PurgeAccountRows(ctx context.Context, in PurgeAccountInput) error {
	stop := heartbeat(ctx)
	defer stop()
	return a.DB.PurgeAccount(ctx, in.AccountID)
}

// ProveAccountGone fails unless PostgreSQL has no rows and the index has no points of the account. The blobs were
// counted when they were removed.
func (a *Rows) ProveAccountGone(ctx context.Context, in PurgeAccountInput) error {
	stop := heartbeat(ctx)
	defer stop()
	left, err := a.DB.LeftOfAccount(ctx, in.AccountID)
	if err != nil {
		return err
	}
	ix, err := a.Index(ctx)
	if err != nil {
		return err
	}
	points, err := ix.Generations(ctx, in.AccountID.String())
	if err != nil {
		return err
	}
	if len(left)+len(points) > 0 {
		return fmt.Errorf("rows of the account are left: %v, and points of %d generations", left, len(points))
	}
	return nil
}
