package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

const (
	// hostileTime bounds the response to any hostile request; most take a few milliseconds, and a busy machine is slow.
	hostileTime = 20 * time.Second
	// waitingTime is how long the requests of this test wait for an answer that no worker is there to write.
	waitingTime = 300 * time.Millisecond
)

// internals are words that no error may contain.
var internals = regexp.MustCompile(`(?i)SQLSTATE|pgx|goroutine|runtime error|\.go:\d|/(?:tmp|root)/|quire/(schema|api|internal)|panic|unmarshal|json: |yaml: `)

// operation is an operation of the specification.
type operation struct {
	method, path string
	*openapi3.Operation
}

// hostility is a service with one object of each kind, at which hostile requests are directed.
type hostility struct {
	*service
	ids map[string]string // by name of the path parameter
}

func newHostility(t *testing.T) hostility {
	t.Helper()
	s := newService(t, plans(0, 0))
	c := s.collection("Target")
	f := s.ready(c, s.put(c, "a.txt", "The fee is 12 euros."), "The fee is 12 euros.\n")
	d := s.upload()
	s.complete(d.ID, "# The fee is 12 euros.\n", 0)
	s.define("/receipt", receipt("total"))
	return hostility{s, map[string]string{
		"id": d.ID.String(), "document_id": d.ID.String(), "collection_id": c.ID.String(), "file_id": f.ID.String(),
		"session_id": s.session(c).ID.String(), "eval_id": s.eval("Target", c).ID.String(), "extractor": "receipt", "slug": "receipt",
		"number": "1", "message_id": "1", "version": "1", "kind": "output", "name": "a.md", "file": "style.css",
	}}
}

// operations returns what the specification describes.
func (h hostility) operations() []operation {
	h.t.Helper()
	spec, err := openAPI()
	require.NoError(h.t, err)
	var all []operation
	for _, path := range slices.Sorted(maps.Keys(spec.Paths.Map())) {
		item := spec.Paths.Value(path)
		base := spec.Servers[0].URL
		if len(item.Servers) > 0 {
			base = strings.TrimSuffix(item.Servers[0].URL, "/")
		}
		for _, method := range slices.Sorted(maps.Keys(item.Operations())) {
			all = append(all, operation{method, base + path, item.Operations()[method]})
		}
	}
	return all
}

var parameterName = regexp.MustCompile(`\{(\w+)\}`)

// at fills in the parameters of a path: with the ids of objects that exist, unless except has others.
func (h hostility) at(path string, except map[string]string) string {
	return parameterName.ReplaceAllStringFunc(path, func(parameter string) string {
		name := strings.Trim(parameter, "{}")
		for _, ids := range []map[string]string{except, h.ids} {
			if id, ok := ids[name]; ok {
				return id
			}
		}
		return uuid.Nil.String()
	})
}

// survives sends a request and checks that the response is neither late nor an internal error, and that an error
// conforms to the specification and reveals nothing. It returns 0 if the request waits for an answer.
func (h hostility) survives(method, path, kind string, body []byte) int {
	h.t.Helper()
	patience := hostileTime
	if waits(method, path) {
		patience = waitingTime
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, h.url+path, bytes.NewReader(body))
	require.NoError(h.t, err)
	r.Header.Set("Authorization", "Bearer "+h.key)
	r.Header.Set("Content-Type", kind)
	res, err := http.DefaultClient.Do(r)
	if errors.Is(err, context.DeadlineExceeded) && waits(method, path) {
		return 0
	}
	require.NoError(h.t, err, "%s %.200s", method, path)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if errors.Is(err, context.DeadlineExceeded) && waits(method, path) {
		return 0
	}
	require.NoError(h.t, err, "%s %.200s", method, path)
	require.Less(h.t, res.StatusCode, 500, "%s", answer)
	if res.StatusCode >= 400 {
		require.NotRegexp(h.t, internals, string(answer))
		checkAnswer(h.t, r, res, answer)
	}
	return res.StatusCode
}

var questions = regexp.MustCompile(`/(query|search|messages)$`)

// waits reports whether a request may wait for work that only a worker does.
func waits(method, path string) bool {
	path, _, _ = strings.Cut(path, "?")
	return strings.HasSuffix(path, "/events") || (method == http.MethodPost && questions.MatchString(path))
}

func TestHostilePathsAreRefused(t *testing.T) {
	t.Parallel()
	h := newHostility(t)
	for _, o := range h.operations() {
		for _, parameter := range parameterName.FindAllStringSubmatch(o.path, -1) {
			for _, hostile := range []string{
				"%00", "%ff", "..", "%2e%2e%2fetc", "{" + h.ids["id"] + "}", "urn:uuid:" + h.ids["id"], "-1", strings.Repeat("9", 400), "%20",
				strings.Repeat("a", 5000), "%E2%80%AE", "%0d%0aX:1", "'%20OR%201=1--", "%F0%9F%98%80", "1%2F2",
			} {
				h.survives(o.method, h.at(o.path, map[string]string{parameter[1]: hostile}), "application/json", []byte("{}"))
			}
		}
	}
}

// hostileFilters are values that no filter accepts, of whatever kind it is, or that it takes as they are.
var hostileFilters = []string{
	"%00", "%ff", "%", "-1", "9223372036854775808", "1e3", "0x10", "NaN", strings.Repeat("a", 60_000), "%25_%5C", "0000-01-01", "9999-12-31",
	"9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00%2B23:59", "x%0d%0ay", "%F0%9F%98%80",
}

func TestHostileFiltersAreRefused(t *testing.T) {
	t.Parallel()
	h := newHostility(t)
	for _, o := range h.operations() {
		if o.method != http.MethodGet {
			continue
		}
		path := h.at(o.path, nil)
		for _, flood := range []string{strings.Repeat("&", 50_000), strings.Repeat("skip=0&", 10_000), "=;=;%zz=%zz"} {
			h.survives(o.method, path+"?"+flood, "", nil)
		}
		for _, p := range o.Parameters {
			if p.Value.In != openapi3.ParameterInQuery {
				continue
			}
			for _, hostile := range hostileFilters {
				h.survives(o.method, path+"?"+p.Value.Name+"="+hostile, "", nil)
			}
		}
	}
}

// hostileBodies are bodies that are not the JSON of any operation.
func hostileBodies() []string {
	return []string{
		"", "null", "[]", `"x"`, "1", "\x00\x00", "{} {}", "\xef\xbb\xbf{}", "{\"name\":\"\xff\"}", strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000),
		`{"a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}", `{"a":"` + strings.Repeat("x", 2<<20) + `"}`,
		"{" + strings.Repeat(`"name":"a",`, 50_000) + `"name":1}`,
	}
}

// hostileValues are values of fields, as JSON.
func hostileValues() []string {
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	return []string{
		"null", "true", "0", "-1", "1.5", "9223372036854775808", "1e400", "1e400000", strings.Repeat("9", 5000), `""`, `" "`, `"\u0000"`, `"a\u0000b"`, `"\ud800"`,
		`"\u202e\u200f"`, `"\u0001\u001b[2J"`, `"` + strings.Repeat("x", 40_000) + `"`, `"../../etc/passwd"`, `"'; DROP TABLE documents;--"`, `"%s%n{{7*7}}"`,
		"[]", "[null]", "[1]", `["x"]`, `[["x"]]`, "[{}]", "{}", `{"a":"\ud800"}`, `{"\u0000":1}`, `{"a":1e400000}`, deep, "[" + strings.Repeat("1,", 100_000) + "1]",
		`"` + uuid.Nil.String() + `"`, `["` + uuid.Nil.String() + `"]`, `"http://[::1"`, `"https://u:p@[::ffff:127.0.0.1]/"`,
	}
}

// bodyOf returns the example of an operation's JSON body and the names of its fields, or nil if it has no such body.
func bodyOf(t *testing.T, o operation) (example map[string]json.RawMessage, fields []string) {
	t.Helper()
	if o.RequestBody == nil || o.RequestBody.Value.Content["application/json"] == nil {
		return nil, nil
	}
	content := o.RequestBody.Value.Content["application/json"]
	raw, err := json.Marshal(content.Example)
	if content.Example == nil {
		raw, err = json.Marshal(content.Schema.Value.Example)
	}
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &example))
	return example, slices.Sorted(maps.Keys(content.Schema.Value.Properties))
}

func TestHostileBodiesAreRefused(t *testing.T) {
	t.Parallel()
	h := newHostility(t)
	for _, o := range h.operations() {
		if o.RequestBody == nil {
			continue
		}
		path := h.at(o.path, nil)
		for _, body := range hostileBodies() {
			h.survives(o.method, path, "application/json", []byte(body))
		}
		for _, kind := range []string{"", "multipart/form-data", "multipart/form-data; boundary=" + strings.Repeat("b", 5000), "multipart/form-data; boundary=b", "text/plain"} {
			h.survives(o.method, path, kind, []byte("--b\r\nContent-Disposition: form-data; name=\"\xff\x00\"\r\n\r\nx\r\n--b--\r\n"))
		}
	}
}

func TestHostileFieldsAreRefused(t *testing.T) {
	t.Parallel()
	h := newHostility(t)
	for _, o := range h.operations() {
		example, fields := bodyOf(t, o)
		if strings.Contains(o.path, "/account/") { // the key must not lose its own permissions
			continue
		}
		for _, field := range fields {
			for _, hostile := range hostileValues() {
				body := maps.Clone(example)
				body[field] = json.RawMessage(hostile)
				raw, err := json.Marshal(body)
				require.NoError(t, err)
				h.survives(o.method, h.at(o.path, nil), "application/json", raw)
			}
		}
	}
}

func TestStrangersReachNothing(t *testing.T) {
	t.Parallel()
	h := newHostility(t)
	strange := hostility{h.as(h.newKey(h.newAccount("default"), true, true)), h.ids}
	for _, o := range h.operations() {
		about := parameterName.FindAllStringSubmatch(o.path, -1)
		if len(about) == 0 || strings.HasPrefix(o.path, "/docs/") {
			continue
		}
		example, _ := bodyOf(t, o)
		raw, err := json.Marshal(example)
		require.NoError(t, err)
		if example == nil {
			raw = nil
		}
		status := strange.survives(o.method, h.at(o.path, nil), "application/json", raw)
		require.Contains(t, []int{403, 404, 422}, status, "%s %s", o.method, o.path)
	}
	h.get("/api/v1/documents/"+h.ids["id"]).into(200, &doc{})
}
