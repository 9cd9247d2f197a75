package api_test

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/schema"
)

func allowing(a schema.Allowance) func(*api.Config) {
	return func(c *api.Config) { c.Plans = map[string]api.Plan{"default": {Allowance: a}} }
}

// wireQuota is how much the account has used of a quota.
type wireQuota struct {
	Used    int64
	Allowed *int64
}

// quotas returns the quotas as /usage reports them.
func (s *service) quotas() map[string]wireQuota {
	s.t.Helper()
	var use struct {
		Plan   string
		Quotas map[string]wireQuota
	}
	s.get("/api/v1/usage").into(200, &use)
	require.Equal(s.t, "default", use.Plan)
	return use.Quotas
}

// refused checks the 403 of a quota.
func (r reply) refused(words string) {
	r.t.Helper()
	r.fails(403, words)
	require.Contains(r.t, string(r.body), `"type":"permission_error"`)
}

func TestAccountAtTheLimitOfItsPlanIsToldSo(t *testing.T) {
	t.Parallel()
	s := newService(t, allowing(schema.Allowance{Collections: 1, Sessions: 1, FilesPerCollection: 1}))
	c := s.collection("first").ID
	s.do(s.json("POST", collections, `{"name":"second"}`)).refused("The plan allows 1 collections and 1 are used. Remove what is no longer needed")
	session := fmt.Sprintf(`{"collection_ids":[%q]}`, c)
	var made struct{ ID uuid.UUID }
	s.do(s.json("POST", sessions, session)).into(200, &made)
	s.do(s.json("POST", sessions, session)).refused("The plan allows 1 sessions and 1 are used. Remove what is no longer needed")
	files := fmt.Sprintf("%s/%s/files", collections, c)
	require.Equal(t, 200, s.do(s.form(files, "file=@a.txt", "text")).status)
	s.do(s.form(files, "file=@b.txt", "text")).refused("The plan allows 1 files in a collection and 1 are used. Remove what is no longer needed")
	require.Equal(t, 1, s.storedBlobs(), "a refused upload leaves nothing behind")
	require.Equal(t, 200, s.do(s.form(files, "file=@a.txt", "new text")).status, "a new version is not a new file")

	require.Equal(t, 200, s.delete(sessions+"/"+made.ID.String()).status)
	require.Equal(t, 200, s.do(s.json("POST", sessions, session)).status, "deleting makes room at once")
	quotas := s.quotas()
	require.EqualValues(t, 1, quotas["collections"].Used)
	require.EqualValues(t, 1, *quotas["collections"].Allowed)
	require.EqualValues(t, len("text")+len("new text"), quotas["stored_bytes"].Used)
	require.Nil(t, quotas["stored_bytes"].Allowed)
}

func TestStoredBytesAreBoundedOnEveryWayIn(t *testing.T) {
	t.Parallel()
	s := newService(t, allowing(schema.Allowance{StoredBytes: int64(2*len(pdf) + 1)}))
	s.apply(ticket("ticket"))
	first := s.upload()
	s.upload()
	for _, path := range []string{documents, extractors + "/ticket"} {
		s.do(s.form(path, "file=@x.pdf", pdf)).refused(fmt.Sprintf(
			"The plan allows %d bytes of stored files; %d bytes are used and %d bytes are to be added. Delete documents or files to make room",
			2*len(pdf)+1, 2*len(pdf), len(pdf)))
	}
	require.Equal(t, 2, s.storedBlobs())
	require.Equal(t, 200, s.delete(documents+"/"+first.ID.String()).status)
	s.upload()
}

// counted counts how many bytes of a request's body are read.
type counted struct {
	io.ReadCloser
	read atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.read.Add(int64(n))
	return n, err
}

func TestUploadThatDeclaresTooMuchIsRefusedUnread(t *testing.T) {
	t.Parallel()
	s := newService(t, allowing(schema.Allowance{StoredBytes: 1 << 20}))
	r := s.form(documents, "file=@x.pdf", pdf+strings.Repeat(" ", 3<<20))
	body := &counted{ReadCloser: r.Body}
	r.Body, r.GetBody = body, nil
	r.Header.Set("Expect", "100-continue")
	s.do(r).fails(403, "The plan allows 1 MB of stored files; 0 bytes are used and 2 MB are to be added. Delete documents or files to make room")
	require.Zero(t, body.read.Load())
}

func TestDailyPagesRunOut(t *testing.T) {
	t.Parallel()
	s := newService(t, allowing(schema.Allowance{PagesPerDay: 2}))
	c := s.collection("c").ID
	s.complete(s.upload().ID, "text", 0)
	kept := s.form(documents, "file=@x.pdf", pdf)
	kept.Header.Set("Idempotency-Key", "k")
	require.Equal(t, 200, s.do(kept).status)
	for _, path := range []string{documents, fmt.Sprintf("%s/%s/files", collections, c)} {
		r := s.do(s.form(path, "file=@y.pdf", pdf))
		r.fails(429, "The plan allows 2 pages a day and 2 are used or in processing. The next day begins at 00:00 UTC")
		require.Contains(t, string(r.body), `"type":"rate_limit_error"`)
		wait, err := strconv.Atoi(r.header.Get("Retry-After"))
		require.NoError(t, err)
		require.InDelta(t, time.Until(time.Now().UTC().Truncate(24*time.Hour).Add(24*time.Hour)).Seconds(), wait, 60)
	}
	kept = s.form(documents, "file=@x.pdf", pdf)
	kept.Header.Set("Idempotency-Key", "k")
	again := s.do(kept)
	require.Equal(t, 200, again.status, "a stored response is sent again")
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	require.Equal(t, 200, s.do(s.form(fmt.Sprintf("%s/%s/files", collections, c), "file=@z.bin", "\x00\x01\x02")).status, "a file that is only stored has no pages")
	require.EqualValues(t, 2, s.quotas()["pages_per_day"].Used)
}

func TestSimultaneousUploadsDoNotShareTheLastSlot(t *testing.T) {
	t.Parallel()
	const allowed = 3
	s := newService(t, allowing(schema.Allowance{StoredBytes: int64(allowed * len(pdf))}))
	var taken, refused atomic.Int32
	var wg sync.WaitGroup
	for range 4 * allowed {
		wg.Go(func() {
			switch s.do(s.form(documents, "file=@x.pdf", pdf)).status {
			case 200:
				taken.Add(1)
			case 403:
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, allowed, taken.Load())
	require.EqualValues(t, 3*allowed, refused.Load())
	require.Equal(t, allowed, s.storedBlobs())
}
