package app

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"go.temporal.io/sdk/client"

	"quire/api"
	"quire/cmd/internal/version"
	"quire/internal/apikey"
	"quire/internal/convert/pdf"
	"quire/internal/egress"
	"quire/internal/pageimage"
	"quire/internal/seal"
	"quire/internal/source"
	"quire/schema"
)

// maxFile is the largest file, in bytes, that an upload or a URL may deliver.
const maxFile = 100 << 20

// Version is the build's version.
var Version = version.Build()

func (a *App) server(images *pageimage.Drawer) (*api.Server, error) {
	pepper, err := a.cfg.Pepper()
	if err != nil {
		return nil, err
	}
	proxies, err := prefixes("QUIRE_TRUSTED_PROXIES", a.cfg.TrustedProxies)
	if err != nil {
		return nil, err
	}
	plans, faults := a.cfg.ParsePlans()
	if err := faults.Err(); err != nil {
		return nil, err
	}
	oidc, err := a.cfg.OIDC()
	if err != nil {
		return nil, err
	}
	keys, err := a.cfg.sourceKeys()
	if err != nil {
		return nil, err
	}
	return api.New(api.Config{
		DB: a.db, Blobs: a.blobs, Signer: a.signer, Images: images, Pepper: pepper, Environment: apikey.Env(a.cfg.Environment),
		BaseURL: a.cfg.PublicURL, LinkLifetime: a.cfg.LinkLifetime, MaxUpload: maxFile, Region: a.cfg.Region,
		Plans: plans, Catalog: catalogExtractors(),
		CheckCallback: func(url string) error { return a.egress.CheckURL(url, egress.ForCallback) },
		CheckSource:   func(kind string, s schema.SourceSettings) error { return a.sources().Check(kind, source.Settings(s)) },
		SealSecret:    sealer(keys),
		FileNameOfURL: egress.FileName, CleanFileName: egress.CleanFileName,
		Submit: a.relay.Submit, Cancel: a.relay.Cancel, Ready: a.checks(), Logger: a.log, TrustedProxies: proxies,
		AllowedOrigins: a.cfg.AllowedOrigins,
		Version:        Version, Metrics: a.metrics.registry, MetricsToken: a.cfg.MetricsToken, Tracer: a.tracer("quire/api"), WorkflowsURL: a.cfg.workflowsURL(),
		OIDC: oidc, Doors: a.cfg.doors(),
	})
}

// sealer returns a function that encrypts the secrets of sources, or nil if there is no key.
func sealer(keys *seal.Keys) func([]byte) schema.SealedSecret {
	if keys == nil {
		return nil
	}
	return func(plain []byte) (s schema.SealedSecret) {
		s.Key, s.Sealed = keys.Seal(plain)
		return s
	}
}

// images returns the drawer of page images. It always uses PDFium, even if another engine reads the text.
func (a *App) images() *pageimage.Drawer {
	return pageimage.New(pageimage.Config{
		Blobs: a.blobs, Dirs: a.imageDirs(), Bytes: int64(a.cfg.ImageCache) << 20, PDF: pdf.Config{CacheDir: a.cacheDir("pdfium")}, Log: a.log,
	})
}

// imageDirs returns the directories in which page images may be kept: a cache directory and, because a container may
// not be able to write to it, a temporary one.
func (a *App) imageDirs() []string {
	dirs := []string{filepath.Join(os.TempDir(), fmt.Sprintf("quire-pages-%d", os.Getuid()))}
	if dir := a.ownCacheDir("pages"); dir != "" {
		return append([]string{dir}, dirs...)
	}
	return dirs
}

// workflowsURL returns the address in Temporal's web UI to which a workflow's id is appended.
func (c Config) workflowsURL() string {
	if c.TemporalUI == "" {
		return ""
	}
	return strings.TrimRight(c.TemporalUI, "/") + "/namespaces/" + url.PathEscape(c.TemporalNamespace) + "/workflows/"
}

// checks returns the readiness checks. The vector store is checked only by processes that depend on it: an API without
// a worker accepts uploads without it.
func (a *App) checks() []api.Check {
	list := []api.Check{
		{Name: "database", Func: a.db.Ping},
		{Name: "workflow_engine", Func: a.checkTemporal},
		{Name: "blob_store", Func: a.blobs.Check},
	}
	if len(a.served(indexed)) > 0 {
		list = append(list, api.Check{Name: "vector_store", Func: a.vectors.check})
	}
	return list
}

func (a *App) checkTemporal(ctx context.Context) error {
	_, err := a.temporal.CheckHealth(ctx, &client.CheckHealthRequest{})
	return err
}

// BaseURL is the base of links that are created outside of a request, such as those in webhooks.
func (c Config) BaseURL() string {
	if c.PublicURL != "" {
		return strings.TrimSuffix(strings.TrimSuffix(c.PublicURL, "/"), "/api/v1")
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return c.Scheme() + "://localhost:8080"
	}
	if host == "0.0.0.0" || host == "::" {
		host = ""
	}
	return c.Scheme() + "://" + net.JoinHostPort(cmp.Or(host, "localhost"), port)
}

func prefixes(name string, list []string) ([]netip.Prefix, error) {
	out := make([]netip.Prefix, 0, len(list))
	for _, s := range list {
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a network such as 10.0.0.0/8", name, s)
		}
		out = append(out, p)
	}
	return out, nil
}
