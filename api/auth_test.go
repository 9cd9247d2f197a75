package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/apikey"
	"quire/schema"
)

func TestOnlyAValidKeyIsAdmitted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	const refused = "Invalid or missing API key"
	stranger := apikey.New(apikey.Live)
	for header, want := range map[string]string{
		"":                      refused,
		s.key:                   refused,
		"Basic " + s.key:        refused,
		"Bearer":                refused,
		"Bearer ":               refused,
		"Bearer qk_live_x":      refused,
		"Bearer " + s.key + "x": refused,
		"Bearer " + stranger:    refused,
		"Bearer " + strings.Replace(s.key, "qk_live_", "qk_test_", 1): refused,
		"Bearer " + apikey.New(apikey.Test):                           "This is a test key, and this deployment accepts live keys only",
	} {
		r := s.request("GET", documents, nil)
		r.Header["Authorization"] = nil
		if header != "" {
			r.Header.Set("Authorization", header)
		}
		got := s.do(r)
		got.fails(401, want)
		require.Empty(t, got.header.Get("RateLimit"), "limits are shown to nobody but the account")
	}
	twice := s.request("GET", documents, nil)
	twice.Header["Authorization"] = []string{"Bearer " + s.key, "Bearer " + s.key}
	s.do(twice).fails(401, refused)

	for _, header := range []string{"Bearer " + s.key, "bearer  " + s.key, "BEARER " + s.key + " "} {
		r := s.request("GET", documents, nil)
		r.Header.Set("Authorization", header)
		require.Equal(t, 200, s.do(r).status)
	}
	require.NotContains(t, s.log.String(), s.key, "no key in the log")
}

func TestRevocationAppliesToTheNextRequest(t *testing.T) {
	t.Parallel()
	s := newService(t)
	require.Equal(t, 200, s.get(documents).status)
	keys, err := s.db.ListKeys(t.Context(), s.id)
	require.NoError(t, err)
	_, err = s.db.RevokeKey(t.Context(), keys[0].ID)
	require.NoError(t, err)
	s.get(documents).fails(401, "Invalid or missing API key")
}

func TestTestDeploymentRefusesLiveKeys(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.Environment = apikey.Test })
	s.get(documents).fails(401, "This is a live key, and this deployment accepts test keys only")
}

func TestPermissionsOfKeys(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload("callback_url=https://example.org/")
	s.complete(d.ID, "x", 0)
	deliveries, _, err := s.db.ListDeliveries(t.Context(), d.ID, 0, 1)
	require.NoError(t, err)
	redeliver := path(d.ID) + "/deliveries/" + deliveries[0].ID.String() + "/redeliver"

	reader := s.as(s.newKey(s.id, true, false))
	for _, p := range []string{documents, path(d.ID), path(d.ID) + "/deliveries"} {
		require.Equal(t, 200, reader.get(p).status)
	}
	reader.do(reader.form(documents, "file=@x.pdf", pdf)).fails(403, "Access denied")
	reader.delete(path(d.ID)).fails(403, "Access denied")
	reader.delete(path(uuid.New())).fails(403, "Access denied")
	reader.delete(documents+"/nonsense").fails(403, "Access denied")
	denied := reader.post(redeliver)
	denied.fails(403, "Access denied")
	require.NotEmpty(t, denied.header.Get("RateLimit"), "the limit is checked before the permission")

	writer := s.as(s.newKey(s.id, false, true))
	writer.get(documents).fails(403, "Access denied")
	require.Equal(t, 200, writer.do(writer.form(documents, "file=@x.pdf", pdf)).status)
}

func TestRequestIDsAreKeptWhenValid(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for id, kept := range map[string]bool{
		"a": true, "My-Trace_1.2": true, strings.Repeat("x", 128): true,
		strings.Repeat("x", 129): false, "with space": false, "<script>": false, "ü": false, "": false,
	} {
		for _, p := range []string{documents, "/healthz", "/nowhere"} {
			r := s.request(http.MethodGet, p, nil)
			if id != "" {
				r.Header.Set("X-Request-Id", id)
			}
			got := s.do(r).header.Get("X-Request-Id")
			require.Equal(t, kept, got == id, "%q became %q", id, got)
			if !kept {
				require.Regexp(t, `^req_[0-9a-f]{32}$`, got)
			}
		}
	}
	r := s.form(documents, "file=@x.pdf", pdf)
	r.Header.Set("X-Request-Id", "trace-7")
	require.Equal(t, 200, s.do(r).status)
	require.Equal(t, "trace-7", s.started[0].RequestID)
	require.Contains(t, s.log.String(), `"request_id":"trace-7"`)
}

func TestChangesAreAuditedWithKeyRequestAndAddress(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := s.form(documents, "file=@x.pdf", pdf)
	r.Header.Set("X-Request-Id", "trace-8")
	r.Header.Set("X-Forwarded-For", "192.0.2.7")
	var d doc
	s.do(r).into(200, &d)
	require.Equal(t, 200, s.delete(documents+"/"+d.ID.String()).status)
	entries, err := s.db.Audit(t.Context(), schema.AuditFilter{ObjectID: &d.ID, Limit: 10})
	require.NoError(t, err)
	require.Len(t, entries, 2)
	created := entries[1]
	require.Equal(t, schema.AuditDocumentCreate, created.Action)
	require.Equal(t, "trace-8", created.RequestID)
	require.Equal(t, "192.0.2.7", created.IP)
	require.Equal(t, s.id, *created.AccountID)
	require.Equal(t, apikey.Display(s.key), created.Actor)
	require.NotNil(t, created.KeyID)
}
