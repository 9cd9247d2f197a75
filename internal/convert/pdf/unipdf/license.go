package unipdf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/unidoc/unipdf/v3/common/license"
	"golang.org/x/sys/unix"

	"quire/internal/convert/pdf/unidoc"
)

// terms is the license as shown to UniPDF.
type terms unidoc.License

// stateVariable names the directory in which UniPDF counts what was opened with a metered key.
const stateVariable = "UNIDOC_LICENSE_DIR"

// show passes the license to UniPDF, which keeps it for the life of the process.
func (l terms) show(stateDir string) error {
	if err := unidoc.License(l).Complete(); err != nil {
		return err
	}
	if l.APIKey == "" {
		return refused(license.SetLicenseKey(l.Key, l.Customer))
	}
	if err := os.MkdirAll(stateDir, 0o700); err != nil {
		return fmt.Errorf("make the directory of UniPDF's license: %w", err)
	}
	if err := os.Setenv(stateVariable, stateDir); err != nil {
		return err
	}
	return refused(license.SetMeteredKey(l.APIKey))
}

func refused(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("UniPDF rejects the license: %w", err)
}

// blank is a document that opens whenever UniPDF may open any.
const blank = "%PDF-1.4\n" +
	"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" +
	"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n" +
	"xref\n" +
	"0 4\n" +
	"0000000000 65535 f \n" +
	"0000000009 00000 n \n" +
	"0000000052 00000 n \n" +
	"0000000101 00000 n \n" +
	"trailer<</Size 4/Root 1 0 R>>\n" +
	"startxref\n" +
	"164\n" +
	"%%EOF\n"

// trouble returns what keeps a metered license from opening anything now: it is used up, withdrawn or unreachable.
// UniPDF reports that only as text, among its errors for damaged documents.
func (l terms) trouble() error {
	if l.APIKey == "" {
		return nil
	}
	if _, err := open(strings.NewReader(blank), int64(len(blank))); err != nil {
		return fmt.Errorf("UniPDF cannot open documents with its license: %w", errors.Unwrap(err))
	}
	return nil
}

// counted opens a document while no other process does, because the count of what was opened is a file without a lock.
func (l terms) counted(stateDir string, open func() error) error {
	if l.APIKey == "" {
		return open()
	}
	lock, err := os.OpenFile(filepath.Join(stateDir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("lock UniPDF's license: %w", err)
	}
	defer lock.Close()
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return fmt.Errorf("lock UniPDF's license: %w", err)
	}
	return open()
}
