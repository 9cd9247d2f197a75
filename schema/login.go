package schema

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The ways to log in with a browser.
const (
	LoginByKey  = "key"
	LoginByLink = "link"
	LoginByOIDC = "oidc"
)

// IdleLogin is how long a login lasts without a request.
const IdleLogin = 12 * time.Hour

// keptLogins is the maximum number of logins of one key or person in an account: a few browsers on a few machines.
const keptLogins = 20

var (
	errLoggedOut = &Error{Code: Unauthorized, Msg: "You are not logged in, or no longer; log in again"}
	errNoLink    = &Error{Code: Unauthorized, Msg: "This link was used before or is too old; ask for a new one"}
)

// NewLogin describes a login to be created.
type NewLogin struct {
	Hash      []byte // of the cookie
	AccountID uuid.UUID
	Method    string
	KeyID     *uuid.UUID // for LoginByKey: the key that the login gets its permissions from and ends with
	Actor     string     // who it is, for logs
	Permissions
	Lifetime time.Duration // the maximum, however much the login is used
}

// BeginLogin creates a login. It keeps only the most recently used logins of the same key or person.
func (db *DB) BeginLogin(ctx context.Context, n NewLogin) (Login, error) {
	var l Login
	err := db.tx(ctx, func(q *Queries) (err error) {
		l, err = q.beginLogin(ctx, n)
		return err
	})
	return l, err
}

func (q *Queries) beginLogin(ctx context.Context, n NewLogin) (Login, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Login{}, err
	}
	l, err := q.insertLogin(ctx, insertLoginParams{
		ID: id, Hash: n.Hash, AccountID: n.AccountID, Method: n.Method, KeyID: n.KeyID, Actor: n.Actor,
		CanRead: n.Read, CanWrite: n.Write, CanAdmin: n.Admin, CanOperate: n.Operator, CanUnmask: n.Unmask, LifetimeSeconds: n.Lifetime.Seconds(),
	})
	if err != nil {
		return Login{}, err
	}
	if err := q.endOldLogins(ctx, n.AccountID, n.Actor, keptLogins); err != nil {
		return Login{}, err
	}
	return l, q.audit(ctx, n.AccountID, AuditLoginBegin, l.ID)
}

// Login returns a login and the name of its account, or ErrLoginNotFound.
func (db *DB) Login(ctx context.Context, id uuid.UUID) (Login, string, error) {
	row, err := db.loginInfo(ctx, id)
	if row, err = one(row, err, ErrLoginNotFound); err != nil {
		return Login{}, "", err
	}
	return row.Login, row.AccountName, nil
}

// AuthenticateLogin finds the login whose cookie has this hash. It returns Unauthorized if there is none, or if it or
// its key has ended, and Forbidden if the account is suspended.
func (db *DB) AuthenticateLogin(ctx context.Context, hash []byte) (Principal, error) {
	row, err := db.principalByLogin(ctx, hash, IdleLogin.Seconds())
	if row, err = one(row, err, errLoggedOut); err != nil {
		return Principal{}, err
	}
	if row.SuspendedAt != nil {
		return Principal{}, errSuspended
	}
	if time.Since(row.UsedAt) > time.Minute {
		if err := db.touchLogin(ctx, row.LoginID); err != nil {
			return Principal{}, err
		}
	}
	var scope *Scope
	if row.Scoped {
		scope = &Scope{Collections: row.CollectionIds, Extractors: row.ExtractorIds}
	}
	return Principal{
		KeyID: row.KeyID, LoginID: &row.LoginID, AccountID: row.AccountID, Display: row.Actor, Plan: row.Plan, Scope: scope,
		Permissions: Permissions{Read: row.CanRead, Write: row.CanWrite, Admin: row.CanAdmin, Operator: row.CanOperate, Unmask: row.CanUnmask},
	}, nil
}

// EndLogin ends the login whose cookie has this hash. It does nothing if there is none.
func (db *DB) EndLogin(ctx context.Context, hash []byte) error {
	err := db.tx(ctx, func(q *Queries) error {
		l, err := q.endLogin(ctx, hash)
		if err != nil {
			return err
		}
		return q.audit(ctx, l.AccountID, AuditLoginEnd, l.ID)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	return err
}

// Logins returns one page of the account's logins, most recently used first, and the total number.
func (db *DB) Logins(ctx context.Context, account uuid.UUID, skip, limit int) ([]Login, int, error) {
	count, err := db.countLoginsOf(ctx, account, IdleLogin.Seconds())
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.loginsOf(ctx, loginsOfParams{
		AccountID: account, IdleSeconds: IdleLogin.Seconds(), PageSkip: int32(skip), PageLimit: int32(limit),
	})
	return rows, int(count), err
}

// EndLoginOf ends a login of the account. It returns ErrLoginNotFound if there is none.
func (db *DB) EndLoginOf(ctx context.Context, account, id uuid.UUID) error {
	return db.tx(ctx, func(q *Queries) error {
		n, err := q.endLoginOf(ctx, id, account)
		if err == nil && n == 0 {
			err = ErrLoginNotFound
		}
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditLoginEnd, id)
	})
}

// CreateLoginLink allows whoever presents the token with this hash to log in once, within lifetime.
func (db *DB) CreateLoginLink(ctx context.Context, hash []byte, account uuid.UUID, may Permissions, lifetime time.Duration) error {
	return db.tx(ctx, func(q *Queries) error {
		err := q.insertLoginLink(ctx, insertLoginLinkParams{
			Hash: hash, AccountID: account, CanRead: may.Read, CanWrite: may.Write, CanAdmin: may.Admin, CanOperate: may.Operator, CanUnmask: may.Unmask,
			LifetimeSeconds: lifetime.Seconds(),
		})
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditLoginLink, account)
	})
}

// RedeemLoginLink creates the login that a link allows, after which the link no longer works; cookie is the hash of the
// login's cookie. It returns Unauthorized if no link has this token.
func (db *DB) RedeemLoginLink(ctx context.Context, token, cookie []byte, lifetime time.Duration) (Login, error) {
	var l Login
	err := db.tx(ctx, func(q *Queries) error {
		link, err := q.takeLoginLink(ctx, token)
		if err != nil {
			return err
		}
		l, err = q.beginLogin(ctx, NewLogin{
			Hash: cookie, AccountID: link.AccountID, Method: LoginByLink, Actor: "login link", Lifetime: lifetime,
			Permissions: Permissions{Read: link.CanRead, Write: link.CanWrite, Admin: link.CanAdmin, Operator: link.CanOperate, Unmask: link.CanUnmask},
		})
		return err
	})
	return one(l, err, errNoLink)
}

// DeleteLogins removes at most limit logins that have ended, and returns their number.
func (db *DB) DeleteLogins(ctx context.Context, limit int32) (int64, error) {
	return db.deleteLogins(ctx, IdleLogin.Seconds(), limit)
}
