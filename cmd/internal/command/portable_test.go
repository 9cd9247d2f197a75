package command_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/blob"
	"quire/internal/portable"
	"quire/schema"
	"quire/schema/testdb"
)

// installation is a database with its own blob store.
type installation struct {
	*operator
	db    *schema.DB
	blobs *blob.Store
}

func newInstallation(t *testing.T) *installation {
	t.Helper()
	o := newOperator(t, "QUIRE_BLOBS=file://"+t.TempDir())
	blobs, err := blob.Open(t.Context(), o.env.Config.Blobs)
	require.NoError(t, err)
	return &installation{operator: o, db: testdb.Open(t, o.env.Config.DatabaseURL), blobs: blobs}
}

func (i *installation) store(key, content string) {
	i.Helper()
	_, err := i.blobs.Put(i.Context(), key, strings.NewReader(content), 1<<20)
	require.NoError(i, err)
}

func (i *installation) text(key string) string {
	i.Helper()
	r, err := i.blobs.Open(i.Context(), key)
	require.NoError(i, err)
	var b bytes.Buffer
	_, err = b.ReadFrom(r)
	require.NoError(i, err)
	require.NoError(i, r.Close())
	return b.String()
}

// document creates a converted document and returns the key of its Markdown.
func (i *installation) document(account uuid.UUID) string {
	i.Helper()
	id := uuid.Must(uuid.NewV7())
	_, _, err := i.db.CreateDocument(i.Context(), schema.NewDocument{ID: id, AccountID: account, FileName: "a.pdf", Format: "pdf", SourceKey: schema.SourceKey(id), Accuracy: new("lite")})
	require.NoError(i, err)
	d, err := i.db.ClaimDocument(i.Context(), id)
	require.NoError(i, err)
	key := schema.DocumentPrefix(id) + "output-1"
	require.NoError(i, i.db.CompleteDocument(i.Context(), id, int(d.Attempt), schema.DocumentOutput{PageCount: 1, Key: key, Name: "a.md", Type: "text/markdown", Size: 7}, nil))
	i.store(schema.SourceKey(id), "%PDF")
	i.store(key, "# Title")
	return key
}

// put creates a file with the given content at a path, and returns its version.
func (i *installation) put(account, collection uuid.UUID, path, content string) uuid.UUID {
	i.Helper()
	version, sum := uuid.Must(uuid.NewV7()), sha256.Sum256([]byte(content))
	_, err := i.db.UploadFile(i.Context(), schema.NewFile{
		VersionID: version, AccountID: account, CollectionID: collection, Path: path, Size: int64(len(content)), SHA256: sum[:],
		Format: "txt", MediaType: "text/plain", Indexed: true, SourceKey: schema.VersionSourceKey(version),
	})
	require.NoError(i, err)
	i.store(schema.VersionSourceKey(version), content)
	return version
}

// filled creates an account with some of everything that an account can have.
func (i *installation) filled() schema.Account {
	i.Helper()
	ctx := i.Context()
	require.NoError(i, i.types("account", "create", "acme"))
	a, err := i.db.AccountNamed(ctx, "acme")
	require.NoError(i, err)
	i.document(a.ID)
	c, err := i.db.CreateCollection(ctx, schema.NewCollection{ID: uuid.Must(uuid.NewV7()), AccountID: a.ID, Name: "Contracts"})
	require.NoError(i, err)
	_, err = i.db.HoldCollection(ctx, a.ID, c.ID, "case 4711")
	require.NoError(i, err)
	i.put(a.ID, c.ID, "lease.txt", "one")
	i.put(a.ID, c.ID, "lease.txt", "two")
	s, err := i.db.CreateSession(ctx, schema.NewSession{ID: uuid.Must(uuid.NewV7()), AccountID: a.ID, CollectionIDs: []uuid.UUID{c.ID}})
	require.NoError(i, err)
	t, _, err := i.db.BeginTurn(ctx, schema.NewTurn{ID: uuid.Must(uuid.NewV7()), AccountID: a.ID, SessionID: &s.ID, Question: "How long?"})
	require.NoError(i, err)
	t, err = i.db.BeginAnswer(ctx, t.ID)
	require.NoError(i, err)
	require.NoError(i, i.db.GrowTurn(ctx, t.ID, int(t.Attempt), "Two years.", nil, []schema.TurnEvent{schema.DeltaEvent("Two years.")}))
	require.NoError(i, i.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnComplete, Title: "The lease"}))
	_, _, err = i.db.CreateSource(ctx, schema.NewSource{
		ID: uuid.Must(uuid.NewV7()), AccountID: a.ID, CollectionID: c.ID, Name: "Disk", Kind: schema.SourceFolder,
		Settings: schema.SourceSettings{Path: "/srv"}, EveryMinutes: 60, Secret: schema.SealedSecret{Sealed: []byte("sealed secret"), Key: "2026"},
	})
	require.NoError(i, err)
	return a
}

// ours are the columns that differ between installations, and those of what is processed again.
var ours = []string{"touched_at", "message_id", "restarts", "paused_at", "pause_reason", "next_run_at", "last_seq", "attempt", "idempotency_key"}

// has returns the rows of an account by table, without the columns in ours.
func (i *installation) has(account uuid.UUID) map[string][]string {
	i.Helper()
	found := map[string][]string{}
	err := i.db.ExportRows(i.Context(), account, func(table string, row []byte) error {
		var columns map[string]any
		require.NoError(i, json.Unmarshal(row, &columns))
		for _, name := range ours {
			delete(columns, name)
		}
		if table == "messages" {
			delete(columns, "id")
		}
		raw, err := json.Marshal(columns)
		found[table] = append(found[table], string(raw))
		return err
	})
	require.NoError(i, err)
	for _, record := range []string{"audit_log", "ledger", "usage_days"} { // they are for people to read and are not imported
		delete(found, record)
	}
	return found
}

func TestAnAccountMovesToAnotherInstallation(t *testing.T) {
	t.Parallel()
	from, to := newInstallation(t), newInstallation(t)
	a := from.filled()
	archive := filepath.Join(t.TempDir(), "acme.tar.zst")
	require.NoError(t, from.types("account", "mask", "acme", "--kinds", "email"))
	require.NoError(t, from.types("account", "export", "acme", "-o", archive))
	require.Equal(t, "account.export", from.lists("audit", "--account", "acme")[0]["action"])

	other, err := to.db.CreateAccount(t.Context(), "other", "default", "whsec_x")
	require.NoError(t, err)
	s, err := to.db.CreateSession(t.Context(), schema.NewSession{ID: uuid.New(), AccountID: other.ID, CollectionIDs: []uuid.UUID{}})
	require.NoError(t, err)
	_, _, err = to.db.BeginTurn(t.Context(), schema.NewTurn{ID: uuid.New(), AccountID: other.ID, SessionID: &s.ID, Question: "mine"})
	require.NoError(t, err, "numbers of messages are taken here")

	require.NoError(t, to.types("account", "import", archive, "--name", "acme-2"))
	require.Contains(t, to.out.String(), "imported as acme-2; the running service now indexes 1 files")
	was, is := from.has(a.ID), to.has(a.ID)
	require.Equal(t, slices.Sorted(maps.Keys(was)), slices.Sorted(maps.Keys(is)))
	for table := range was {
		require.Equal(t, was[table], is[table], table)
	}
	messages, _, err := to.db.Messages(t.Context(), s.ID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, "mine", messages[0].Content)
	moved, err := to.db.Account(t.Context(), a.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"email"}, moved.Masking)
	for _, key := range []string{"documents", "versions"} {
		list, err := from.blobs.List(t.Context(), key+"/", "", 100)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		for _, b := range list {
			require.Equal(t, from.text(b.Key), to.text(b.Key))
		}
	}
	raw, err := os.ReadFile(archive)
	require.NoError(t, err)
	require.NotContains(t, string(raw), "sealed secret")

	require.NoError(t, to.types("account", "import", archive, "--name", "acme-2"))
	require.Equal(t, "this archive has been imported already; nothing was changed\n", to.out.String())
	require.NoError(t, from.types("account", "export", "acme", "-o", archive))
	require.ErrorContains(t, to.types("account", "import", archive), "An account with this id is here already")
	require.NoError(t, to.types("account", "export", "acme-2", "-o", archive), "and it can move on")
}

// An import that dies between any two of its steps is continued by the next one.
func TestAnInterruptedImportIsContinued(t *testing.T) {
	t.Parallel()
	from := newInstallation(t)
	a := from.filled()
	archive := filepath.Join(t.TempDir(), "acme.tar.zst")
	require.NoError(t, from.types("account", "export", "acme", "-o", archive))
	want := from.has(a.ID)
	raw, err := os.ReadFile(archive)
	require.NoError(t, err)
	sum := sha256.Sum256(raw)
	for _, steps := range []int{0, 1, 3, 5, 100} {
		to := newInstallation(t)
		job, err := to.db.BeginImport(t.Context(), a.ID, "acme", "default", "whsec_x", sum[:])
		require.NoError(t, err)
		done := 0
		require.NoError(t, portable.Read(bytes.NewReader(raw), 1<<30, portable.Visitor{Rows: func(table string, rows []json.RawMessage) error {
			if done++; done > steps {
				return nil
			}
			return job.Rows(t.Context(), table, rows)
		}}))
		require.NoError(t, to.types("account", "import", archive))
		require.Equal(t, want, to.has(a.ID), "after %d steps", steps)
	}
}

// archiveOf writes an archive with arbitrary rows and blobs.
func archiveOf(t *testing.T, account uuid.UUID, rows [][2]string, blobs map[string]string) string {
	t.Helper()
	var out bytes.Buffer
	w, err := portable.NewWriter(&out, portable.Manifest{Format: portable.Format, ExportedAt: time.Now(), Account: portable.Account{ID: account, Name: "mallory"}})
	require.NoError(t, err)
	for i, r := range rows {
		require.NoError(t, w.Rows(r[0], i+1, []byte(r[1]+"\n")))
	}
	for key, content := range blobs {
		require.NoError(t, w.Blob(key, int64(len(content)), strings.NewReader(content)))
	}
	require.NoError(t, w.Close())
	path := filepath.Join(t.TempDir(), "x.tar.zst")
	require.NoError(t, os.WriteFile(path, out.Bytes(), 0o600))
	return path
}

func TestAnImportReachesNothingOfOtherAccounts(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	victim := i.filled()
	before := i.has(victim.ID)
	ids := map[string]string{}
	for table, rows := range before {
		var row struct{ ID string }
		require.NoError(t, json.Unmarshal([]byte(rows[0]), &row))
		ids[table] = row.ID
	}
	now, mine := `"2026-01-01T00:00:00Z"`, uuid.NewString()
	document := func(id, source string) string {
		return `{"id":"` + id + `","account_id":"` + victim.ID.String() + `","status":"FAILED","error":"x","file_name":"x","file_size":1,"format":"pdf","page_separator":true,
			"skip_images":true,"attempt":1,"request_id":"","source_key":"` + source + `","created_at":` + now + `,"completed_at":` + now + `,"sent_as_files":false,"batch_position":0}`
	}
	file := `{"id":"` + mine + `","collection_id":"` + ids["collections"] + `","path":"x.txt","filename":"x.txt","version":1,"created_at":` + now + `,"updated_at":` + now + `}`
	session := `{"id":"` + mine + `","title":"x","titled":true,"collection_ids":["` + ids["collections"] + `"],"created_at":` + now + `,"updated_at":` + now + `}`
	message := `{"id":1,"session_id":"` + ids["sessions"] + `","role":"user","content":"x","citations":[],"status":"complete","created_at":` + now + `}`
	for name, x := range map[string]struct {
		rows  [][2]string
		blobs map[string]string
	}{
		"a document of theirs":          {rows: [][2]string{{"documents", document(ids["documents"], "documents/"+ids["documents"]+"/source")}}},
		"the file of a document theirs": {rows: [][2]string{{"documents", document(mine, "documents/"+ids["documents"]+"/source")}}},
		"a file in their collection":    {rows: [][2]string{{"files", file}}},
		"a session about it":            {rows: [][2]string{{"sessions", session}}},
		"a message in their session":    {rows: [][2]string{{"messages", message}}},
		"a blob of theirs":              {blobs: map[string]string{"documents/" + ids["documents"] + "/output-1": "forged"}},
		"a blob of nobody":              {blobs: map[string]string{"documents/" + mine + "/output-1": "x"}},
		"rows that cannot be":           {rows: [][2]string{{"sessions", `{"id":"no id"}`}}},
		"rows without what they need":   {rows: [][2]string{{"sessions", `{}`}}},
	} {
		err := i.types("account", "import", archiveOf(t, uuid.New(), x.rows, x.blobs), "--name", strings.ReplaceAll(name, " ", "-"))
		require.ErrorContains(t, err, "rows that do not belong to its account", name)
	}
	require.NoError(t, i.types("account", "import", archiveOf(t, uuid.New(), [][2]string{{"audit_log", `{"id":1}`}, {"api_keys", `{"id":1}`}, {"accounts", `{}`}}, nil)))
	require.ErrorContains(t, i.types("account", "import", archiveOf(t, victim.ID, nil, nil)), "An account with this id is here already")
	require.Equal(t, before, i.has(victim.ID))
	keys, err := i.db.ListKeys(t.Context(), victim.ID)
	require.NoError(t, err)
	require.Empty(t, keys)
	require.Error(t, i.types("account", "import", filepath.Join(t.TempDir(), "none")))
}
