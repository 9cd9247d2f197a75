package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"quire/cmd/internal/app"
	"quire/cmd/internal/command"
)

// awaitReady waits until every part responds. It returns false if ctx ends first.
func awaitReady(ctx context.Context, base string) bool {
	url := base + "/readyz"
	client := app.LocalClient()
	defer client.CloseIdleConnections()
	for ctx.Err() == nil {
		if isReady(ctx, client, url) {
			return true
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
	return false
}

func isReady(ctx context.Context, client *http.Client, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	res, err := client.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// base returns the address of the API for a browser on this machine.
func (e *embedded) base(l net.Addr) string { return e.cfg.App.Scheme() + "://" + local(l) }

// greet prints the addresses of everything. The key is shown only this once.
func (e *embedded) greet(l app.Listeners, key, link string) {
	base := e.base(l.API.Addr())
	fmt.Fprintf(e.term.out, "\nQuire is ready.\n\n  API          %s/api/v1\n  docs         %s/docs\n  Temporal UI  http://localhost:%d\n  metrics      http://%s/metrics\n  data         %s\n",
		base, base, e.cfg.UIPort, local(l.Metrics.Addr()), e.cfg.DataDir)
	if link != "" {
		fmt.Fprintf(e.term.out, "  workspace    %s\n               (this link logs in once, within %s; 'quire-dev login-link' prints another)\n", link, command.LinkLifetime)
	}
	if key != "" {
		fmt.Fprintf(e.term.out, "  API key      %s   (shown once)\n", key)
	}
	if isLoopback(l.API.Addr()) {
		fmt.Fprint(e.term.out, "\nOnly this machine can reach it. QUIRE_LISTEN=0.0.0.0:8080 opens the API to others; Temporal and its UI stay here.\n")
	}
	fmt.Fprint(e.term.out, "\nCtrl-C stops everything.\n")
}

func isLoopback(address net.Addr) bool {
	tcp, ok := address.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// local returns the address under which a browser on this machine reaches a listener.
func local(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if ok && (tcp.IP.IsUnspecified() || tcp.IP.IsLoopback()) {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return address.String()
}
