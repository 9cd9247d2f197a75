package schema_test

import (
	"bytes"
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"quire/schema"
	"quire/schema/testdb"
)

// application migrates a database as its owner, then opens it both as the owner and as a role with the application's
// rights.
func application(t *testing.T) (owner, app *schema.DB, role, address string) {
	t.Helper()
	raw := testdb.NewURL(t)
	owner = testdb.Open(t, raw)
	role = "quire_app_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	require.NoError(t, owner.EnsureRole(t.Context(), role))
	require.NoError(t, owner.EnsureRole(t.Context(), role), "a second call changes nothing")
	require.NoError(t, owner.GrantApplication(t.Context(), role))
	u, err := url.Parse(raw)
	require.NoError(t, err)
	u.User = url.User(role)
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), raw)
		require.NoError(t, err)
		_, err = conn.Exec(context.Background(), "DROP OWNED BY "+role+"; DROP ROLE "+role)
		require.NoError(t, err)
		require.NoError(t, conn.Close(context.Background()))
	})
	return owner, testdb.Open(t, u.String()), role, u.String()
}

func TestApplicationRoleHasRowsButNoTables(t *testing.T) {
	t.Parallel()
	owner, app, role, address := application(t)
	may, err := app.MayChangeTables(t.Context())
	require.NoError(t, err)
	require.False(t, may)
	may, err = owner.MayChangeTables(t.Context())
	require.NoError(t, err)
	require.True(t, may)
	got, err := schema.RoleOf(address)
	require.NoError(t, err)
	require.Equal(t, role, got)

	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = app.CreateAccount(t.Context(), "a", "default", "whsec_x")
	require.NoError(t, err)
	for _, sql := range []string{
		"CREATE TABLE x ()", "ALTER TABLE documents ADD COLUMN x text", "DROP TABLE rate_limits", "TRUNCATE documents", "CREATE INDEX ON documents (id)",
		"CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", "CREATE SCHEMA s", "CREATE ROLE r", "ALTER ROLE " + role + " SUPERUSER",
		"DELETE FROM audit_log", "UPDATE audit_log SET actor = 'nobody'", "TRUNCATE audit_log", "ALTER TABLE audit_log DISABLE TRIGGER ALL",
		"DELETE FROM goose_db_version", "GRANT ALL ON audit_log TO " + role, "COPY accounts TO '/tmp/x'", "CREATE EXTENSION dblink",
	} {
		_, err := conn.Exec(t.Context(), sql)
		if strings.HasPrefix(sql, "GRANT") {
			continue // PostgreSQL only warns; the next statement shows that it did nothing
		}
		require.Error(t, err, sql)
	}
	_, err = conn.Exec(t.Context(), "DELETE FROM audit_log")
	require.ErrorContains(t, err, "permission denied")
	_, err = app.PruneAudit(t.Context(), time.Now())
	require.ErrorContains(t, err, "permission denied")
	n, err := owner.PruneAudit(t.Context(), time.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, int64(1), n)
	steps, err := app.Migrations(t.Context())
	require.NoError(t, err)
	require.NotNil(t, steps[0].AppliedAt, "it may read the list of migrations")
}

func TestRoleMustExistAndAnOwnerNeedsNoGrant(t *testing.T) {
	t.Parallel()
	db := testdb.New(t)
	require.ErrorContains(t, db.GrantApplication(t.Context(), "nobody_there"), "CREATE ROLE")
	require.NoError(t, db.GrantApplication(t.Context(), "quire"))
}

func TestEveryChangeIsInTheAuditLogOnce(t *testing.T) {
	t.Parallel()
	_, db, _, _ := application(t)
	key := uuid.New()
	ctx := schema.WithActor(t.Context(), schema.Actor{Name: "qk_live_…abcd", KeyID: &key, RequestID: "req_1", IP: "192.0.2.7"})
	a, err := db.CreateAccount(t.Context(), "a", "default", "whsec_x")
	require.NoError(t, err)
	objects := map[string]uuid.UUID{schema.AuditAccountCreate: a.ID, schema.AuditAccountSecret: a.ID}
	require.NoError(t, db.RotateWebhookSecret(ctx, a.ID, "whsec_y", time.Hour))
	k, err := db.InsertKey(ctx, schema.InsertKeyParams{ID: uuid.New(), AccountID: a.ID, Display: "x", Hash: []byte("h")}, 0)
	require.NoError(t, err)
	_, err = db.RevokeKey(ctx, k.ID)
	require.NoError(t, err)
	objects[schema.AuditKeyCreate], objects[schema.AuditKeyRevoke] = k.ID, k.ID

	d, _, err := db.CreateDocument(ctx, schema.NewDocument{ID: uuid.New(), AccountID: a.ID, FileName: "secret-name.pdf", SourceKey: "k", Accuracy: new("lite")})
	require.NoError(t, err)
	_, _, err = db.DeleteDocument(ctx, a.ID, d.ID, "req_1")
	require.NoError(t, err)
	objects[schema.AuditDocumentCreate], objects[schema.AuditDocumentDelete] = d.ID, d.ID

	c, err := db.CreateCollection(ctx, schema.NewCollection{ID: uuid.New(), AccountID: a.ID, Name: "c"})
	require.NoError(t, err)
	_, err = db.RenameCollection(ctx, a.ID, c.ID, "d")
	require.NoError(t, err)
	n := schema.NewFile{
		VersionID: uuid.New(), AccountID: a.ID, CollectionID: c.ID, Path: "p", SHA256: bytes.Repeat([]byte{1}, 32), SourceKey: "k", MediaType: "text/plain",
	}
	up, err := db.UploadFile(ctx, n)
	require.NoError(t, err)
	_, err = db.UploadFile(ctx, n)
	require.NoError(t, err, "the same bytes change nothing")
	_, err = db.DeleteFile(ctx, a.ID, c.ID, up.File.ID, "req_1")
	require.NoError(t, err)
	_, err = db.DeleteCollection(ctx, a.ID, c.ID, "req_1")
	require.NoError(t, err)
	objects[schema.AuditCollectionCreate], objects[schema.AuditCollectionRename], objects[schema.AuditCollectionDelete] = c.ID, c.ID, c.ID
	objects[schema.AuditFileUpload], objects[schema.AuditFileDelete] = up.File.ID, up.File.ID
	_, _, err = db.DeleteDocument(ctx, a.ID, d.ID, "req_1")
	require.ErrorIs(t, err, schema.ErrDocumentNotFound, "a failed change leaves no entry")

	l, err := db.BeginLogin(ctx, schema.NewLogin{Hash: []byte("c"), AccountID: a.ID, Method: schema.LoginByLink, Actor: "x", Lifetime: time.Hour})
	require.NoError(t, err)
	require.NoError(t, db.EndLogin(ctx, []byte("c")))
	require.NoError(t, db.EndLogin(ctx, []byte("c")), "the second time changes nothing")
	require.NoError(t, db.CreateLoginLink(ctx, []byte("t"), a.ID, schema.Permissions{Read: true}, time.Hour))
	objects[schema.AuditLoginBegin], objects[schema.AuditLoginEnd], objects[schema.AuditLoginLink] = l.ID, l.ID, a.ID

	entries, err := db.Audit(t.Context(), schema.AuditFilter{AccountID: &a.ID, Limit: 100})
	require.NoError(t, err)
	require.Len(t, entries, len(objects))
	for _, e := range entries {
		require.Equal(t, objects[e.Action], e.ObjectID, e.Action)
		if e.Action == schema.AuditAccountCreate {
			require.Equal(t, "system", e.Actor)
			continue
		}
		require.Equal(t, []any{"qk_live_…abcd", key, "req_1", "192.0.2.7"}, []any{e.Actor, *e.KeyID, e.RequestID, e.IP})
	}
	some, err := db.Audit(t.Context(), schema.AuditFilter{Action: "file.", ObjectID: &up.File.ID, Since: time.Now().Add(-time.Hour), Limit: 1})
	require.NoError(t, err)
	require.Len(t, some, 1)
	require.Equal(t, schema.AuditFileDelete, some[0].Action, "newest first")
}
