package app

import (
	"fmt"
	"os"

	"quire/internal/convert/pdf/unidoc"
)

// uniPDF is the value of QUIRE_PDF_ENGINE that replaces PDFium with UniPDF.
const uniPDF = "unipdf"

// ReadsWithUniPDF reports whether UniPDF rather than PDFium reads PDFs.
func (c Config) ReadsWithUniPDF() bool { return c.PDFEngine == uniPDF }

// UniPDF returns what the converter needs to use UniPDF, including the text of the license, or nil if PDFium reads
// PDFs.
func (c Config) UniPDF() (*unidoc.Config, error) {
	if !c.ReadsWithUniPDF() {
		return nil, nil //nolint:nilnil // without it, the converter uses PDFium
	}
	license := unidoc.License{APIKey: c.UniDocAPIKey, Customer: c.UniDocCustomer}
	if license.APIKey == "" && c.UniDocLicense != "" {
		key, err := os.ReadFile(c.UniDocLicense)
		if err != nil {
			return nil, fmt.Errorf("UNIDOC_LICENSE_FILE: %w", err)
		}
		license.Key = string(key)
	}
	return &unidoc.Config{License: license, StateDir: c.cacheDir("unipdf")}, nil
}

// licenseServer returns the address of the server that counts the use of a metered UniPDF license, or "" if there is no
// such license.
func (c Config) licenseServer() string {
	if !c.ReadsWithUniPDF() || c.UniDocAPIKey == "" {
		return ""
	}
	return "https://" + unidoc.LicenseHost
}
