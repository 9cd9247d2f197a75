package convert_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/pdf/unidoc"
)

func TestUniPDFNeedsAValidLicense(t *testing.T) {
	t.Parallel()
	_, err := convert.New(convert.Config{Processes: 1, UniPDF: &unidoc.Config{}})
	require.ErrorIs(t, err, unidoc.ErrNoLicense)
	_, err = convert.New(convert.Config{Processes: 1, UniPDF: &unidoc.Config{
		License: unidoc.License{Key: "this is none", Customer: "Example Ltd"}, StateDir: t.TempDir(),
	}})
	require.ErrorContains(t, err, "UniPDF rejects the license", "the license has reached the process")
	require.NotContains(t, err.Error(), "this is none")
	require.NotContains(t, err.Error(), "Example Ltd")
}
