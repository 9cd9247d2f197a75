package schema_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// expired makes a whole pass in batches of atOnce entries, and returns how many are removed.
func expired(t *testing.T, db *schema.DB, atOnce int) int {
	t.Helper()
	var pass schema.AuditExpiry
	for {
		more, err := db.ExpireAudit(t.Context(), &pass, atOnce)
		require.NoError(t, err)
		if !more {
			return pass.Removed
		}
	}
}

func TestAuditLogIsKeptAsLongAsItsOwnerSays(t *testing.T) {
	t.Parallel()
	owner, app, _, address := application(t)
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	accounts := map[string]schema.Account{}
	for _, name := range []string{"free", "held", "with a held collection"} {
		a, err := app.CreateAccount(t.Context(), name, "default", "whsec_x")
		require.NoError(t, err)
		accounts[name] = a
		for day := range 30 {
			_, err := conn.Exec(t.Context(), `INSERT INTO audit_log (account_id, at, actor, action, object_id, request_id, ip)
				VALUES ($1, now() - make_interval(days => $2), 'x', 'file.upload', $1, '', '')`, a.ID, day/2*2+1) // two at each time
			require.NoError(t, err)
		}
	}
	_, err = app.HoldAccount(t.Context(), accounts["held"].ID, "case 1")
	require.NoError(t, err)
	c, err := app.CreateCollection(t.Context(), schema.NewCollection{ID: uuid.New(), AccountID: accounts["with a held collection"].ID, Name: "c"})
	require.NoError(t, err)
	_, err = app.HoldCollection(t.Context(), accounts["with a held collection"].ID, c.ID, "case 2")
	require.NoError(t, err)
	left := func(name string) int {
		n, err := app.CountAudit(t.Context(), schema.AuditFilter{AccountID: new(accounts[name].ID), Action: "file."})
		require.NoError(t, err)
		return n
	}

	require.Zero(t, expired(t, app, 7), "indefinitely, unless it is said")
	require.ErrorContains(t, app.SetAuditRetention(t.Context(), time.Second), "permission denied")
	for _, sql := range []string{"UPDATE audit_retention SET keep_seconds = 1", "DELETE FROM audit_retention", "DELETE FROM audit_log"} {
		_, err := conn.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "permission denied", sql)
	}
	require.NoError(t, owner.SetAuditRetention(t.Context(), 20*24*time.Hour))
	require.Equal(t, 10, expired(t, app, 7))
	require.Equal(t, []int{20, 30, 30}, []int{left("free"), left("held"), left("with a held collection")})
	require.Zero(t, expired(t, app, 7), "a second pass finds nothing")

	require.NoError(t, owner.SetAuditRetention(t.Context(), 10*24*time.Hour))
	_, err = app.ReleaseAccount(t.Context(), accounts["held"].ID)
	require.NoError(t, err)
	require.Equal(t, 10+20, expired(t, app, 1000))
	require.Equal(t, []int{10, 10, 30}, []int{left("free"), left("held"), left("with a held collection")})
	require.NoError(t, owner.SetAuditRetention(t.Context(), 0))
	require.Zero(t, expired(t, app, 7))
}

// Once a hold is set, it keeps everything that was there, even if a removal was in progress.
func TestAuditLogOfAnAccountLosesNothingOnceAHoldIsSet(t *testing.T) {
	t.Parallel()
	owner, app, _, address := application(t)
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	a, err := app.CreateAccount(t.Context(), "a", "default", "whsec_x")
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), fmt.Sprintf(`INSERT INTO audit_log (account_id, at, actor, action, object_id, request_id, ip)
		SELECT '%s', now() - interval '9 days', 'x', 'file.upload', '%[1]s', '', '' FROM generate_series(1, 5000)`, a.ID))
	require.NoError(t, err)
	require.NoError(t, owner.SetAuditRetention(t.Context(), time.Hour))
	begun, ended := make(chan struct{}, 1), make(chan int)
	go func() {
		var pass schema.AuditExpiry
		for more := true; more; {
			var err error
			if more, err = app.ExpireAudit(t.Context(), &pass, 50); err != nil {
				break
			}
			select {
			case begun <- struct{}{}:
			default:
			}
		}
		ended <- pass.Removed
	}()
	<-begun
	_, err = app.HoldAccount(t.Context(), a.ID, "case")
	require.NoError(t, err)
	f := schema.AuditFilter{AccountID: &a.ID, Action: "file."}
	then, err := app.CountAudit(t.Context(), f)
	require.NoError(t, err)
	require.Equal(t, 5000-then, <-ended)
	now, err := app.CountAudit(t.Context(), f)
	require.NoError(t, err)
	require.Equal(t, then, now)
}
