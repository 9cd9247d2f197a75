package workflows

import (
	"context"

	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// PurgeAccountInput identifies a deleted account.
type PurgeAccountInput = activities.PurgeAccountInput

// PurgeAccount removes everything that a deleted account owned, and ends when it has proved that nothing is left. The
// rows go last, because they say where everything else is: what a late worker writes is removed once it must have
// stopped.
func PurgeAccount(ctx workflow.Context, in PurgeAccountInput) (*Result, error) {
	result := Result{}
	return result.done(ctx, OutcomePurged, purgeAccount(ctx, in))
}

func purgeAccount(ctx workflow.Context, in PurgeAccountInput) error {
	step := func(summary string, do func(context.Context, PurgeAccountInput) error) error {
		return workflow.ExecuteActivity(withStore(ctx, summary), do, in).Get(ctx, nil)
	}
	if err := step("Stop its work", do.StopAccount); err != nil {
		return err
	}
	if err := step("Forget its workflows", do.ForgetAccountWorkflows); err != nil {
		return err
	}
	if err := step("Remove its files and points", do.RemoveAccountData); err != nil {
		return err
	}
	if err := pause(ctx, zombieTime, untilZombiesEnd); err != nil {
		return err
	}
	if err := step("Remove late writes", do.RemoveAccountData); err != nil {
		return err
	}
	if err := step("Forget late workflows", do.ForgetAccountWorkflows); err != nil {
		return err
	}
	if err := step("Remove its rows", do.PurgeAccountRows); err != nil {
		return err
	}
	return step("Prove that nothing is left", do.ProveAccountGone)
}
