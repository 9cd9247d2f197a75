package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"

	"go.temporal.io/sdk/client"

	"quire/internal/certs"
)

var errHalfPair = errors.New("a certificate and its key belong together: set both or neither")

// listenTLS wraps the API's listener in TLS if a certificate is configured. It always speaks HTTP/1.1, because the
// limits on slow bodies and downloads apply per connection.
func (a *App) listenTLS(l net.Listener) (net.Listener, error) {
	pair, err := a.certificate("QUIRE_TLS", a.cfg.TLSCert, a.cfg.TLSKey)
	if err != nil || pair == nil {
		return l, err
	}
	return tls.NewListener(l, &tls.Config{GetCertificate: pair.Server, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}), nil
}

// certificate loads a certificate and its key. It returns nil if none is configured. setting is the prefix of the two
// settings' names.
func (a *App) certificate(setting, certFile, keyFile string) (*certs.Pair, error) {
	if certFile == "" && keyFile == "" {
		return nil, nil //nolint:nilnil // no certificate is the ordinary case
	}
	if certFile == "" || keyFile == "" {
		return nil, fmt.Errorf("%s_CERT and %[1]s_KEY: %w", setting, errHalfPair)
	}
	pair, err := certs.Open(certFile, keyFile, func(err error) {
		a.log.ErrorContext(context.Background(), "cannot read the changed certificate, keeping the previous one", "error", err)
	})
	if err != nil {
		return nil, fmt.Errorf("%s_CERT and %[1]s_KEY: %w", setting, err)
	}
	return pair, nil
}

func roots(setting, file string) (*x509.CertPool, error) {
	pool, err := certs.Roots(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", setting, err)
	}
	return pool, nil
}

// secureTemporal adds the client's credentials and trusted authorities to its options.
func (a *App) secureTemporal(o *client.Options) error {
	pair, err := a.certificate("QUIRE_TEMPORAL_TLS", a.cfg.TemporalTLSCert, a.cfg.TemporalTLSKey)
	if err != nil {
		return err
	}
	pool, err := roots("QUIRE_TEMPORAL_TLS_CA", a.cfg.TemporalTLSCA)
	if err != nil {
		return err
	}
	if a.cfg.TemporalAPIKey != "" {
		o.Credentials = client.NewAPIKeyStaticCredentials(a.cfg.TemporalAPIKey)
	}
	implied := pair != nil || pool != nil || a.cfg.TemporalAPIKey != ""
	if !implied && !a.cfg.TemporalTLS {
		return nil
	}
	o.ConnectionOptions.TLS = &tls.Config{RootCAs: pool, ServerName: a.cfg.TemporalTLSServerName, MinVersion: tls.VersionTLS12}
	if pair != nil {
		o.ConnectionOptions.TLS.GetClientCertificate = pair.Client
	}
	return nil
}

// LocalClient returns a client for the API on this machine. It does not verify the certificate, which is issued for the
// name that clients use.
func LocalClient() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // the connection stays within this machine
}

// Scheme returns the scheme of the API's own listener.
func (c Config) Scheme() string {
	if c.TLSCert != "" {
		return "https"
	}
	return "http"
}
