package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

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
	roles, err := app.LoadConfig(environ)
	if err != nil {
		return nil, err
	}
	var c config
	if err := app.ReadSettings(&c, environ); err != nil {
		return nil, err
	}
	if err := c.checkPorts(); err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return nil, err
	}
	c.DataDir = dir
	roles.SecretsFile = cmp.Or(roles.SecretsFile, filepath.Join(dir, "secrets"))
	roles.Blobs = cmp.Or(roles.Blobs, "file://"+filepath.Join(dir, "blobs"))
	roles.CacheDir = cmp.Or(roles.CacheDir, filepath.Join(dir, "cache"))
	roles.TemporalAddress = fmt.Sprintf("127.0.0.1:%d", c.TemporalPort)
	roles.AllowLoopback = true
	c.App = roles
	return &c, nil
}

// checkPorts finds what Temporal's UI could only end the process for.
func (c *config) checkPorts() error {
	for name, port := range map[string]int{"QUIRE_TEMPORAL_PORT": c.TemporalPort, "QUIRE_TEMPORAL_UI_PORT": c.UIPort} {
		if port < 0 || port > math.MaxUint16 {
			return fmt.Errorf("%s is %d: use a port up to %d", name, port, math.MaxUint16)
		}
	}
	if c.TemporalPort == c.UIPort && c.UIPort != 0 {
		return fmt.Errorf("QUIRE_TEMPORAL_PORT and QUIRE_TEMPORAL_UI_PORT are both %d: set one of them to another port", c.UIPort)
	}
	return nil
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
