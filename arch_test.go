// Package quire holds the test of the architecture: imports point one way, and each third-party system has one package.
package quire

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type goPackage struct {
	ImportPath string
	Imports    []string
}

const (
	convert = "quire/internal/convert"
	layout  = convert + "/layout"
	regexps = "quire/internal/pattern"
)

// allowed defines which of our own packages each layer may import; a trailing slash stands for everything below it. The
// first matching layer decides.
var allowed = []struct {
	layer   string
	imports []string
}{
	{layout + "/ink", []string{convert + "/page", regexps}},
	{layout + "/text", []string{convert + "/page", layout + "/ink", regexps}},
	{layout + "/table", []string{convert + "/page", layout + "/ink", layout + "/text", regexps}},
	{layout + "/formula", []string{convert + "/page", convert + "/latex", layout + "/ink", layout + "/text", regexps}},
	{layout + "/figure", []string{convert + "/page", layout + "/ink", layout + "/text"}},
	{layout + "/tree", []string{convert + "/page", layout + "/ink", layout + "/text", layout + "/table", regexps}},
	{layout + "/document", []string{convert + "/page", layout + "/ink", layout + "/text", regexps}},
	{layout, []string{convert + "/page", convert + "/latex", regexps}}, // and every floor below it
	{convert + "/office", []string{convert + "/archive", convert + "/latex", convert + "/page", convert + "/sheet/numfmt", regexps}},
	{"quire/internal/retrieve", []string{"quire/internal/", "quire/schema"}}, // the index finds passages; the rows have the last word
	{"quire/internal/door", nil}, // the wire format is all it shares with the service
	{"quire/internal/mcpserver", []string{"quire/internal/door", regexps}},
	{"quire/internal/compat", []string{"quire/internal/door"}},
	{"quire/internal/", []string{"quire/internal/"}},
	{"quire/schema/testdb", []string{"quire/schema", "quire/internal/pgcluster"}},
	{"quire/schema", nil},
	{"quire/activities", []string{"quire/schema", "quire/internal/"}},
	{"quire/workflows", []string{"quire/activities", "quire/schema"}},
	{"quire/worker", []string{"quire/workflows", "quire/activities", "quire/schema", "quire/internal/traceparent"}},
	{"quire/api", []string{
		"quire/workflows", "quire/schema", "quire/internal/blob", "quire/internal/apikey",
		"quire/internal/convert/probe", "quire/internal/convert/page", "quire/internal/convert/pagejson", "quire/internal/convert/pagestore",
		"quire/internal/convert/plaintext", "quire/internal/door", "quire/internal/glob", "quire/internal/highlight", "quire/internal/mask", "quire/internal/nearest", "quire/internal/pageimage", "quire/internal/passage", "quire/internal/traceparent",
		"quire/internal/webhook", "quire/internal/oidclogin", "quire/internal/extract", "quire/web",
	}},
	{"quire/web", nil},
}

// homes defines which packages may import a third-party system.
var homes = []struct {
	system string
	homes  []string
}{
	{"github.com/labstack/echo", []string{"quire/api"}},
	{"github.com/jackc/pgx", []string{"quire/schema"}},
	{"github.com/qdrant/go-client", []string{"quire/internal/index"}},
	{"github.com/sashabaranov/go-openai", []string{"quire/internal/model"}},
	{"github.com/klippa-app/go-pdfium", []string{"quire/internal/convert/pdf", "quire/bench/tagged"}}, // a measurement must not rely
	{"github.com/unidoc/unipdf", []string{"quire/internal/convert/pdf", "quire/bench/tagged"}},        // on what it measures
	{"github.com/aws/aws-sdk-go-v2/service/s3", []string{"quire/internal/blob", "quire/internal/source"}},
	{"github.com/emersion/go-imap", []string{"quire/internal/source"}},
	{"github.com/modelcontextprotocol/go-sdk", []string{"quire/internal/mcpserver"}},
	{"github.com/coreos/go-oidc", []string{"quire/internal/oidclogin"}},
	{"golang.org/x/oauth2", []string{"quire/internal/oidclogin"}},
	{"github.com/nyaruka/phonenumbers", []string{"quire/internal/mask"}},
	{"go.temporal.io/sdk/workflow", []string{"quire/workflows", "quire/worker", "quire/cmd"}},
	{"go.opentelemetry.io/otel/sdk", []string{"quire/cmd"}},
	{"go.opentelemetry.io/otel/exporters", []string{"quire/cmd"}},
	{"go.temporal.io/sdk/worker", []string{"quire/worker"}},
	{"go.temporal.io/sdk/client", []string{"quire/cmd", "quire/worker"}},
}

func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for _, rule := range allowed {
			if !within(p.ImportPath, rule.layer) {
				continue
			}
			for _, imp := range p.Imports {
				if strings.HasPrefix(imp, "quire/") && !within(imp, rule.layer) {
					require.True(t, slices.ContainsFunc(rule.imports, func(a string) bool { return within(imp, a) }),
						"%s must not import %s", p.ImportPath, imp)
				}
			}
			break
		}
	}
}

func TestTheProductNeverImportsBench(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			require.False(t, within(imp, "quire/bench") && !within(p.ImportPath, "quire/bench"), "%s must not import %s", p.ImportPath, imp)
		}
	}
}

func TestEveryThirdPartySystemHasOneHome(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for _, rule := range homes {
			for _, imp := range p.Imports {
				if !within(imp, rule.system) {
					continue
				}
				require.True(t, slices.ContainsFunc(rule.homes, func(h string) bool { return within(p.ImportPath, h) }),
					"%s must not import %s", p.ImportPath, imp)
			}
		}
	}
}

// within reports whether path is root or below it.
func within(path, root string) bool {
	root = strings.TrimSuffix(root, "/")
	return path == root || strings.HasPrefix(path, root+"/")
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
	require.NoError(t, err)
	var list []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		require.NoError(t, err)
		list = append(list, p)
	}
}
