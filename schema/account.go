package schema

import (
	"context"
	"fmt"
	"regexp"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

var accountName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\p{L}\p{M}\p{N}\p{P}\p{S}]([\p{L}\p{M}\p{N}\p{P}\p{S} ]{0,253}[\p{L}\p{M}\p{N}\p{P}\p{S}])?$`)
})

// CreateAccount creates an account with its first webhook secret and keys, whose AccountID it sets. It returns Conflict
// if the name is taken and Invalid if the name is not valid.
func (db *DB) CreateAccount(ctx context.Context, name, plan, secret string, keys ...InsertKeyParams) (Account, error) {
	if err := checkAccountName(name); err != nil {
		return Account{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Account{}, err
	}
	var a Account
	err = db.tx(ctx, func(q *Queries) error {
		if a, err = q.insertAccount(ctx, id, name, plan); err != nil {
			return err
		}
		if err := q.insertWebhookSecret(ctx, id, secret); err != nil {
			return err
		}
		if err := q.audit(ctx, id, AuditAccountCreate, id); err != nil {
			return err
		}
		for _, k := range keys {
			k.AccountID = id
			if _, err := q.InsertKey(ctx, k); err != nil {
				return err
			}
			if err := q.audit(ctx, id, AuditKeyCreate, k.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if isUniqueViolation(err) {
		return Account{}, &Error{Code: Conflict, Msg: fmt.Sprintf("An account named %q exists", name)}
	}
	return a, err
}

func checkAccountName(name string) error {
	if utf8.ValidString(name) && accountName().MatchString(name) {
		return nil
	}
	return &Error{
		Code: Invalid, Loc: []string{"name"}, Type: "value_error", Msg: "An account name has 1 to 255 printable characters and no leading or trailing spaces",
	}
}

// AccountNamed returns the account with the given name, or ErrAccountNotFound.
func (db *DB) AccountNamed(ctx context.Context, name string) (Account, error) {
	a, err := db.AccountByName(ctx, name)
	return one(a, err, ErrAccountNotFound)
}

// SigningSecrets returns the secrets that sign the account's webhooks, newest first.
func (db *DB) SigningSecrets(ctx context.Context, account uuid.UUID) ([]WebhookSecret, error) {
	return db.webhookSecretsOf(ctx, account)
}

// Account returns the account with the given id, or ErrAccountNotFound.
func (db *DB) Account(ctx context.Context, id uuid.UUID) (Account, error) {
	a, err := db.accountByID(ctx, id)
	return one(a, err, ErrAccountNotFound)
}

// The states of an account.
const (
	AccountActive    = "active"
	AccountSuspended = "suspended" // its keys and logins are refused; what it has stays, and work under way ends
	AccountDeleting  = "deleting"  // it and everything it owns are being removed
)

// AccountStates lists the states of an account.
var AccountStates = []string{AccountActive, AccountSuspended, AccountDeleting}

// State returns the account's state.
func (a Account) State() string {
	switch {
	case a.DeletedAt != nil:
		return AccountDeleting
	case a.SuspendedAt != nil:
		return AccountSuspended
	}
	return AccountActive
}

// AccountFilter selects accounts. Zero values do not filter.
type AccountFilter struct {
	Search      string // part of the name, case-insensitive
	State       string
	Skip, Limit int
}

// Accounts returns one page of the matching accounts, newest first, and the total number of matches.
func (db *DB) Accounts(ctx context.Context, f AccountFilter) ([]Account, int, error) {
	count, err := db.countListedAccounts(ctx, f.Search, f.State)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listedAccounts(ctx, listedAccountsParams{
		Search: f.Search, State: f.State, PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	return rows, int(count), err
}

// SuspendAccount makes every replica refuse the account's keys and logins from the next request on. Its data stays, and
// work in progress is completed. It returns ErrAccountNotFound if there is no such account.
func (db *DB) SuspendAccount(ctx context.Context, id uuid.UUID) (Account, error) {
	return db.changeAccount(ctx, id, AuditAccountSuspend, (*Queries).suspendAccount)
}

// ResumeAccount undoes SuspendAccount.
func (db *DB) ResumeAccount(ctx context.Context, id uuid.UUID) (Account, error) {
	return db.changeAccount(ctx, id, AuditAccountResume, (*Queries).resumeAccount)
}

func (db *DB) changeAccount(ctx context.Context, id uuid.UUID, action string,
	change func(*Queries, context.Context, uuid.UUID) (Account, error),
) (Account, error) {
	var a Account
	err := db.tx(ctx, func(q *Queries) (err error) {
		a, err = change(q, ctx, id)
		if a, err = one(a, err, ErrAccountNotFound); err != nil {
			return err
		}
		return q.audit(ctx, id, action, id)
	})
	return a, err
}

// SetPlan moves the account to another plan, whose limits apply from its next request on. It returns ErrAccountNotFound
// if there is no such account.
func (db *DB) SetPlan(ctx context.Context, account uuid.UUID, plan string) error {
	return db.tx(ctx, func(q *Queries) error {
		n, err := q.setPlan(ctx, plan, account)
		if err == nil && n == 0 {
			err = ErrAccountNotFound
		}
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditAccountPlan, account)
	})
}

// RotateWebhookSecret adds a new secret. All older secrets, including those left by an earlier rotation, keep signing
// alongside it for at most overlap; with an overlap of 0 only the new secret remains.
func (db *DB) RotateWebhookSecret(ctx context.Context, account uuid.UUID, secret string, overlap time.Duration) error {
	return db.tx(ctx, func(q *Queries) error {
		if err := q.lockAccount(ctx, account); err != nil {
			return err
		}
		if err := q.retireWebhookSecrets(ctx, overlap.Seconds(), account); err != nil {
			return err
		}
		if err := q.insertWebhookSecret(ctx, account, secret); err != nil {
			return err
		}
		return q.audit(ctx, account, AuditAccountSecret, account)
	})
}
