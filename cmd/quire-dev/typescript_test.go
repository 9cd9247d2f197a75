package main_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// compilers are the packages needed to compile programs in TypeScript.
var compilers = []string{"typescript@5.9.3", "@types/node@20.19.25"}

const typescriptSources = "../../clients/typescript/"

// typescript is the directory of a program with the client installed from its archive, and nothing else.
type typescript struct {
	t       *testing.T
	node    *node // has the compiler
	dir     string
	archive string
}

// newTypescript builds the client's archive as it is published, and installs it.
func newTypescript(t *testing.T) *typescript {
	t.Helper()
	p := &typescript{t: t, node: sharedNode(t, compilers...), dir: t.TempDir()}
	built := t.TempDir()
	for _, name := range []string{"package.json", "README.md"} {
		p.copy(typescriptSources+name, filepath.Join(built, name))
	}
	p.node.run("tsc", "--project", absolute(t, typescriptSources), "--outDir", filepath.Join(built, "dist"))
	p.npm(built, "pack", "--silent", "--pack-destination", built)
	p.archive = one(t, built, "*.tgz")
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, "package.json"), []byte(`{"type": "module"}`), 0o600))
	p.npm(p.dir, "install", "--silent", "--offline", "--no-audit", "--no-fund", p.archive)
	return p
}

func (p *typescript) copy(from, to string) {
	p.t.Helper()
	text, err := os.ReadFile(from)
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(to, text, 0o600))
}

func (p *typescript) npm(dir string, args ...string) string {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), "npm", args...)
	cmd.Dir = dir
	var warnings strings.Builder
	cmd.Stderr = &warnings
	out, err := cmd.Output()
	require.NoError(p.t, err, "%s%s", out, &warnings)
	return string(out)
}

// compile compiles a program of the checkout next to the package, and returns its name.
func (p *typescript) compile(program string, args ...string) string {
	p.t.Helper()
	source := filepath.Join(p.dir, filepath.Base(program))
	p.copy(typescriptSources+program, source)
	p.node.run("tsc", append([]string{
		"--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false",
		"--typeRoots", filepath.Join(p.node.dir, "node_modules", "@types"), source,
	}, args...)...)
	return strings.TrimSuffix(source, ".ts") + ".js"
}

// run compiles and runs a program of the checkout against a service.
func (p *typescript) run(s *service, program string, args ...string) string {
	p.t.Helper()
	compiled := p.compile(program, "--lib", "es2022", "--types", "node")
	cmd := exec.CommandContext(p.t.Context(), "node", append([]string{compiled}, args...)...)
	cmd.Env = append(os.Environ(), "QUIRE_API_KEY="+s.key, "QUIRE_SERVER=http://"+s.api)
	out, err := cmd.CombinedOutput()
	require.NoError(p.t, err, "%s", out)
	return string(out)
}

func tellTypeScript(t *testing.T, s *service, args ...string) string {
	t.Helper()
	return newTypescript(t).run(s, "tests/story.ts", args...)
}

func TestThePackageForTypeScriptHasWhatProgramsNeedAndNoMore(t *testing.T) {
	t.Parallel()
	p := newTypescript(t)
	list, err := exec.CommandContext(t.Context(), "tar", "-tzf", p.archive).Output()
	require.NoError(t, err)
	for name := range strings.FieldsSeq(string(list)) {
		require.Regexp(t, `^package/(package\.json|README\.md|dist/[a-z.]+\.(js|d\.ts))$`, name)
	}
	for _, name := range []string{"index.js", "index.d.ts", "types.gen.d.ts"} {
		require.Contains(t, string(list), "package/dist/"+name)
	}
	var installed struct{ Dependencies map[string]any }
	require.NoError(t, json.Unmarshal([]byte(p.npm(p.dir, "ls", "--all", "--json")), &installed))
	require.Len(t, installed.Dependencies, 1, "the package brings no others")
}

func TestTheExamplesForTypeScriptRun(t *testing.T) {
	t.Parallel()
	p := newTypescript(t)
	s := newService(t)
	s.start()
	report, invoice := absolute(t, samples+"report.pdf"), absolute(t, samples+"invoice.pdf")
	require.Contains(t, p.run(s, "examples/convert.ts", report), "\n---\n")
	out := p.run(s, "examples/ask.ts", "How much is set aside for dredging?", report)
	require.Contains(t, out, "350,000 euros for dredging")
	require.Regexp(t, `\[1\] report\.pdf, page 1: \[\s*\{\s*x0: [0-9.]+`, out)
	out = p.run(s, "examples/extract.ts", invoice, absolute(t, samples+"invoice-scan.pdf"))
	require.Contains(t, out, invoice+" INV-2025-018 ")
}

// pageOfPrograms loads a program that uses the package, without a bundler.
const pageOfPrograms = `<!doctype html><title>A program</title><body>
<script type="importmap">{"imports": {"quire-client": "/package/dist/index.js"}}</script>
<script type="module" src="/program/browser.js"></script>`

func TestTheClientForTypeScriptWorksInABrowser(t *testing.T) {
	t.Parallel()
	p := newTypescript(t)
	p.compile("tests/browser.ts", "--lib", "es2022,dom,dom.iterable", "--typeRoots", "none")
	s := newService(t)
	server := httptest.NewUnstartedServer(nil)
	other := "http://" + server.Listener.Addr().String()
	s.env = append(s.env, "QUIRE_ALLOWED_ORIGINS="+other)
	s.start()
	target, err := url.Parse("http://" + s.api)
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("/api/", &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host // links lead to the page's own origin
	}})
	folder := func(prefix, dir string) {
		mux.Handle(prefix, http.StripPrefix(prefix, http.FileServerFS(os.DirFS(dir))))
	}
	folder("/package/", filepath.Join(p.dir, "node_modules", "quire-client"))
	folder("/program/", p.dir)
	folder("/samples/", samples)
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(pageOfPrograms)) })
	server.Config.Handler = mux
	server.Start()
	t.Cleanup(server.Close)
	for name, base := range map[string]string{
		"of its own origin": "",
		"of another origin": "&server=http://" + s.api,
	} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t, s)
			b.base = other
			b.open("/?key=" + s.key + base)
			b.sees("THE END")
			text, _ := b.is("document.body.innerText").(string)
			for _, line := range []string{
				"converted true", "sent true", "streamed report.pdf true", "refused NotFound 404", "invalid ValidationFailed", "aborted AbortError",
			} {
				require.Contains(t, text, line)
			}
		})
	}
	b := newTab(t, s)
	b.base = strings.Replace(other, "127.0.0.1", "localhost", 1)
	b.open("/?key=" + s.key + "&server=http://" + s.api)
	b.sees("ConnectionFailed")
}
