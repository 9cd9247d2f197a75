package api_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/api"
)

const (
	fileHead = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"big.pdf\"\r\n\r\n"
	fileTail = "\r\n--b--\r\n"
)

// endless is a body of size bytes, or without an end, that counts how many bytes were read.
type endless struct {
	head  *strings.Reader
	left  int64
	taken atomic.Int64
}

func newEndless(size int64) *endless {
	return &endless{head: strings.NewReader(fileHead + pdf), left: size}
}

// Read implements io.Reader.
func (e *endless) Read(p []byte) (int, error) {
	if n, _ := e.head.Read(p); n > 0 {
		e.taken.Add(int64(n))
		return n, nil
	}
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), e.left))
	clear(p[:n])
	e.left -= int64(n)
	e.taken.Add(int64(n))
	return n, nil
}

func small(c *api.Config) { c.MaxUpload = 1 << 20 }

func (s *service) stream(body io.Reader, length int64) *http.Request {
	s.t.Helper()
	r := s.request("POST", documents, body)
	r.ContentLength = length
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	return r
}

func TestAnnouncedGiantIsRefusedUnread(t *testing.T) {
	t.Parallel()
	s := newService(t, small)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\n"+
		"Content-Length: 5000000\r\nExpect: 100-continue\r\n\r\n", documents, s.key)
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	require.Equal(t, 413, res.StatusCode, "before any of the body was sent")
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Contains(t, string(raw), "File exceeds the 1 MB limit")
}

func TestGiantWithoutLengthIsRefusedWhileItStreams(t *testing.T) {
	t.Parallel()
	s := newService(t, small)
	body := newEndless(1 << 40)
	s.do(s.stream(body, -1)).fails(413, "File exceeds the 1 MB limit")
	require.Less(t, body.taken.Load(), int64(140<<20), "draining is bounded")
	require.Zero(t, s.storedBlobs())

	one := newEndless(2 << 20)
	s.do(s.stream(one, -1)).fails(413, "File exceeds the 1 MB limit")
	exact := s.form(documents, "file=@x.pdf", pdf+strings.Repeat(" ", 1<<20-len(pdf)))
	require.Equal(t, 200, s.do(exact).status, "the limit itself is allowed")
	s.do(s.form(documents, "file=@x.pdf", pdf+strings.Repeat(" ", 1<<20-len(pdf)+1))).fails(413, "File exceeds the 1 MB limit")
	s.do(s.stream(strings.NewReader(fileHead+pdf+fileTail+strings.Repeat("x", 3<<20)), -1)).fails(413, "File exceeds the 1 MB limit")
	require.Equal(t, 1, s.storedBlobs())
}

func TestSmallBodiesHaveASmallLimit(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := s.request("POST", path(s.upload().ID)+"/deliveries/"+s.id.String()+"/redeliver", strings.NewReader(strings.Repeat("x", 2<<20)))
	s.do(r).fails(413, "Request body exceeds the 1 MB limit")
}

func TestMemoryDoesNotGrowWithTheUpload(t *testing.T) { // not parallel: it measures the process
	s := newService(t)
	for range 2 { // the first round fills buffers and pools
		require.Equal(t, 200, s.do(s.stream(io.MultiReader(newEndless(20<<20), strings.NewReader(fileTail)), -1)).status)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.Equal(t, 200, s.do(s.stream(io.MultiReader(newEndless(90<<20), strings.NewReader(fileTail)), -1)).status)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(16<<20), "bytes allocated for 90 MB")
}

func TestClientThatStallsIsCutOff(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.BodyPause = 300 * time.Millisecond })
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\n"+
		"Content-Length: 100000\r\n\r\n%s%s", documents, s.key, fileHead, pdf)
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusRequestTimeout, res.StatusCode)
	require.True(t, res.Close)
	require.Zero(t, s.storedBlobs())
}

func TestClientThatGoesAwayLeavesNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\n"+
		"Content-Length: 10000000\r\n\r\n%s%s", documents, s.key, fileHead, strings.Repeat(pdf, 1000))
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	require.Eventually(t, func() bool { return strings.Contains(s.log.String(), `"route":"/api/v1/documents"`) }, time.Minute, 5*time.Millisecond)
	require.Zero(t, s.storedBlobs())
	require.NotContains(t, s.log.String(), `"status":5`, "that is not a failure of the service")
}

func TestUnfinishedFormAfterTheFileLeavesNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	whole := fileHead + pdf + "\r\n--b\r\nContent-Disposition: form-data; name=\"accuracy\"\r\n\r\nult"
	s.do(s.stream(strings.NewReader(whole), -1)).invalid("body", "form_invalid")
	require.Zero(t, s.storedBlobs())
}

func FuzzMultipart(f *testing.F) {
	s := newService(f, small, plans(0, 0))
	for _, fields := range [][]string{
		{"file=@x.pdf", pdf}, {"url=https://example.org/x.pdf", "accuracy=ultra"}, {"file=@", "", "url="}, {"file=text"},
	} {
		_, body := multipartBody(fields...)
		f.Add(false, body)
	}
	f.Add(false, []byte(fileHead+pdf+fileTail))
	f.Add(false, []byte("--b\r\n\r\n\r\n--b--"))
	f.Add(false, []byte("--b\nContent-Disposition: form-data; name=url; filename*=utf-8''%00\n\nx\n--b--"))
	f.Add(true, []byte("url=https%3A%2F%2Fexample.org&accuracy=lite"))
	f.Fuzz(func(t *testing.T, encoded bool, body []byte) {
		r, err := http.NewRequestWithContext(t.Context(), "POST", s.url+documents, bytes.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		if encoded {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		got := (&service{t: t, url: s.url, key: s.key}).do(r)
		require.Contains(t, []int{200, 400, 404, 413, 422}, got.status, "%s", got.body)
	})
}

func TestMalformedFormIsAnsweredAndTheConnectionClosedCleanly(t *testing.T) {
	t.Parallel()
	s := newService(t)
	badHeader := "--b\r\nno header at all\r\n\r\nx"
	for name, body := range map[string]string{
		"no boundary":                     "nothing of the kind",
		"broken header of a part":         badHeader,
		"broken header, much to follow":   badHeader + strings.Repeat("x", 60<<10),
		"broken header, more than a pipe": badHeader + strings.Repeat("x", 20<<20),
		"file that is cut":                fileHead + pdf,
		"part without a name":             "--b\r\n\r\nx" + fileTail,
	} {
		for _, length := range []string{fmt.Sprintf("Content-Length: %d", len(body)), "Transfer-Encoding: chunked"} {
			sent := body
			if strings.HasPrefix(length, "Transfer") {
				sent = fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
			}
			status, rest := s.exchange("POST", documents, length, sent)
			require.Equal(t, 422, status, "%s, %s", name, length)
			require.NoError(t, rest, "%s, %s: the client reads to the end of the connection", name, length)
		}
	}
	status, rest := s.exchange("POST", "/api/v1/nowhere", "Content-Length: 20000000", strings.Repeat("x", 20_000_000))
	require.Equal(t, 404, status)
	require.NoError(t, rest)
	require.Zero(t, s.storedBlobs())
}

// exchange sends a whole form over its own connection, and only then reads the response and everything else up to the
// end of the connection.
func (s *service) exchange(method, path, length, body string) (status int, end error) {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(s.t, err)
	defer conn.Close()
	require.NoError(s.t, conn.SetDeadline(time.Now().Add(time.Minute)))
	_, err = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\n%s\r\n\r\n%s",
		method, path, s.key, length, body)
	require.NoError(s.t, err, "everything that is sent is accepted")
	in := bufio.NewReader(conn)
	res, err := http.ReadResponse(in, nil)
	require.NoError(s.t, err)
	_, err = io.Copy(io.Discard, res.Body)
	require.NoError(s.t, err)
	_, end = io.Copy(io.Discard, in)
	return res.StatusCode, end
}
