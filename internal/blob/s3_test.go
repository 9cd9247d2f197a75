package blob_test

import (
	"cmp"
	"context"
	"encoding/xml"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/blob"
)

// s3Server speaks the part of the S3 protocol that the store uses, over a real socket.
type s3Server struct {
	url     string
	mu      sync.Mutex
	objects map[string]s3Object
	parts   map[string]map[int][]byte // of the uploads that are neither completed nor aborted, by key
}

type s3Object struct {
	body []byte
	at   time.Time
}

func newS3(t *testing.T) *s3Server {
	t.Helper()
	s := &s3Server{objects: map[string]s3Object{}, parts: map[string]map[int][]byte{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /bucket", s.list)
	mux.HandleFunc("GET /bucket/{key...}", s.get) // HEAD too
	mux.HandleFunc("PUT /bucket/{key...}", s.put)
	mux.HandleFunc("POST /bucket/{key...}", s.multipart)
	mux.HandleFunc("DELETE /bucket/{key...}", s.delete)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *s3Server) bucketURL() string {
	return "s3://bucket?" + url.Values{
		"region": {"eu-central-1"}, "endpoint": {s.url}, "use_path_style": {"true"}, "anonymous": {"true"},
		"request_checksum_calculation": {"when_required"}, "response_checksum_validation": {"when_required"},
	}.Encode()
}

func (s *s3Server) put(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || int64(len(body)) != r.ContentLength {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("ETag", `"etag"`)
	key := r.PathValue("key")
	if number, err := strconv.Atoi(r.URL.Query().Get("partNumber")); err == nil {
		s.parts[key][number] = body
		return
	}
	s.objects[key] = s3Object{body, time.Now()}
}

// multipart starts an upload in parts, or completes one.
func (s *s3Server) multipart(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := r.PathValue("key")
	if r.URL.Query().Has("uploads") {
		s.parts[key] = map[int][]byte{}
		s3XML(w, http.StatusOK, s3Started{Bucket: "bucket", Key: key, UploadID: "1"})
		return
	}
	var body []byte
	for _, number := range slices.Sorted(maps.Keys(s.parts[key])) {
		body = append(body, s.parts[key][number]...)
	}
	delete(s.parts, key)
	s.objects[key] = s3Object{body, time.Now()}
	s3XML(w, http.StatusOK, s3Completed{Bucket: "bucket", Key: key, ETag: `"etag"`})
}

func (s *s3Server) get(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("key") == "" {
		s.list(w, r)
		return
	}
	s.mu.Lock()
	o, ok := s.objects[r.PathValue("key")]
	s.mu.Unlock()
	if !ok {
		s3XML(w, http.StatusNotFound, s3Error{Code: "NoSuchKey", Message: "The specified key does not exist."})
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", o.at, strings.NewReader(string(o.body)))
}

func (s *s3Server) delete(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.URL.Query().Has("uploadId") {
		delete(s.parts, r.PathValue("key"))
	} else {
		delete(s.objects, r.PathValue("key"))
	}
	w.WriteHeader(http.StatusNoContent)
}

// list answers ListObjectsV2 with small pages, so that continuation is used.
func (s *s3Server) list(w http.ResponseWriter, r *http.Request) {
	const pageSize = 3
	q := r.URL.Query()
	after := cmp.Or(q.Get("continuation-token"), q.Get("start-after"))
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []s3Content
	for key, o := range s.objects {
		if strings.HasPrefix(key, q.Get("prefix")) && key > after {
			found = append(found, s3Content{Key: key, Size: len(o.body), LastModified: o.at.UTC().Format(time.RFC3339), ETag: `"etag"`})
		}
	}
	slices.SortFunc(found, func(a, b s3Content) int { return cmp.Compare(a.Key, b.Key) })
	page := s3List{Name: "bucket", Contents: found}
	if len(found) > pageSize {
		page.Contents, page.IsTruncated = found[:pageSize], true
		page.NextContinuationToken = found[pageSize-1].Key
	}
	page.KeyCount = len(page.Contents)
	s3XML(w, http.StatusOK, page)
}

type s3List struct {
	XMLName               xml.Name `xml:"ListBucketResult"`
	Name                  string
	KeyCount              int
	IsTruncated           bool
	NextContinuationToken string `xml:",omitempty"`
	Contents              []s3Content
}

type s3Content struct {
	Key          string
	LastModified string
	ETag         string
	Size         int
}

type s3Started struct {
	XMLName  xml.Name `xml:"InitiateMultipartUploadResult"`
	Bucket   string
	Key      string
	UploadID string `xml:"UploadId"`
}

type s3Completed struct {
	XMLName xml.Name `xml:"CompleteMultipartUploadResult"`
	Bucket  string
	Key     string
	ETag    string
}

type s3Error struct {
	XMLName xml.Name `xml:"Error"`
	Code    string
	Message string
}

func s3XML(w http.ResponseWriter, status int, v any) {
	body, err := xml.Marshal(v)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/xml")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func TestLargeBlobsGoToTheBucketInParts(t *testing.T) {
	t.Parallel()
	server := newS3(t)
	s, err := blob.Open(t.Context(), server.bucketURL())
	require.NoError(t, err)
	const size = 40 << 20
	info, err := s.Put(t.Context(), "large", io.LimitReader(&countingReader{}, size), size)
	require.NoError(t, err)
	require.Equal(t, int64(size), info.Size)
	r, err := s.Open(t.Context(), "large")
	require.NoError(t, err)
	require.Equal(t, int64(size), r.Size)
	require.NoError(t, r.Close())

	_, err = s.Put(t.Context(), "larger", &countingReader{}, size)
	require.ErrorIs(t, err, blob.ErrTooLarge)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = s.Put(ctx, "larger", &countingReader{after: size / 2, then: cancel}, size)
	require.ErrorIs(t, err, context.Canceled)
	ok, err := s.Exists(t.Context(), "larger")
	require.NoError(t, err)
	require.False(t, ok)
	server.mu.Lock()
	defer server.mu.Unlock()
	require.Empty(t, server.parts, "an abandoned upload's parts cost money until they are aborted")
}

func TestAnUnreachableBucketFailsItsCheck(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	u := (&s3Server{url: server.URL}).bucketURL()
	server.Close()
	s, err := blob.Open(t.Context(), u)
	require.NoError(t, err)
	require.Error(t, s.Check(t.Context()))
}
