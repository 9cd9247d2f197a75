package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	oneTree = "embedded"
	split   = "split"
	// readyTimeout is how long a service may take to serve again after a fault, on a busy machine.
	readyTimeout = 2 * time.Minute
	readyPoll    = 50 * time.Millisecond
)

// World is the service, running in one of its two ways, with its data, from its first start to its last stop.
type World struct {
	Kind      string
	dir       string
	bases     []string // addresses of the replicas
	ui        string   // Temporal's web UI, whose API shows what became of workflows
	processes []*Process
	disks     []*Disk
	env       []string
	program   string // that runs the product's commands
	key       string
	secret    string
	http      *http.Client
	ports     *Ports
	modelled  bool // a model writes the answers, and may refuse to
}

// WorldConfig says where a world lives and what it consists of.
type WorldConfig struct {
	Kind     string
	Dir      string // kept: logs, with the data below it
	Bin      string // location of quire and quire-dev
	Cache    string // cache of compiled PDFium
	ModelURL string // a chat model; empty without one
	Ports    *Ports
	Fail     func(format string, values ...any)
}

// StartWorld starts an empty service and returns once it serves.
func StartWorld(ctx context.Context, cfg WorldConfig) (*World, error) {
	w := &World{Kind: cfg.Kind, dir: cfg.Dir, http: newHTTPClient(), ports: cfg.Ports, modelled: cfg.ModelURL != ""}
	if err := os.MkdirAll(filepath.Join(w.dir, "data"), 0o755); err != nil {
		return nil, err
	}
	if err := w.mountDisks(); err != nil {
		return w, err
	}
	w.env = settings(cfg)
	start := w.startEmbedded
	if cfg.Kind == split {
		start = w.startSplit
	}
	if err := start(ctx, cfg); err != nil {
		return w, err
	}
	return w, w.learnKeys(ctx)
}

// mountDisks gives blobs and PostgreSQL small disks, where that is permitted.
func (w *World) mountDisks() error {
	for _, name := range []string{"blobs", "postgres"} {
		disk, err := MountDisk(name, filepath.Join(w.dir, "data", name))
		if errors.Is(err, errNoDisk) {
			return nil
		}
		if err != nil {
			return err
		}
		w.disks = append(w.disks, disk)
	}
	return nil
}

// settings returns what both ways of running have in common. The campaign's own environment is ignored.
func settings(cfg WorldConfig) []string {
	var env []string
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "QUIRE_") {
			env = append(env, setting)
		}
	}
	env = append(env,
		"QUIRE_REQUESTS_PER_MINUTE=0", "QUIRE_UPLOADS_PER_MINUTE=0", "QUIRE_ALLOW_LOOPBACK=true", "QUIRE_EMBEDDING_MODEL_DIR=none",
		"QUIRE_SWEEP_EVERY=1s", "QUIRE_SWEEP_IDLE=5s", "QUIRE_CACHE_DIR="+cfg.Cache,
		"QUIRE_BLOBS=file://"+filepath.Join(cfg.Dir, "data", "blobs"), "QUIRE_SECRETS_FILE="+filepath.Join(cfg.Dir, "data", "secrets"))
	if cfg.ModelURL != "" {
		env = append(env, "QUIRE_CHAT_URL="+cfg.ModelURL, "QUIRE_CHAT_MODEL=scripted")
	}
	return env
}

// add starts a process of the world.
func (w *World) add(cfg WorldConfig, name string, env []string, argv ...string) error {
	p := &Process{
		Name: name, argv: argv, env: append(append([]string{}, w.env...), env...),
		log: filepath.Join(w.dir, name+".log"), fail: cfg.Fail,
	}
	w.processes = append(w.processes, p)
	return p.Start()
}

func (w *World) startEmbedded(ctx context.Context, cfg WorldConfig) error {
	w.program = filepath.Join(cfg.Bin, "quire-dev")
	listen, temporal, ui := w.ports.Next(), w.ports.Next(), w.ports.Next()
	w.bases, w.ui = []string{address(listen)}, address(ui)
	w.env = append(w.env, "QUIRE_DATA_DIR="+filepath.Join(w.dir, "data"), fmt.Sprintf("QUIRE_LISTEN=127.0.0.1:%d", listen),
		fmt.Sprintf("QUIRE_TEMPORAL_PORT=%d", temporal), fmt.Sprintf("QUIRE_TEMPORAL_UI_PORT=%d", ui))
	if err := w.add(cfg, "quire-dev", nil, w.program); err != nil {
		return err
	}
	return w.AwaitReady(ctx)
}

// The queues of the two workers of a split world. Their lanes differ, so that the loss of either one shows.
var workerQueues = []string{"workflow,quick,model", "workflow,convert,egress"}

// startSplit starts every part as a separate process. PostgreSQL and the vector store are commands of the
// campaign itself, Temporal is one of quire-dev's.
func (w *World) startSplit(ctx context.Context, cfg WorldConfig) error {
	w.program = filepath.Join(cfg.Bin, "quire")
	self, err := os.Executable()
	if err != nil {
		return err
	}
	temporal, ui, vectors := w.ports.Next(), w.ports.Next(), w.ports.Next()
	w.ui = address(ui)
	parts := []error{
		w.add(cfg, "postgres", nil, self, "postgres", filepath.Join(w.dir, "data", "postgres")),
		w.add(cfg, "vectors", nil, self, "vectors", fmt.Sprintf("127.0.0.1:%d", vectors)),
		w.add(cfg, "temporal", []string{
			"QUIRE_DATA_DIR=" + filepath.Join(w.dir, "data"),
			fmt.Sprintf("QUIRE_TEMPORAL_PORT=%d", temporal), fmt.Sprintf("QUIRE_TEMPORAL_UI_PORT=%d", ui),
		}, filepath.Join(cfg.Bin, "quire-dev"), "temporal"),
	}
	if err := errors.Join(parts...); err != nil {
		return err
	}
	database, err := awaitDatabase(ctx, filepath.Join(w.dir, "data", "postgres"))
	if err != nil {
		return err
	}
	w.env = append(w.env, "QUIRE_DATABASE_URL="+database, fmt.Sprintf("QUIRE_TEMPORAL_ADDRESS=127.0.0.1:%d", temporal),
		"QUIRE_QDRANT_URL="+address(vectors))
	for _, command := range [][]string{{"migrate"}, {"account", "create", "default"}} {
		if _, err := w.Command(ctx, command...); err != nil {
			return err
		}
	}
	return w.startRoles(ctx, cfg)
}

func (w *World) startRoles(ctx context.Context, cfg WorldConfig) error {
	for i, queues := range workerQueues {
		if err := w.add(cfg, fmt.Sprintf("worker-%d", i+1), []string{"QUIRE_QUEUES=" + queues}, w.program, "worker"); err != nil {
			return err
		}
	}
	for i := range 2 {
		port := w.ports.Next()
		w.bases = append(w.bases, address(port))
		if err := w.add(cfg, fmt.Sprintf("api-%d", i+1), []string{fmt.Sprintf("QUIRE_LISTEN=127.0.0.1:%d", port)}, w.program, "api"); err != nil {
			return err
		}
	}
	return w.AwaitReady(ctx)
}

// learnKeys makes an API key and reads the secret that signs webhooks.
func (w *World) learnKeys(ctx context.Context) error {
	key, err := w.Command(ctx, "key", "create", "default")
	if err != nil {
		return err
	}
	secret, err := w.Command(ctx, "account", "secret", "default")
	w.key, w.secret = key, secret
	return err
}

// Command runs one of the product's commands and returns its output.
func (w *World) Command(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, w.program, args...)
	command.Env = w.env
	out, err := command.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("%s %v: %w: %s", w.program, args, err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// AwaitReady waits until every replica serves.
func (w *World) AwaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	for _, base := range w.bases {
		for {
			state, ok := w.ready(ctx, base)
			if ok {
				break
			}
			select {
			case <-ctx.Done():
				return fmt.Errorf("%s is not ready: %s", base, state)
			case <-time.After(readyPoll):
			}
		}
	}
	return nil
}

func (w *World) ready(ctx context.Context, base string) (string, bool) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	status, body, err := w.get(ctx, base+"/readyz")
	if err != nil {
		return err.Error(), false
	}
	return string(body), status == http.StatusOK
}

// base returns the address of one of the replicas.
func (w *World) base(rng *rand.Rand) string { return w.bases[rng.IntN(len(w.bases))] }

// Process returns the process of that name.
func (w *World) Process(name string) *Process {
	for _, p := range w.processes {
		if p.Name == name {
			return p
		}
	}
	panic("no process " + name)
}

// Stop ends every process in reverse order of starting, and returns the names of those that did not end when
// told to.
func (w *World) Stop() (late []string) {
	for i := len(w.processes) - 1; i >= 0; i-- {
		if p := w.processes[i]; p.command != nil && !p.Stop() {
			late = append(late, p.Name)
		}
	}
	for _, d := range w.disks {
		_ = d.Unmount()
	}
	return late
}

func address(port int) string { return fmt.Sprintf("http://127.0.0.1:%d", port) }

// Ports hands out ports, counting from a first one, so that a process finds its own port free again after a
// crash.
type Ports struct{ next int }

// Next returns the next port that nobody listens on.
func (p *Ports) Next() int {
	for {
		p.next++
		l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", p.next))
		if err == nil {
			l.Close()
			return p.next
		}
	}
}
