package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

const exports = "/api/v1/account/exports"

type exportOnTheWire struct {
	ID        uuid.UUID
	Status    string
	Size      *int64
	Rows      *int64
	ExpiresAt *time.Time `json:"expires_at"`
}

// exported creates a completed export with the given archive, as a worker does.
func (s *service) exported(archive string) uuid.UUID {
	s.t.Helper()
	var x exportOnTheWire
	s.admin().call("POST", exports, "").into(200, &x)
	require.Equal(s.t, "pending", x.Status)
	row, err := s.db.ClaimExport(s.t.Context(), x.ID)
	require.NoError(s.t, err)
	key := schema.ArchiveKey(x.ID, int(row.Attempt))
	_, err = s.blobs.Put(s.t.Context(), key, strings.NewReader(archive), 1<<20)
	require.NoError(s.t, err)
	require.NoError(s.t, s.db.CompleteExport(s.t.Context(), x.ID, int(row.Attempt), schema.Archive{Key: key, Size: int64(len(archive)), Rows: 3, Files: 2}))
	return x.ID
}

func TestAnAdminGetsTheArchiveOfTheAccountAndDeletesIt(t *testing.T) {
	t.Parallel()
	s := newService(t, withoutLimits)
	admin, id := s.admin(), s.exported("0123456789")
	of := exports + "/" + id.String()
	var x exportOnTheWire
	admin.get(of).into(200, &x)
	require.Equal(t, []any{"completed", int64(10), int64(3)}, []any{x.Status, *x.Size, *x.Rows})
	require.WithinDuration(t, time.Now().Add(schema.ExportLifetime), *x.ExpiresAt, time.Hour)

	res := admin.get(of + "/archive")
	require.Equal(t, 200, res.status)
	require.Equal(t, "0123456789", string(res.body))
	require.Equal(t, "application/zstd", res.header.Get("Content-Type"))
	require.Contains(t, res.header.Get("Content-Disposition"), ".tar.zst")

	var stranger struct{ Key string }
	s.operator().call("POST", accounts, `{"name":"Other"}`).into(200, &stranger)
	other := s.as(stranger.Key)
	for _, path := range []string{of, of + "/archive"} {
		other.get(path).fails(404, "Export not found")
	}
	other.delete(of).fails(404, "Export not found")

	require.Equal(t, 200, admin.delete(of).status)
	admin.get(of+"/archive").fails(404, "Export not found")
	admin.delete(of).fails(404, "Export not found")
	entries, err := s.db.Audit(t.Context(), schema.AuditFilter{AccountID: &s.id, ObjectID: &id, Limit: 10})
	require.NoError(t, err)
	var actions []string
	for _, e := range entries {
		actions = append(actions, e.Action)
	}
	require.Equal(t, []string{"export.delete", "export.download", "export.create"}, actions)
}

func TestOneExportOfAnAccountIsUnderWay(t *testing.T) {
	t.Parallel()
	s := newService(t, withoutLimits)
	admin := s.admin()
	var first exportOnTheWire
	admin.call("POST", exports, "").into(200, &first)
	admin.get(exports+"/"+first.ID.String()+"/archive").fails(409, "The export has no archive; get it to see why")
	admin.call("POST", exports, "").fails(409, "An export of this account is under way; wait for its end, or delete it")
	require.Equal(t, 200, admin.delete(exports+"/"+first.ID.String()).status)
	_, err := s.db.ClaimExport(t.Context(), first.ID)
	require.ErrorIs(t, err, schema.ErrSuperseded)
	for range schema.MaxExports {
		s.exported("x")
	}
	admin.call("POST", exports, "").fails(409, "The account has 3 exports; delete one of them first")
	var page struct {
		Data  []exportOnTheWire
		Count int
	}
	admin.get(exports).into(200, &page)
	require.Equal(t, []int{schema.MaxExports, schema.MaxExports}, []int{page.Count, len(page.Data)})
}
