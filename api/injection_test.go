package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// injections are names that try to end a header or a log line and begin another.
var injections = []string{
	"a\r\nX-Injected: 1\r\n\r\n<script>.pdf", "a\nX-Injected: 1.pdf", "a\rX-Injected: 1.pdf", "a\x00b.pdf", "a\u2028X-Injected: 1.pdf",
	"a\u0085X-Injected: 1.pdf", `a"; filename="evil.html.pdf`, `a\";X-Injected: 1.pdf`, "a%0d%0aX-Injected: 1.pdf", "\u202efdp.exe.pdf",
	"../../../../etc/cron.d/x.pdf", `..\..\windows\x.pdf`, "/etc/passwd.pdf", "\x1b[2J\x1b]0;owned\x07.pdf", strings.Repeat("n", 70_000) + ".pdf",
}

// rawForm is a form whose file name is written verbatim, without the escaping of a well-behaved client.
func (s *service) rawForm(path, name string) *http.Request {
	s.t.Helper()
	quoted := strings.NewReplacer("\\", "\\\\", `"`, `\"`, "\r", "%0D", "\n", "%0A").Replace(name)
	body := fmt.Sprintf("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"; filename*=UTF-8''%s\r\n\r\n%s\r\n--b--\r\n",
		quoted, percentEncoded(name), pdf)
	r := s.request("POST", path, strings.NewReader(body))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	return r
}

func percentEncoded(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

func TestNamesInjectNeitherHeadersNorLogLines(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, name := range injections {
		answer := s.do(s.rawForm("/api/v1/documents", name))
		if answer.status != http.StatusOK {
			require.Equal(t, http.StatusUnprocessableEntity, answer.status, "%.40q: %s", name, answer.body)
			continue
		}
		var d doc
		answer.into(http.StatusOK, &d)
		require.NotContains(t, d.FileName, "/")
		require.LessOrEqual(t, len(d.FileName), 255)
		require.Equal(t, -1, strings.IndexFunc(d.FileName, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x202e || r == 0x85 }))
		s.complete(d.ID, "# x", 0)
		s.get("/api/v1/documents/"+d.ID.String()).into(http.StatusOK, &d)
		for _, link := range []string{*d.FileURL, *d.OutputFileURL} {
			got := s.as("").get(link)
			require.Equal(t, http.StatusOK, got.status)
			require.Empty(t, got.header.Get("X-Injected"))
			require.Len(t, got.header.Values("Content-Disposition"), 1)
			require.True(t, strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment; filename="))
		}
	}
	s.requireWholeLogLines()
}

func TestHeadersFromStrangersInjectNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, header := range []string{
		"X-Request-Id: a\nX-Injected: 1", "X-Request-Id: a\rX-Injected: 1", "X-Request-Id: \"}{\"msg\":\"forged\"", "X-Request-Id: " + strings.Repeat("a", 129),
		"X-Forwarded-For: 1.2.3.4\"}\\n{\"msg\":\"forged\"", "X-Forwarded-For: \x1b[2J", "Authorization: Bearer \"}{\"msg\":\"forged\"", "Idempotency-Key: \x01",
		"X-Forwarded-Proto: https\"><script>",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		require.NoError(t, err)
		_, err = fmt.Fprintf(conn, "GET /api/v1/documents HTTP/1.1\r\nHost: x\r\n%s\r\nConnection: close\r\n\r\n", header)
		require.NoError(t, err)
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		require.Empty(t, res.Header.Get("X-Injected"), header)
		require.NotContains(t, res.Header.Get("X-Request-Id"), "forged")
		require.NoError(t, conn.Close())
	}
	s.requireWholeLogLines()
}

// requireWholeLogLines checks that every line of the log is a single entry written by this program.
func (s *service) requireWholeLogLines() {
	s.t.Helper()
	for line := range strings.Lines(s.log.String()) {
		var entry struct{ Msg, Level string }
		require.NoError(s.t, json.Unmarshal([]byte(line), &entry), line)
		require.NotEqual(s.t, "forged", entry.Msg)
		require.NotContains(s.t, line, "\x1b")
	}
}
