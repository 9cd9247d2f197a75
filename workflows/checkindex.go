package workflows

import (
	"fmt"

	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// PriorityUpkeep is the priority of work that nobody waits for.
const PriorityUpkeep = schema.PriorityPurge

// CheckIndexInput says where to go on.
type CheckIndexInput struct {
	After uuid.UUID // the last account that was checked
}

// CheckIndex compares the index with the database, account by account, and mends the index. It goes on as a new run
// after each page of accounts.
func CheckIndex(ctx workflow.Context, in CheckIndexInput) error {
	if in.After == uuid.Nil {
		if err := workflow.ExecuteActivity(withModel(ctx, "Forget retired generations"), do.ForgetRetired).Get(ctx, nil); err != nil {
			return err
		}
	}
	var accounts []uuid.UUID
	err := workflow.ExecuteActivity(withStore(ctx, "List accounts"), do.AccountsToCheck, in.After).Get(ctx, &accounts)
	if err != nil || len(accounts) == 0 {
		return err
	}
	for n, account := range accounts {
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("Checking account %d of %d on this page", n+1, len(accounts)))
		var mended activities.Mended
		if err := workflow.ExecuteActivity(withModel(ctx, "Check an account"), do.CheckAccount, account).Get(ctx, &mended); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, CheckIndex, CheckIndexInput{After: accounts[len(accounts)-1]})
}
