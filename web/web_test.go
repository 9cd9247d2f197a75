package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/web"
)

func get(t *testing.T, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	w, err := web.New(web.Settings{WorkflowsURL: "http://localhost:8233/namespaces/default/workflows/"})
	require.NoError(t, err)
	req := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res := httptest.NewRecorder()
	w.ServeHTTP(res, req)
	return res
}

var linked = regexp.MustCompile(`(?:src|href)="(/app/[^"]+)"`)

func TestPageAndEverythingThatItLoadsAreServedAndMayRunNothingElse(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/app", "/app/", "/app/documents/0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11"} {
		page := get(t, path)
		require.Equal(t, http.StatusOK, page.Code)
		require.Equal(t, "text/html; charset=utf-8", page.Header().Get("Content-Type"))
		require.Equal(t, "no-cache", page.Header().Get("Cache-Control"))
		require.Contains(t, page.Header().Get("Content-Security-Policy"), "script-src 'self';")
		require.NotContains(t, page.Header().Get("Content-Security-Policy"), "unsafe")
		files := linked.FindAllStringSubmatch(page.Body.String(), -1)
		require.Len(t, files, 2, "a script and a style sheet")
		for _, f := range files {
			require.Equal(t, http.StatusOK, get(t, f[1]).Code)
		}
	}
	require.Equal(t, http.StatusNotFound, get(t, "/app/assets/main-OLD.js").Code)
}

func TestFilesAreCompressedForWhoeverTakesThatAndKeptByBrowsers(t *testing.T) {
	t.Parallel()
	path := linked.FindStringSubmatch(get(t, "/app").Body.String())[1]
	plain, small := get(t, path), get(t, path, "Accept-Encoding", "gzip, br")
	require.Contains(t, plain.Header().Get("Cache-Control"), "immutable")
	require.Empty(t, plain.Header().Get("Content-Encoding"))
	require.Equal(t, "gzip", small.Header().Get("Content-Encoding"))
	unzipped, err := gzip.NewReader(small.Body)
	require.NoError(t, err)
	body, err := io.ReadAll(unzipped)
	require.NoError(t, err)
	require.Equal(t, plain.Body.Bytes(), body)
	again := get(t, path, "If-None-Match", plain.Header().Get("ETag"))
	require.Equal(t, http.StatusNotModified, again.Code)
	require.Empty(t, again.Body.Bytes())
}

func TestSettingsReachThePages(t *testing.T) {
	t.Parallel()
	res := get(t, "/app/settings.json")
	require.Equal(t, "application/json", res.Header().Get("Content-Type"))
	require.Equal(t, "no-cache", res.Header().Get("Cache-Control"))
	require.JSONEq(t, `{"workflows_url":"http://localhost:8233/namespaces/default/workflows/"}`, res.Body.String())
}

// maxWorkspace bounds what a browser fetches of the workspace without the editor, in compressed bytes.
const maxWorkspace = 200_000

func TestTheWorkspaceIsSmallWithoutTheEditor(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir("dist/assets")
	require.NoError(t, err)
	sum, editors := 0, 0
	for _, f := range files {
		path := web.Path + "/assets/" + f.Name()
		if strings.Contains(get(t, path).Body.String(), "cm-content") {
			editors++
			continue
		}
		sum += get(t, path, "Accept-Encoding", "gzip").Body.Len()
	}
	require.Equal(t, 1, editors, "the editor is in a file of its own")
	require.Less(t, sum, maxWorkspace)
}
