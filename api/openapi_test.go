package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/stretchr/testify/require"
)

var openAPI = sync.OnceValues(func() (*openapi3.T, error) {
	raw, err := os.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	return openapi3.NewLoader().LoadFromData(raw)
})

// checkAnswer checks a response against openapi.yaml for its path, method and status: body, fields, headers. A
// response that no path describes must be an error of the common shape.
func checkAnswer(t testing.TB, r *http.Request, res *http.Response, body []byte) {
	t.Helper()
	spec, err := openAPI()
	require.NoError(t, err)
	require.NotEmpty(t, res.Header.Get("X-Request-Id"))
	path, item := pathOf(spec, r.URL.EscapedPath())
	if r.Method == http.MethodHead && item != nil && item.Get != nil {
		require.Empty(t, body) // the response to GET is described
		return
	}
	if item == nil || item.GetOperation(r.Method) == nil {
		require.Contains(t, []int{404, 405, 429}, res.StatusCode, "%s %s is not in openapi.yaml", r.Method, r.URL.Path)
		if r.Method != http.MethodHead {
			checkSchema(t, spec.Components.Schemas["Error"].Value, body)
		}
		return
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Options: options, Route: &routers.Route{
			Spec: spec, Path: path, PathItem: item, Method: r.Method, Operation: item.GetOperation(r.Method),
		}},
		Status: res.StatusCode, Header: res.Header, Body: io.NopCloser(bytes.NewReader(body)), Options: options,
	}
	if kind := res.Header.Get("Content-Type"); kind != "application/json" || r.Method == http.MethodHead {
		options.ExcludeResponseBody = true // a body that is not JSON has no schema, but its type must be described
		if response := item.GetOperation(r.Method).Responses.Status(res.StatusCode); response != nil && len(body) > 0 {
			require.NotNil(t, response.Value.Content.Get(kind), "%s %s answers %s", r.Method, r.URL.Path, kind)
		}
	}
	require.NoError(t, openapi3filter.ValidateResponse(t.Context(), input), "%s %s", r.Method, r.URL.Path)
}

func checkSchema(t testing.TB, s *openapi3.Schema, body []byte) {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(body, &v), "%s", body)
	require.NoError(t, s.VisitJSON(v, openapi3.EnableJSONSchema2020()))
}

// pathOf finds the path of a request, with and without a trailing slash.
func pathOf(spec *openapi3.T, path string) (string, *openapi3.PathItem) {
	path = strings.TrimSuffix(path, "/")
	for name, item := range spec.Paths.Map() {
		base := spec.Servers[0].URL
		if len(item.Servers) > 0 {
			base = strings.TrimSuffix(item.Servers[0].URL, "/")
		}
		if matches(base+name, path) {
			return name, item
		}
	}
	return "", nil
}

func matches(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && !strings.HasPrefix(want[i], "{") {
			return false
		}
	}
	return true
}

func TestSpecificationIsValidOpenAPI(t *testing.T) {
	t.Parallel()
	spec, err := openAPI()
	require.NoError(t, err)
	require.NoError(t, spec.Validate(t.Context()))
}

func TestEveryBodyHasAnExampleThatItsSchemaAllows(t *testing.T) {
	t.Parallel()
	spec, err := openAPI()
	require.NoError(t, err)
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.RequestBody == nil {
				continue
			}
			for kind, content := range operation.RequestBody.Value.Content {
				example := content.Example
				if example == nil {
					example = content.Schema.Value.Example
				}
				require.NotNil(t, example, "%s %s %s", method, path, kind)
				require.NoError(t, content.Schema.Value.VisitJSON(example, openapi3.EnableJSONSchema2020()), "%s %s %s", method, path, kind)
			}
		}
	}
}
