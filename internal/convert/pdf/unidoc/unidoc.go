// Package unidoc holds the settings of UniPDF, which every program passes on, separately from UniPDF itself (package
// unipdf), which few programs contain.
package unidoc

import (
	"cmp"
	"errors"
	"fmt"

	"quire/internal/usercache"
)

// LicenseHost is the host that UniPDF asks whether a metered key is valid, and to which it reports what was opened.
const LicenseHost = "cloud.unidoc.io"

// License is what the product's operator has bought: a metered key, or an offline key with the name of its customer.
type License struct {
	// APIKey is a metered key. UniPDF counts every document that it opens, and connects to LicenseHost.
	APIKey string
	// Key is the text of an offline license, and Customer the name in it. It needs no connection.
	Key, Customer string
}

// ErrNoLicense means that the license is missing or incomplete.
var ErrNoLicense = errors.New("UniPDF needs a license: an API key, or an offline key with its customer")

// Complete returns ErrNoLicense unless there is a license to show to UniPDF. Only UniPDF finds out whether it is valid.
func (l License) Complete() error {
	if l.APIKey == "" && (l.Key == "" || l.Customer == "") {
		return ErrNoLicense
	}
	return nil
}

// Config holds the settings of UniPDF.
type Config struct {
	License License
	// StateDir stores the count of a metered license between processes; the default is in the user's cache directory.
	StateDir string
	// MaxPages is the maximum number of pages of a document; the default is 5,000.
	MaxPages int
}

// Complete fills in the defaults.
func (c Config) Complete() (Config, error) {
	if err := c.License.Complete(); err != nil {
		return c, err
	}
	c.MaxPages = cmp.Or(c.MaxPages, 5000)
	if c.StateDir == "" {
		dir, err := usercache.Dir("unipdf")
		if err != nil {
			return c, fmt.Errorf("no cache directory for UniPDF: %w", err)
		}
		c.StateDir = dir
	}
	return c, nil
}
