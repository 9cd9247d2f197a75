package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Import is the import of an account from an archive. Every step may be repeated: what already exists is kept.
type Import struct {
	db      *DB
	account uuid.UUID
}

var (
	errAccountHere = &Error{Code: Conflict, Msg: "An account with this id is here already, and it is not from this archive. An account is imported only once"}
	// ErrImported means that the archive has already been imported completely.
	ErrImported = &Error{Code: Conflict, Msg: "This archive has been imported already"}
	// ErrForeignRow means that an archive refers to something that does not belong to its account.
	ErrForeignRow = &Error{Code: BadRequest, Msg: "The archive has rows that do not belong to its account or are not possible"}
)

// BeginImport creates the account of an archive under a name, with the archive's account id and without keys, so that
// nobody can reach it before a key is created. secret is its webhook secret; archive is the SHA-256 of the archive. An
// interrupted import is continued. It returns ErrImported if there is nothing left to do, and Conflict if the account
// or its name is taken.
func (db *DB) BeginImport(ctx context.Context, id uuid.UUID, name, plan, secret string, archive []byte) (*Import, error) {
	in := &Import{db: db, account: id}
	err := db.tx(ctx, func(q *Queries) error {
		there, err := q.accountByID(ctx, id)
		switch {
		case err == nil && bytes.Equal(there.ImportSha256, archive) && there.DeletedAt == nil:
			if there.ImportedAt != nil {
				return ErrImported
			}
			return nil
		case err == nil:
			return errAccountHere
		case ignoreMoved(err) != nil:
			return err
		}
		if err := checkAccountName(name); err != nil {
			return err
		}
		if _, err := q.insertAccount(ctx, id, name, plan); err != nil {
			return err
		}
		if err := q.markImport(ctx, archive, id); err != nil {
			return err
		}
		if err := q.insertWebhookSecret(ctx, id, secret); err != nil {
			return err
		}
		return q.audit(ctx, id, AuditAccountImport, id)
	})
	if isUniqueViolation(err) {
		err = &Error{Code: Conflict, Msg: fmt.Sprintf("An account named %q exists; give the imported one another name", name)}
	}
	return in, err
}

// Rows imports rows of one entry of the archive, in one transaction. It skips tables that are not imported. It returns
// ErrForeignRow if a row refers to something that does not belong to the account.
func (in *Import) Rows(ctx context.Context, table string, rows []json.RawMessage) error {
	i := slices.IndexFunc(portables, func(p portable) bool { return p.table == table })
	if i < 0 || portables[i].columns == "" || len(rows) == 0 {
		return nil
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, in.db.pool, func(tx pgx.Tx) error { return in.insert(ctx, tx, portables[i], string(raw)) })
	if e, ok := err.(*pgconn.PgError); ok && (strings.HasPrefix(e.Code, "22") || strings.HasPrefix(e.Code, "23")) { //nolint:errorlint // impossible data, as pgx returns it
		return ErrForeignRow
	}
	return err
}

func (in *Import) insert(ctx context.Context, tx pgx.Tx, p portable, rows string) error {
	from := "jsonb_populate_recordset(NULL::" + p.table + ", $1::jsonb) r"
	if p.table == "messages" {
		_, err := tx.Exec(ctx, `INSERT INTO imported_messages (account_id, was, id)
			SELECT $2, r.id, nextval(pg_get_serial_sequence('messages', 'id')) FROM (SELECT * FROM `+from+` ORDER BY id) r ON CONFLICT DO NOTHING`, rows, in.account)
		if err != nil {
			return err
		}
	}
	if p.owned != "" {
		var foreign bool
		err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+from+" WHERE ("+p.owned+") IS NOT TRUE AND $2::uuid IS NOT NULL)", rows, in.account).Scan(&foreign)
		if err != nil {
			return err
		}
		if foreign {
			return ErrForeignRow
		}
	}
	columns, values := p.lists()
	_, err := tx.Exec(ctx, "INSERT INTO "+p.table+" ("+columns+") OVERRIDING SYSTEM VALUE SELECT "+values+
		" FROM "+from+" WHERE $2::uuid IS NOT NULL ON CONFLICT DO NOTHING", rows, in.account)
	if err != nil || p.set["account_id"] == "" {
		return err
	}
	// An id that was skipped must be the account's own, from an earlier attempt.
	var foreign bool
	err = tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+from+" JOIN "+p.table+" t ON t.id = r.id WHERE t.account_id <> $2)", rows, in.account).Scan(&foreign)
	if err == nil && foreign {
		err = ErrForeignRow
	}
	return err
}

// lists returns the columns that are imported, and their values.
func (p portable) lists() (columns, values string) {
	var names, exprs []string
	for name := range strings.SplitSeq(p.columns, ",") {
		name = strings.TrimSpace(name)
		if _, set := p.set[name]; !set {
			names, exprs = append(names, name), append(exprs, "r."+name)
		}
	}
	for name, expr := range p.set {
		names, exprs = append(names, name), append(exprs, expr)
	}
	return strings.Join(names, ", "), strings.Join(exprs, ", ")
}

// Owns reports whether the account has the document or version, whose blobs may then be stored.
func (in *Import) Owns(ctx context.Context, kind string, id uuid.UUID) (bool, error) {
	table := map[string]string{"documents": "documents", "versions": "file_versions"}[kind]
	var owns bool
	err := in.db.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+table+" WHERE id = $1 AND account_id = $2)", id, in.account).Scan(&owns)
	return owns, err
}

// End promises the processing of the imported files, which rebuilds the index, and marks the import as ended, in one
// transaction. It returns the number of files.
func (in *Import) End(ctx context.Context) (int, error) {
	files := 0
	err := in.db.tx(ctx, func(q *Queries) error {
		versions, err := q.pendingVersionsOf(ctx, in.account)
		if err != nil {
			return err
		}
		for _, v := range versions {
			if _, err := q.promise(ctx, fileStart(v, true), 0); err != nil {
				return err
			}
		}
		files = len(versions)
		if err := q.forgetImportedMessages(ctx, in.account); err != nil {
			return err
		}
		return q.endImport(ctx, in.account)
	})
	return files, err
}
