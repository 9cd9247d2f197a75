package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/caarlos0/env/v11"

	"quire/cmd/internal/app"
)

// config is the embedded run's own settings and those of the roles it plays.
type config struct {
	DataDir      string `env:"QUIRE_DATA_DIR" envDefault:"./data"`
	TemporalPort int    `env:"QUIRE_TEMPORAL_PORT" envDefault:"7233"`
	UIPort       int    `env:"QUIRE_TEMPORAL_UI_PORT" envDefault:"8233"`
	App          app.Config
}

func loadConfig(environ []string) (*config, error) {
	var c config
	if err := env.ParseWithOptions(&c, env.Options{Environment: env.ToMap(environ)}); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	dir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return nil, err
	}
	c.DataDir = dir
	roles, err := app.LoadConfig(environ)
	if err != nil {
		return nil, err
	}
	roles.SecretsFile = cmp.Or(roles.SecretsFile, filepath.Join(dir, "secrets"))
	roles.Blobs = cmp.Or(roles.Blobs, "file://"+filepath.Join(dir, "blobs"))
	roles.CacheDir = cmp.Or(roles.CacheDir, filepath.Join(dir, "cache"))
	roles.TemporalAddress = fmt.Sprintf("127.0.0.1:%d", c.TemporalPort)
	roles.AllowLoopback = true
	c.App = roles
	return &c, nil
}

// addressFile tells the commands where the database of the service that runs in this data directory is: for the
// application, and for the owner of the tables.
func (c *config) addressFile() string { return filepath.Join(c.DataDir, "database-url") }

// running is the configuration of the commands, which talk to the service that runs in the data directory.
func (c *config) running() app.Config {
	roles := c.App
	if roles.DatabaseURL != "" {
		return roles
	}
	if urls, err := os.ReadFile(c.addressFile()); err == nil {
		application, owner, _ := strings.Cut(strings.TrimSpace(string(urls)), "\n")
		roles.DatabaseURL, roles.DatabaseOwnerURL = application, owner
	}
	if roles.DatabaseURL == "" {
		return roles
	}
	if with, err := roles.WithSecrets(); err == nil {
		roles = with
	}
	return roles
}

// makeDataDir makes the data directory, traversable for the unprivileged user that PostgreSQL runs as.
func (c *config) makeDataDir() error {
	err := os.MkdirAll(c.DataDir, 0o755)
	if err == nil {
		err = os.Chmod(c.DataDir, 0o711)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("cannot make %s: set QUIRE_DATA_DIR to a directory that you may write", c.DataDir)
	}
	if err != nil {
		return fmt.Errorf("data directory (QUIRE_DATA_DIR): %w", err)
	}
	return nil
}
