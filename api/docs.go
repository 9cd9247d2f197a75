package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"

	"github.com/labstack/echo/v4"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
)

// samplesPlugin shows x-codeSamples above the responses of an operation (https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/).
//
//go:embed docsamples.js
var samplesPlugin string

const docsPath = "/docs"

// docsPage is the documentation page. The browser renders it with a library that is embedded in the binary, so that it
// loads nothing from elsewhere.
type docsPage struct {
	handler http.Handler
	policy  string
	files   []string // loaded by the page
}

// inlineScript matches the inline scripts of the page.
var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// pageFile matches the names of the files that the page loads.
var pageFile = regexp.MustCompile(`(?:href|src)="` + docsPath + `/([^"]+)"`)

// newDocsPage renders the page once to find its inline scripts: only these and the library's files may run.
func newDocsPage() (*docsPage, error) {
	handler := v5emb.NewHandlerWithConfig(swgui.Config{
		Title: "Quire", SwaggerJSON: basePath + "/openapi.json", BasePath: docsPath,
		SettingsUI: map[string]string{
			"filter": "true", "showExtensions": "false", "plugins": "[SwaggerUIBundle.plugins.DownloadUrl, " + samplesPlugin + "]",
		},
	})
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, docsPath, nil)
	if err != nil {
		return nil, err
	}
	var page captured
	handler.ServeHTTP(&page, r)
	policy := "default-src 'none'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'"
	for _, script := range inlineScript.FindAllSubmatch(page.Bytes(), -1) {
		sum := sha256.Sum256(script[1])
		policy += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	var files []string
	for _, link := range pageFile.FindAllSubmatch(page.Bytes(), -1) {
		files = append(files, string(link[1]))
	}
	return &docsPage{handler: handler, policy: policy, files: files}, nil
}

// captured is a response held in memory.
type captured struct {
	bytes.Buffer
	header http.Header
}

func (c *captured) WriteHeader(int) {}

func (c *captured) Header() http.Header {
	if c.header == nil {
		c.header = http.Header{}
	}
	return c.header
}

// docs serves the page and its files.
func (s *Server) docs(c echo.Context) error {
	if file := c.Param("file"); file != "" && !slices.Contains(s.docsPage.files, file) {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentSecurityPolicy, s.docsPage.policy)
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	s.docsPage.handler.ServeHTTP(c.Response(), c.Request())
	return nil
}
