// Package pgcluster runs a private PostgreSQL server as a child process, in its own directory, reachable only through a
// Unix socket that nobody but its owner may open. It requires PostgreSQL's server programs on the machine and uses no
// driver. It supports Linux and macOS.
package pgcluster

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"quire/internal/dirlock"
)

const (
	// User is the role that every new cluster has, a superuser without a password.
	User = "quire"
	// Database is the empty database that every new cluster has.
	Database = "quire"
)

// Config defines where a cluster lives.
type Config struct {
	// Dir is the cluster's directory, created on first use with mode 0700. A lock file is created next to it.
	Dir string
	// Log receives messages about the server after it has started; nil discards them.
	Log *slog.Logger
}

// Cluster is a running server. If it dies without having been stopped, it is restarted as often as necessary.
type Cluster struct {
	home      string // the directory, links resolved
	sockets   string
	temporary bool
	settings  []string
	as        *account
	installed installation
	log       *slog.Logger
	lock      *dirlock.Lock

	stop     context.CancelFunc
	stopping context.Context
	done     chan struct{} // closed when the server is down after Stop

	mu      sync.Mutex
	current *server
}

// Open starts the cluster in cfg.Dir, creating it first if there is none, and returns when it accepts connections; ctx
// bounds only the start. Open clears away anything that an earlier process left running or half created, but never
// committed data. Under root, the server runs as an unprivileged user; if that user cannot reach Dir, the data are
// stored below /var/lib/quire and Dir becomes a link to them. Errors fit on one line and say what to do; callers can
// distinguish ErrNotInstalled and dirlock.ErrHeld.
func Open(ctx context.Context, cfg Config) (*Cluster, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	c := &Cluster{settings: durable, log: cfg.Log}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	return c.open(ctx, dir)
}

// Temporary starts an empty cluster for tests, in a directory that Stop removes. It is fast because it does not protect
// its data from a crash of the machine.
func Temporary(ctx context.Context) (*Cluster, error) {
	parent, err := os.MkdirTemp("", "quire-pg-")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(parent, 0o755); err != nil { // a server started by root runs as another user
		return nil, err
	}
	c := &Cluster{settings: forgetful, temporary: true, log: slog.New(slog.DiscardHandler)}
	if _, err := c.open(ctx, filepath.Join(parent, "pg")); err != nil {
		os.RemoveAll(parent)
		return nil, err
	}
	return c, nil
}

func (c *Cluster) open(ctx context.Context, dir string) (*Cluster, error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, fmt.Errorf("PostgreSQL cannot start: %w", err)
	}
	lock, err := dirlock.Acquire(dir + ".lock")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL cannot start: %w", err)
	}
	c.lock = lock
	if err := c.start(ctx, dir); err != nil {
		lock.Release()
		return nil, fmt.Errorf("PostgreSQL cannot start in %s: %w", dir, err)
	}
	return c, nil
}

func (c *Cluster) start(ctx context.Context, dir string) error {
	if err := c.prepareHome(ctx, dir); err != nil {
		return err
	}
	if err := c.initialise(ctx); err != nil {
		return err
	}
	if err := stopOrphan(ctx, c.data(), c.log); err != nil {
		return err
	}
	if err := c.prepareSockets(); err != nil {
		return err
	}
	first, err := c.launch(ctx)
	if err != nil {
		return err
	}
	c.current = first
	c.done = make(chan struct{})
	c.stopping, c.stop = context.WithCancel(context.Background())
	go c.supervise()
	return nil
}

func (c *Cluster) data() string { return filepath.Join(c.home, "data") }

// URL returns the address of one of the cluster's databases, in the form that PostgreSQL's own tools and drivers
// accept. It stays the same from one start to the next.
func (c *Cluster) URL(database string) string { return c.URLAs(User, database) }

// URLAs is like URL, for another role, which must exist.
func (c *Cluster) URLAs(role, database string) string {
	host := strings.ReplaceAll(url.QueryEscape(c.sockets), "+", "%20")
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%s", url.PathEscape(role), url.PathEscape(database), host, port)
}

// Stop disconnects all clients, flushes all data and ends the server. If ctx ends first, the server stops immediately
// and recovers its committed data on the next start. Stop may be called again, also to speed up an earlier call.
func (c *Cluster) Stop(ctx context.Context) error {
	c.stop()
	select {
	case <-c.done:
	case <-ctx.Done():
		c.hurry()
		<-c.done
	}
	err := c.lock.Release()
	if c.temporary {
		return os.RemoveAll(filepath.Dir(c.home))
	}
	return ignoreClosed(err)
}
