package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quire/cmd/internal/app"
	"quire/cmd/internal/settings"
)

// config holds the embedded run's own settings and those of the roles that it plays.
type config struct {
	app.Embedded
	App app.Config
}

// embeddedDefaults are the defaults that differ in the embedded run, which serves only this machine and may reach it. A
// setting that is given takes precedence.
var embeddedDefaults = map[string]string{"QUIRE_LISTEN": "127.0.0.1:8080", "QUIRE_ALLOW_LOOPBACK": "true"}

// withDefaults adds the embedded run's own defaults for settings that are missing or empty.
func withDefaults(environ []string) []string {
	all := slices.Clone(environ)
	for name, value := range embeddedDefaults {
		set := func(entry string) bool {
			return strings.HasPrefix(entry, name+"=") && strings.TrimSpace(entry) != name+"="
		}
		if !slices.ContainsFunc(environ, set) {
			all = append(all, name+"="+value)
		}
	}
	return all
}

// loadConfig reads both kinds of settings and returns all their faults.
func loadConfig(environ []string) (*config, settings.Faults, error) {
	environ = withDefaults(environ)
	own, faults := app.LoadEmbedded(environ)
	roles, more := app.LoadConfig(environ)
	faults = append(faults, more...)
	c := config{Embedded: own}
	if c.TemporalPort == c.UIPort && c.UIPort != 0 {
		faults = append(faults, settings.Fault{
			Setting: "QUIRE_TEMPORAL_PORT",
			Problem: fmt.Sprintf("and QUIRE_TEMPORAL_UI_PORT are both %d: set one of them to another port", c.UIPort),
		})
	}
	dir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return nil, nil, err
	}
	c.DataDir = dir
	roles.SecretsFile = cmp.Or(roles.SecretsFile, filepath.Join(dir, "secrets"))
	roles.Blobs = cmp.Or(roles.Blobs, "file://"+filepath.Join(dir, "blobs"))
	roles.CacheDir = cmp.Or(roles.CacheDir, filepath.Join(dir, "cache"))
	roles.TemporalAddress = fmt.Sprintf("127.0.0.1:%d", c.TemporalPort)
	if roles.TemporalUI == "" && c.UIPort != 0 {
		roles.TemporalUI = fmt.Sprintf("http://localhost:%d", c.UIPort)
	}
	c.App = roles
	return &c, faults, nil
}

// addressFile is the file that tells the commands the database addresses of the service running in this data directory:
// one for the application, and one for the owner of the tables.
func (c *config) addressFile() string { return filepath.Join(c.DataDir, "database-url") }

// running returns the configuration for commands, which use the service running in the data directory.
func (c *config) running() app.Config {
	roles := c.App
	if roles.DatabaseURL != "" {
		return roles
	}
	if urls, err := os.ReadFile(c.addressFile()); err == nil && c.isRunning() {
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

// makeDataDir creates the data directory, which the unprivileged user that PostgreSQL runs as must be able to traverse.
func (c *config) makeDataDir() error {
	err := os.MkdirAll(c.DataDir, 0o755)
	if err == nil {
		err = os.Chmod(c.DataDir, 0o711)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("cannot create %s: set QUIRE_DATA_DIR to a directory that you may write to", c.DataDir)
	}
	if err != nil {
		return fmt.Errorf("data directory (QUIRE_DATA_DIR): %w", err)
	}
	return nil
}
