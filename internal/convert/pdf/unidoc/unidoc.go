// Package unidoc has the settings of UniPDF, which every program passes on, apart from UniPDF itself (package unipdf), which
// few contain.
package unidoc

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// LicenseHost is where UniPDF asks whether a metered key is valid, and reports what was opened with it.
const LicenseHost = "cloud.unidoc.io"

// License is what the product's operator has bought: a metered key, or an offline key with its customer.
type License struct {
	// APIKey is a metered key. UniPDF counts every document that it opens, and connects to LicenseHost.
	APIKey string
	// Key is the text of an offline license and Customer whom it names. Nothing is connected to.
	Key, Customer string
}

// ErrNoLicense says that the license is missing or lacks a part.
var ErrNoLicense = errors.New("UniPDF needs a license: an API key, or an offline key with its customer")

// Complete returns ErrNoLicense unless there is something to show to UniPDF. Only UniPDF finds out what it is worth.
func (l License) Complete() error {
	if l.APIKey == "" && (l.Key == "" || l.Customer == "") {
		return ErrNoLicense
	}
	return nil
}

// Config are the settings of UniPDF.
type Config struct {
	License License
	// StateDir keeps the count of a metered license between processes. Default: in the user's cache directory.
	StateDir string
	// MaxPages is the longest document. Default: 5,000.
	MaxPages int
}

// Complete fills in the defaults.
func (c Config) Complete() (Config, error) {
	if err := c.License.Complete(); err != nil {
		return c, err
	}
	c.MaxPages = cmp.Or(c.MaxPages, 5000)
	if c.StateDir == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return c, fmt.Errorf("no cache directory for UniPDF: %w", err)
		}
		c.StateDir = filepath.Join(dir, "quire", "unipdf")
	}
	return c, nil
}
