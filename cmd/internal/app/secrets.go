package app

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrNoSecrets means that no setting leads to the secrets of the service.
var ErrNoSecrets = errors.New("the key pepper is unknown: set QUIRE_KEY_PEPPER or QUIRE_SECRETS_FILE as for the service, because it does not accept keys made with another pepper")

// WithSecrets fills in from SecretsFile the secrets that the environment does not provide. If the file is missing, it
// is created, readable only by its owner. Processes that start at the same time agree on one file.
func (c Config) WithSecrets() (Config, error) {
	if c.SecretsFile == "" || (c.KeyPepper != "" && c.LinkSecret != "") {
		return c, nil
	}
	stored, err := readSecrets(c.SecretsFile)
	if errors.Is(err, fs.ErrNotExist) {
		if err = createSecrets(c.SecretsFile); err == nil {
			stored, err = readSecrets(c.SecretsFile)
		}
	}
	if err != nil {
		return c, fmt.Errorf("secrets (QUIRE_SECRETS_FILE): %w", err)
	}
	for name, value := range map[string]*string{"QUIRE_KEY_PEPPER": &c.KeyPepper, "QUIRE_LINK_SECRET": &c.LinkSecret} {
		if *value != "" {
			continue
		}
		if _, err := secret(name, stored[name]); err != nil {
			return c, fmt.Errorf("%s (QUIRE_SECRETS_FILE) is damaged: restore it, because keys and links are invalid without its %s", c.SecretsFile, name)
		}
		*value = stored[name]
	}
	return c, nil
}

func readSecrets(path string) (map[string]string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			found[name] = value
		}
	}
	return found, nil
}

// createSecrets writes the secrets to a temporary file and links it into place, so that the file appears complete and
// the first process wins.
func createSecrets(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".secrets-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = fmt.Fprintf(tmp, "QUIRE_KEY_PEPPER=%s\nQUIRE_LINK_SECRET=%s\n", randomHex(), randomHex())
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func randomHex() string {
	b := make([]byte, 32)
	rand.Read(b) //nolint:errcheck // never fails (Go 1.24)
	return hex.EncodeToString(b)
}
