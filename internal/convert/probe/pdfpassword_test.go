package probe_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// Each file in testdata has one page and was encrypted by qpdf: user-* ask for a password, open-* only restrict use.
func TestDistinguishesLockedFromRestrictedPDFs(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.pdf")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 11)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			locked := strings.HasPrefix(filepath.Base(file), "user-")
			require.Equal(t, locked, needsPassword(b))
			require.Equal(t, locked, needsPassword(append([]byte("junk before the header\n"), b...)), "shifted offsets")
			broken := bytes.ReplaceAll(b, []byte("startxref"), []byte("startxxxx"))
			require.Equal(t, locked, needsPassword(broken), "without a usable startxref")
			_, err = probe.Check(bytes.NewReader(b), int64(len(b)), filepath.Ext(file))
			if locked {
				require.EqualError(t, err, "PDF is password-protected")
				require.Equal(t, page.PasswordProtected, page.ReasonOf(err))
			} else {
				require.NoError(t, err)
			}
		})
	}
}

func TestEncryptedAttachmentsDoNotLockTheDocument(t *testing.T) {
	t.Parallel()
	for filters, locked := range map[string]bool{
		"/V 4 /StmF /Identity /StrF /Identity /EFF /StdCF": false,
		"/V 5 /EFF /StdCF":                  false,
		"/V 4 /EFF /StdCF":                  false,
		"/V 4 /StmF /StdCF /StrF /StdCF":    true,
		"/V 4 /StmF /Identity /StrF /StdCF": true,
		"/V 2":                              true,
	} {
		secret := strings.Repeat("ab", 32)
		b := fmt.Appendf(nil, "%%PDF-1.6\n1 0 obj << /Filter /Standard /R 4 /Length 128 /P -4 /O <%s> /U <%s> %s >> endobj\n"+
			"trailer << /Encrypt 1 0 R /ID [<00> <00>] >>\n", secret, secret, filters)
		require.Equal(t, locked, needsPassword(b), filters)
	}
}

func TestHostilePDFsAreCheap(t *testing.T) {
	t.Parallel()
	for _, filler := range []string{"/Encrypt 1 0 R ", "1 0 obj << /Filter /Standard >> ", "<<", "[", "(", "\\("} {
		b := []byte("%PDF-1.4\ntrailer << /Encrypt 1 0 R ")
		b = append(b, strings.Repeat(filler, 4<<20/len(filler))...)
		b = append(b, "\nstartxref\n9\n%%EOF"...)
		needsPassword(b) // must return at all, whatever the result
	}
}

func FuzzPDFNeedsPassword(f *testing.F) {
	files, err := filepath.Glob("testdata/*.pdf")
	require.NoError(f, err)
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(b)
	}
	f.Fuzz(func(_ *testing.T, b []byte) { needsPassword(b) })
}

func BenchmarkPDFNeedsPassword(b *testing.B) {
	locked, err := os.ReadFile("testdata/open-256.pdf")
	require.NoError(b, err)
	big := append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("% padding of a line\n"), 50_000)...)
	big = append(big, locked...)
	for b.Loop() {
		needsPassword(big)
	}
}

func needsPassword(b []byte) bool {
	return probe.PDFNeedsPassword(bytes.NewReader(b), int64(len(b)))
}
