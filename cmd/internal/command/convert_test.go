package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/command"
	"quire/cmd/internal/convertcmd"
)

func TestPersonalDataIsCoveredBeforeItIsWritten(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "people.csv")
	require.NoError(t, os.WriteFile(file, []byte("name,mail,account\nAnn,ann@example.org,DE89 3704 0044 0532 0130 00\n"), 0o600))
	convert := func(c command.Convert) (string, error) {
		c.Files = []string{file}
		var out, complaints bytes.Buffer
		err := c.Run(t.Context(), convertcmd.Env{Stdout: &out, Stderr: &complaints, CacheDir: t.TempDir()})
		return out.String(), err
	}
	for _, asJSON := range []bool{false, true} {
		out, err := convert(command.Convert{Mask: []string{"email", "iban"}, Command: convertcmd.Command{JSON: asJSON}})
		require.NoError(t, err)
		require.Contains(t, out, "Ann")
		require.Contains(t, out, "███@███████.███")
		require.Contains(t, out, "████ ████ ████ ████ ████ ██")
		require.NotRegexp(t, "example|3704", out)
	}
	_, err := convert(command.Convert{Mask: []string{"names"}})
	require.ErrorContains(t, err, `no kind "names"`)
	_, err = convert(command.Convert{Mask: []string{"all"}, Command: convertcmd.Command{Debug: t.TempDir()}})
	require.ErrorContains(t, err, "--debug")
}
