package workflows

import (
	"fmt"

	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// CheckIndexInput holds the point at which to continue and the totals of the earlier runs.
type CheckIndexInput struct {
	After             uuid.UUID // the last account checked
	Accounts          int       `json:",omitempty"`
	activities.Mended           // so far
}

// CheckIndex compares the index with the database, account by account, and repairs the index. It continues as a new run
// after each page of accounts.
func CheckIndex(ctx workflow.Context, in CheckIndexInput) (*Result, error) {
	next, err := checkPage(ctx, in)
	if err == nil && next.After != in.After {
		return nil, workflow.NewContinueAsNewError(ctx, CheckIndex, next)
	}
	result := Result{Counts: map[string]int{"accounts": next.Accounts, "generations_removed": next.Removed, "generations_indexed": next.Indexed}}
	return result.done(ctx, OutcomeDone, err)
}

// checkPage checks the next page of accounts and returns the input of the next run. After is unchanged when no accounts
// are left.
func checkPage(ctx workflow.Context, in CheckIndexInput) (CheckIndexInput, error) {
	if in.After == uuid.Nil {
		if err := execute(withModel(ctx, "Forget retired generations"), nil, do.ForgetRetired); err != nil {
			return in, err
		}
	}
	var accounts []uuid.UUID
	if err := workflow.ExecuteActivity(withStore(ctx, "List accounts"), do.AccountsToCheck, in.After).Get(ctx, &accounts); err != nil {
		return in, err
	}
	for n, account := range accounts {
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("Checking account %d of %d on this page", n+1, len(accounts)))
		var mended activities.Mended
		if err := execute(withModel(ctx, "Check an account"), &mended, do.CheckAccount, account); err != nil {
			return in, err
		}
		in.Removed += mended.Removed
		in.Indexed += mended.Indexed
		in.Accounts++
		in.After = account
	}
	return in, nil
}
