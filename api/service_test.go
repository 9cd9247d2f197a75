package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/apikey"
	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/egress"
	"quire/internal/source"
	"quire/internal/webhook"
	"quire/schema"
	"quire/schema/testdb"
	"quire/workflows"
)

func TestMain(m *testing.M) {
	convert.Handover() // pages are drawn in a child process
	testdb.Main(m)
}

var pepper = []byte("a pepper for tests, 32 bytes long")

// service is a complete API on a real socket, database and blob directory. It records what it would start or cancel.
type service struct {
	t      testing.TB
	db     *schema.DB
	dbURL  string
	blobs  *blob.Store
	dir    string
	signer *blob.Signer
	server *api.Server
	url    string
	log    *lines
	key    string // of account
	account

	mu        sync.Mutex
	started   []schema.Start
	cancelled []string
}

type account struct{ id uuid.UUID }

// lines is a log that tests can read while it is being written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// metricsToken gives access to /metrics.
const metricsToken = "token-of-the-operator"

// metrics returns the response of /metrics.
func (s *service) metrics() string { return string(s.as(metricsToken).get("/metrics").body) }

// newService starts a service with one account and a key with all permissions in it.
func newService(t testing.TB, changes ...func(*api.Config)) *service {
	t.Helper()
	s := &service{t: t, dbURL: testdb.NewURL(t), dir: t.TempDir(), log: &lines{}}
	s.db = testdb.Open(t, s.dbURL)
	var err error
	s.blobs, err = blob.Open(t.Context(), "file://"+s.dir)
	require.NoError(t, err)
	s.signer, err = blob.NewSigner(map[string][]byte{"1": bytes.Repeat([]byte("k"), 32)}, "1")
	require.NoError(t, err)
	guard, err := egress.New(egress.Config{})
	require.NoError(t, err)
	cfg := api.Config{
		DB: s.db, Blobs: s.blobs, Signer: s.signer, Pepper: pepper,
		CheckCallback: func(u string) error { return guard.CheckURL(u, egress.ForCallback) },
		SealSecret: func(plain []byte) (s schema.SealedSecret) {
			s.Key, s.Sealed = sourceKeys.Seal(plain)
			return s
		},
		CheckSource: func(kind string, s schema.SourceSettings) error {
			return source.Opener{Roots: []string{"/srv"}, Client: guard}.Check(kind, source.Settings(s))
		},
		FileNameOfURL: egress.FileName, CleanFileName: egress.CleanFileName,
		Submit: s.submit, Cancel: s.cancel, Logger: slog.New(slog.NewJSONHandler(s.log, nil)), Version: "test",
		LimitTimeout:   time.Minute, // a busy machine must not change what tests see
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, MetricsToken: metricsToken,
	}
	for _, change := range changes {
		change(&cfg)
	}
	s.server, err = api.New(cfg)
	require.NoError(t, err)
	server := httptest.NewServer(s.server.Handler())
	t.Cleanup(server.Close)
	s.url = server.URL
	s.id = s.newAccount("default")
	s.key = s.newKey(s.id, true, true)
	return s
}

func (s *service) submit(start schema.Start) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = append(s.started, start)
}

func (s *service) cancel(work schema.Start) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelled = append(s.cancelled, workflowID(s.t, work))
}

// workflowID returns the id that the work has in Temporal.
func workflowID(t testing.TB, work schema.Start) string {
	w, err := workflows.StartableOf(work)
	require.NoError(t, err)
	return w.ID(work)
}

func (s *service) newAccount(plan string) uuid.UUID {
	s.t.Helper()
	a, err := s.db.CreateAccount(s.t.Context(), uuid.NewString(), plan, webhook.NewSecret())
	require.NoError(s.t, err)
	return a.ID
}

func (s *service) newKey(account uuid.UUID, canRead, canWrite bool) string {
	s.t.Helper()
	plain := apikey.New(apikey.Live)
	_, err := s.db.InsertKey(s.t.Context(), schema.InsertKeyParams{
		ID: uuid.Must(uuid.NewV7()), AccountID: account, Display: apikey.Display(plain),
		Hash: apikey.Hash(pepper, plain), CanRead: canRead, CanWrite: canWrite,
	}, 0)
	require.NoError(s.t, err)
	return plain
}

// as returns the same service, used with another key.
func (s *service) as(key string) *service {
	return &service{t: s.t, db: s.db, blobs: s.blobs, dir: s.dir, signer: s.signer, url: s.url, log: s.log, key: key}
}

// reply is a response, read and checked against openapi.yaml.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	body   []byte
}

// do sends a request with the service's key, unless the request has its own Authorization header, and checks the
// response.
func (s *service) do(r *http.Request) reply {
	s.t.Helper()
	if _, ok := r.Header["Authorization"]; !ok && s.key != "" {
		r.Header.Set("Authorization", "Bearer "+s.key)
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	checkAnswer(s.t, r, res, raw)
	return reply{t: s.t, status: res.StatusCode, header: res.Header, body: raw}
}

func (s *service) request(method, path string, body io.Reader) *http.Request {
	s.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = s.url + path
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, path, body)
	require.NoError(s.t, err)
	return r
}

func (s *service) get(path string) reply { s.t.Helper(); return s.do(s.request("GET", path, nil)) }
func (s *service) delete(path string) reply {
	s.t.Helper()
	return s.do(s.request("DELETE", path, nil))
}

func (s *service) post(path string) reply { s.t.Helper(); return s.do(s.request("POST", path, nil)) }

// into checks that the response has the given status, and decodes its body into v.
func (r reply) into(status int, v any) {
	r.t.Helper()
	require.Equal(r.t, status, r.status, "%s", r.body)
	require.NoError(r.t, json.Unmarshal(r.body, v))
}

// problem is the error shape.
type problem struct {
	Detail json.RawMessage
	Error  struct {
		Type, Message string
		RequestID     string `json:"request_id"`
	}
}

type detail struct {
	Loc       []string
	Msg, Type string
}

// fails checks the status and the detail of an error.
func (r reply) fails(status int, want string) {
	r.t.Helper()
	var p problem
	r.into(status, &p)
	var got string
	require.NoError(r.t, json.Unmarshal(p.Detail, &got))
	require.Equal(r.t, want, got)
	require.Equal(r.t, want, p.Error.Message)
	require.Equal(r.t, r.header.Get("X-Request-Id"), p.Error.RequestID)
}

// invalid checks that the response is a 422 for exactly one field, such as "body.url" with "url_parsing".
func (r reply) invalid(loc, kind string) detail {
	r.t.Helper()
	var p problem
	r.into(422, &p)
	var list []detail
	require.NoError(r.t, json.Unmarshal(p.Detail, &list))
	require.Len(r.t, list, 1)
	require.Equal(r.t, loc, strings.Join(list[0].Loc, "."))
	require.Equal(r.t, kind, list[0].Type)
	require.Equal(r.t, "validation_error", p.Error.Type)
	return list[0]
}

// doc is a document as clients see it.
type doc struct {
	ID             uuid.UUID  `json:"id"`
	FileName       string     `json:"file_name"`
	FileSize       int64      `json:"file_size"`
	PageCount      *int       `json:"page_count"`
	Status         string     `json:"status"`
	Accuracy       *string    `json:"accuracy"`
	ExtractorID    *uuid.UUID `json:"extractor_id"`
	Error          *string    `json:"error"`
	CreatedAt      time.Time  `json:"created_at"`
	CompletedAt    *time.Time `json:"completed_at"`
	ExpiresAt      *time.Time `json:"expires_at"`
	OutputFileURL  *string    `json:"output_file_url"`
	FileURL        *string    `json:"file_url"`
	OutputFileName *string    `json:"output_file_name"`
}

const pdf = "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"

// upload posts a small PDF.
func (s *service) upload(fields ...string) doc {
	s.t.Helper()
	var d doc
	s.do(s.form("/api/v1/documents", append([]string{"file=@report.pdf", pdf}, fields...)...)).into(200, &d)
	return d
}

// complete completes a document, as the workflow would.
func (s *service) complete(id uuid.UUID, markdown string, retention time.Duration) {
	s.t.Helper()
	key := schema.DocumentPrefix(id) + "output.md"
	_, err := s.blobs.Put(s.t.Context(), key, strings.NewReader(markdown), 1<<20)
	require.NoError(s.t, err)
	d, err := s.db.ClaimDocument(s.t.Context(), id)
	require.NoError(s.t, err)
	require.NoError(s.t, s.db.CompleteDocument(s.t.Context(), id, int(d.Attempt), schema.DocumentOutput{
		PageCount: 1, Key: key, Name: schema.OutputName(d.FileName, ".md"), Type: "text/markdown", Size: int64(len(markdown)), Retention: retention,
	}, webhookBody(d, schema.Completed)))
}

func (s *service) fail(id uuid.UUID, words string) {
	s.t.Helper()
	d, err := s.db.ClaimDocument(s.t.Context(), id)
	require.NoError(s.t, err)
	require.NoError(s.t, s.db.FailDocument(s.t.Context(), id, int(d.Attempt),
		schema.DocumentFailure{Reason: "corrupt", Message: words}, webhookBody(d, schema.Failed)))
}

func webhookBody(d schema.Document, s schema.DocumentStatus) []byte {
	return fmt.Appendf(nil, `{"document_id":%q,"status":%q}`, d.ID, s)
}

// storedBlobs counts the files in the blob directory, including unfinished uploads.
func (s *service) storedBlobs() int {
	s.t.Helper()
	entries, err := s.blobs.List(context.WithoutCancel(s.t.Context()), "", "", 1000)
	require.NoError(s.t, err)
	uploads, err := os.ReadDir(s.dir + "/.uploads")
	require.NoError(s.t, err)
	return len(entries) + len(uploads)
}
