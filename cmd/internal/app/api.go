package app

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"go.temporal.io/sdk/client"

	"quire/api"
	"quire/internal/apikey"
	"quire/internal/egress"
)

// maxFile is the largest file, in bytes, by upload or URL.
const maxFile = 100 << 20

// Version is the build's version; the linker sets it.
var Version = "dev"

func (a *App) server(roles Roles) (*api.Server, error) {
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
	return api.New(api.Config{
		DB: a.db, Blobs: a.blobs, Signer: a.signer, Pepper: pepper, Environment: apikey.Env(a.cfg.Environment),
		BaseURL: a.cfg.PublicURL, LinkLifetime: a.cfg.LinkLifetime, MaxUpload: maxFile, Region: a.cfg.Region,
		Plans:         plans,
		CheckCallback: func(url string) error { return a.egress.CheckURL(url, egress.ForCallback) },
		FileNameOfURL: egress.FileName, CleanFileName: egress.CleanFileName,
		Submit: a.relay.Submit, Cancel: a.relay.Cancel, Ready: a.checks(roles), Logger: a.log, TrustedProxies: proxies,
		Version: Version, Metrics: a.metrics.registry, MetricsToken: a.cfg.MetricsToken, Tracer: a.tracer("quire/api"),
	})
}

// checks leave the vector store to processes that work with it: an API of its own takes uploads without it.
func (a *App) checks(roles Roles) []api.Check {
	list := []api.Check{
		{Name: "database", Func: a.db.Ping},
		{Name: "workflow_engine", Func: a.checkTemporal},
		{Name: "blob_store", Func: a.blobs.Check},
	}
	if roles.Worker && len(a.served(indexed)) > 0 {
		list = append(list, api.Check{Name: "vector_store", Func: a.vectors.check})
	}
	return list
}

func (a *App) checkTemporal(ctx context.Context) error {
	_, err := a.temporal.CheckHealth(ctx, &client.CheckHealthRequest{})
	return err
}

// publicURL is the base of links that are made without a request: in webhooks.
func (a *App) publicURL() string {
	if a.cfg.PublicURL != "" {
		return strings.TrimSuffix(strings.TrimSuffix(a.cfg.PublicURL, "/"), "/api/v1")
	}
	host, port, err := net.SplitHostPort(a.cfg.Listen)
	if err != nil {
		return a.cfg.Scheme() + "://localhost:8080"
	}
	if host == "0.0.0.0" || host == "::" {
		host = ""
	}
	return a.cfg.Scheme() + "://" + net.JoinHostPort(cmp.Or(host, "localhost"), port)
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
