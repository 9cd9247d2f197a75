// Package web embeds and serves the workspace, the pages in which people use Quire. 'make web' builds it from the
// TypeScript in this directory, and the result is committed, so neither building nor running Quire requires Node.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

// Path is where the workspace is served; its files refer to each other by it.
const Path = "/app"

//go:embed dist
var dist embed.FS

// policy lets the pages load only what is served with them. Trusted types keep even our own code from turning text into
// HTML: whatever a document contains can only be shown.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// asset is a file in the form in which it is sent.
type asset struct {
	kind, etag   string
	plain, small []byte
}

// Workspace serves the workspace at Path and below.
type Workspace struct{ assets map[string]asset }

// Settings are the operator's settings for the workspace, as the pages read them.
type Settings struct {
	// WorkflowsURL is the address in Temporal's web UI to which a workflow's id is appended; "" means no links.
	WorkflowsURL string `json:"workflows_url"`
}

// New returns the workspace with the given settings.
func New(settings Settings) (*Workspace, error) {
	files, err := embedded()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	w := &Workspace{assets: maps.Clone(files)}
	raw, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if w.assets["settings.json"], err = newAsset("settings.json", raw); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return w, nil
}

// embedded returns the built files by their names below Path. They are compressed once for all servers of a process.
var embedded = sync.OnceValues(func() (map[string]asset, error) {
	files := map[string]asset{}
	err := fs.WalkDir(dist, "dist", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		plain, err := dist.ReadFile(name)
		if err != nil {
			return err
		}
		files[strings.TrimPrefix(name, "dist/")], err = newAsset(name, plain)
		return err
	})
	return files, err
})

func newAsset(name string, plain []byte) (asset, error) {
	sum := sha256.Sum256(plain)
	a := asset{kind: mime.TypeByExtension(path.Ext(name)), etag: `"` + hex.EncodeToString(sum[:16]) + `"`, plain: plain}
	var small bytes.Buffer
	zip, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return asset{}, err
	}
	if _, err := zip.Write(plain); err != nil {
		return asset{}, err
	}
	err = zip.Close()
	a.small = small.Bytes()
	return a, err
}

// ServeHTTP sends a file of the workspace. Every other address below Path belongs to a screen, which the page chooses
// by the address.
func (w *Workspace) ServeHTTP(res http.ResponseWriter, req *http.Request) {
	name := strings.TrimPrefix(strings.TrimPrefix(req.URL.Path, Path), "/")
	a, found := w.assets[name]
	if !found && strings.HasPrefix(name, "assets/") {
		http.NotFound(res, req) // a file of another version
		return
	}
	h := res.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable") // names of assets change with their content
	if !found || !strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", "no-cache")
	}
	if !found {
		a = w.assets["index.html"]
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	a.send(res, req)
}

func (a asset) send(res http.ResponseWriter, req *http.Request) {
	h := res.Header()
	h.Set("Content-Type", a.kind)
	h.Set("ETag", a.etag)
	h.Set("Vary", "Accept-Encoding")
	if req.Header.Get("If-None-Match") == a.etag {
		res.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.plain
	if strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = a.small
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	if req.Method != http.MethodHead {
		_, _ = res.Write(body) // the browser may have disconnected
	}
}
