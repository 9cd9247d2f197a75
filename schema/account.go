package schema

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

var accountName = regexp.MustCompile(`^[\p{L}\p{M}\p{N}\p{P}\p{S}]([\p{L}\p{M}\p{N}\p{P}\p{S} ]{0,253}[\p{L}\p{M}\p{N}\p{P}\p{S}])?$`)

// CreateAccount makes an account with its first webhook secret. Conflict when the name is taken, Invalid when it is none.
func (db *DB) CreateAccount(ctx context.Context, name, plan, secret string) (Account, error) {
	if !utf8.ValidString(name) || !accountName.MatchString(name) {
		return Account{}, &Error{
			Code: Invalid, Loc: []string{"name"}, Type: "value_error", Msg: "The name of an account has 1 to 255 printable characters and no outer blanks",
		}
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
		return q.audit(ctx, id, AuditAccountCreate, id)
	})
	if isUniqueViolation(err) {
		return Account{}, &Error{Code: Conflict, Msg: fmt.Sprintf("An account named %q exists", name)}
	}
	return a, err
}

// AccountNamed is the account of that name, or ErrAccountNotFound.
func (db *DB) AccountNamed(ctx context.Context, name string) (Account, error) {
	a, err := db.AccountByName(ctx, name)
	return one(a, err, ErrAccountNotFound)
}

// SetPlan gives the account another plan, whose limits hold for its next request. ErrAccountNotFound when it is not there.
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

// RotateWebhookSecret adds a new secret. Every older one, also one that an earlier rotation left signing, goes on signing
// beside it for overlap at most; after an overlap of 0 the new secret is the only one.
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

// Principal is who a valid key speaks for and what it may do.
type Principal struct {
	KeyID     uuid.UUID
	AccountID uuid.UUID
	Display   string // prefix and last four characters, for logs
	Plan      string
	CanRead   bool
	CanWrite  bool
}

// Authenticate finds the key with this hash. Unauthorized when there is none or it was revoked; asked of the
// database every time, so that a revocation holds for the next request on every replica.
func (db *DB) Authenticate(ctx context.Context, hash []byte) (Principal, error) {
	row, err := db.principalByHash(ctx, hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return Principal{}, &Error{Code: Unauthorized, Msg: "Invalid or missing API key"}
	}
	if err != nil {
		return Principal{}, err
	}
	if row.LastUsedAt == nil || time.Since(*row.LastUsedAt) > time.Minute {
		if err := db.touchKey(ctx, row.KeyID); err != nil {
			return Principal{}, err
		}
	}
	return Principal{
		KeyID: row.KeyID, AccountID: row.AccountID, Display: row.Display, Plan: row.Plan,
		CanRead: row.CanRead, CanWrite: row.CanWrite,
	}, nil
}
