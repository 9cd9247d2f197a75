package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"quire/internal/webhook"
)

// Receive is a webhook receiver for trying Quire out: it checks the signatures of incoming webhooks and prints them. It
// can also serve the files of a directory, for documents by URL.
type Receive struct {
	Port   int    `default:"9000" help:"The port to listen on, on this machine only."`
	Secret string `env:"QUIRE_WEBHOOK_SECRET" help:"The account's webhook secret (whsec_…); without it, signatures are not checked."`
	Files  string `type:"existingdir" help:"A directory to serve at /files/."`
}

const maxWebhook = 1 << 20

// Run listens until ctx ends.
func (c *Receive) Run(ctx context.Context, e *Env) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) { c.receive(e.Stdout, w, r) })
	if c.Files != "" {
		mux.Handle("GET /files/", http.StripPrefix("/files/", http.FileServer(http.Dir(c.Files))))
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", c.Port))
	if err != nil {
		return fmt.Errorf("cannot listen on port %d (--port): %w", c.Port, err)
	}
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	fmt.Fprintf(e.Stdout, "receiving on http://%s\n", l.Addr())
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (c *Receive) receive(out io.Writer, w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxWebhook))
	if err != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	verdict := "not checked"
	if c.Secret != "" {
		verdict = "valid"
		if err := webhook.Verify(strings.Fields(c.Secret), r.Header, body, time.Now()); err != nil {
			verdict = err.Error()
			w.WriteHeader(http.StatusUnauthorized)
		}
	}
	fmt.Fprintf(out, "%s  signature %s  %s\n", r.Header.Get(webhook.HeaderID), verdict, body)
}
