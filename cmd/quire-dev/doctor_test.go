package main_test

import (
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quire/internal/model/modeltest"
)

// doctor runs the doctor with additional settings and returns its output and its error.
func (s *service) doctor(settings ...string) (string, error) {
	cmd := exec.CommandContext(s.t.Context(), binary(s.t), "doctor")
	cmd.Env = append(s.env[:len(s.env):len(s.env)], settings...)
	out, err := cmd.Output()
	return string(out), err
}

func TestDoctorAcceptsTheEmbeddedRunAndReportsWhatIsBroken(t *testing.T) {
	t.Parallel()
	s := uninstalled(t)
	before, err := s.doctor()
	require.NoError(t, err, before)
	require.Contains(t, before, "'make run' starts it")
	require.NoDirExists(t, s.dir, "it changes nothing")

	s.start()
	var running string
	require.EventuallyWithT(t, func(c *assert.CollectT) { // it takes a moment until Temporal lists workers
		running, err = s.doctor()
		require.NoError(c, err, running)
		for line := range strings.Lines(running) {
			if !strings.HasPrefix(line, "warning  LibreOffice ") { // which tests do without
				require.NotRegexp(c, "^warning", line)
			}
		}
	}, 2*time.Minute, time.Second)
	for _, well := range []string{"database", "workflow engine", "workers", "blob store", "clock", "disk", "tesseract", "PDFium", "ports"} {
		require.Regexp(t, "(?m)^ok +"+well, running)
	}

	refusing := modeltest.New(t)
	refusing.Always(modeltest.Status(http.StatusUnauthorized, `{"error":{"message":"Incorrect API key"}}`))
	broken, err := s.doctor("QUIRE_TEMPORAL_NAMESPACE=elsewhere", "QUIRE_TESSERACT=/nowhere/tesseract",
		"QUIRE_CHAT_URL="+refusing.BaseURL(), "QUIRE_CHAT_MODEL=m", "QUIRE_CHAT_KEY=wrong", "QUIRE_DATABASE_URL=postgres://u@127.0.0.1:1/d")
	require.Error(t, err)
	require.Regexp(t, `(?m)^BROKEN +workflow engine +there is no namespace "elsewhere".*namespace create`, broken)
	require.Regexp(t, `(?m)^BROKEN +tesseract .*install`, broken)
	require.Regexp(t, `(?m)^BROKEN +chat model .*QUIRE_CHAT_KEY`, broken)
	require.Regexp(t, `(?m)^BROKEN +database .*start PostgreSQL`, broken)
}
