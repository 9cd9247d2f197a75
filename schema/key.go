package schema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Permissions are what a key, or a browser that is logged in, may do with its account.
type Permissions struct {
	Read  bool // read stored data and ask questions
	Write bool // change stored data
	Admin bool // manage the account itself: its keys, secrets and logins
	// Operator is the right to manage all accounts of the service: create, suspend and delete them.
	Operator bool
	// Unmask is the right to see the originals, and the page images, of what is masked.
	Unmask bool
}

// PermissionNames are the names of all permissions.
var PermissionNames = []string{"read", "write", "admin", "operator", "unmask"}

// PermissionsOf returns the permissions with the given names, or Invalid if there are none or one is unknown.
func PermissionsOf(names []string) (Permissions, error) {
	var p Permissions
	for _, name := range names {
		flag, ok := map[string]*bool{"read": &p.Read, "write": &p.Write, "admin": &p.Admin, "operator": &p.Operator, "unmask": &p.Unmask}[name]
		if !ok {
			return p, &Error{Code: Invalid, Loc: []string{"permissions"}, Type: "enum", Msg: fmt.Sprintf("%q is not a permission: use %s", name, strings.Join(PermissionNames, ", "))}
		}
		*flag = true
	}
	if p == (Permissions{}) {
		return p, &Error{Code: Invalid, Loc: []string{"permissions"}, Type: "too_short", Msg: "Give at least one permission: " + strings.Join(PermissionNames, ", ")}
	}
	return p, nil
}

// roles are named combinations of permissions.
var roles = map[string]Permissions{
	"viewer": {Read: true},
	"editor": {Read: true, Write: true},
	"admin":  {Read: true, Write: true, Admin: true},
}

// RoleNamed returns the permissions of the role viewer, editor or admin, and reports whether there is a role of that
// name. The role admin has all permissions in an account, whereas the permission admin is only one of them.
func RoleNamed(name string) (Permissions, bool) {
	may, ok := roles[name]
	return may, ok
}

// Names lists what is permitted.
func (p Permissions) Names() []string {
	names := []string{}
	for i, has := range []bool{p.Read, p.Write, p.Admin, p.Operator, p.Unmask} {
		if has {
			names = append(names, PermissionNames[i])
		}
	}
	return names
}

// May returns the key's permissions.
func (k APIKey) May() Permissions {
	return Permissions{Read: k.CanRead || k.ScopedRead, Write: k.CanWrite || k.ScopedWrite, Admin: k.CanAdmin, Operator: k.CanOperate, Unmask: k.CanUnmask}
}

// Principal is the account that a request acts for, and what the request may do.
type Principal struct {
	KeyID     *uuid.UUID // nil: a login without a key
	LoginID   *uuid.UUID // nil: the request carries the key itself
	AccountID uuid.UUID
	Display   string // for logs: of a key, its prefix and last four characters
	Plan      string
	Scope     *Scope // nil for the whole account
	Permissions
}

var errSuspended = &Error{Code: Forbidden, Msg: "This account is suspended; ask whoever runs the service"}

var errUnknownKey = &Error{Code: Unauthorized, Msg: "Invalid or missing API key"}

// Authenticate finds the key with this hash. It returns Unauthorized if there is none or if it has been revoked or has
// expired, and Forbidden if its account is suspended. It queries the database every time, so a revocation takes effect
// with the next request on every replica.
func (db *DB) Authenticate(ctx context.Context, hash []byte) (Principal, error) {
	row, err := db.principalByHash(ctx, hash)
	if err != nil {
		_, err = one(row, err, errUnknownKey)
		return Principal{}, err
	}
	if row.SuspendedAt != nil {
		return Principal{}, errSuspended
	}
	k := row.APIKey
	if k.LastUsedAt == nil || time.Since(*k.LastUsedAt) > time.Minute {
		if err := db.touchKey(ctx, k.ID); err != nil {
			return Principal{}, err
		}
	}
	return Principal{KeyID: &k.ID, AccountID: k.AccountID, Display: k.Display, Plan: row.Plan, Scope: k.Scope(), Permissions: k.May()}, nil
}

// InsertKey creates an API key. It returns OverQuota if the account has as many as it is allowed; allowed = 0 means no
// limit. A key with a scope cannot manage the account, and everything in its scope must exist.
func (db *DB) InsertKey(ctx context.Context, p InsertKeyParams, allowed int64) (APIKey, error) {
	var k APIKey
	err := db.tx(ctx, func(q *Queries) (err error) {
		if err := q.alone(ctx, p.AccountID, allowed); err != nil {
			return err
		}
		if err := checkCount(ctx, q.countKeysOf, p.AccountID, allowed, "keys"); err != nil {
			return err
		}
		if err := p.checkScope(ctx, q); err != nil {
			return err
		}
		if k, err = q.InsertKey(ctx, p); err != nil {
			return err
		}
		return q.audit(ctx, k.AccountID, AuditKeyCreate, k.ID)
	})
	return k, err
}

// RevokeKey revokes a key for good. It returns the number of keys revoked: 0 if the key does not exist or was already
// revoked.
func (db *DB) RevokeKey(ctx context.Context, id uuid.UUID) (int64, error) {
	err := db.tx(ctx, func(q *Queries) error {
		k, err := q.revokeKey(ctx, id)
		if err != nil {
			return err
		}
		return q.audit(ctx, k.AccountID, AuditKeyRevoke, k.ID)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return 1, err
}

// Keys returns one page of the account's keys, newest first and including revoked ones, and the total number.
func (db *DB) Keys(ctx context.Context, account uuid.UUID, skip, limit int) ([]APIKey, int, error) {
	count, err := db.countAllKeysOf(ctx, account)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.keysOf(ctx, account, int32(skip), int32(limit))
	return rows, int(count), err
}

var errLastAdmin = &Error{
	Code: Conflict, Msg: "This is the last key that may manage the account; create another one with the permission admin first",
}

// RevokeKeyOf revokes a key of the account for good. It returns Conflict for the last key that may manage the account,
// and ErrKeyNotFound if the account has no such key or it was already revoked.
func (db *DB) RevokeKeyOf(ctx context.Context, account, id uuid.UUID) (APIKey, error) {
	var k APIKey
	err := db.tx(ctx, func(q *Queries) (err error) {
		if err := q.lockQuotas(ctx, account); err != nil { // of two keys revoked at the same time, neither may count on the other to remain
			return err
		}
		k, err = q.keyOf(ctx, id, account)
		if k, err = one(k, err, ErrKeyNotFound); err != nil {
			return err
		}
		others, err := q.countAdminKeysBeside(ctx, account, id)
		if err != nil {
			return err
		}
		if k.CanAdmin && others == 0 {
			return errLastAdmin
		}
		if k, err = q.revokeKey(ctx, id); err != nil {
			return err
		}
		return q.audit(ctx, account, AuditKeyRevoke, id)
	})
	return k, err
}
