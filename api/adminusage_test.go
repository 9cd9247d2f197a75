package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

func TestOperatorsSeeWhatEachAccountUsed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	operator := s.operator()
	other := s.newAccount("default")
	key := s.as(s.newKey(other, true, true))
	for range 2 {
		s.complete(s.upload().ID, "text", 0)
	}
	key.complete(key.upload().ID, "text", 0)
	var got struct {
		Data []struct {
			AccountID uuid.UUID `json:"account_id"`
			Kind      string
			Runs      int
		}
		Count int
	}
	operator.get("/api/v1/admin/usage?days=1").into(200, &got)
	runs := map[uuid.UUID]int{}
	for _, row := range got.Data {
		require.Equal(t, "conversion", row.Kind)
		runs[row.AccountID] = row.Runs
	}
	require.Equal(t, map[uuid.UUID]int{s.id: 2, other: 1}, runs)
	require.Equal(t, 2, got.Count)
	operator.get("/api/v1/admin/usage?days=1&limit=1").into(200, &got)
	require.Len(t, got.Data, 1)
	operator.get("/api/v1/admin/usage?until=2020-01-01").into(200, &got)
	require.Zero(t, got.Count)
	file := operator.get("/api/v1/admin/usage?format=csv&limit=1")
	lines := strings.Split(strings.TrimSpace(string(file.body)), "\n")
	require.Equal(t, "account_id,account,kind,runs,pages,credits", lines[0])
	require.Len(t, lines, 3, "all of it")
	s.get("/api/v1/admin/usage").fails(403, "Access denied")
	operator.get("/api/v1/admin/usage?format=xml").invalid("query.format", "enum")
}

func TestTheWholeAuditLogIsStreamed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager := s.manager(s.id)
	s.exec("INSERT INTO audit_log (account_id, actor, action, object_id, request_id, ip) SELECT '" + s.id.String() +
		"', '=cmd()', 'key.create', gen_random_uuid(), n::text, '' FROM generate_series(1, 2500) n")
	file := manager.get("/api/v1/account/audit?format=jsonl&action=key.create&limit=1")
	require.Equal(t, "application/x-ndjson", file.header.Get("Content-Type"))
	lines := strings.Split(strings.TrimSpace(string(file.body)), "\n")
	seen := map[string]bool{}
	for _, line := range lines {
		var e struct {
			RequestID string `json:"request_id"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		seen[e.RequestID] = true
	}
	for _, n := range []string{"1", "1500", "2500"} {
		require.True(t, seen[n], n)
	}
	require.GreaterOrEqual(t, len(lines), 2500)
	sheet := manager.get("/api/v1/account/audit?format=csv&action=key.create")
	require.Equal(t, len(lines)+1, strings.Count(string(sheet.body), "\n"))
	require.Contains(t, string(sheet.body), ",'=cmd(),", "no formula for a spreadsheet")
	require.Empty(t, manager.get("/api/v1/account/audit?format=jsonl&action=none.").body)
}

func TestOperatorsReadTheAuditLogOfAllAccounts(t *testing.T) {
	t.Parallel()
	s := newService(t)
	operator := s.operator()
	other := s.newAccount("default")
	for _, account := range []uuid.UUID{s.id, other} {
		s.exec("INSERT INTO audit_log (account_id, actor, action, object_id, request_id, ip) VALUES ('" + account.String() +
			"', 'somebody', 'key.create', gen_random_uuid(), '', '')")
	}
	var got struct {
		Data []struct {
			AccountID *uuid.UUID `json:"account_id"`
			Actor     string
		}
		Count int
	}
	seen := func(query string) (accounts []uuid.UUID) {
		got.Data = nil
		operator.get("/api/v1/admin/audit?action=key.create&limit=100"+query).into(200, &got)
		for _, e := range got.Data {
			if e.Actor == "somebody" {
				accounts = append(accounts, *e.AccountID)
			}
		}
		return accounts
	}
	require.ElementsMatch(t, []uuid.UUID{s.id, other}, seen(""))
	require.Equal(t, []uuid.UUID{other}, seen("&account_id="+other.String()))
	sheet := string(operator.get("/api/v1/admin/audit?format=csv&account_id=" + other.String()).body)
	require.Contains(t, sheet, other.String())
	require.NotContains(t, sheet, s.id.String())
	require.Contains(t, string(operator.get("/api/v1/admin/audit?format=jsonl").body), `"account_id":"`+other.String())
	s.manager(s.id).get("/api/v1/admin/audit").fails(403, "Access denied")
}
