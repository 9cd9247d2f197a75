package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"quire/api"
	"quire/cmd/internal/app"
	"quire/internal/nearest"
	"quire/internal/webhook"
	"quire/schema"
)

// Account groups the commands about accounts.
type Account struct {
	Create  AccountCreate  `cmd:"" help:"Create an account and print its webhook secret."`
	List    AccountList    `cmd:"" help:"List the accounts."`
	Secret  AccountSecret  `cmd:"" help:"Print the secrets that sign the account's webhooks, newest first."`
	Plan    AccountPlan    `cmd:"" help:"Show what the account's plan allows and how much is used, or change the plan."`
	Suspend AccountSuspend `cmd:"" help:"Refuse the keys and logins of an account until it is resumed. Its data stays, and work in progress is finished."`
	Delete  AccountDelete  `cmd:"" help:"Permanently remove an account and everything that it owns."`
	Hold    AccountHold    `cmd:"" help:"Put an account on legal hold: nothing in it is deleted until it is released, and neither is the account."`
	Release AccountRelease `cmd:"" help:"Release an account from legal hold."`
	Mask    AccountMask    `cmd:"" help:"Mask personal data of all documents and new collections of an account, or only on request."`
	Usage   AccountUsage   `cmd:"" help:"Show what each account used of each kind."`
	Export  AccountExport  `cmd:"" help:"Write everything of an account into one archive, without secrets and keys."`
	Import  AccountImport  `cmd:"" help:"Create an account from an archive of another installation."`
	Resume  AccountResume  `cmd:"" help:"Lift the suspension of an account."`
	Logins  AccountLogins  `cmd:"" help:"List the browsers that are logged in to an account, most recently used first."`
	Logout  AccountLogout  `cmd:"" help:"End logins of browsers, from their next request on."`
	Rotate  AccountRotate  `cmd:"" help:"Give the account a new webhook secret; the old ones keep signing for a while."`
}

// AccountCreate creates an account.
type AccountCreate struct {
	Name string `arg:"" help:"The account's name."`
	Plan string `default:"default" help:"The plan whose limits apply."`
}

// Run creates the account.
func (c *AccountCreate) Run(ctx context.Context, e *Env) error {
	if err := e.Config.CheckPlan(c.Plan); err != nil {
		return err
	}
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	a, secret, err := app.CreateAccount(ctx, db, c.Name, c.Plan)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "account         %s (%s)\nwebhook secret  %s\n", a.Name, a.ID, secret)
	return nil
}

// AccountList lists the accounts.
type AccountList struct{ Listing }

// Run lists them.
func (c *AccountList) Run(ctx context.Context, e *Env) error {
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	accounts, err := db.ListAccounts(ctx)
	if err != nil {
		return err
	}
	records := mapped(accounts, newAccountRecord)
	return list(e, c.Listing, records, "ID\tNAME\tPLAN\tSTATE\tHELD\tCREATED", func(a accountRecord) []any {
		return []any{a.ID, a.Name, a.Plan, a.State, a.HeldAt != nil, a.CreatedAt.Format(time.DateTime)}
	})
}

// AccountSuspend suspends an account.
type AccountSuspend struct {
	Name string `arg:"" help:"The account's name."`
}

// Run suspends it.
func (c *AccountSuspend) Run(ctx context.Context, e *Env) error {
	return e.changeAccount(ctx, c.Name, "suspended", func(db *schema.DB, a schema.Account) (schema.Account, error) {
		return db.SuspendAccount(ctx, a.ID)
	})
}

// AccountResume undoes AccountSuspend.
type AccountResume struct {
	Name string `arg:"" help:"The account's name."`
}

// Run resumes it.
func (c *AccountResume) Run(ctx context.Context, e *Env) error {
	return e.changeAccount(ctx, c.Name, "resumed", func(db *schema.DB, a schema.Account) (schema.Account, error) {
		return db.ResumeAccount(ctx, a.ID)
	})
}

// AccountHold puts an account on legal hold.
type AccountHold struct {
	Name   string `arg:"" help:"The account's name."`
	Reason string `required:"" placeholder:"TEXT" help:"Why, such as the number of a case."`
}

// Run puts it on hold.
func (c *AccountHold) Run(ctx context.Context, e *Env) error {
	return e.changeAccount(ctx, c.Name, "on hold: nothing in it is deleted", func(db *schema.DB, a schema.Account) (schema.Account, error) {
		return db.HoldAccount(ctx, a.ID, c.Reason)
	})
}

// AccountRelease undoes AccountHold.
type AccountRelease struct {
	Name string `arg:"" help:"The account's name."`
}

// Run releases it.
func (c *AccountRelease) Run(ctx context.Context, e *Env) error {
	return e.changeAccount(ctx, c.Name, "released", func(db *schema.DB, a schema.Account) (schema.Account, error) {
		return db.ReleaseAccount(ctx, a.ID)
	})
}

// AccountDelete deletes an account.
type AccountDelete struct {
	Name    string `arg:"" help:"The account's name."`
	Confirm string `required:"" placeholder:"NAME" help:"The account's name once more: nothing brings it back."`
}

// Run marks the account as deleted; the service carries out the removal.
func (c *AccountDelete) Run(ctx context.Context, e *Env) error {
	if c.Confirm != c.Name {
		return fmt.Errorf("--confirm is %q and the account is %q: nothing was deleted", c.Confirm, c.Name)
	}
	return e.withAccount(ctx, c.Name, func(db *schema.DB, a schema.Account) error {
		_, err := db.DeleteAccount(ctx, a.ID, "")
		if err == nil {
			fmt.Fprintln(e.Stdout, "deleted; the running service removes everything within the hour")
		}
		return err
	})
}

// AccountSecret prints the webhook secrets of an account.
type AccountSecret struct {
	Name string `arg:"" help:"The account's name."`
}

// Run prints them.
func (c *AccountSecret) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Name, func(db *schema.DB, a schema.Account) error {
		secrets, err := db.WebhookSecrets(ctx, a.ID)
		for _, s := range secrets {
			fmt.Fprintln(e.Stdout, s)
		}
		return err
	})
}

// AccountPlan shows an account's plan and usage, after changing the plan if one is given.
type AccountPlan struct {
	Name string `arg:"" help:"The account's name."`
	Plan string `arg:"" optional:"" help:"The new plan: default, or one of QUIRE_PLANS."`
}

// Run sets the plan if one is given, and prints the quotas.
func (c *AccountPlan) Run(ctx context.Context, e *Env) error {
	plans, faults := e.Config.ParsePlans()
	if err := faults.Err(); err != nil {
		return err
	}
	return e.withAccount(ctx, c.Name, func(db *schema.DB, a schema.Account) error {
		if c.Plan != "" {
			if err := e.Config.CheckPlan(c.Plan); err != nil {
				return err
			}
			if err := db.SetPlan(ctx, a.ID, c.Plan); err != nil {
				return err
			}
			a.Plan = c.Plan
		}
		return e.showPlan(ctx, db, a, plans.Of(a.Plan))
	})
}

func (e *Env) showPlan(ctx context.Context, db *schema.DB, a schema.Account, plan api.Plan) error {
	quotas, err := db.QuotaUse(ctx, a.ID, plan.Allowance)
	if err != nil {
		return err
	}
	rows := [][]any{
		{"plan", "", a.Plan},
		{"requests_per_minute", "", limitText(int64(plan.Requests.Burst))},
		{"uploads_per_minute", "", limitText(int64(plan.Uploads.Burst))},
		{"documents_at_once", "", limitText(int64(plan.Documents))},
	}
	for _, q := range quotas {
		used, allowed := strconv.FormatInt(q.Used, 10), limitText(q.Allowed)
		if q.Name == schema.QuotaStoredBytes {
			used = schema.Size(q.Used)
			if q.Allowed > 0 {
				allowed = schema.Size(q.Allowed)
			}
		}
		rows = append(rows, []any{q.Name, used, allowed})
	}
	return e.table("QUOTA\tUSED\tALLOWED", rows)
}

// limitText returns a limit as text for people.
func limitText(limit int64) string {
	if limit == 0 {
		return "no limit"
	}
	return strconv.FormatInt(limit, 10)
}

// AccountRotate gives an account a new webhook secret.
type AccountRotate struct {
	Name    string        `arg:"" help:"The account's name."`
	Overlap time.Duration `default:"24h" help:"How long the old secrets keep signing."`
}

// Run rotates the secret and prints the new one.
func (c *AccountRotate) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Name, func(db *schema.DB, a schema.Account) error {
		secret := webhook.NewSecret()
		if err := db.RotateWebhookSecret(ctx, a.ID, secret, c.Overlap); err != nil {
			return err
		}
		fmt.Fprintln(e.Stdout, secret)
		return nil
	})
}

// changeAccount changes the account with the given name, and prints the result.
func (e *Env) changeAccount(
	ctx context.Context, name, done string, change func(*schema.DB, schema.Account) (schema.Account, error),
) error {
	return e.withAccount(ctx, name, func(db *schema.DB, a schema.Account) error {
		if _, err := change(db, a); err != nil {
			return err
		}
		fmt.Fprintln(e.Stdout, done)
		return nil
	})
}

func (e *Env) withAccount(ctx context.Context, name string, do func(*schema.DB, schema.Account) error) error {
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	a, err := accountNamed(ctx, db, name)
	if err != nil {
		return err
	}
	return do(db, a)
}

// accountNamed returns the account with the given name. The error for an unknown account says what to do.
func accountNamed(ctx context.Context, db *schema.DB, name string) (schema.Account, error) {
	a, err := db.AccountNamed(ctx, name)
	if !errors.Is(err, schema.ErrAccountNotFound) {
		return a, err
	}
	accounts, err := db.ListAccounts(ctx)
	if err != nil {
		return a, err
	}
	names := make([]string, 0, len(accounts))
	for _, known := range accounts {
		names = append(names, known.Name)
	}
	if meant := nearest.Of(name, names); meant != "" {
		return a, fmt.Errorf("there is no account %q: did you mean %q? 'account list' shows them", name, meant)
	}
	return a, fmt.Errorf("there is no account %q: 'account create %s' creates it, 'account list' shows existing ones", name, name)
}
