package quire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// newService returns a client of a service that answers so, over a real connection.
func newService(t *testing.T, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	client, err := New(Config{Server: server.URL, Key: "key"})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestAFormIsSentAgainFromItsBeginning(t *testing.T) {
	t.Parallel()
	var attempts atomic.Int32
	var keys, bodies []string
	client := newService(t, func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		file, header, err := r.FormFile("file")
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		content, _ := io.ReadAll(file)
		bodies = append(bodies, fmt.Sprintf("%s %s %s %d", header.Filename, content, r.FormValue("accuracy"), r.ContentLength-int64(len(content))))
		if attempts.Add(1) < 3 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, `{"id": "1", "new_field": {}}`)
	})
	for name, source := range map[string]Input{
		"a path": Path(written(t, "abc")), "bytes": Bytes("f.pdf", []byte("abc")), "a seeker": Reader("f.pdf", offset(t, "xabc")),
	} {
		keys, bodies = nil, nil
		attempts.Store(0)
		document, err := client.CreateDocument(t.Context(), source, DocumentOptions{Accuracy: "ultra"})
		if err != nil || document.ID != "1" {
			t.Fatalf("%s: %v", name, err)
		}
		if len(slices.Compact(keys)) != 1 || len(bodies) != 3 || len(slices.Compact(bodies)) != 1 || !strings.HasPrefix(bodies[0], "f.pdf abc ultra ") {
			t.Errorf("%s was sent as %q under %q", name, bodies, keys)
		}
	}
}

// written returns the path of a file.
func written(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f.pdf")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// offset returns a reader that stands after its first byte.
func offset(t *testing.T, content string) io.Reader {
	t.Helper()
	reader := strings.NewReader(content)
	if _, err := reader.Seek(1, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return reader
}

// zeros is a large stream; it notes how much of it was asked for.
type zeros struct {
	left int64
	read atomic.Int64
}

func (z *zeros) Read(p []byte) (int, error) {
	n := int(min(int64(len(p)), z.left))
	clear(p[:n])
	z.left -= int64(n)
	z.read.Add(int64(n))
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestAStreamIsReadOnlyAsFastAsItIsSent(t *testing.T) {
	t.Parallel()
	const size = 256 << 20
	source := &zeros{left: size}
	var ahead int64 // how much was read that had not been received
	client := newService(t, func(w http.ResponseWriter, r *http.Request) {
		received := int64(0)
		for buffer := make([]byte, 64<<10); ; {
			n, err := r.Body.Read(buffer)
			received += int64(n)
			ahead = max(ahead, source.read.Load()-received)
			if err != nil {
				break
			}
		}
		fmt.Fprintf(w, `{"id": "%d"}`, received)
	})
	var last, of int64
	options := DocumentOptions{UploadProgress: func(sent, size int64) { last, of = sent, size }}
	document, err := client.CreateDocument(t.Context(), Reader("zeros", source), options)
	if err != nil {
		t.Fatal(err)
	}
	if ahead > size/8 {
		t.Errorf("%d MB were read ahead", ahead>>20)
	}
	if received, _ := strconv.Atoi(document.ID); received <= size || last != size || of != -1 {
		t.Errorf("received %s, sent %d of %d", document.ID, last, of)
	}
}

func TestAFileThatCannotBeReadIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	client := newService(t, func(_ http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
	})
	_, err := client.CreateDocument(t.Context(), Path(filepath.Join(t.TempDir(), "none.pdf")), DocumentOptions{})
	if !errors.Is(err, os.ErrNotExist) || requests.Load() != 0 {
		t.Errorf("%v after %d requests", err, requests.Load())
	}
	broken := io.MultiReader(strings.NewReader("begin"), readerFunc(func([]byte) (int, error) { return 0, os.ErrPermission }))
	_, err = client.CreateDocument(t.Context(), Reader("f.pdf", broken), DocumentOptions{})
	if !errors.Is(err, os.ErrPermission) || requests.Load() > 1 {
		t.Errorf("%v after %d requests", err, requests.Load())
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestAContextEndsWaiting(t *testing.T) {
	t.Parallel()
	client := newService(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, `{"id": "1", "status": "PROCESSING", "page_count": 3}`)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
	defer cancel()
	var shown []Progress
	_, err := client.WaitDocument(ctx, "1", func(p Progress) { shown = append(shown, p) })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if len(shown) == 0 || shown[0].Status != "PROCESSING" || *shown[0].PagesTotal != 3 {
		t.Errorf("shown: %+v", shown)
	}
}

func TestASilentConnectionCountsAsBroken(t *testing.T) {
	t.Parallel()
	client := newService(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	client.timeout, client.retries = 50*time.Millisecond, -1
	_, err := client.GetDocument(t.Context(), "1")
	var lost *ConnectionError
	if !errors.As(err, &lost) || !strings.Contains(err.Error(), "nothing was sent or received") {
		t.Errorf("%v", err)
	}
}

func TestKeysOfTheProgramAreKeptAndSecretsAreSentOnce(t *testing.T) {
	t.Parallel()
	var keys []string
	client := newService(t, func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusBadGateway)
	})
	ctx := WithIdempotencyKey(t.Context(), "mine")
	if _, err := client.CreateCollection(ctx, "A"); !errors.Is(err, ErrServer) {
		t.Errorf("%v", err)
	}
	if !slices.Equal(keys, []string{"mine", "mine", "mine", "mine"}) {
		t.Errorf("%q", keys)
	}
	keys = nil
	if _, err := client.CreateKey(t.Context(), NewKey{Name: "a"}); err == nil || len(keys) != 1 {
		t.Errorf("%v after %d attempts", err, len(keys))
	}
}

func TestAListIsReadOnlyAsFarAsItIsWanted(t *testing.T) {
	t.Parallel()
	var asked []string
	client := newService(t, func(w http.ResponseWriter, r *http.Request) {
		skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
		asked = append(asked, r.URL.RawQuery)
		var data bytes.Buffer
		for i := skip; i < skip+100; i++ {
			fmt.Fprintf(&data, `,{"id": "%d"}`, max(0, i-skip/100)) // each page begins with the last entry of the one before
		}
		fmt.Fprintf(w, `{"count": 1000, "data": [%s]}`, data.Bytes()[1:])
	})
	seen := map[string]int{}
	for collection, err := range client.ListCollections(t.Context(), "a b") {
		if err != nil {
			t.Fatal(err)
		}
		if seen[collection.ID]++; len(seen) == 150 {
			break
		}
	}
	if !slices.Equal(asked, []string{"limit=100&search=a+b&skip=0", "limit=100&search=a+b&skip=100"}) || seen["99"] != 1 {
		t.Errorf("asked %q, saw 99 %d times", asked, seen["99"])
	}
}

func TestLinksAreOpenedWithoutTheKey(t *testing.T) {
	t.Parallel()
	var key string
	client := newService(t, func(_ http.ResponseWriter, r *http.Request) { key = r.Header.Get("Authorization") })
	if _, err := client.Download(t.Context(), strings.TrimSuffix(client.base, "/api/v1")+"/link"); err != nil || key != "" {
		t.Errorf("%v, with %q", err, key)
	}
}

func TestAChangeCanSayNothingAndNo(t *testing.T) {
	t.Parallel()
	var sent string
	client := newService(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = string(body)
		fmt.Fprint(w, `{}`)
	})
	no, none, empty, quarter := false, 0, "", 15
	for want, change := range map[string]SourceChange{
		`{"add_only":false,"rate":0,"secret":""}`: {AddOnly: &no, Rate: &none, Secret: &empty},
		`{"every_minutes":15}`:                    {EveryMinutes: &quarter},
		`{"settings":{"prefix":""}}`:              {Settings: &SourceSettingsChange{Prefix: &empty}},
	} {
		if _, err := client.ChangeSource(t.Context(), "1", change); err != nil || sent != want {
			t.Errorf("%s was sent instead of %s: %v", sent, want, err)
		}
	}
}
