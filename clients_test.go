package quire

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// leftOut lists the operations that the clients have no method for, and why.
var leftOut = map[string]string{
	"documentEvents":       "wait_document follows them",
	"fileEvents":           "wait_file follows them",
	"collectionEvents":     "for screens that show a whole collection",
	"getDocumentPageImage": "opened by the link in the page, with download",
	"getFilePageImage":     "opened by the link in the page, with download",
	"downloadFile":         "opened by a link, with download",
	"headFile":             "opened by a link, with download",
	"downloadVersion":      "opened by a link, with download",
	"headVersion":          "opened by a link, with download",
	"listLogins":           "of people at the workspace",
	"endLogin":             "of people at the workspace",
	"getLogin":             "for browsers",
	"logIn":                "for browsers",
	"logOut":               "for browsers",
	"listLoginMethods":     "for browsers",
	"beginOIDC":            "for browsers",
	"finishOIDC":           "for browsers",
	"openAPI":              "the description itself",
	"docs":                 "the description itself",
	"docsFile":             "the description itself",
	"healthz":              "for operators",
	"readyz":               "for operators",
	"metrics":              "for operators",
}

func TestClientsHaveAMethodForEveryOperation(t *testing.T) {
	t.Parallel()
	all := operations(t)
	for name, client := range map[string]struct {
		files  string
		method string
		named  func(operation string) string
	}{
		"Python":     {"clients/python/src/quire/_aio/*.py", `(?m)^    (?:async )?def ([a-z]\w*)\(`, snake},
		"Go":         {"clients/go/*.go", `(?m)^func \(c \*Client\) ([A-Z]\w*)\(`, exported},
		"TypeScript": {"clients/typescript/src/*.ts", `(?m)^  (?:async )?\*?([a-z]\w*)\(`, same},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			has := methods(t, client.files, client.method)
			for _, operation := range all {
				_, out := leftOut[operation]
				require.NotEqual(t, out, has[client.named(operation)],
					"%s has a method in the client, or is left out with a reason", operation)
			}
		})
	}
	for operation := range leftOut {
		require.Contains(t, all, operation, "what is left out exists")
	}
}

func operations(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("api/openapi.yaml")
	require.NoError(t, err)
	var spec struct{ Paths map[string]map[string]any }
	require.NoError(t, yaml.Unmarshal(raw, &spec))
	found := map[string]bool{}
	for _, path := range spec.Paths {
		for _, v := range path {
			operation, _ := v.(map[string]any)
			if id, ok := operation["operationId"].(string); ok {
				found[id] = true
			}
		}
	}
	require.Greater(t, len(found), 50)
	return slices.Sorted(maps.Keys(found))
}

// methods returns the set of names that a regular expression finds in the files of a client.
func methods(t *testing.T, pattern, expression string) map[string]bool {
	t.Helper()
	method := regexp.MustCompile(expression)
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	found := map[string]bool{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range method.FindAllSubmatch(raw, -1) {
			found[string(m[1])] = true
		}
	}
	return found
}

func same(name string) string { return name }

// exported converts an operation name of the specification to Go's spelling.
func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// snake converts an operation name of the specification to Python's spelling.
func snake(name string) string {
	return strings.ToLower(regexp.MustCompile(`([a-z])([A-Z])`).ReplaceAllString(name, "${1}_$2"))
}
