package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/pdf/unipdf"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	convert.Handover(unipdf.Reader)
	m.Run()
}

// quire runs a command in an environment and returns what it printed.
func quire(t *testing.T, environ []string, args ...string) (string, error) {
	t.Helper()
	var out, complaints bytes.Buffer
	err := run(t.Context(), args, environ, &out, &complaints)
	return out.String(), err
}

func TestCommandsThatUseNoSettingsIgnoreInvalidOnes(t *testing.T) {
	t.Parallel()
	healthy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(healthy.Close)
	wrong := []string{"QUIRE_CORES=-1", "QUIRE_RETENTON=30d", "QUIRE_SECRETS_FILE=" + t.TempDir() + "/secrets"}
	for _, args := range [][]string{
		{"version"}, {"healthcheck", healthy.URL}, {"convert", "../../internal/convert/testdata/samples/letter.docx"},
	} {
		_, err := quire(t, wrong, args...)
		require.NoError(t, err, args)
	}
	require.NoFileExists(t, wrong[2][len("QUIRE_SECRETS_FILE="):], "secrets are made by what needs them")
	for _, args := range [][]string{{"api"}, {"worker"}, {"migrate"}, {"key", "list", "default"}, {"search", "-c", "x", "y"}} {
		_, err := quire(t, wrong, args...)
		require.EqualError(t, err, "2 settings are missing or invalid:\n"+
			"  QUIRE_CORES is \"-1\": give a whole number of at least 0, such as QUIRE_CORES=4\n"+
			"  QUIRE_RETENTON is not a setting: did you mean QUIRE_RETENTION?", args)
	}
}

func TestDoctorRunsDespiteInvalidSettingsAndReportsEachAsBroken(t *testing.T) {
	t.Parallel()
	wrong := []string{"QUIRE_CORES=-1", "QUIRE_RETENTON=30d", "QUIRE_TESSERACT=/nowhere/tesseract", "QUIRE_TEMPORAL_ADDRESS=127.0.0.1:1"}
	out, err := quire(t, wrong, "doctor", "--json")
	require.ErrorContains(t, err, "checks found something broken")
	var report struct {
		Broken   int
		Findings []struct{ Name, State, Detail, Advice string }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	found, broken := map[string]string{}, 0
	for _, f := range report.Findings {
		found[f.Name] += f.State + " " + f.Detail + "\n"
		if f.State == "broken" {
			broken++
		}
	}
	require.Equal(t, broken, report.Broken)
	require.Contains(t, found["configuration"], `broken QUIRE_CORES is "-1"`)
	require.Contains(t, found["configuration"], "broken QUIRE_RETENTON is not a setting")
	require.Contains(t, found["configuration"], "broken QUIRE_DATABASE_URL is not set")
	require.Contains(t, found["secrets"], "broken 2 settings are missing or invalid")
	require.Contains(t, found["secrets"], "QUIRE_LINK_SECRET is not set")
	require.Contains(t, found["tesseract"], "broken tesseract is not installed", "it goes on")
	require.Contains(t, found["disk"], "ok")

	lines, err := quire(t, wrong, "doctor")
	require.Error(t, err)
	require.Regexp(t, `(?m)^BROKEN +configuration +QUIRE_CORES is "-1"`, lines)
	require.Regexp(t, `(?m)^BROKEN +secrets +.*QUIRE_KEY_PEPPER is not set`, lines)
}
