package app

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"

	"quire/cmd/internal/settings"
	"quire/internal/egress"
	"quire/schema"
)

// isEU reports whether documents may be processed on the allowed hosts only.
func (c Config) isEU() bool { return c.Region == "eu" }

// allowed enforces EU mode's list of hosts at start, so that nothing is processed elsewhere by mistake. This machine is
// always allowed. The error is a fault of the setting.
func (c Config) allowed(setting, address string) error {
	host, err := processingHost(address)
	local := err == nil && (host == "" || isThisMachine(host))
	if !c.isEU() || local {
		return nil
	}
	if err == nil && !egress.Hosts(c.AllowedHosts).Allows(host) {
		err = fmt.Errorf("the host %s is not on it", host)
	}
	if err != nil {
		return settings.Fault{Setting: setting, Problem: "is outside QUIRE_ALLOWED_HOSTS, which EU mode forbids: " + err.Error()}
	}
	return nil
}

// allowedDatabase checks every host that a PostgreSQL address lets the driver choose from.
func (c Config) allowedDatabase() error {
	hosts, err := schema.HostsOf(c.DatabaseURL)
	if err != nil {
		return settings.Fault{Setting: "QUIRE_DATABASE_URL", Problem: "cannot be read: " + err.Error()}
	}
	for _, host := range hosts {
		if path.IsAbs(host) {
			continue // a socket on this machine
		}
		if err := c.allowed("QUIRE_DATABASE_URL", "postgres://"+net.JoinHostPort(host, "5432")); err != nil {
			return err
		}
	}
	return nil
}

// outsideRegion returns every address that EU mode forbids.
func (c Config) outsideRegion() settings.Faults {
	problems := []error{c.allowedDatabase()}
	for _, s := range []struct{ name, address string }{
		{"QUIRE_BLOBS", c.Blobs},
		{"QUIRE_QDRANT_URL", c.QdrantURL},
		{"QUIRE_CHAT_URL", c.ChatURL},
		{"QUIRE_EMBEDDING_URL", c.EmbeddingURL},
		{"QUIRE_VISION_URL", c.VisionURL},
		{"QUIRE_RERANK_URL", c.RerankURL},
		{"QUIRE_TEMPORAL_ADDRESS", c.TemporalAddress},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", c.TraceEndpoint},
		{"UNIDOC_LICENSE_API_KEY", c.licenseServer()},
	} {
		if s.address != "" {
			problems = append(problems, c.allowed(s.name, s.address))
		}
	}
	var faults settings.Faults
	for _, err := range problems {
		if fault, ok := errors.AsType[settings.Fault](err); ok {
			faults = append(faults, fault)
		}
	}
	return faults
}

// processingHost returns the host to which an address sends data for processing; "" is this machine.
func processingHost(address string) (string, error) {
	if !strings.Contains(address, "://") {
		address = "tcp://" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	switch u.Scheme {
	case "file":
		return "", nil
	case "s3":
		return s3Host(u.Query())
	}
	return cmp.Or(u.Hostname(), "no host"), nil
}

// s3Host returns the host of a bucket. The address must name a region, because otherwise the machine's environment
// would choose one.
func s3Host(q url.Values) (string, error) {
	if endpoint := q.Get("endpoint"); endpoint != "" {
		return processingHost(endpoint)
	}
	if q.Get("region") == "" || q.Get("accelerate") != "" {
		return "", fmt.Errorf("the address of a bucket needs a region or an endpoint (s3://name?region=…), and must not use acceleration")
	}
	return "s3." + q.Get("region") + ".amazonaws.com", nil
}

func isThisMachine(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}

// modelTransport returns a transport that restricts calls to models to the allowed hosts and uses no proxy. Outside EU
// mode it returns nil, which stands for the default transport.
func (a *App) modelTransport() http.RoundTripper {
	if !a.cfg.isEU() {
		return nil
	}
	return append(egress.Hosts{"localhost", "127.0.0.1", "::1"}, a.cfg.AllowedHosts...).OnlyTransport()
}
