// Package certs reads TLS certificates from files, and reads them again whenever the files change, so that a renewed
// certificate requires no restart.
package certs

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Pair is a certificate and its key in two PEM files. It is safe for concurrent use.
type Pair struct {
	certFile, keyFile string
	failed            func(error)

	mu      sync.Mutex
	read    stamp // the state of the files when they were last read
	current *tls.Certificate
}

// stamp identifies the state of two files.
type stamp struct {
	cert, key         time.Time
	certSize, keySize int64
}

// Open reads the files. Afterwards they are checked at every handshake; if they have changed and cannot be read, the
// previous certificate stays in use and failed is called, once per change.
func Open(certFile, keyFile string, failed func(error)) (*Pair, error) {
	p := &Pair{certFile: certFile, keyFile: keyFile, failed: failed}
	seen, err := p.stamp()
	if err != nil {
		return nil, err
	}
	return p, p.load(seen)
}

// Server implements tls.Config.GetCertificate.
func (p *Pair) Server(*tls.ClientHelloInfo) (*tls.Certificate, error) { return p.latest(), nil }

// Client implements tls.Config.GetClientCertificate.
func (p *Pair) Client(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return p.latest(), nil }

func (p *Pair) latest() *tls.Certificate {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen, err := p.stamp()
	if err == nil && seen != p.read {
		if err = p.load(seen); err != nil {
			p.read = seen
			p.failed(err)
		}
	}
	return p.current
}

func (p *Pair) load(seen stamp) error {
	c, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return fmt.Errorf("certificate %s: %w", p.certFile, err)
	}
	p.current, p.read = &c, seen
	return nil
}

func (p *Pair) stamp() (stamp, error) {
	cert, err := os.Stat(p.certFile)
	key, keyErr := os.Stat(p.keyFile)
	if err := errors.Join(err, keyErr); err != nil {
		return stamp{}, err
	}
	return stamp{cert.ModTime(), key.ModTime(), cert.Size(), key.Size()}, nil
}

// Roots returns the system's certificate authorities plus those in a PEM file; without a file it returns nil, which
// means the system's.
func Roots(caFile string) (*x509.CertPool, error) {
	if caFile == "" {
		return nil, nil //nolint:nilnil // nil stands for the system's authorities
	}
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate in PEM", caFile)
	}
	return pool, nil
}
