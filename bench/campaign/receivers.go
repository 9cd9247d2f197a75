package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	slowness      = 2 * time.Second
	failuresFirst = 2 // failures of receivers and hosts that fail at first
	signatureAge  = 5 * time.Minute
)

// Receivers are the customers' side: hosts that serve files, and receivers of webhooks that check what arrives.
// Both misbehave as their address says.
type Receivers struct {
	model  *Model
	base   string
	server *http.Server

	mu       sync.Mutex
	secret   string
	offers   map[string]Input
	expected map[string]*Document
	visits   map[string]int
	watcher  *Client // reads the row when a webhook arrives
}

// StartReceivers serves on its own port.
func StartReceivers(ctx context.Context, m *Model) (*Receivers, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &Receivers{
		model: m, base: "http://" + l.Addr().String(),
		offers: map[string]Input{}, expected: map[string]*Document{}, visits: map[string]int{},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /hook/{behaviour}/{word}", r.hook)
	mux.HandleFunc("GET /file/{behaviour}/{name}", r.file)
	r.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = r.server.Serve(l) }()
	return r, nil
}

// Stop ends the server.
func (r *Receivers) Stop() { _ = r.server.Close() }

// Trust sets the secret with which the current world signs webhooks, and the client that reads its rows.
func (r *Receivers) Trust(secret string, watcher *Client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secret, r.watcher = secret, watcher
}

// Hook returns the address of a receiver for one document.
func (r *Receivers) Hook(behaviour, word string) string {
	return r.base + "/hook/" + behaviour + "/" + word
}

// Expect registers webhooks about a document.
func (r *Receivers) Expect(d *Document) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expected[d.Word] = d
}

// Offer makes a file available and returns its address.
func (r *Receivers) Offer(behaviour string, in Input) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.offers[in.Name] = in
	return r.base + "/file/" + behaviour + "/" + in.Name
}

// visit counts the requests to one address.
func (r *Receivers) visit(path string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.visits[path]++
	return r.visits[path]
}

func (r *Receivers) file(w http.ResponseWriter, req *http.Request) {
	visit := r.visit(req.URL.Path)
	r.mu.Lock()
	in, ok := r.offers[req.PathValue("name")]
	r.mu.Unlock()
	switch behaviour := req.PathValue("behaviour"); {
	case !ok || behaviour == "missing":
		http.NotFound(w, req)
		return
	case behaviour == "flaky" && visit <= failuresFirst:
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	case behaviour == "slow":
		time.Sleep(slowness)
	}
	_, _ = w.Write(in.Body)
}

func (r *Receivers) hook(w http.ResponseWriter, req *http.Request) {
	visit := r.visit(req.URL.Path)
	body, err := io.ReadAll(io.LimitReader(req.Body, maxBody))
	if err != nil {
		return // the sender has died
	}
	behaviour := req.PathValue("behaviour")
	accept := visit > failuresFirst || (behaviour != "failing" && behaviour != "closing")
	r.check(req, body, accept)
	switch {
	case behaviour == "slow":
		time.Sleep(slowness)
	case behaviour == "closing" && !accept:
		panic(http.ErrAbortHandler)
	case !accept:
		http.Error(w, "not now", http.StatusInternalServerError)
	}
}

// check judges one delivery.
func (r *Receivers) check(req *http.Request, body []byte, accept bool) {
	r.mu.Lock()
	d, secret, watcher := r.expected[req.PathValue("word")], r.secret, r.watcher
	r.mu.Unlock()
	if d == nil {
		r.model.Violate(nil, "a webhook has a document", "nothing is known of %s", req.URL.Path)
		return
	}
	var about struct {
		DocumentID string `json:"document_id"`
		Status     string `json:"status"`
	}
	if err := errors.Join(json.Unmarshal(body, &about), verify(secret, req.Header, body, time.Now())); err != nil {
		r.model.Violate(d.Object, "webhooks are signed", "%v", err)
	}
	at := r.model.clock.Now()
	r.model.Count("receive webhook")
	r.model.Received(d, Receipt{ID: req.Header.Get("Webhook-Id"), Status: about.Status, At: at, Accepted: accept})
	if r.model.Known(d.Object) && about.DocumentID != d.ID {
		r.model.Violate(d.Object, "a webhook is about its document", "it names %s", about.DocumentID)
	}
	go watcher.confirm(d, about.DocumentID, about.Status)
}

// confirm reads the row that a webhook was about and checks that it shows the same status.
func (c *Client) confirm(d *Document, id, status string) {
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	op := c.model.Start(d.Object, "look after webhook", "receiver")
	a := c.send(ctx, request{method: http.MethodGet, path: "/documents/" + id})
	c.model.End(op, a.Status, a.note())
	if a.Status != http.StatusOK {
		return
	}
	var w wireDocument
	a.decode(&w)
	if w.Status != status {
		c.model.Violate(d.Object, "no webhook before the row shows it", "the webhook says %s, the row %s", status, w.Status)
	}
}

// verify checks a signature as Standard Webhooks 1.0 describes it, independently of the service's own code.
func verify(secret string, header http.Header, body []byte, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return fmt.Errorf("secret: %w", err)
	}
	id, stamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, stamp, body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	var seconds int64
	if _, err := fmt.Sscan(stamp, &seconds); err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > signatureAge {
		return fmt.Errorf("timestamp %q is not current", stamp)
	}
	for _, got := range strings.Fields(header.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(got), []byte(want)) {
			return nil
		}
	}
	return fmt.Errorf("no valid signature in %q", header.Get("Webhook-Signature"))
}
